/**
 * The training summary: one HTML page in the run directory, with curves as inline SVG. Self-contained: no script, no
 * font and no image from anywhere. Made from the config and the metrics alone, so it can be made again at any time.
 */
import { basename, join } from 'node:path';
import { type MetricsRecord, type RunDirectory, writeAtomic } from '../../checkpoints/index.js';
import type { Estimate } from '../../eval/statistics.js';
import { type Curve, chart, escapeHtml as html, type Point } from './chart.js';
import type { Config } from './config.js';
import { type Measured, type MeasureRecord, metricMeanings } from './metrics.js';
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
  { title: 'Decisions a game', metric: 'episode_length_mean' },
  { title: 'Decisions a second', metric: 'sps' },
];

/** Writes `summary.html` into the run. */
export function writeSummary(run: RunDirectory, config: Config, segments: readonly Segment[] = []): void {
  writeAtomic(join(run.path, 'summary.html'), summaryPage(config, run.metrics(), segments));
}

/** The page. @param config in force @param lines the metrics of the run @param segments what it was told on the way */
export function summaryPage(
  config: Config,
  lines: readonly MetricsRecord[],
  segments: readonly Segment[] = [],
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Training of ${html(name)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #fff; max-width: 920px; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
h1 { font-size: 1.5em; margin-bottom: 0; } h2 { font-size: 1.15em; margin-top: 2em; }
.table { overflow-x: auto; } table { border-collapse: collapse; overflow-wrap: normal; }
th, td { text-align: left; padding: 2px 14px 2px 0; font-variant-numeric: tabular-nums; }
th { font-weight: 600; border-bottom: 1px solid #d1d5db; }
.charts { display: grid; gap: 1.2em 1.5em; } figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; font-size: 0.9em; }
@media (min-width: 800px) {
  .charts { grid-template-columns: 1fr 1fr; }
  .charts figure:last-child:nth-child(odd) { grid-column: 1 / -1; justify-self: center; width: calc(50% - 0.75em); }
}
svg { display: block; width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: #6b7280; }
pre { background: #f3f4f6; padding: 1em; overflow-x: auto; overflow-wrap: normal; }
dl { display: grid; grid-template-columns: minmax(7em, max-content) 1fr; gap: 0.2em 1em; } dt { font-weight: 600; } dd { margin: 0; min-width: 0; }
@media (max-width: 500px) { dl { display: block; } dd { margin-bottom: 0.5em; } }
.key { font-size: 0.85em; } .key span { display: inline-block; margin-right: 1em; } small { color: #6b7280; }
</style>
</head>
<body>
<h1>Training of ${html(name)}</h1>
<p>Preset ${html(config.preset)}, seed ${html(String(config.seed))}: ${
    last ? `${count(last.decisions)} decisions, ${duration(Number(last.seconds ?? 0))}` : 'nothing learned yet'
  }.</p>
${reports.length > 0 ? `<h2>Win rates</h2>\n${reportTable(reports, agents)}` : ''}
${measures.length > 0 ? `${measuresHead}\n${grid(measureCharts(measures, agents))}` : ''}
<h2>Learning</h2>
${grid(
  changing.map(({ title, shares, points }) =>
    chart([{ label: title, points }], { title, shares, xLabel: 'decisions learned from' }),
  ),
)}
${never.length > 0 ? `<p>The same throughout, so without a chart: ${never.map(({ title, points, shares }) => `${title} ${shares ? percent(points[0]!.y) : Number(points[0]!.y.toPrecision(4))}`).join('; ')}.</p>` : ''}
<h2>What the numbers mean</h2>
<dl>
${Object.entries(metricMeanings)
  .map(([name, meaning]) => `<dt>${name}</dt><dd>${html(meaning)}</dd>`)
  .join('\n')}
</dl>
${historyList(segments)}
<h2>Configuration</h2>
<pre>${html(JSON.stringify(config, null, 2))}</pre>
</body>
</html>
`;
}

const grid = (figures: readonly string[]) => `<div class="charts">\n${figures.join('\n')}\n</div>`;

/** Whether a curve tells no more than its first value. */
function constant(points: readonly Point[]): boolean {
  return points.length > 1 && points.every(({ y }) => y === points[0]!.y);
}

/** Win rates with their intervals and parity; what differs from them only where games are cut, only then. */
function measureCharts(measures: readonly MeasureRecord[], agents: readonly string[]): string[] {
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
  const reference = parity < 1 ? { y: parity, label: `equals: ${percent(parity)}` } : undefined;
  const figures = [
    chart(
      curves(({ winRate: { mean: y, low, high } }) => ({ y, low, high })),
      { title: 'Win rate, with its 95 % interval', xLabel, shares: true, reference },
    ),
  ];
  if (all.some(({ winRate, firstRate }) => Math.abs(winRate.mean - firstRate) > 1e-9))
    figures.push(
      chart(
        curves(({ firstRate: y }) => ({ y })),
        { title: 'First places, truncated games included', xLabel, shares: true, reference },
      ),
    );
  if (all.some(({ truncatedShare }) => truncatedShare > 0))
    figures.push(
      chart(
        curves(({ truncatedShare: y }) => ({ y })),
        { title: 'Measured games truncated by the round cap', xLabel, shares: true },
      ),
    );
  return figures;
}

const measuresHead = `<h2>Against other players, while training</h2>
<p><small>The policy, as <code>evaluation.temperature</code> (0: always its likeliest action) and <code>evaluation.lookahead</code> say, against one agent in all
other seats. Small samples: they pick the best checkpoint, the table above uses other seeds.</small></p>`;

function historyList(segments: readonly Segment[]): string {
  if (segments.length === 0) return '';
  const items = segments.map((segment) => `<li>${html(segmentText(segment))}</li>`);
  return `<h2>Changed on the way</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function reportTable(reports: readonly MeasureRecord[], agents: readonly string[]): string {
  const cell = (rate: Estimate | undefined, games: number) =>
    rate
      ? `${percent(rate.mean)} <small>${percent(rate.low)} to ${percent(rate.high)}, n ${games}</small>`
      : 'not measured';
  const rows = reports.map(
    (line) =>
      `<tr><td>${html(line.name)}</td><td>${count(line.decisions)}</td>${agents
        .map((agent) => `<td>${cell(line.against[agent]?.winRate, line.against[agent]?.games ?? 0)}</td>`)
        .join('')}</tr>`,
  );
  const heads = agents.map((agent) => `<th>against ${html(agent)}</th>`).join('');
  return `<div class="table"><table><tr><th>When</th><th>Decisions</th>${heads}</tr>\n${rows.join('\n')}</table></div>`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const count = (value: number) => value.toLocaleString('en-US');

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} seconds` : `${(seconds / 60).toFixed(1)} minutes`;
}
