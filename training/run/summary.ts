/**
 * The training summary: one HTML page in the run directory, with curves as inline SVG. Self-contained: no script, no
 * font and no image from anywhere. Made from the config and the metrics alone, so it can be made again at any time.
 */
import { basename, join } from 'node:path';
import { writeAtomic } from '../../checkpoints/atomic.js';
import type { MetricsRecord } from '../../checkpoints/lines.js';
import type { RunDirectory } from '../../checkpoints/run.js';
import { type Curve, lineChart, type Point } from '../../eval/charts/chart.js';
import { type Markup, markup } from '../../eval/charts/markup.js';
import { firstBox, grid, page, table } from '../../eval/charts/page.js';
import { percent } from '../../eval/report.js';
import { mean } from '../../eval/statistics.js';
import type { Config } from './config.js';
import { firstLooksOf } from './first-looks.js';
import { type MeasureRecord, metricMeanings, type OpponentResult } from './metrics.js';
import { type CheckpointRating, readRatings } from './rating.js';
import { readSample, type SampleGame } from './sample-game.js';
import { type Segment, segmentText } from './segments.js';

/** Charts of updates: the metric drawn in each, for every phase that has it. */
const charts: { title: string; metric: string; shares?: boolean }[] = [
  { title: 'Imitation: accuracy', metric: 'imitation_accuracy', shares: true },
  { title: 'Imitation: loss', metric: 'imitation_loss' },
  { title: 'Evolution: games won by the changed weights', metric: 'wins_fraction', shares: true },
  { title: 'Evolution: standard deviation of the changes', metric: 'noise' },
  { title: 'Evolution: difference between the two of a pair', metric: 'pair_spread' },
  { title: 'Evolution: length of the step', metric: 'step_norm' },
  { title: 'Entropy', metric: 'entropy' },
  { title: 'Entropy as a share of the highest', metric: 'entropy_fraction', shares: true },
  { title: 'KL divergence', metric: 'approx_kl' },
  { title: 'Share of clipped rows', metric: 'clip_fraction' },
  { title: 'Value loss', metric: 'value_loss' },
  { title: 'Explained variance of the values', metric: 'explained_variance' },
  { title: 'Calibration error of the values', metric: 'calibration_error' },
  { title: 'Mean return of the learning seats', metric: 'episode_return_mean' },
  { title: 'Games truncated by the round cap', metric: 'truncated_fraction', shares: true },
  { title: 'Decisions per game', metric: 'episode_length_mean' },
  { title: 'Decisions per second', metric: 'sps' },
];

/** What curves are drawn over. */
interface Axis {
  label: string;
  /** Null where a line does not say. */
  of: (line: MetricsRecord) => number | null;
}

const byDecisions: Axis = { label: 'decisions learned from', of: ({ decisions }) => decisions };
const byMinutes: Axis = {
  label: 'minutes',
  of: ({ seconds }) => (typeof seconds === 'number' ? seconds / 60 : null),
};

/** Writes `summary.html` into the run. */
export function writeSummary(run: RunDirectory, config: Config, segments: readonly Segment[] = []): void {
  const page = summaryPage(config, run.sampledMetrics(), segments, readRatings(run), readSample(run));
  writeAtomic(join(run.path, 'summary.html'), page);
}

/**
 * The page.
 * @param config in force
 * @param lines the metrics of the run
 * @param segments its changes of settings
 * @param ratings of its checkpoints, fewest decisions first
 * @param sample a game of its policy
 */
export function summaryPage(
  config: Config,
  lines: readonly MetricsRecord[],
  segments: readonly Segment[] = [],
  ratings: readonly CheckpointRating[] = [],
  sample?: SampleGame,
): string {
  // The best checkpoint measured again is no point of the curve.
  const measures = lines.filter((line) => line.kind === 'evaluation' && line.name === 'evaluation') as MeasureRecord[];
  const reports = lines.filter((line) => line.kind === 'report') as MeasureRecord[];
  const agents = [...new Set([...measures, ...reports].flatMap((line) => Object.keys(line.against)))];
  const last = lines.at(-1);
  // A game may be named by a path.
  const name = basename(config.game).replace(/\.[cm]?[jt]sx?$/, '');
  const curves = updateCurves(lines);
  const changing = curves.filter(({ by }) => !constant(by.decisions));
  const never = curves.filter(({ by }) => constant(by.decisions));
  const learned = last
    ? `${count(last.decisions)} decisions, ${duration(Number(last.seconds ?? 0))}`
    : 'nothing learned yet';
  const phases = config.phases.map(({ name: own, algorithm }) => (own === algorithm ? own : `${own} (${algorithm})`));
  const body = markup`<p>Preset ${config.preset}, seed ${String(config.seed)}, ${phases.join(', then ')}: ${learned}.</p>
${firstBox(firstLooksOf(lines, measures, reports))}
${reports.length > 0 ? markup`<h2>Win rates</h2>\n${reportTable(reports, agents)}` : null}
${measures.length > 0 ? [measuresHead, grid(measureCharts(measures, agents))] : null}
${endingTable([...measures, ...reports])}
${ratings.length > 0 ? [ratingsHead, grid(ratingCharts(ratings))] : null}
<h2>Learning</h2>
${changing.length > 0 ? learningCharts(changing) : null}
${never.length > 0 ? markup`<p>Constant, so without a chart: ${never.map(({ title, by, shares }) => `${title} ${shares ? percent(by.decisions[0]!.y) : Number(by.decisions[0]!.y.toPrecision(4))}`).join('; ')}.</p>` : null}
${sample ? sampleSection(sample) : null}
<h2>What the numbers mean</h2>
<dl>
${Object.entries(metricMeanings).map(([metric, meaning]) => markup`<dt>${metric}</dt><dd>${meaning}</dd>`)}
</dl>
${historyList(segments)}
<h2>Configuration</h2>
<pre tabindex="0">${JSON.stringify(config, null, 2)}</pre>`;
  return page(`Training of ${name}`, body);
}

/** A metric of the updates over both axes. */
interface UpdateCurve {
  title: string;
  shares: boolean | undefined;
  by: Record<'decisions' | 'minutes', Point[]>;
}

function updateCurves(lines: readonly MetricsRecord[]): UpdateCurve[] {
  return charts.flatMap(({ title, metric, shares }) => {
    const points = ({ of }: Axis) =>
      lines.flatMap((line): Point[] => {
        const [x, y] = [of(line), line[metric]];
        return line.kind === 'update' && x !== null && typeof y === 'number' && Number.isFinite(y) ? [{ x, y }] : [];
      });
    const by = { decisions: points(byDecisions), minutes: points(byMinutes) };
    return by.decisions.length > 0 ? [{ title, shares, by }] : [];
  });
}

/** Most points of a curve; longer ones merge neighbours in groups of equal size. */
const mostPoints = 80;

/** A long curve as the means of neighbours, in the band from the lowest to the highest of them. */
function thinned(points: readonly Point[]): readonly Point[] {
  if (points.length <= mostPoints) return points;
  const size = Math.ceil(points.length / mostPoints);
  return Array.from({ length: Math.ceil(points.length / size) }, (_, i) => {
    const those = points.slice(i * size, (i + 1) * size);
    const ys = those.map(({ y }) => y);
    return { x: mean(those.map(({ x }) => x)), y: mean(ys), low: Math.min(...ys), high: Math.max(...ys) };
  });
}

/** Curves over decisions or over time, as the reader chooses. */
function learningCharts(curves: readonly UpdateCurve[]): Markup {
  const drawn = (axis: Axis, own: 'decisions' | 'minutes', more: string) =>
    grid(
      curves.flatMap(({ title, shares, by }) =>
        by[own].length > 0
          ? [
              lineChart([{ label: title, points: thinned(by[own]), band: 'lowest to highest' }], {
                title: `${title}${more}`,
                shares,
                xLabel: axis.label,
              }),
            ]
          : [],
      ),
    );
  const timed = curves.some(({ by }) => by.minutes.length > 0);
  if (!timed) return drawn(byDecisions, 'decisions', '');
  return markup`<div class="axes"><input type="radio" name="axis" id="axis-decisions" checked> <label for="axis-decisions">by decisions</label>
<input type="radio" name="axis" id="axis-minutes"> <label for="axis-minutes">by minutes</label>
<p><small>In long runs a point is the mean of neighbouring updates; the band goes from the lowest to the highest.</small></p>
<div class="by-decisions">${drawn(byDecisions, 'decisions', '')}</div>
<div class="by-minutes">${drawn(byMinutes, 'minutes', ', by minutes')}</div></div>`;
}

/** How the games of the latest measurement ended. */
function endingTable(measured: readonly MeasureRecord[]): Markup | null {
  const last = measured.findLast(({ against }) => Object.keys(against).length > 0);
  if (!last) return null;
  return markup`<h2>How its games end</h2>
<p><small>From the latest measurement: ${last.kind} <i>${last.name}</i>, after ${count(last.decisions)} decisions.</small></p>
${table(
  ['Against', 'Games', 'Endings'],
  Object.entries(last.against).map(([agent, { games: played, different: games = played, endings }]) => [
    agent,
    count(games),
    Object.entries(endings)
      .map(([ending, n]) => `${ending || 'no name'} ${percent(n / games)}`)
      .join(', '),
  ]),
  [1],
)}`;
}

function sampleSection({ decisions, against, lines }: SampleGame): Markup {
  return markup`<h2>A sample game</h2>
<p><small>The first game of the report at the end, after ${count(decisions)} decisions, against ${against} in all other seats.</small></p>
<details><summary>${String(lines.length)} lines</summary><pre tabindex="0">${lines.join('\n')}</pre></details>`;
}

/** Whether a curve tells no more than its first value. */
function constant(points: readonly Point[]): boolean {
  return points.length > 1 && points.every(({ y }) => y === points[0]!.y);
}

/**
 * Win rates with their intervals and parity, over both axes; what differs from them only where games are cut, only
 * then.
 */
function measureCharts(measures: readonly MeasureRecord[], agents: readonly string[]): Markup[] {
  const curves = ({ of }: Axis, point: (measured: OpponentResult) => Omit<Point, 'x'>): Curve[] =>
    agents.map((agent) => ({
      label: `against ${agent}`,
      points: measures.flatMap((line) => {
        const [x, measured] = [of(line), line.against[agent]];
        return measured && x !== null ? [{ x, ...point(measured) }] : [];
      }),
    }));
  const all = measures.flatMap((line) => Object.values(line.against));
  if (all.length === 0) return [];
  const reference = parityOf(all);
  const figure = (
    title: string,
    axis: Axis,
    point: (measured: OpponentResult) => Omit<Point, 'x'>,
    compared = reference,
  ) => {
    const drawn = curves(axis, point);
    return drawn.some(({ points }) => points.length > 0)
      ? [lineChart(drawn, { title, xLabel: axis.label, shares: true, reference: compared })]
      : [];
  };
  const won = ({ winRate: { mean: y, low, high } }: OpponentResult) => ({ y, low, high });
  const placed = all.some(({ winRate, firstRate }) => Math.abs(winRate.mean - firstRate) > 1e-9);
  const truncated = all.some(({ truncatedShare }) => truncatedShare > 0);
  return [
    ...figure('Win rate, with its 95 % interval', byDecisions, won),
    ...figure('Win rate, by minutes', byMinutes, won),
    ...(placed ? figure('First places, truncated games included', byDecisions, ({ firstRate: y }) => ({ y })) : []),
    ...(truncated
      ? figure('Evaluated games truncated by the round cap', byDecisions, ({ truncatedShare: y }) => ({ y }), null)
      : []),
  ];
}

/** The line of equals; none where the numbers of players differ, or one plays alone. */
function parityOf(all: readonly { parity: number }[]) {
  const { parity } = all[0]!;
  const same = parity < 1 && all.every((one) => one.parity === parity);
  return same ? { y: parity, label: `parity: ${percent(parity)}` } : null;
}

const measuresHead = markup`<h2>Evaluations during training</h2>
<p><small>The policy, with <code>evaluation.temperature</code> (0: always the likeliest action) and <code>evaluation.lookahead</code>,
against one agent in all other seats. The samples are small: they choose the best checkpoint. The table above has other deals.</small></p>`;

const ratingsHead = markup`<h2>Strength of the checkpoints</h2>
<p><small>Measured afterwards by <code>tabletop runs rate</code>: all checkpoints on the same deals, none of which were used to pick one.</small></p>`;

/** Strength against each agent over decisions, and over time where that is known. */
function ratingCharts(ratings: readonly CheckpointRating[]): Markup[] {
  const { byRewards } = ratings[0]!;
  const reference = byRewards ? null : parityOf(ratings);
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
  const cell = (measured: OpponentResult | undefined) => {
    if (!measured) return 'not measured';
    if (measured.tied) return `return ${measured.meanReturn.toFixed(2)}`;
    const { mean, low, high } = measured.winRate;
    return markup`${percent(mean)} <small>${percent(low)} to ${percent(high)}, n ${String(measured.different ?? measured.games)}</small>`;
  };
  return table(
    ['When', 'Decisions', ...agents.map((agent) => `against ${agent}`)],
    reports.map(({ name, decisions, against }) => [
      name,
      count(decisions),
      ...agents.map((agent) => cell(against[agent])),
    ]),
  );
}

const count = (value: number) => value.toLocaleString('en-US');

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} seconds` : `${(seconds / 60).toFixed(1)} minutes`;
}
