/** Leduc poker in words. */
import { wonText } from '../chips.js';
import { owed, payoffs, rankOf } from './rules.js';
import * as S from './state.js';

/** `K2` is the king of the second suit. */
const cardName = (card: number): string => `${'JQK'[rankOf(card)]}${1 + (card & 1)}`;

/** Whether `seat` knows the card of `other`: its own, and in a showdown both. */
export function knows(cells: Int16Array, seat: number, other: number): boolean {
  return seat === other || (cells[S.ACTOR]! < 0 && cells[S.FOLDED]! < 0);
}

export function word(cells: Int16Array, action: number): string {
  if (action === S.FOLD) return 'fold';
  const debt = cells[S.ACTOR]! < 0 ? 0 : owed(cells);
  const raise = cells[S.ROUND] === 0 ? 2 : 4;
  if (action === S.CALL) return debt === 0 ? 'check' : `call ${debt}`;
  return `raise to ${Math.max(cells[S.PAID]!, cells[S.PAID + 1]!) + raise}`;
}

/** The actions of one round as words; a call with nothing to match is a check. */
function said(cells: Int16Array, round: number): string {
  let raised = false;
  const words = [];
  for (let at = 0; at < cells[S.SAID + round]!; at++) {
    const action = cells[S.WORDS + round * S.MAX_SAID + at]!;
    words.push(action === S.FOLD ? 'folds' : action === S.RAISE ? 'raises' : raised ? 'calls' : 'checks');
    if (action === S.RAISE) raised = true;
  }
  return words.map((w, at) => `seat ${at & 1} ${w}`).join(', ');
}

/** Chips that each seat has won; null before the end. */
export function chipsWon(cells: Int16Array): number[] | null {
  if (cells[S.ACTOR]! >= 0) return null;
  const won = new Float64Array(S.SEATS);
  payoffs(cells, won);
  return [...won];
}

export function tableText(cells: Int16Array, seat: number): string {
  const open = cells[S.PUBLIC]! >= 0 ? cardName(cells[S.PUBLIC]!) : 'not turned yet';
  const lines = [
    `Leduc poker, round ${cells[S.ROUND]! + 1}, pot ${cells[S.PAID]! + cells[S.PAID + 1]!}, table: ${open}`,
  ];
  for (let i = 0; i < S.SEATS; i++) {
    const card = knows(cells, seat, i) ? cardName(cells[S.CARDS + i]!) : '?';
    const turn = i === cells[S.ACTOR] ? ', to act' : '';
    lines.push(`  seat ${i}${i === seat ? ' (you)' : ''}: card ${card}, ${cells[S.PAID + i]} in${turn}`);
  }
  for (let round = 0; round < S.ROUNDS; round++)
    if (cells[S.SAID + round]! > 0) lines.push(`  round ${round + 1}: ${said(cells, round)}`);
  const won = chipsWon(cells);
  if (won) lines.push(wonText(won, seat));
  return lines.join('\n');
}
