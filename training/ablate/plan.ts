/** The plan of an ablation and its results so far: `ablation.json`, from which a killed one continues. */

import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder, writeAtomic } from '../../checkpoints/atomic.js';
import { markOwn, refuseUnlessOwn } from '../../checkpoints/own-runs.js';
import { readJson } from '../../checkpoints/read-text.js';
import { gameFrom } from '../../checkpoints/run.js';
import { commandLine } from '../../env/command-line.js';
import { gameIds } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { configSchema, fromSchema } from '../run/config.js';
import { count } from '../schedule.js';

const name = z.string().min(1);

const variantSchema = z.strictObject({
  name,
  /** What it has of the varied settings, as typed. */
  set: z.record(z.string(), z.string()),
  /** All its settings, but for the seed. */
  config: configSchema,
});

const planSchema = z.strictObject({
  variants: z.array(variantSchema).min(2),
  /** The policy with whose weights every training begins, relative to the folder; null: newly initialised. */
  from: fromSchema.nullable(),
  /** Seeds of the trainings; each variant is trained with each. */
  seeds: z.array(name).min(1),
  /** Agents in all other seats when a trained policy is measured, each in turn. */
  against: z.array(name).min(1),
  /** Deals that every policy is measured on, and their seed. */
  deals: count.min(2),
  seed: name,
});

const runSchema = z.strictObject({
  /** Index of the variant. */
  variant: count,
  seed: name,
  decisions: count,
  games: count,
  minutes: z.number().nonnegative(),
  byRewards: z.boolean(),
  parity: z.number(),
  /** Score on each deal, a mean over the agents. */
  scores: z.array(z.number()),
  /** Deals that count, and how many games differ: see `MeasuredRun`. */
  kept: z.array(count),
  variety: z.strictObject({
    games: count,
    different: count.optional(),
    openings: count.optional(),
    alike: count.optional(),
  }),
});

const fileSchema = z.strictObject({
  format: z.literal('tabletop-gym ablation'),
  plan: planSchema,
  runs: z.array(runSchema),
  summary: z.unknown(),
});

/** What is to be trained and how it is measured. */
export type AblationPlan = z.output<typeof planSchema>;
/** One training, measured. */
export type AblationRun = z.output<typeof runSchema>;
/** A plan and what was made of it. */
export interface Ablation {
  plan: AblationPlan;
  runs: AblationRun[];
}

const fileOf = (folder: string): string => join(folder, 'ablation.json');

/** Where a training of an ablation lies. @param variant its index */
export const runOf = (folder: string, variant: number, seed: string): string =>
  join(folder, `variant-${variant + 1}-seed-${seed}`);

/** @throws UserError when something lies there */
export function checkFolder(folder: string): void {
  if (existsSync(fileOf(folder)))
    throw new UserError(
      `${folder} already holds an ablation; continue it (${commandLine(['ablate', '--resume', folder])}) or choose another folder`,
    );
  if (existsSync(folder)) throw new UserError(`${folder} is there already; choose a new folder for the ablation`);
}

/** Writes what there is. @param summary for readers; nothing is read from it */
export function writeAblation(folder: string, { plan, runs }: Ablation, summary: unknown): void {
  makeFolder(folder);
  const variants = plan.variants.map(({ config, ...rest }) => ({
    ...rest,
    config: { ...config, game: gameFrom(folder, config.game) },
  }));
  if (!existsSync(fileOf(folder))) markOwn(folder);
  const content = { format: 'tabletop-gym ablation', plan: { ...plan, variants }, runs, summary };
  writeAtomic(fileOf(folder), `${JSON.stringify(content, null, 1)}\n`);
}

/** @throws UserError when there is none, or it is not what was written */
export function readAblation(folder: string): Ablation {
  const file = fileOf(folder);
  if (!existsSync(file)) throw new UserError(`no ablation at ${folder}: it has no ablation.json`);
  const { plan, runs } = readJson(file, fileSchema);
  const found = (game: string) => (game.startsWith('.') && !isAbsolute(game) ? resolve(folder, game) : game);
  const foreign = plan.variants.find(({ config }) => !gameIds().includes(config.game));
  if (foreign) refuseUnlessOwn(folder, `the module ${foreign.config.game}`);
  const variants = plan.variants.map((one) => ({ ...one, config: { ...one.config, game: found(one.config.game) } }));
  const strange = runs.find(
    ({ variant, scores, kept }) =>
      variant >= variants.length || scores.length !== plan.deals || kept.some((deal) => deal >= plan.deals),
  );
  if (strange)
    throw new UserError(`${file}: runs: one of variant ${strange.variant + 1} does not fit the plan; restore it`);
  return { plan: { ...plan, variants }, runs };
}
