/** A position of Leduc poker as one seat knows it, as plain JSON, and back. */
import { z } from 'zod';
import type { Chance } from '../../chance.js';
import { type CellState, readView } from '../cells.js';
import { enumerate } from './enumerate.js';
import { type LeducOptions, optionsSchema } from './options.js';
import { owed, say } from './rules.js';
import * as S from './state.js';
import { chipsWon, knows } from './text.js';

const words = ['fold', 'call', 'raise'] as const;
const card = z
  .int()
  .min(0)
  .max(S.CARDS_IN_DECK - 1)
  .nullable();

const viewSchema = z.strictObject({
  game: z.literal('leduc'),
  seat: z
    .int()
    .min(0)
    .max(S.SEATS - 1),
  options: optionsSchema,
  /** By seat: twice the rank (jack 0, queen 1, king 2) plus the suit; null where this seat does not know it. */
  cards: z.array(card).length(S.SEATS),
  /** The card on the table. */
  table: card,
  /** What was said in each round, in order. */
  said: z.array(z.array(z.enum(words)).max(S.MAX_SAID)).length(S.ROUNDS),
  /** Chips that each seat has won, null before the end. Follows from the rest: may be left out. */
  won: z.array(z.int()).length(S.SEATS).nullable().optional(),
});

export function view(cells: Int16Array, seat: number): z.infer<typeof viewSchema> {
  return {
    game: 'leduc',
    seat,
    options: { askForced: cells[S.ASK] === 1 },
    cards: Array.from({ length: S.SEATS }, (_, i) => (knows(cells, seat, i) ? cells[S.CARDS + i]! : null)),
    table: cells[S.PUBLIC]! < 0 ? null : cells[S.PUBLIC]!,
    said: Array.from({ length: S.ROUNDS }, (_, round) => {
      const from = S.WORDS + round * S.MAX_SAID;
      return Array.from(cells.subarray(from, from + cells[S.SAID + round]!), (action) => words[action]!);
    }),
    won: chipsWon(cells),
  };
}

/** Fills cells from a view by playing what was said; an unknown card becomes the lowest that is left. */
export function parseView<S extends CellState<Int16Array>>(json: unknown, blank: (options: LeducOptions) => S): S {
  const given = readView(viewSchema, json);
  const state = blank(given.options);
  const { cells } = state;
  const left = Array.from({ length: S.CARDS_IN_DECK }, (_, c) => c);
  const take = (c: number, where: string) => {
    const at = left.indexOf(c);
    if (at < 0) throw new Error(`${where}: card ${c} is dealt twice`);
    left.splice(at, 1);
  };
  for (const [seat, c] of given.cards.entries()) if (c !== null) take(c, `cards.${seat}`);
  if (given.table !== null) take(given.table, 'table');
  if (given.cards[given.seat] === null) throw new Error(`cards.${given.seat}: a seat knows its own card`);
  for (const [seat, c] of given.cards.entries()) {
    cells[S.PAID + seat] = 1;
    cells[S.CARDS + seat] = c ?? left.shift()!;
  }
  // The card on the table is the one the view tells, whatever is drawn.
  const chance: Chance = { draw: () => 0 };
  for (const [round, list] of given.said.entries())
    for (const [at, said] of list.entries()) {
      const action = words.indexOf(said);
      if (cells[S.ROUND] !== round || !enumerate({ cells }).includes(action))
        throw new Error(`said.${round}.${at}: ${said} is not possible there`);
      say(cells, action, chance);
    }
  if (cells[S.PUBLIC]! >= 0 !== (given.table !== null)) throw new Error('table: it does not fit what was said');
  if (given.table !== null) cells[S.PUBLIC] = given.table;
  for (const [seat, c] of given.cards.entries())
    if (c !== null && !knows(cells, given.seat, seat)) throw new Error(`cards.${seat}: this card is hidden`);
  if (given.won && given.won.join() !== chipsWon(cells)?.join()) throw new Error('won: it does not fit what was said');
  return state;
}

export function actionJson(cells: Int16Array, action: number): { kind: string; args: Record<string, unknown> } {
  const debt = cells[S.ACTOR]! < 0 ? 0 : owed(cells);
  const raise = action === S.RAISE ? (cells[S.ROUND] === 0 ? 2 : 4) : 0;
  return { kind: words[action]!, args: { chips: action === S.FOLD ? 0 : debt + raise } };
}
