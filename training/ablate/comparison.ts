/**
 * Trainings compared: the policy of each run plays the same deals against the same agents. Runs that differ only in their
 * seed are one variant; each variant's strength, and how it differs from the first one.
 */
import type { RunDirectory } from '../../checkpoints/run.js';
import { crossedMean } from '../../eval/crossed.js';
import { type DealResults, playDeals, strengthOf } from '../../eval/deals.js';
import { joinVarieties, keptIn, type Variety } from '../../eval/different-games.js';
import type { PoolSettings } from '../../eval/pool.js';
import { type Estimate, mean } from '../../eval/statistics.js';
import { type Config, measuredOptions } from '../run/config.js';
import { evaluatedAs } from '../run/rate.js';

/** How policies are measured. */
export interface SharedDeals {
  /** Agents in all other seats, each in turn. */
  against: readonly string[];
  /** Deals that every policy is measured on, and their seed. */
  deals: number;
  seed: string;
}

/** One training, measured. */
export interface MeasuredRun {
  seed: string;
  decisions: number;
  games: number;
  minutes: number;
  byRewards: boolean;
  parity: number;
  /** Score on each deal, a mean over the agents. */
  scores: number[];
  /** Deals that count: in the others the same games were played again. */
  kept: number[];
  /** All its games, those that differ, and their random first moves (eval/different-games.ts). */
  variety: Variety & { games: number };
}

/** One training. */
interface SeedResult {
  seed: string;
  score: number;
  decisions: number;
  games: number;
  minutes: number;
}

/** One variant. Means are over its seeds so far. */
export interface VariantResult {
  name: string;
  seeds: SeedResult[];
  /** Over seeds and deals (`crossedMean`); null before the first training. */
  score: Estimate | null;
  /** To the first variant on the same deals, its first seed with the first and so on; null of the first, and where one has no training. */
  difference: Estimate | null;
  decisions: number;
  minutes: number;
}

/** Each variant's strength, and how it differs from the first one. */
export interface RunsComparison extends Variety {
  game: string;
  against: string[];
  deals: number;
  /** Games played. */
  games: number;
  seed: string;
  /** Scores are mean returns, not shares of games won. */
  byRewards: boolean;
  /** Share of wins of equals. */
  parity: number;
  variants: VariantResult[];
}

/** Minutes that a run has taken. */
export const minutesOf = (run: RunDirectory): number => Number(run.lastMetrics()?.seconds ?? 0) / 60;

/**
 * Lets the policy of a run (its best checkpoint) play all deals.
 * @throws UserError when an agent is not there or fails, or it was stopped
 */
export async function measureRun(
  runDir: string,
  config: Config,
  { against: others, deals, seed }: SharedDeals,
  { workers, signal, onProgress }: PoolSettings,
): Promise<Pick<MeasuredRun, 'byRewards' | 'parity' | 'scores' | 'kept' | 'variety'>> {
  const { kind, options: how } = evaluatedAs(config);
  const all: DealResults[] = [];
  for (const against of others)
    for (const { options } of measuredOptions(config)) {
      const who = { game: config.game, options, agent: `${kind}:${runDir}${how}`, against, deals, seed };
      all.push(await playDeals({ ...who, workers, signal, onProgress }));
    }
  const { byRewards } = all[0]!;
  const parity = mean(all.map((one) => one.parity));
  const strengths = all.map(strengthOf);
  const scores = Array.from({ length: deals }, (_, deal) => mean(strengths.map((one) => one[deal]!)));
  const games = all.reduce((sum, one) => sum + one.games, 0);
  return { byRewards, parity, scores, kept: keptIn(all), variety: { games, ...joinVarieties(all) } };
}

/** @param game its id @param variants the trainings of each, by seed in the same order */
export function comparisonOf(
  game: string,
  { against, deals, seed }: SharedDeals,
  variants: readonly { name: string; runs: readonly MeasuredRun[] }[],
): RunsComparison {
  const all = variants.flatMap(({ runs }) => runs);
  const any = all[0];
  // A deal counts where any policy played a new game with it.
  const kept = keptIn(all);
  const counting = (scores: readonly number[]) => kept.map((deal) => scores[deal]!);
  const varieties = all.map(({ variety }) => variety);
  const byRewards = any?.byRewards ?? false;
  const within = ({ mean, low, high }: Estimate): Estimate =>
    byRewards ? { mean, low, high } : { mean, low: Math.max(0, low), high: Math.min(1, high) };
  const first = variants[0]!.runs;
  return {
    ...{ game, against: [...against], deals, seed, byRewards, parity: any?.parity ?? 1 },
    games: varieties.reduce((sum, { games }) => sum + games, 0),
    ...joinVarieties(varieties),
    variants: variants.map(({ name, runs }, i): VariantResult => {
      const differences = runs
        .slice(0, first.length)
        .map((run, k) => counting(run.scores.map((score, deal) => score - first[k]!.scores[deal]!)));
      return {
        name,
        seeds: runs.map(({ seed, scores, decisions, games, minutes }) => ({
          ...{ seed, score: mean(counting(scores)), decisions, games, minutes },
        })),
        score: runs.length > 0 ? within(crossedMean(runs.map(({ scores }) => counting(scores)))) : null,
        difference: i > 0 && differences.length > 0 ? crossedMean(differences) : null,
        decisions: mean(runs.map((run) => run.decisions)),
        minutes: mean(runs.map((run) => run.minutes)),
      };
    }),
  };
}
