/**
 * Plays the policies that a training has kept, by the command that anybody would use: `tabletop evaluate`. All policies
 * of both sides play the same deals. What is measured is kept beside the training; measuring again goes on with it.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeAtomic } from '../../checkpoints/atomic.js';
import type { PolicyPoint } from './points.js';
import { built, isPeer, type SideName, type Trained } from './training.js';

const start = promisify(execFile);

const estimateSchema = z.object({ mean: z.number(), low: z.number(), high: z.number() });
const measuredSchema = z.strictObject({
  point: z.int(),
  against: z.string(),
  blocks: z.int(),
  seed: z.string(),
  /** Games that differ. */
  games: z.int(),
  winRate: estimateSchema,
  /** By places, -1 to 1: tells policies apart that win nothing yet. */
  meanReturn: estimateSchema,
  /** Share of the games that were cut at a cap; nobody has won those. */
  truncated: z.number(),
});

/** One policy against one kind of opponents. */
export type Measured = z.output<typeof measuredSchema>;

/** What is read of an evaluation. */
const resultSchema = z.object({
  games: z.int(),
  /** Where some games were the same: how many differ. */
  different: z.int().optional(),
  winRate: estimateSchema,
  meanReturn: estimateSchema,
  truncatedShare: estimateSchema,
});

/** How policies are measured. */
export interface MeasureSettings {
  game: string;
  options: Record<string, unknown>;
  /** Each in turn has all other seats. */
  against: readonly string[];
  blocks: number;
  seed: string;
  workers: number;
}

/** The command that measures a policy, without the program that runs it. */
export function evaluateWords(side: SideName, file: string, against: string, how: MeasureSettings): string[] {
  const { game, options, blocks, seed, workers } = how;
  const kind = isPeer(side) ? 'onnx' : 'policy';
  const words = ['evaluate', `${kind}:${file}`, '--game', game, '--against', against];
  if (Object.keys(options).length > 0) words.push('--options', JSON.stringify(options));
  return [...words, '--blocks', `${blocks}`, '--seed', seed, '--workers', `${workers}`];
}

/** @param onMeasured after each evaluation that was not there already */
export async function measure(
  folder: string,
  trained: Trained,
  how: MeasureSettings,
  onMeasured: (one: Measured) => void,
): Promise<Measured[]> {
  const file = path.join(folder, 'measured.json');
  const known = existsSync(file) ? z.array(measuredSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const { blocks, seed } = how;
  const all: Measured[] = [];
  for (const point of trained.points)
    for (const against of how.against) {
      const same = (one: Measured) =>
        one.point === point.point && one.against === against && one.blocks === blocks && one.seed === seed;
      let one = known.find(same);
      if (!one) {
        const result = await evaluate(folder, trained.side, point, against, how);
        one = { point: point.point, against, blocks, seed, ...result };
        known.push(one);
        writeAtomic(file, `${JSON.stringify(known, null, 2)}\n`);
        onMeasured(one);
      }
      all.push(one);
    }
  return all;
}

async function evaluate(
  folder: string,
  side: SideName,
  { file }: PolicyPoint,
  against: string,
  how: MeasureSettings,
): Promise<Pick<Measured, 'games' | 'winRate' | 'meanReturn' | 'truncated'>> {
  const words = evaluateWords(side, file, against, how);
  // In the folder, so that what an interrupted one keeps stays there.
  const { stdout } = await start(process.execPath, [built, ...words, '--json'], {
    cwd: folder,
    maxBuffer: 1 << 26,
  }).catch(({ stderr, message }: { stderr?: string; message: string }) => {
    throw new Error(`${words.slice(0, 2).join(' ')} failed: ${stderr?.trim().split('\n').at(-1) || message}`);
  });
  const { truncatedShare, games, different, ...result } = resultSchema.parse(JSON.parse(stdout));
  return { ...result, games: different ?? games, truncated: truncatedShare.mean };
}
