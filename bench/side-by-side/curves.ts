/** Strength over time, of several seeds together: what table and plot are made of. */
import type { Estimate } from '../../eval/statistics.js';
import type { Measured } from './measure.js';
import type { SideName, Trained } from './training.js';

/** One training with what was measured of it. */
export interface Learned {
  trained: Trained;
  measured: Measured[];
}

/** A policy of one seed. */
export interface SeedPoint extends Estimate {
  minutes: number;
  decisions: number;
  meanReturn: number;
}

/** Several seeds together. */
export interface Spread {
  median: number;
  lowest: number;
  highest: number;
}

/** One moment of the trainings of a side. */
export interface Moment {
  /** When it was due. */
  minutes: number;
  /** Seeds that have a policy of it: a slow update may pass a moment by. */
  seeds: number;
  /** Share of games won. */
  won: Spread;
  /** Mean return, by places from -1 to 1. */
  returns: Spread;
}

/** One side against one kind of opponents. */
export interface SideCurve {
  side: SideName;
  against: string;
  /** By seed, in time. */
  seeds: { seed: number; points: SeedPoint[] }[];
  moments: Moment[];
}

/** When a side first won so often. */
export interface Reached {
  level: number;
  /** Of the middle seed; null: not reached. */
  minutes: number | null;
  /** Seeds that did, and all. */
  seeds: number;
  of: number;
}

/** The middle one; of an even number the later of the two in the middle, so that it is one that was measured. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

const spread = (values: readonly number[]): Spread => ({
  median: middle(values),
  lowest: Math.min(...values),
  highest: Math.max(...values),
});

/** Less than this share of the games tells nothing of how policies differ. */
export const FEW = 0.05;

/** What tells the policies apart: where hardly anybody wins a game, places do. */
export function strengthOf(curves: readonly Pick<SideCurve, 'moments'>[]): 'won' | 'returns' {
  return curves.some(({ moments }) => moments.some(({ won }) => won.highest >= FEW)) ? 'won' : 'returns';
}

/** @param minutes of a training @param points moments of it */
export function curveOf(
  side: SideName,
  against: string,
  learned: readonly Learned[],
  minutes: number,
  points: number,
): SideCurve {
  const own = learned.filter(({ trained }) => trained.side === side);
  const at = ({ measured }: Learned, point: number) =>
    measured.find((one) => one.point === point && one.against === against);
  const seeds = own.map((one) => ({
    seed: one.trained.seed,
    points: one.trained.points.flatMap(({ point, seconds, decisions }) => {
      const found = at(one, point);
      return found ? [{ minutes: seconds / 60, decisions, ...found.winRate, meanReturn: found.meanReturn.mean }] : [];
    }),
  }));
  const moments = Array.from({ length: points }, (_, i) => {
    const measured = own.flatMap((one) => at(one, i + 1) ?? []);
    return {
      minutes: ((i + 1) * minutes) / points,
      seeds: measured.length,
      won: spread(measured.map(({ winRate }) => winRate.mean)),
      returns: spread(measured.map(({ meanReturn }) => meanReturn.mean)),
    };
  }).filter((moment) => moment.seeds > 0);
  return { side, against, seeds, moments };
}

/** When the seeds of a curve first won that share of their games. */
export function reached({ seeds }: SideCurve, level: number): Reached {
  const when = seeds.map(({ points }) => points.find(({ mean }) => mean >= level)?.minutes ?? Infinity);
  const minutes = middle(when);
  return {
    level,
    minutes: Number.isFinite(minutes) ? minutes : null,
    seeds: when.filter(Number.isFinite).length,
    of: when.length,
  };
}
