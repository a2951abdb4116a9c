/** When games are decided, and how often they are turned, from games that were played on from their rounds. */
import { blockRate, type Estimate, quantile } from '../statistics.js';
import type { GamePlayouts, Look } from './playouts.js';
import { sidesOf } from './sides.js';

/** Games at the beginning of a round. */
interface RoundChances {
  round: number;
  /** Games that had not ended. */
  games: number;
  /** How often who was then most likely to win won the game that was really played. */
  favourite: Estimate;
  /** The chance that who won had then. */
  winner: Estimate;
  /** Games whose playouts from there were all the same game, so that they say nothing of chances. */
  alike: number;
}

export interface Decided {
  games: number;
  playouts: number;
  rounds: RoundChances[];
  /** First round looked at from which on the favourite wins at least so many of the games; null where none is. */
  from: { share: number; round: number | null }[];
  /** At the round nearest to the middle of each game: how often its favourite did not win. */
  turned: Estimate;
  /** The same moment: how often who had the least chance won. */
  fromLast: Estimate;
}

/** Rounds looked at, at most. */
const mostRounds = 10;

/** Rounds at which to look: evenly spread, the longest tenth of the games left out. */
export function roundsToLookAt(lengths: readonly number[]): number[] {
  const last = Math.max(1, Math.floor(quantile(Float64Array.from(lengths).sort(), 0.9)));
  const step = Math.ceil(last / mostRounds);
  return Array.from({ length: Math.ceil(last / step) }, (_, i) => 1 + i * step);
}

/** What the sides with the most (or, with -1, the fewest) wins made of the game that was really played; ties count by half, and so on. */
function madeOf({ wins }: Look, real: readonly number[], sign: 1 | -1): number {
  const best = Math.max(...wins.map((win) => sign * win));
  const those = wins.flatMap((win, side) => (sign * win === best ? [real[side]!] : []));
  return those.reduce((a, b) => a + b, 0) / those.length;
}

/**
 * Sums up. The games that were really played are no part of the playouts, so nothing here flatters the favourite: who is
 * chosen by luck among equals wins no more than its share.
 */
export function decided(games: readonly GamePlayouts[], rounds: readonly number[], playouts: number): Decided {
  const rate = (values: readonly number[]): Estimate => {
    const { method: _, ...estimate } = blockRate(values, values.length);
    return estimate;
  };
  const by = rounds.flatMap((round): RoundChances[] => {
    const there = games.flatMap(({ looks, outcome }) => {
      const look = looks.find((one) => one.round === round);
      return look ? [{ look, real: sidesOf(outcome.places) }] : [];
    });
    if (there.length < 2) return [];
    return [
      {
        round,
        games: there.length,
        favourite: rate(there.map(({ look, real }) => madeOf(look, real, 1))),
        winner: rate(
          there.map(({ look, real }) => look.wins.reduce((sum, win, side) => sum + (real[side]! * win) / playouts, 0)),
        ),
        alike: there.filter(({ look }) => look.alike).length,
      },
    ];
  });
  const middle = games.flatMap(({ looks, outcome }) => {
    const distance = ({ round }: Look) => Math.abs(round - (1 + outcome.rounds) / 2);
    const look = looks.reduce<Look | undefined>(
      (best, one) => (best && distance(best) <= distance(one) ? best : one),
      undefined,
    );
    return look ? [{ look, real: sidesOf(outcome.places) }] : [];
  });
  const fromShare = (share: number) =>
    by.find((_, i) => by.slice(i).every(({ favourite }) => favourite.mean >= share))?.round ?? null;
  return {
    games: games.length,
    playouts,
    rounds: by,
    from: [0.5, 0.75, 0.9].map((share) => ({ share, round: fromShare(share) })),
    turned: rate(middle.map(({ look, real }) => 1 - madeOf(look, real, 1))),
    fromLast: rate(middle.map(({ look, real }) => madeOf(look, real, -1))),
  };
}
