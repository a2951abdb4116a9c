/** `sample-game.json` of a run: one game of its policy in words, from the report at the end. For the summary page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { readText } from '../../checkpoints/read-text.js';
import type { RunDirectory } from '../../checkpoints/run.js';
import { count } from '../schedule.js';

const schema = z.object({
  /** Decisions of the run by then. */
  decisions: count,
  /** Who sat in all other seats. */
  against: z.string(),
  lines: z.array(z.string()),
});

export type SampleGame = z.output<typeof schema>;

const fileOf = (run: RunDirectory) => join(run.path, 'sample-game.json');

/** Replaces the sample game of a run. */
export function writeSample(run: RunDirectory, sample: SampleGame): void {
  writeAtomic(fileOf(run), `${JSON.stringify(sample)}\n`);
}

/** The sample game of a run; undefined where there is none that can be read. It is made again at its end. */
export function readSample(run: RunDirectory): SampleGame | undefined {
  if (!existsSync(fileOf(run))) return undefined;
  try {
    return schema.safeParse(JSON.parse(readText(fileOf(run)))).data;
  } catch {
    return undefined;
  }
}
