/** Runs side by side: what there is in a folder, and how runs compare. Runs are only read. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { fileError, type MetricsRecord, RunDirectory } from '../../checkpoints/index.js';
import { RunLock } from '../../checkpoints/lock.js';
import { UserError } from '../../env/user-error.js';
import { type Curve, lineChart } from '../../eval/charts/chart.js';
import { markup } from '../../eval/charts/markup.js';
import { grid, page, table } from '../../eval/charts/page.js';
import { percent, rateText } from '../../eval/report.js';
import { mean, student95, variance } from '../../eval/statistics.js';
import { seedBand } from '../seed-band.js';
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

interface ReadRun {
  facts: RunFacts;
  config: z.output<typeof configShape>;
  evaluations: z.output<typeof measureShape>[];
  reports: z.output<typeof measureShape>[];
}

/** Lines of a kind that are what they should be; the file may be in the middle of being written. */
function measuresOf(lines: readonly MetricsRecord[], kind: MeasureRecord['kind']) {
  return lines.flatMap((line) => {
    if (line.kind !== kind) return [];
    const { data } = measureShape.safeParse(line);
    return data ? [data] : [];
  });
}

function readRun(path: string): ReadRun {
  const run = RunDirectory.open(path);
  const config = run.config(configShape);
  const lines = run.metrics();
  const evaluations = measuresOf(lines, 'evaluation').filter(({ name }) => name === 'evaluation');
  const reports = measuresOf(lines, 'report');
  const newest = [...reports, ...evaluations].reduce<z.output<typeof measureShape> | undefined>(
    (best, one) => (best && best.decisions >= one.decisions ? best : one),
    undefined,
  );
  const last = lines.at(-1);
  const facts: RunFacts = {
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
  return { facts, config, evaluations, reports };
}

/**
 * The runs in a folder, by name. One that cannot be read is told by `onUnreadable`, and left out.
 * @throws UserError when the folder cannot be read
 */
export function listRuns(folder: string, onUnreadable: (why: string) => void = () => {}): RunFacts[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw fileError(error, `cannot read the folder of runs ${folder}`);
  }
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    if (!RunDirectory.exists(path)) return [];
    try {
      return [readRun(path).facts];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      onUnreadable(error.message);
      return [];
    }
  });
}

/** Runs that differ in nothing but their seed. */
export interface RunGroup {
  name: string;
  runs: string[];
  seeds: string[];
  /** At the latest point that all its runs have come to, by opponent: the mean over seeds, with Student's interval. */
  winRates: Record<string, { mean: number; low: number; high: number; seeds: number[] }>;
  /** Mean decisions and minutes there. */
  decisions: number;
  minutes: number;
}

export interface RunsComparison {
  game: string;
  groups: RunGroup[];
}

/** A comparison, and its page. */
export interface ComparedRuns {
  comparison: RunsComparison;
  page: string;
}

/**
 * Compares runs of one game by their evaluations. Runs that differ in nothing but their seed are one band.
 * @throws UserError for fewer than two runs, one that is none, runs of different games, or runs without evaluations
 */
export function compareRuns(paths: readonly string[]): ComparedRuns {
  if (paths.length < 2) throw new UserError('runs compare needs at least two runs');
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice !== undefined) throw new UserError(`${twice} is named twice; name it once`);
  const runs = paths.map(readRun);
  const games = [...new Set(runs.map(({ facts }) => facts.game))];
  if (games.length > 1)
    throw new UserError(`these runs have different games (${games.join(', ')}): compare runs of one`);
  for (const { facts, evaluations } of runs)
    if (evaluations.length === 0)
      throw new UserError(`${facts.run} has no evaluations (evaluation.every), so there is nothing to compare`);
  const sets = new Map<string, ReadRun[]>();
  for (const run of runs) {
    const { seed: _, ...rest } = run.config;
    const key = JSON.stringify(rest);
    sets.set(key, [...(sets.get(key) ?? []), run]);
  }
  const groups = [...sets.values()].map((members) => ({ members, name: nameOf(members) }));
  const agents = [
    ...new Set(runs.flatMap(({ evaluations }) => evaluations.flatMap(({ against }) => Object.keys(against)))),
  ];
  const comparison = { game: games[0]!, groups: groups.map(({ members, name }) => groupOf(members, name, agents)) };
  return { comparison, page: comparePage(comparison, groups, agents) };
}

interface NamedGroup {
  members: readonly ReadRun[];
  name: string;
}

/** `knights (3 seeds)`: what the names of the runs begin with. */
function nameOf(members: readonly ReadRun[]): string {
  const names = members.map(({ facts }) => basename(facts.run));
  if (names.length === 1) return names[0]!;
  let length = 0;
  while (names.every((name) => name.length > length && name[length] === names[0]![length])) length++;
  return `${names[0]!.slice(0, length).replace(/[-_.]+$/, '') || names.join(', ')} (${names.length} seeds)`;
}

function groupOf(members: readonly ReadRun[], name: string, agents: readonly string[]): RunGroup {
  const at = Math.min(...members.map(({ evaluations }) => evaluations.length)) - 1;
  const last = members.map(({ evaluations }) => evaluations[at]!);
  const rates = agents.flatMap((agent) => {
    const seeds = last.flatMap(({ against }) => (against[agent] ? [against[agent].winRate.mean] : []));
    if (seeds.length < last.length) return [];
    const one = last[0]!.against[agent]!.winRate;
    const half =
      seeds.length > 1 ? student95(seeds.length - 1) * Math.sqrt(variance(seeds) / seeds.length) : Number.NaN;
    const m = mean(seeds);
    // Of one seed the interval is over its deals: it says nothing of other seeds.
    const [low, high] = seeds.length > 1 ? [Math.max(0, m - half), Math.min(1, m + half)] : [one.low, one.high];
    return [[agent, { mean: m, low, high, seeds }] as const];
  });
  return {
    name,
    runs: members.map(({ facts }) => facts.run),
    seeds: members.map(({ facts }) => facts.seed),
    winRates: Object.fromEntries(rates),
    decisions: mean(last.map(({ decisions }) => decisions)),
    minutes: mean(last.map(({ seconds = 0 }) => seconds / 60)),
  };
}

function comparePage(
  { game, groups: summed }: RunsComparison,
  groups: readonly NamedGroup[],
  agents: readonly string[],
): string {
  const chart = (
    agent: string,
    title: string,
    xLabel: string,
    x: (at: { decisions: number; seconds?: number | undefined }) => number,
  ) => {
    const curves: Curve[] = groups.map(({ members, name }) =>
      seedBand(
        name,
        members.map(({ evaluations }) =>
          evaluations.flatMap((line) => {
            const measured = line.against[agent];
            return measured ? [{ x: x(line), y: measured.winRate.mean }] : [];
          }),
        ),
      ),
    );
    if (curves.every(({ points }) => points.length === 0)) return [];
    const { parity } = groups
      .flatMap(({ members }) => members.flatMap(({ evaluations }) => evaluations))
      .flatMap(({ against }) => against[agent] ?? [])[0]!;
    const reference = parity < 1 ? { y: parity, label: `parity: ${percent(parity)}` } : null;
    return [lineChart(curves, { title, xLabel, shares: true, reference })];
  };
  return page(
    `Runs of ${game}`,
    markup`<p>Evaluations during training. Runs that differ only in their seed are one curve: the mean over the seeds, and the band from the lowest to the highest.</p>
<h2>Win rates</h2>
${grid(
  agents.flatMap((agent) => [
    ...chart(agent, `Against ${agent}, by decisions`, 'decisions learned from', ({ decisions }) => decisions),
    ...chart(agent, `Against ${agent}, by minutes`, 'minutes', ({ seconds = 0 }) => seconds / 60),
  ]),
)}
<h2>At the latest evaluation that all runs of a curve have</h2>
${table(
  ['Runs', 'Seeds', 'Decisions', 'Minutes', ...agents.map((agent) => `against ${agent}`)],
  summed.map(({ name, seeds, decisions, minutes, winRates }) => [
    name,
    seeds.join(', '),
    Math.round(decisions).toLocaleString('en-US'),
    minutes.toFixed(1),
    ...agents.map((agent) => {
      const rate = winRates[agent];
      return rate ? rateText(rate) : 'not measured';
    }),
  ]),
  [2, 3],
)}
<p><small>Intervals at 95 %: Student's over seeds; with one seed over its deals, without the chance in training.</small></p>`,
  );
}
