/** Runs that were trained one by one, compared like the variants of an ablation. */
import { basename } from 'node:path';
import { panelOf } from '../../agents/panel.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import type { PoolSettings } from '../../eval/pool.js';
import { reportSeed } from '../../eval/report-seed.js';
import type { Config } from '../run/config.js';
import { configInForce } from '../run/segments.js';
import { comparisonOf, type MeasuredRun, measureRun, type RunsComparison } from './comparison.js';
import { comparisonPage } from './comparison-page.js';

/** How runs are compared. */
export interface CompareRunsRequest extends PoolSettings {
  /** Agents in all other seats, each in turn, or the panel of the game; default: those that the runs evaluate against. */
  against?: readonly string[] | 'panel' | undefined;
  /** Deals that every policy is measured on. */
  deals: number;
  seed: string;
}

/** A comparison, and its page. */
export interface ComparedRuns {
  comparison: RunsComparison;
  page: string;
}

interface OneRun {
  path: string;
  run: RunDirectory;
  config: Config;
}

/**
 * Measures the policies of runs of one game on the same deals. Runs that differ in nothing but their seed are one variant.
 * @throws UserError for fewer than two runs, one that is none or has no policy yet, runs of different games or options, an
 *   agent that is not there, an interruption
 */
export async function compareRuns(paths: readonly string[], request: CompareRunsRequest): Promise<ComparedRuns> {
  if (paths.length < 2) throw new UserError('runs compare needs at least two runs');
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice !== undefined) throw new UserError(`${twice} is named twice; name it once`);
  const runs = paths.map((path): OneRun => {
    const run = RunDirectory.open(path);
    if (run.checkpoints().length === 0) throw run.withoutCheckpoint();
    return { path, run, config: configInForce(run) };
  });
  const { config } = runs[0]!;
  const same = (what: (config: Config) => unknown) =>
    runs.every((one) => JSON.stringify(what(one.config)) === JSON.stringify(what(config)));
  if (!same(({ game, options }) => [game, options]))
    throw new UserError(
      'these runs have different games or options: compare runs of the same game with the same options',
    );
  if (request.against === undefined && !same(({ evaluation }) => evaluation.against))
    throw new UserError('the runs evaluate against different agents: name common opponents with --against');
  const loaded = await loadGame(config.game);
  const asked = request.against ?? config.evaluation.against;
  const against = asked === 'panel' ? panelOf(loaded).map(({ agent }) => agent) : [...asked];
  if (against.length === 0) throw new UserError('evaluation.against is empty: name opponents with --against');
  const sets = new Map<string, OneRun[]>();
  for (const one of runs) {
    const { seed: _, ...rest } = one.config;
    const key = JSON.stringify(rest);
    const alike = sets.get(key) ?? [];
    const again = alike.find(({ config }) => String(config.seed) === String(one.config.seed));
    if (again)
      throw new UserError(
        `${again.path} and ${one.path} have the same settings and the same seed, ${String(one.config.seed)}: ` +
          'they tell as much as one; name one of them, or train one with another --seed',
      );
    sets.set(key, [...alike, one]);
  }
  const measuring = { against, deals: request.deals, seed: reportSeed(`compare ${request.seed}`) };
  const variants: { name: string; runs: MeasuredRun[] }[] = [];
  for (const members of sets.values()) {
    const measured: MeasuredRun[] = [];
    for (const { path, run, config } of members)
      measured.push({ ...spentBy(run, config), ...(await measureRun(path, config, measuring, request)) });
    variants.push({ name: nameOf(members), runs: measured });
  }
  const comparison = comparisonOf(loaded.game.id, measuring, variants);
  const folders = [...sets.values()].map((members) => members.map(({ path }) => path));
  return { comparison, page: comparisonPage(`Runs of ${loaded.game.id}`, comparison, folders) };
}

function spentBy(run: RunDirectory, { seed }: Config) {
  let [decisions, games, seconds] = [0, 0, 0];
  for (const line of run.eachMetrics()) {
    if (line.kind === 'update') games += Number(line.games ?? 0);
    decisions = line.decisions;
    seconds = Number(line.seconds ?? 0);
  }
  return { seed: String(seed), decisions, games, minutes: seconds / 60 };
}

/** `knights (3 seeds)`: what the names of the runs begin with. */
function nameOf(members: readonly OneRun[]): string {
  const names = members.map(({ path }) => basename(path));
  if (names.length === 1) return names[0]!;
  let length = 0;
  while (names.every((name) => name.length > length && name[length] === names[0]![length])) length++;
  return `${names[0]!.slice(0, length).replace(/[-_.]+$/, '') || names.join(', ')} (${names.length} seeds)`;
}
