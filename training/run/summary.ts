/**
 * The training summary: one HTML page in the run directory, with curves as inline SVG. Self-contained: no script, no
 * font and no image from anywhere. Made from the config and the metrics alone, so it can be made again at any time.
 */
import { basename, join } from 'node:path';
import { type MetricsRecord, type RunDirectory, writeAtomic } from '../../checkpoints/index.js';
import { type Curve, lineChart, type Point } from '../../eval/charts/chart.js';
import { type Markup, markup } from '../../eval/charts/markup.js';
import { grid, page } from '../../eval/charts/page.js';
import type { Config } from './config.js';
import { type Measured, type MeasureRecord, metricMeanings } from './metrics.js';
import { type CheckpointRating, readRatings } from './rating.js';
import { type Segment, segmentText } from './segments.js';

/** Charts of updates: the metric drawn in each, for every phase that has it. */
const charts: { title: string; metric: string; shares?: boolean }[] = [
  { title: 'Imitation: accuracy', metric: 'imitation_accuracy', shares: true },
  { title: 'Imitation: loss', metric: 'imitation_loss' },
  { title: 'Entropy', metric: 'entropy' },
  { title: 'Entropy as a share of the highest', metric: 'entropy_fraction', shares: true },
  { title: 'KL divergence', metric: 'approx_kl' },
  { title: 'Share of clipped rows', metric: 'clip_fraction' },
  { title: 'Value loss', metric: 'value_loss' },
  { title: 'Explained variance of the values', metric: 'explained_variance' },
  { title: 'Mean return of the learning seats', metric: 'episode_return_mean' },
  { title: 'Games truncated by the round cap', metric: 'truncated_fraction', shares: true },
  { title: 'Decisions per game', metric: 'episode_length_mean' },
  { title: 'Decisions per second', metric: 'sps' },
];

/** Writes `summary.html` into the run. */
export function writeSummary(run: RunDirectory, config: Config, segments: readonly Segment[] = []): void {
  writeAtomic(join(run.path, 'summary.html'), summaryPage(config, run.metrics(), segments, readRatings(run)));
}

/**
 * The page.
 * @param config in force
 * @param lines the metrics of the run
 * @param segments what it was told on the way
 * @param ratings of its checkpoints, fewest decisions first
 */
export function summaryPage(
  config: Config,
  lines: readonly MetricsRecord[],
  segments: readonly Segment[] = [],
  ratings: readonly CheckpointRating[] = [],
): string {
  // The best checkpoint measured again is no point of the curve.
  const measures = lines.filter((line) => line.kind === 'evaluation' && line.name === 'evaluation') as MeasureRecord[];
  const reports = lines.filter((line) => line.kind === 'report') as MeasureRecord[];
  const agents = [...new Set([...measures, ...reports].flatMap((line) => Object.keys(line.against)))];
  const last = lines.at(-1);
  // A game may be named by a path.
  const name = basename(config.game).replace(/\.[cm]?[jt]s$/, '');
  const update = charts.flatMap(({ title, metric, shares }) => {
    const points = lines.flatMap((line): Point[] => {
      const y = line[metric];
      return line.kind === 'update' && typeof y === 'number' && Number.isFinite(y) ? [{ x: line.decisions, y }] : [];
    });
    return points.length > 0 ? [{ title, shares, points }] : [];
  });
  const changing = update.filter(({ points }) => !constant(points));
  const never = update.filter(({ points }) => constant(points));
  const learned = last
    ? `${count(last.decisions)} decisions, ${duration(Number(last.seconds ?? 0))}`
    : 'nothing learned yet';
  const body = markup`<p>Preset ${config.preset}, seed ${String(config.seed)}: ${learned}.</p>
${reports.length > 0 ? markup`<h2>Win rates</h2>\n${reportTable(reports, agents)}` : null}
${measures.length > 0 ? [measuresHead, grid(measureCharts(measures, agents))] : null}
${ratings.length > 0 ? [ratingsHead, grid(ratingCharts(ratings))] : null}
<h2>Learning</h2>
${grid(
  changing.map(({ title, shares, points }) =>
    lineChart([{ label: title, points }], { title, shares, xLabel: 'decisions learned from' }),
  ),
)}
${never.length > 0 ? markup`<p>Constant, so without a chart: ${never.map(({ title, points, shares }) => `${title} ${shares ? percent(points[0]!.y) : Number(points[0]!.y.toPrecision(4))}`).join('; ')}.</p>` : null}
<h2>What the numbers mean</h2>
<dl>
${Object.entries(metricMeanings).map(([metric, meaning]) => markup`<dt>${metric}</dt><dd>${meaning}</dd>`)}
</dl>
${historyList(segments)}
<h2>Configuration</h2>
<pre>${JSON.stringify(config, null, 2)}</pre>`;
  return page(`Training of ${name}`, body);
}

/** Whether a curve tells no more than its first value. */
function constant(points: readonly Point[]): boolean {
  return points.length > 1 && points.every(({ y }) => y === points[0]!.y);
}

/** Win rates with their intervals and parity; what differs from them only where games are cut, only then. */
function measureCharts(measures: readonly MeasureRecord[], agents: readonly string[]): Markup[] {
  const xLabel = 'decisions learned from';
  const curves = (point: (measured: Measured) => Omit<Point, 'x'>): Curve[] =>
    agents.map((agent) => ({
      label: `against ${agent}`,
      points: measures.flatMap(({ decisions, against }) => {
        const measured = against[agent];
        return measured ? [{ x: decisions, ...point(measured) }] : [];
      }),
    }));
  const all = measures.flatMap((line) => Object.values(line.against));
  if (all.length === 0) return [];
  const { parity } = all[0]!;
  const reference = parity < 1 ? { y: parity, label: `parity: ${percent(parity)}` } : null;
  const figure = (title: string, point: (measured: Measured) => Omit<Point, 'x'>, compared = reference) =>
    lineChart(curves(point), { title, xLabel, shares: true, reference: compared });
  const placed = all.some(({ winRate, firstRate }) => Math.abs(winRate.mean - firstRate) > 1e-9);
  const truncated = all.some(({ truncatedShare }) => truncatedShare > 0);
  return [
    figure('Win rate, with its 95 % interval', ({ winRate: { mean: y, low, high } }) => ({ y, low, high })),
    ...(placed ? [figure('First places, truncated games included', ({ firstRate: y }) => ({ y }))] : []),
    ...(truncated
      ? [figure('Evaluated games truncated by the round cap', ({ truncatedShare: y }) => ({ y }), null)]
      : []),
  ];
}

const measuresHead = markup`<h2>Evaluations during training</h2>
<p><small>The policy, with <code>evaluation.temperature</code> (0: always the likeliest action) and <code>evaluation.lookahead</code>,
against one agent in all other seats. The samples are small: they choose the best checkpoint. The table above has other deals.</small></p>`;

const ratingsHead = markup`<h2>Strength of the checkpoints</h2>
<p><small>Measured afterwards by <code>tabletop rate</code>: all checkpoints on the same deals, which picked none of them.</small></p>`;

/** Strength against each agent over decisions, and over time where that is known. */
function ratingCharts(ratings: readonly CheckpointRating[]): Markup[] {
  const { byRewards, parity } = ratings[0]!;
  const against = [...new Set(ratings.map((rating) => rating.against))];
  const chart = (title: string, xLabel: string, x: (rating: CheckpointRating) => number | null) => {
    const curves = against.map((agent): Curve => {
      const points = ratings.flatMap((rating): Point[] => {
        const at = x(rating);
        const { mean: y, low, high } = rating.score;
        return rating.against === agent && at !== null ? [{ x: at, y, low, high }] : [];
      });
      return { label: `against ${agent}`, points };
    });
    const reference = byRewards ? null : { y: parity, label: `parity: ${percent(parity)}` };
    return curves.some(({ points }) => points.length > 0)
      ? lineChart(curves, { title, xLabel, shares: !byRewards, reference })
      : null;
  };
  const what = byRewards ? 'Mean return' : 'Win rate';
  const charts = [
    chart(`${what} of the checkpoints`, 'decisions learned from', ({ decisions }) => decisions),
    chart(`${what} of the checkpoints, by time`, 'minutes', ({ seconds }) => seconds && seconds / 60),
  ];
  return charts.filter((one) => one !== null);
}

function historyList(segments: readonly Segment[]): Markup | null {
  if (segments.length === 0) return null;
  return markup`<h2>Changes during the run</h2>
<ul>
${segments.map((segment) => markup`<li>${segmentText(segment)}</li>`)}
</ul>`;
}

function reportTable(reports: readonly MeasureRecord[], agents: readonly string[]): Markup {
  const cell = (measured: Measured | undefined) => {
    if (!measured) return 'not measured';
    const { mean, low, high } = measured.winRate;
    return markup`${percent(mean)} <small>${percent(low)} to ${percent(high)}, n ${String(measured.games)}</small>`;
  };
  return markup`<div class="table"><table>
<tr><th>When</th><th>Decisions</th>${agents.map((agent) => markup`<th>against ${agent}</th>`)}</tr>
${reports.map(
  ({ name, decisions, against }) =>
    markup`<tr><td>${name}</td><td>${count(decisions)}</td>${agents.map((agent) => markup`<td>${cell(against[agent])}</td>`)}</tr>`,
)}
</table></div>`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const count = (value: number) => value.toLocaleString('en-US');

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} seconds` : `${(seconds / 60).toFixed(1)} minutes`;
}
