/**
 * One training of either side, as a process of its own, in a folder of its own. A finished one is not made again; what an
 * interrupted one left is thrown away.
 *
 *     order.json       what it was told
 *     points.jsonl     the policies that were kept
 *     policy-<n>.*     these
 *     run/             our side: the run, as `tabletop train` writes it
 *     trained.json     once it is finished: how it went
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { UserError } from '../../env/user-error.js';
import type { Config } from '../../training/run/config.js';
import { environmentPython } from './environment.js';
import { pointSchema } from './points.js';
import { peerOrder } from './settings.js';

const here = path.dirname(fileURLToPath(import.meta.url));

/** The built command, which the Python package starts and which measures. */
export const built = path.join(here, '../../dist/cli/main.js');

/** The two of `run.ts`. */
export const sides = ['ours', 'MaskablePPO'] as const;
/** Those of `algorithms.ts`: ours by what they learn by, and the peer. */
export const algorithms = ['afterstate', 'PPO', 'expert iteration', 'MaskablePPO'] as const;
/** Those whose networks read boards, things or earlier decisions apart. */
export const networks = [
  'PPO with planes',
  'PPO with entities',
  'PPO with memory',
  'expert iteration with planes',
  'expert iteration with entities',
] as const;
export const sideSchema = z.enum([...sides, ...algorithms, ...networks]);
export type SideName = z.output<typeof sideSchema>;
export const isPeer = (side: SideName) => side === 'MaskablePPO';

const trainedSchema = z.strictObject({
  side: sideSchema,
  seed: z.int(),
  /** Text of order.json: whether it is the same training. */
  order: z.string(),
  points: z.array(pointSchema).min(1),
  /** Load averages of the machine before and after. */
  load: z.tuple([z.number(), z.number()]),
});

/** A finished training. */
export type Trained = z.output<typeof trainedSchema>;

/** One training. */
export interface TrainingPlan {
  side: SideName;
  seed: number;
  config: Config;
  points: number;
  /** Threads of PyTorch. */
  peerThreads: number;
  /** The cores it may use, all of its processes together; undefined: any. */
  pinned?: readonly number[] | undefined;
  /** Of this training. */
  folder: string;
}

const progressSchema = z.object({ seconds: z.number(), decisions: z.number() });
export type TrainingProgress = z.output<typeof progressSchema>;

/**
 * The training, if it is finished.
 * @throws UserError when another one lies in its folder
 */
export function finished(plan: TrainingPlan): Trained | null {
  const file = path.join(plan.folder, 'trained.json');
  if (!existsSync(file)) return null;
  const parsed = trainedSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new UserError(`${file} is damaged: delete the folder, and it is trained again`);
  if (parsed.data.order !== orderText(plan))
    throw new UserError(`${plan.folder} was trained with other settings: choose another --out, or delete it`);
  return parsed.data;
}

/** Trains, in place of what may be there unfinished. @throws Error in one line when the process fails */
export async function runTraining(plan: TrainingPlan, onProgress: (at: TrainingProgress) => void): Promise<Trained> {
  const { side, seed, folder } = plan;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'order.json');
  writeAtomic(file, orderText(plan));
  const before = os.loadavg()[0]!;
  const words = isPeer(side)
    ? [environmentPython, '-u', path.join(here, 'maskable.py'), file]
    : [process.execPath, '--import', 'tsx', path.join(here, 'ours.ts'), file];
  const pin = plan.pinned ? ['taskset', '--cpu-list', plan.pinned.join(',')] : [];
  const [command, ...args] = [...pin, ...words];
  await run(command!, args, `${side}, seed ${seed}`, onProgress);
  const lines = readFileSync(path.join(folder, 'points.jsonl'), 'utf8').trim().split('\n');
  const points = lines.map((line) => pointSchema.parse(JSON.parse(line)));
  if (points.at(-1)!.point !== plan.points) throw new Error(`${side}, seed ${seed}: it ended before its time`);
  const trained: Trained = { side, seed, order: orderText(plan), points, load: [before, os.loadavg()[0]!] };
  writeAtomic(path.join(folder, 'trained.json'), `${JSON.stringify(trained, null, 2)}\n`);
  return trained;
}

/** What the process is told. It says all that the result depends on, and nothing of where it lies. */
function orderText({ side, seed, config, points, peerThreads, pinned }: TrainingPlan): string {
  const order = isPeer(side) ? { order: peerOrder(config, seed, peerThreads) } : { config: { ...config, seed } };
  return `${JSON.stringify({ ...order, points, pinned }, null, 2)}\n`;
}

async function run(
  command: string,
  args: string[],
  name: string,
  onProgress: (at: TrainingProgress) => void,
): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TABLETOP_GYM: built },
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors = (errors + data).slice(-4000);
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const at = line.startsWith('{') ? progressSchema.safeParse(JSON.parse(line)) : undefined;
    if (at?.success) onProgress(at.data);
  }
  const status = await ended;
  process.off('exit', stop);
  if (status !== 0) throw new Error(`${name} failed: ${errors.trim().split('\n').at(-1) || `exit code ${status}`}`);
}
