/** What to look at first in a run: sentences computed from its metrics. */
import type { MetricsRecord } from '../../checkpoints/lines.js';
import { joinVarieties, varietyText } from '../../eval/different-games.js';
import { percent, rateText } from '../../eval/report.js';
import { mean, studentTail } from '../../eval/statistics.js';
import type { MeasureRecord } from './metrics.js';

/** Evaluations of the second half of a run that a trend is read from, at least. */
const fewestForTrend = 6;

/**
 * @param measures evaluations during the run
 * @param reports those at its turning points
 * @returns at least one sentence
 */
export function firstLooksOf(
  lines: readonly MetricsRecord[],
  measures: readonly MeasureRecord[],
  reports: readonly MeasureRecord[],
): string[] {
  // Reports have other deals than those that picked the checkpoint, but a run under way has none of late.
  const late = (reports.at(-1)?.decisions ?? -1) >= (measures.at(-1)?.decisions ?? 0);
  const chosen = late ? reports : measures;
  const said = [strength(chosen), ...sameGames(chosen.at(-1)), trend(measures), ...warnings(lines)];
  const found = said.filter((sentence) => sentence !== null);
  return found.length > 0 ? found : ['Nothing was measured yet: learning curves alone say little about strength.'];
}

/** What it won at first and at last, against the opponent that it has most trouble with. */
function strength(measured: readonly MeasureRecord[]): string | null {
  const last = measured.at(-1);
  const hardest = Object.entries(last?.against ?? {}).sort(([, a], [, b]) => a.winRate.mean - b.winRate.mean)[0];
  if (!last || !hardest) return null;
  const [agent, now] = hardest;
  const first = measured[0]!.against[agent];
  if (now.tied) {
    const earlier = first && measured[0] !== last ? `, at first ${first.meanReturn.toFixed(2)}` : '';
    return `It earns ${now.meanReturn.toFixed(2)} a game with ${agent} after ${last.decisions.toLocaleString('en-US')} decisions${earlier}.`;
  }
  const begun = first && measured[0] !== last ? `, at first ${rateText(first.winRate)}` : '';
  const parity = now.parity < 1 ? `; equal would be ${percent(now.parity)}` : '';
  return `Against ${agent} it wins ${rateText(now.winRate)} after ${last.decisions.toLocaleString('en-US')} decisions${begun}${parity}.`;
}

/** What is said of games that were the same. */
function sameGames(last: MeasureRecord | undefined): string[] {
  const all = Object.values(last?.against ?? {});
  const games = all.reduce((sum, one) => sum + one.games, 0);
  return varietyText(joinVarieties(all), games, '');
}

/** Whether the evaluations of the second half still rise: the slope of a line through them, by Student's t. */
function trend(measures: readonly MeasureRecord[]): string | null {
  const half = measures.filter(({ decisions }) => decisions >= (measures.at(-1)?.decisions ?? 0) / 2);
  if (half.length < fewestForTrend) return null;
  const xs = half.map(({ decisions }) => decisions);
  const ys = half.map(({ score }) => score);
  const [mx, my] = [mean(xs), mean(ys)];
  const sxx = xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
  if (sxx === 0) return null;
  const slope = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i]! - my), 0) / sxx;
  const rest = xs.reduce((sum, x, i) => sum + (ys[i]! - my - slope * (x - mx)) ** 2, 0);
  const error = Math.sqrt(rest / (half.length - 2) / sxx);
  const p = error > 0 ? studentTail(slope / error, half.length - 2) : slope === 0 ? 1 : 0;
  if (p >= 0.05)
    return `In the second half the ${half.length} evaluations neither rise nor fall significantly (p = ${p.toFixed(2)}).`;
  return slope > 0
    ? 'Evaluations still rise in the second half: training longer may pay.'
    : 'Evaluations fall in the second half: look at the learning rate, and play with the best checkpoint.';
}

/** Metrics at the end of a run that often mean trouble. */
const troubles: { metric: string; wrong: (value: number) => boolean; text: (value: string) => string }[] = [
  {
    metric: 'truncated_fraction',
    wrong: (value) => value > 0.1,
    text: (value) => `${value} of its games are truncated by the cap: it does not finish them.`,
  },
  {
    metric: 'entropy_fraction',
    wrong: (value) => value < 0.02,
    text: (value) => `Its entropy is ${value} of the maximum: it hardly explores any more.`,
  },
  {
    metric: 'clip_fraction',
    wrong: (value) => value > 0.3,
    text: (value) => `${value} of the rows are clipped: the steps are too large.`,
  },
  {
    metric: 'explained_variance',
    wrong: (value) => value < 0.05,
    text: (value) => `The values explain ${value} of their targets: they have learned hardly anything.`,
  },
];

/** Updates at the end that are looked at. */
const lastUpdates = 10;

function warnings(lines: readonly MetricsRecord[]): string[] {
  const updates = lines.filter(({ kind }) => kind === 'update').slice(-lastUpdates);
  return troubles.flatMap(({ metric, wrong, text }) => {
    const values = updates.flatMap(({ [metric]: value }) => (typeof value === 'number' ? [value] : []));
    if (values.length < lastUpdates || !wrong(mean(values))) return [];
    return [
      `${text(percent(mean(values)))} (mean of the last ${lastUpdates} updates)`.replace(/\. \(/, ' (').concat('.'),
    ];
  });
}
