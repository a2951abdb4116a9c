/**
 * Trains every variant of a plan with every seed and measures each policy on the same deals. Killed at any moment, it goes
 * on where it stood: a training is a run of its own, and finished ones are not made again.
 */
import { join } from 'node:path';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { loadGame } from '../../env/load-game.js';
import type { PoolSettings } from '../../eval/pool.js';
import { readSource } from '../run/branch.js';
import type { Config } from '../run/config.js';
import { checkTraining } from '../run/prepare.js';
import { resume } from '../run/resume.js';
import { train } from '../run/train.js';
import type { TrainResult, TrainWatch } from '../run/watch.js';
import { measureRun, minutesOf } from './comparison.js';
import { comparisonPage } from './comparison-page.js';
import {
  type Ablation,
  type AblationPlan,
  type AblationRun,
  checkFolder,
  readAblation,
  runOf,
  writeAblation,
} from './plan.js';
import { type AblationResult, csvOf, resultsOf } from './results.js';

/** How an ablation is watched and stopped. */
export interface AblateWatch extends PoolSettings {
  /** Runs one training, with its watch; default: without one. @param label which it is */
  training?: (
    label: string,
    config: Config,
    start: (watch: TrainWatch) => Promise<TrainResult>,
  ) => Promise<TrainResult>;
}

/**
 * Begins an ablation in a new folder. Everything is checked before the first training begins.
 * @returns what there is; `finished` is false after the signal
 * @throws UserError when the folder is taken, or a variant cannot be trained, or the policy of `from` does not fit it
 */
export async function ablate(folder: string, plan: AblationPlan, watch: AblateWatch = {}): Promise<AblationResult> {
  checkFolder(folder);
  const from = beginning(folder, plan);
  RunDirectory.refuseUnnameable(folder);
  for (const { config } of plan.variants) await checkTraining(config, from);
  return work(folder, { plan, runs: [] }, watch);
}

/** Goes on with one. @throws UserError when there is none, or its file is damaged */
export async function resumeAblation(folder: string, watch: AblateWatch = {}): Promise<AblationResult> {
  return work(folder, readAblation(folder), watch);
}

async function work(folder: string, { plan, runs: before }: Ablation, watch: AblateWatch): Promise<AblationResult> {
  const { game } = await loadGame(plan.variants[0]!.config.game);
  const runs = [...before];
  const save = (): AblationResult => {
    const result = resultsOf(folder, game.id, { plan, runs });
    writeAblation(folder, { plan, runs }, result);
    writeAtomic(
      join(folder, 'ablation.csv'),
      csvOf(result, (variant, seed) => runOf(folder, variant, seed)),
    );
    const folders = plan.variants.map((_, variant) => plan.seeds.map((seed) => runOf(folder, variant, seed)));
    const note = `${plan.variants.length} variants, seeds ${plan.seeds.join(', ')}${result.finished ? '' : ': not all are trained yet'}. `;
    writeAtomic(join(folder, 'ablation.html'), comparisonPage(`Ablation on ${game.id}`, result, folders, note));
    return result;
  };
  let result = save();
  // Seed by seed, so that variants can be compared early.
  for (const seed of plan.seeds)
    for (const variant of plan.variants.keys()) {
      if (runs.some((run) => run.variant === variant && run.seed === seed)) continue;
      const run = await one(folder, plan, variant, seed, watch);
      if (!run) return result;
      runs.push(run);
      result = save();
    }
  return result;
}

/** Trains and measures. @returns null where it was stopped */
async function one(
  folder: string,
  plan: AblationPlan,
  variant: number,
  seed: string,
  { training = (_, __, start) => start({}), workers, signal, onProgress }: AblateWatch,
): Promise<AblationRun | null> {
  const { name, config: base } = plan.variants[variant]!;
  const config = { ...base, seed };
  const runDir = runOf(folder, variant, seed);
  const there = RunDirectory.exists(runDir);
  const from = there ? undefined : beginning(folder, plan);
  const start = (watch: TrainWatch) =>
    there ? resume(runDir, { ...watch, signal }) : train(config, { ...watch, signal, runDir, from });
  const { finished, decisions, games } = await training(`${name}, seed ${seed}`, config, start);
  if (!finished || signal?.aborted) return null;
  const measured = await measureRun(runDir, config, plan, { workers, signal, onProgress });
  return { variant, seed, decisions, games, minutes: minutesOf(RunDirectory.open(runDir)), ...measured };
}

/** The file of the policy with which trainings begin. @throws UserError when it is not that one any more */
function beginning(folder: string, { from }: AblationPlan): string | undefined {
  return from ? readSource(from, folder).file : undefined;
}
