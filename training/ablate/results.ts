/** What an ablation says, and its numbers as CSV. */
import { quoted } from '../../eval/game-report/csv.js';
import { comparisonOf, type RunsComparison, type VariantResult } from './comparison.js';
import type { Ablation } from './plan.js';

/** The outcome of an ablation: its variants compared. */
export interface AblationResult extends RunsComparison {
  folder: string;
  /** Every variant was trained with every seed. */
  finished: boolean;
  variants: (VariantResult & {
    /** What it has of the varied settings, as typed. */
    set: Record<string, string>;
  })[];
}

/** @param game its id */
export function resultsOf(folder: string, game: string, { plan, runs }: Ablation): AblationResult {
  const trained = plan.variants.map(({ name }, variant) => ({
    name,
    runs: plan.seeds.flatMap((seed) => runs.find((run) => run.variant === variant && run.seed === seed) ?? []),
  }));
  const { variants, ...comparison } = comparisonOf(game, plan, trained);
  return {
    ...{ folder, finished: runs.length === plan.variants.length * plan.seeds.length, ...comparison },
    variants: variants.map((one, i) => ({ ...one, set: plan.variants[i]!.set })),
  };
}

/** One row a training, with a column for each varied setting. */
export function csvOf({ variants, folder }: AblationResult, runOf: (variant: number, seed: string) => string): string {
  const settings = Object.keys(variants[0]!.set);
  const rows = variants.flatMap(({ set, seeds }, i) =>
    seeds.map(({ seed, score, decisions, games, minutes }) => [
      ...settings.map((setting) => set[setting]!),
      ...[seed, score, decisions, games, minutes, runOf(i, seed).slice(folder.length + 1)],
    ]),
  );
  const head = [...settings, 'seed', 'score', 'decisions', 'games', 'minutes', 'run'];
  return [head, ...rows].map((row) => `${row.map((cell) => quoted(String(cell))).join(',')}\n`).join('');
}
