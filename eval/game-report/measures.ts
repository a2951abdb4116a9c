/**
 * What games of two sets of options are compared by, deal by deal. Needs nothing of Node, so that pages compare too.
 */
import type { Outcome } from '../outcome.js';
import { bootstrapMean, type Estimate, holm, type PairedTest, pairedTest, wilson } from '../statistics.js';
import { winsOf } from './sides.js';

/** One measure of both sets. */
export interface Measure {
  name: string;
  /** It is a share of games; else a number. */
  share: boolean;
  first: Estimate;
  second: Estimate;
  /** Second minus first, deal by deal. */
  difference: Estimate;
  p: number;
  /** Corrected after Holm for all measures. */
  corrected: number;
}

/** Endings rarer than this in both sets are not compared. */
const rare = 0.01;

/** One measure, game by game. */
interface Measured {
  name: string;
  share: boolean;
  first: number[];
  second: number[];
}

/** All that is measured of games on the same deals. */
export function measured(first: readonly Outcome[], second: readonly Outcome[]): Measured[] {
  const list: { name: string; share: boolean; of: (games: readonly Outcome[]) => number[] }[] = [];
  const players = first[0]!.places.length;
  const inOrder = [...first, ...second].every(({ order }) => order!.every((seat, place) => seat === place));
  const share = (name: string, of: (games: readonly Outcome[]) => number[]) => list.push({ name, share: true, of });
  const number = (name: string, of: (one: Outcome) => number) =>
    list.push({ name, share: false, of: (games) => games.map(of) });
  for (let place = 0; place < players; place++) {
    const name = players === 1 ? 'won' : `won by the ${ordinal(place + 1)} in turn order`;
    share(name, (games) => winsOf(games).map((wins, i) => wins[games[i]!.order![place]!]!));
  }
  // Where seats have their turns by number it would be the same once more.
  if (!inOrder)
    for (let seat = 0; seat < players; seat++)
      share(`won by seat ${seat}`, (games) => winsOf(games).map((wins) => wins[seat]!));
  const endings = [...new Set([...first, ...second].map(({ ending }) => ending))].sort();
  for (const ending of endings) {
    const of = (games: readonly Outcome[]) => games.map((game) => (game.ending === ending ? 1 : 0));
    const often = (games: readonly Outcome[]) => of(games).reduce<number>((a, b) => a + b, 0) / games.length;
    if (endings.length > 1 && Math.max(often(first), often(second)) >= rare)
      share(`ended by ${ending || 'no name'}`, of);
  }
  number('rounds', ({ rounds }) => rounds);
  number('decisions', ({ decisions }) => decisions);
  number('legal actions a decision', ({ prompts = [], decisions }) =>
    decisions > 0 ? prompts.reduce((sum, [, , options]) => sum + options, 0) / decisions : 0,
  );
  return list.map(({ of, ...one }) => ({ ...one, first: of(first), second: of(second) }));
}

/** All measures of games on the same deals, compared deal by deal. */
export function compareGames(first: readonly Outcome[], second: readonly Outcome[]): Measure[] {
  const tested = measured(first, second).map(({ name, share: isShare, first: a, second: b }) => {
    const { difference, p }: PairedTest = pairedTest(b, a, isShare);
    const estimate = (values: readonly number[]) =>
      isShare
        ? wilson(
            values.reduce((sum, value) => sum + value, 0),
            values.length,
          )
        : bootstrapMean(values);
    return { name, share: isShare, first: estimate(a), second: estimate(b), difference, p };
  });
  const corrected = holm(tested.map(({ p }) => p));
  return tested.map((one, i) => ({ ...one, corrected: corrected[i]! }));
}

/** `1` -> `1st`. */
export const ordinal = (n: number): string => `${n}${['st', 'nd', 'rd'][n - 1] ?? 'th'}`;
