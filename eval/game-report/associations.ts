/**
 * What goes along with winning: for each thing, how much more often than the others did seats win that had it. That is
 * no effect: who is winning can afford more. The unit is the game, so seats of one game are not taken for independent;
 * the place in the turn order is taken out beforehand. Corrected for many comparisons after Benjamini and Hochberg.
 */
import { benjaminiHochberg, type Estimate, student95, studentTail } from '../statistics.js';

/** A thing and the seats that had it. */
export interface Thing {
  name: string;
  /** A choice that was made, or a landmark of the rules that was reached. */
  kind: 'choice' | 'landmark';
  /** By game and seat. */
  had: readonly (readonly boolean[])[];
}

export interface Association {
  name: string;
  kind: Thing['kind'];
  /** Share of all seats that had it. */
  share: number;
  /** Share of the first places with it, and without it. */
  withIt: number;
  withoutIt: number;
  /** With minus without, less what the place in the turn order explains; 95 % interval, not corrected. */
  difference: Estimate;
  /** Of no difference. */
  p: number;
  /** The same, corrected. */
  corrected: number;
}

/** Seats with and without it must be so many each, or there is nothing to compare. */
export const enoughSeats = 20;

/**
 * @param wins what each seat made of the first place, by game
 * @param places place in the turn order, by game and seat
 */
export function associations<One extends Thing>(
  things: readonly One[],
  wins: readonly (readonly number[])[],
  places: readonly (readonly number[])[],
): (Omit<One, 'had'> & Association)[] {
  const games = wins.length;
  const means = new Map<number, [sum: number, n: number]>();
  wins.forEach((game, g) => {
    game.forEach((win, seat) => {
      const of = means.get(places[g]![seat]!) ?? [0, 0];
      means.set(places[g]![seat]!, [of[0] + win, of[1] + 1]);
    });
  });
  const beyond = wins.map((game, g) =>
    game.map((win, seat) => {
      const [sum, n] = means.get(places[g]![seat]!)!;
      return win - sum / n;
    }),
  );
  const found = things.flatMap(({ had, ...thing }) => {
    const [on, off] = [sums(had, true, wins, beyond), sums(had, false, wins, beyond)];
    if (on.n < enoughSeats || off.n < enoughSeats) return [];
    const difference = on.beyond / on.n - off.beyond / off.n;
    /** What each game adds to the difference of the two ratios; its spread over games is the standard error. */
    const errorAround = (onMean: number, offMean: number) => {
      let square = 0;
      had.forEach((game, g) => {
        let part = 0;
        game.forEach((has, seat) => {
          const value = beyond[g]![seat]!;
          part += has ? (value - onMean) / on.n : -(value - offMean) / off.n;
        });
        square += part * part;
      });
      return Math.sqrt((square * games) / (games - 1));
    };
    // Around their own mean, twenty seats that all lost have no spread at all: then that of no difference counts.
    const error = Math.max(errorAround(0, 0), errorAround(on.beyond / on.n, off.beyond / off.n));
    const half = student95(games - 1) * error;
    return [
      {
        ...thing,
        share: on.n / (on.n + off.n),
        withIt: on.wins / on.n,
        withoutIt: off.wins / off.n,
        difference: { mean: difference, low: difference - half, high: difference + half },
        p: error > 0 ? studentTail(difference / error, games - 1) : 1,
      },
    ];
  });
  const corrected = benjaminiHochberg(found.map(({ p }) => p));
  return found
    .map((one, i) => ({ ...one, corrected: corrected[i]! }))
    .sort(
      (a, b) => a.p - b.p || Math.abs(b.difference.mean) - Math.abs(a.difference.mean) || (a.name < b.name ? -1 : 1),
    );
}

function sums(
  had: Thing['had'],
  wanted: boolean,
  wins: readonly (readonly number[])[],
  beyond: readonly (readonly number[])[],
): { n: number; wins: number; beyond: number } {
  const total = { n: 0, wins: 0, beyond: 0 };
  had.forEach((game, g) => {
    game.forEach((has, seat) => {
      if (has !== wanted) return;
      total.n++;
      total.wins += wins[g]![seat]!;
      total.beyond += beyond[g]![seat]!;
    });
  });
  return total;
}
