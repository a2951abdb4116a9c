/** Kuhn poker in words. */
import { wonText } from '../chips.js';
import { actorOf, countIn, hasBet, isIn, isOver, payoffs } from './rules.js';
import { BET, BETTOR, CARDS, MAX_SEATS, PLAYERS, SAID, WORDS } from './state.js';

const ranks = ['9', '10', 'J', 'Q', 'K'];

/** Name of a card; the highest is a king, whatever the number of players. */
function cardName(card: number, players: number): string {
  return ranks[MAX_SEATS - players + card]!;
}

/** Whether `seat` knows the card of `other`: its own, and those of a showdown. */
export function knows(cells: Int16Array, seat: number, other: number): boolean {
  return seat === other || (isOver(cells) && countIn(cells) > 1 && isIn(cells, other));
}

export function word(cells: Int16Array, action: number): string {
  if (cells[BETTOR]! < 0) return action === BET ? 'bet' : 'pass';
  return action === BET ? 'call' : 'fold';
}

/** What one of the actions taken meant. */
function said(cells: Int16Array, at: number): string {
  const bet = cells[WORDS + at] === BET;
  const bettor = cells[BETTOR]!;
  if (bettor < 0 || at <= bettor) return bet ? 'bets' : 'passes';
  return bet ? 'calls' : 'folds';
}

/** Chips that each seat has won; null before the end. */
export function chipsWon(cells: Int16Array): number[] | null {
  if (!isOver(cells)) return null;
  const won = new Float64Array(cells[PLAYERS]!);
  payoffs(cells, won);
  return [...won];
}

export function tableText(cells: Int16Array, seat: number): string {
  const players = cells[PLAYERS]!;
  let pot = 0;
  for (let i = 0; i < players; i++) pot += hasBet(cells, i) ? 2 : 1;
  const deck = Array.from({ length: players + 1 }, (_, card) => cardName(card, players)).join(' ');
  const lines = [`Kuhn poker, cards ${deck}, pot ${pot}`];
  const won = chipsWon(cells);
  for (let i = 0; i < players; i++) {
    const words = [];
    for (let at = i; at < cells[SAID]!; at += players) words.push(said(cells, at));
    const card = knows(cells, seat, i) ? cardName(cells[CARDS + i]!, players) : '?';
    const turn = i === actorOf(cells) ? ['to act'] : [];
    lines.push(`  seat ${i}${i === seat ? ' (you)' : ''}: card ${card}  ${[...words, ...turn].join(', ')}`.trimEnd());
  }
  if (won) lines.push(wonText(won, seat));
  return lines.join('\n');
}
