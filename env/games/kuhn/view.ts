/** A position of Kuhn poker as one seat knows it, as plain JSON, and back. */
import { z } from 'zod';
import { type CellState, readView } from '../cells.js';
import { type KuhnOptions, optionsSchema } from './options.js';
import { hasBet, isOver, say } from './rules.js';
import { ASK, BET, CARDS, MAX_SAID, MAX_SEATS, PASS, PLAYERS, SAID, WORDS } from './state.js';
import { chipsWon, knows } from './text.js';

const words = ['pass', 'bet'] as const;

const viewSchema = z.strictObject({
  game: z.literal('kuhn'),
  seat: z
    .int()
    .min(0)
    .max(MAX_SEATS - 1),
  options: optionsSchema,
  /** By seat, 0 the lowest; null where this seat does not know it. */
  cards: z.array(z.int().min(0).max(MAX_SEATS).nullable()).max(MAX_SEATS),
  /** What was said, in order: `pass` also means fold, `bet` also means call. */
  said: z.array(z.enum(words)).max(MAX_SAID),
  /** Chips that each seat has won, null before the end. Follows from the rest: may be left out. */
  won: z.array(z.int()).max(MAX_SEATS).nullable().optional(),
});

export function view(cells: Int16Array, seat: number): z.infer<typeof viewSchema> {
  const players = cells[PLAYERS]!;
  return {
    game: 'kuhn',
    seat,
    options: { players, askForced: cells[ASK] === 1 },
    cards: Array.from({ length: players }, (_, i) => (knows(cells, seat, i) ? cells[CARDS + i]! : null)),
    said: Array.from({ length: cells[SAID]! }, (_, at) => words[cells[WORDS + at]!]!),
    won: chipsWon(cells),
  };
}

/** Reads a position from a view; unknown cards become the lowest that are left. @param blank an empty position */
export function parseView<S extends CellState<Int16Array>>(json: unknown, blank: (options: KuhnOptions) => S): S {
  const given = readView(viewSchema, json);
  const state = blank(given.options);
  const { cells } = state;
  const { players } = given.options;
  if (given.seat >= players) throw new Error(`seat: ${given.seat} of ${players} seats`);
  if (given.cards.length !== players) throw new Error(`cards: ${players} wanted`);
  const left = Array.from({ length: players + 1 }, (_, card) => card);
  for (const [seat, card] of given.cards.entries()) {
    if (card === null) continue;
    const at = left.indexOf(card);
    if (at < 0) throw new Error(`cards.${seat}: there is no card ${card}, or it is dealt twice`);
    left.splice(at, 1);
    cells[CARDS + seat] = card;
  }
  if (given.cards[given.seat] === null) throw new Error(`cards.${given.seat}: a seat knows its own card`);
  for (let seat = 0; seat < players; seat++) if (cells[CARDS + seat]! < 0) cells[CARDS + seat] = left.shift()!;
  for (const [at, said] of given.said.entries()) {
    if (isOver(cells)) throw new Error(`said.${at}: the game is over before that`);
    say(cells, said === 'bet' ? BET : PASS);
  }
  // A card that only a showdown shows must be in it.
  for (const [seat, card] of given.cards.entries())
    if (card !== null && !knows(cells, given.seat, seat)) throw new Error(`cards.${seat}: this card is hidden`);
  if (given.won && given.won.join() !== chipsWon(cells)?.join()) throw new Error('won: it does not fit what was said');
  return state;
}

export function actionJson(cells: Int16Array, action: number): { kind: string; args: Record<string, unknown> } {
  return { kind: words[action]!, args: { chips: action === BET ? 1 : 0, answer: hasAnyBet(cells) } };
}

function hasAnyBet(cells: Int16Array): boolean {
  for (let seat = 0; seat < cells[PLAYERS]!; seat++) if (hasBet(cells, seat)) return true;
  return false;
}
