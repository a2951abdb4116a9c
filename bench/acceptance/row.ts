/**
 * A game's part of the acceptance table, in games/<id>/test/acceptance.ts: what is trained, what is measured, the bar.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gameIds } from '../../env/load-game.js';
import { exact } from '../../eval/exact/index.js';
import { type Changes, judge, learn, playerOf } from './runs.js';

/** One line of the table. */
export interface Result {
  what: string;
  bar: string;
  result: string;
  /** Null where the line is a baseline or a report without a bar. */
  met: boolean | null;
}

export interface Row {
  about: string;
  seeds: number[];
  measure(seeds: number[]): Promise<Result[]>;
}

/** What a game exports by default. */
export interface Acceptance extends Row {
  /** Published values of the game, computed exactly. */
  published?(): Promise<Result[]>;
  /** Runs in which the learner must fail. */
  controls?(seeds: number[]): Promise<Result[]>;
}

/** Trains once for each seed. */
export async function each<T>(seeds: number[], one: (seed: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const seed of seeds) all.push(await one(seed));
  return all;
}

/** NashConv of the last policy, seed by seed. */
export function nashConvs(id: string, seeds: number[], over: Changes): Promise<number[]> {
  return each(seeds, async (seed) => (await judge(id, playerOf(await learn(id, { ...over, seed })))).nashConv);
}

/** A line that compares what `exact` finds with a published value. */
export async function exactly(
  what: string,
  request: Parameters<typeof exact>[0],
  wanted: string,
  found: (r: Awaited<ReturnType<typeof exact>>) => string,
): Promise<Result> {
  const result = found(await exact(request));
  return { what, bar: wanted, result, met: result === wanted };
}

export const histories = (r: Awaited<ReturnType<typeof exact>>) =>
  `${r.histories.chance} / ${r.histories.decision} / ${r.histories.terminal}`;

/** The rows by name: `exact`, one for each game that has a part, and `controls`. */
export async function loadRows(): Promise<Record<string, Row>> {
  const parts: [id: string, part: Acceptance][] = [];
  for (const id of gameIds()) {
    const file = new URL(`../../games/${id}/test/acceptance.ts`, import.meta.url);
    if (existsSync(file)) parts.push([id, (await import(fileURLToPath(file))).default]);
  }
  const all = async (measure: (part: Acceptance) => Promise<Result[]> | undefined) => {
    const results: Result[] = [];
    for (const [, part] of parts) results.push(...((await measure(part)) ?? []));
    return results;
  };
  return {
    exact: { about: 'published values', seeds: [], measure: () => all((part) => part.published?.()) },
    ...Object.fromEntries(parts),
    controls: {
      about: 'negative controls',
      seeds: [1, 2, 3],
      measure: (seeds) => all((part) => part.controls?.(seeds)),
    },
  };
}
