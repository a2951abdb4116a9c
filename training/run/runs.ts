/** The runs in a folder. They are only read. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { attempt } from '../../checkpoints/atomic.js';
import type { MetricsRecord } from '../../checkpoints/lines.js';
import { RunLock } from '../../checkpoints/lock.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { UserError } from '../../env/user-error.js';
import type { MeasureRecord } from './metrics.js';

const configShape = z.looseObject({
  game: z.string(),
  seed: z.union([z.string(), z.number()]).transform(String),
  phases: z.array(z.looseObject({ algorithm: z.string() })).default([]),
});

const measuredShape = z.looseObject({
  winRate: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  parity: z.number(),
  meanReturn: z.number(),
});

const measureShape = z.looseObject({
  decisions: z.number(),
  seconds: z.number().optional(),
  name: z.string(),
  score: z.number(),
  against: z.record(z.string(), measuredShape),
});

/** One run as it lies there. */
export interface RunFacts {
  /** Path. */
  run: string;
  game: string;
  algorithms: string[];
  seed: string;
  decisions: number;
  /** Wall-clock time so far. */
  minutes: number;
  /** The latest report; before the first, the latest evaluation; null where nothing was measured. */
  latest: { name: string; decisions: number; winRates: Record<string, number> } | null;
  /** Who is writing it, in words; null: nobody. */
  writer: string | null;
}

/** Lines of a kind that are what they should be; the file may be in the middle of being written. */
function measuresOf(lines: readonly MetricsRecord[], kind: MeasureRecord['kind']) {
  return lines.flatMap((line) => {
    if (line.kind !== kind) return [];
    const { data } = measureShape.safeParse(line);
    return data ? [data] : [];
  });
}

function readRun(path: string): RunFacts {
  const run = RunDirectory.open(path);
  const config = run.config(configShape);
  const lines = run.sampledMetrics();
  const evaluations = measuresOf(lines, 'evaluation').filter(({ name }) => name === 'evaluation');
  const reports = measuresOf(lines, 'report');
  const newest = [...reports, ...evaluations].reduce<z.output<typeof measureShape> | undefined>(
    (best, one) => (best && best.decisions >= one.decisions ? best : one),
    undefined,
  );
  const last = lines.at(-1);
  return {
    run: path,
    game: basename(config.game).replace(/\.[cm]?[jt]sx?$/, ''),
    algorithms: config.phases.map(({ algorithm }) => algorithm),
    seed: config.seed,
    decisions: last?.decisions ?? 0,
    minutes: typeof last?.seconds === 'number' ? last.seconds / 60 : 0,
    latest: newest
      ? {
          name: newest.name,
          decisions: newest.decisions,
          winRates: Object.fromEntries(Object.entries(newest.against).map(([agent, one]) => [agent, one.winRate.mean])),
        }
      : null,
    writer: RunLock.holder(path),
  };
}

/**
 * The runs in a folder, by name. Unreadable ones are reported to `onUnreadable` and left out.
 * @param onProgress hears of each before it is read
 * @throws UserError when the folder cannot be read
 */
export function listRuns(
  folder: string,
  onUnreadable: (why: string) => void = () => {},
  onProgress: (read: number, of: number) => void = () => {},
): RunFacts[] {
  const names = attempt(`cannot read the folder of runs ${folder}`, () => readdirSync(folder));
  return names.sort().flatMap((name, i) => {
    onProgress(i, names.length);
    const path = join(folder, name);
    if (!RunDirectory.exists(path)) return [];
    try {
      return [readRun(path)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      onUnreadable(error.message);
      return [];
    }
  });
}
