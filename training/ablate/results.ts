/** What an ablation says: each variant's strength, and how it differs from the first one, seed by seed and deal by deal. */
import { crossedMean } from '../../eval/crossed.js';
import { type Estimate, mean } from '../../eval/statistics.js';
import type { Ablation, AblationRun } from './plan.js';

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
  set: Record<string, string>;
  seeds: SeedResult[];
  /** Over seeds and deals (`crossedMean`); null before the first training. */
  score: Estimate | null;
  /** To the first variant, on the same seeds and deals; null of the first itself, and before there is a common seed. */
  difference: Estimate | null;
  decisions: number;
  minutes: number;
}

/** The outcome of an ablation: each variant's strength, and how it differs from the first one. */
export interface AblationResult {
  folder: string;
  game: string;
  /** Every variant was trained with every seed. */
  finished: boolean;
  against: string[];
  deals: number;
  seed: string;
  /** Scores are mean returns, not shares of games won. */
  byRewards: boolean;
  /** Share of wins of equals. */
  parity: number;
  variants: VariantResult[];
}

/** @param game its id */
export function resultsOf(folder: string, game: string, { plan, runs }: Ablation): AblationResult {
  const { seeds, against, deals, seed } = plan;
  const of = (variant: number) =>
    seeds.flatMap((one) => runs.find((run) => run.variant === variant && run.seed === one) ?? []);
  const byRewards = runs[0]?.byRewards ?? false;
  const within = ({ mean, low, high }: Estimate): Estimate =>
    byRewards ? { mean, low, high } : { mean, low: Math.max(0, low), high: Math.min(1, high) };
  const first = of(0);
  const variants = plan.variants.map(({ name, set }, i): VariantResult => {
    const own = of(i);
    const pairs = own.flatMap((run): [AblationRun, AblationRun][] => {
      const other = first.find((one) => one.seed === run.seed);
      return other ? [[run, other]] : [];
    });
    const differences = pairs.map(([run, other]) => run.scores.map((score, deal) => score - other.scores[deal]!));
    return {
      name,
      set,
      seeds: own.map(({ seed, scores, decisions, games, minutes }) => ({
        ...{ seed, score: mean(scores), decisions, games, minutes },
      })),
      score: own.length > 0 ? within(crossedMean(own.map(({ scores }) => scores))) : null,
      difference: i > 0 && differences.length > 0 ? crossedMean(differences) : null,
      decisions: mean(own.map((run) => run.decisions)),
      minutes: mean(own.map((run) => run.minutes)),
    };
  });
  return {
    ...{ folder, game, finished: runs.length === plan.variants.length * seeds.length },
    ...{ against: [...against], deals, seed, byRewards, parity: runs[0]?.parity ?? 1, variants },
  };
}

/** One row a training, with a column for each varied setting. */
export function csvOf({ variants, folder }: AblationResult, runOf: (variant: number, seed: string) => string): string {
  const settings = Object.keys(variants[0]!.set);
  const cell = (value: string | number) => {
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = variants.flatMap(({ set, seeds }, i) =>
    seeds.map(({ seed, score, decisions, games, minutes }) => [
      ...settings.map((setting) => set[setting]!),
      ...[seed, score, decisions, games, minutes, runOf(i, seed).slice(folder.length + 1)],
    ]),
  );
  const head = [...settings, 'seed', 'score', 'decisions', 'games', 'minutes', 'run'];
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}
