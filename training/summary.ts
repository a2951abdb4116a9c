/**
 * The training summary: one HTML page in the run directory, with curves as inline SVG. Self-contained: no script, no
 * font and no image from anywhere. Made from the config and the metrics alone, so it can be made again at any time.
 */
import { basename, join } from 'node:path';
import { type MetricsRecord, type RunDirectory, writeAtomic } from '../checkpoints/index.js';
import type { Estimate } from '../eval/statistics.js';
import type { Config } from './config.js';
import { type MeasureRecord, metricMeanings } from './metrics.js';
import { type Segment, segmentText } from './segments.js';

/** One curve. */
interface Curve {
  label: string;
  points: [x: number, y: number][];
}

const colours = ['#2563eb', '#d97706', '#059669', '#dc2626', '#7c3aed', '#0891b2', '#be185d', '#4d7c0f'];
const width = 420;
const height = 190;
const left = 46;
const bottom = 22;
const top = 8;
const right = 10;

/** Charts of updates: title and the metrics drawn in it. */
const charts: { title: string; phase: 'ppo' | 'warmStart'; names: string[] }[] = [
  { title: 'Imitation: accuracy', phase: 'warmStart', names: ['imitationAccuracy'] },
  { title: 'Imitation: loss', phase: 'warmStart', names: ['imitationLoss'] },
  { title: 'Entropy', phase: 'ppo', names: ['entropy'] },
  { title: 'Entropy as a share of the highest', phase: 'ppo', names: ['entropyShare'] },
  { title: 'KL divergence', phase: 'ppo', names: ['kl'] },
  { title: 'Share of clipped rows', phase: 'ppo', names: ['clipFraction'] },
  { title: 'Value loss', phase: 'ppo', names: ['valueLoss'] },
  { title: 'Explained variance of the values', phase: 'ppo', names: ['explainedVariance'] },
  { title: 'Mean return of the learning seats', phase: 'ppo', names: ['meanReturn'] },
  { title: 'Games cut at our cap', phase: 'ppo', names: ['truncatedShare'] },
  { title: 'Decisions a game', phase: 'ppo', names: ['gameLength'] },
  { title: 'Decisions a second', phase: 'ppo', names: ['decisionsPerSecond'] },
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
  const measures = lines.filter((line) => line.phase === 'measure' && line.name === 'measure') as MeasureRecord[];
  const reports = lines.filter((line) => line.phase === 'report') as MeasureRecord[];
  const agents = [...new Set([...measures, ...reports].flatMap((line) => Object.keys(line.against)))];
  const last = lines.at(-1);
  // A game may be named by a path.
  const name = basename(config.game).replace(/\.[cm]?[jt]s$/, '');
  const curves = (value: (line: MeasureRecord, agent: string) => number | undefined): Curve[] =>
    agents.map((agent) => ({
      label: agent,
      points: measures.flatMap((line) => {
        const y = value(line, agent);
        return y === undefined ? [] : [[line.decisions, y] as [number, number]];
      }),
    }));
  const update = charts.map(({ title, phase, names }) => {
    const ofPhase = lines.filter((line) => line.phase === phase);
    const drawn = names.map((name) => ({
      label: name,
      points: ofPhase.flatMap((line) => {
        const y = line[name];
        return typeof y === 'number' && Number.isFinite(y) ? [[line.decisions, y] as [number, number]] : [];
      }),
    }));
    return chart(title, drawn);
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Training of ${html(name)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #fff; max-width: 920px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; margin-bottom: 0; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; } th, td { text-align: left; padding: 2px 14px 2px 0; font-variant-numeric: tabular-nums; }
th { font-weight: 600; border-bottom: 1px solid #d1d5db; }
figure { display: inline-block; margin: 0 1em 1em 0; } figcaption { font-weight: 600; font-size: 0.9em; }
svg text { font: 11px system-ui, sans-serif; fill: #6b7280; } pre { background: #f3f4f6; padding: 1em; overflow-x: auto; }
dt { font-weight: 600; float: left; clear: left; width: 11em; } dd { margin-left: 11.5em; }
.key { font-size: 0.85em; } .key span { margin-right: 1em; } small { color: #6b7280; }
</style>
</head>
<body>
<h1>Training of ${html(name)}</h1>
<p>Preset ${html(config.preset)}, seed ${html(String(config.seed))}: ${
    last ? `${count(last.decisions)} decisions, ${duration(Number(last.seconds ?? 0))}` : 'nothing learned yet'
  }.</p>
${reports.length > 0 ? `<h2>Win rates</h2>\n${reportTable(reports, agents)}` : ''}
${measures.length > 0 ? measuresHead : ''}
${chart(
  'Win rate',
  curves((line, agent) => line.against[agent]?.winRate.mean),
  [0, 1],
)}
${chart(
  'First places, cut games included',
  curves((line, agent) => line.against[agent]?.firstRate),
  [0, 1],
)}
${chart(
  'Games cut at our cap',
  curves((line, agent) => line.against[agent]?.truncatedShare),
  [0, 1],
)}
<h2>Learning</h2>
${update.join('\n')}
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
    rate ? `${percent(rate.mean)} <small>${percent(rate.low)} to ${percent(rate.high)}, n ${games}</small>` : '';
  const rows = reports.map(
    (line) =>
      `<tr><td>${html(line.name)}</td><td>${count(line.decisions)}</td>${agents
        .map((agent) => `<td>${cell(line.against[agent]?.winRate, line.against[agent]?.games ?? 0)}</td>`)
        .join('')}</tr>`,
  );
  const heads = agents.map((agent) => `<th>against ${html(agent)}</th>`).join('');
  return `<table><tr><th>When</th><th>Decisions</th>${heads}</tr>\n${rows.join('\n')}</table>`;
}

/** One chart; empty text where there is nothing to draw. @param range of the y axis, else that of the data */
function chart(title: string, curves: readonly Curve[], range?: [number, number]): string {
  const drawn = curves.filter((curve) => curve.points.length > 0);
  if (drawn.length === 0) return '';
  const all = drawn.flatMap((curve) => curve.points);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  let [y0, y1] = range ?? [Math.min(0, ...ys), Math.max(...ys)];
  if (y1 - y0 < 1e-12) [y0, y1] = [y0 - 0.5, y1 + 0.5];
  const px = (x: number) => left + ((x - x0) / Math.max(1, x1 - x0)) * (width - left - right);
  const py = (y: number) => top + (1 - (y - y0) / (y1 - y0)) * (height - top - bottom);
  const lines = [0, 0.5, 1].map((share) => {
    const y = y0 + share * (y1 - y0);
    const at = py(y).toFixed(1);
    return `<line x1="${left}" x2="${width - right}" y1="${at}" y2="${at}" stroke="#e5e7eb"/><text x="${left - 6}" y="${(py(y) + 4).toFixed(1)}" text-anchor="end">${short(y)}</text>`;
  });
  const paths = drawn.map(({ points }, i) => {
    const at = points.map(([x, y]) => `${px(x).toFixed(1)},${py(y).toFixed(1)}`).join(' ');
    const dots =
      points.length < 30
        ? points
            .map(
              ([x, y]) => `<circle cx="${px(x).toFixed(1)}" cy="${py(y).toFixed(1)}" r="2" fill="${colours[i % 8]}"/>`,
            )
            .join('')
        : '';
    return `<polyline fill="none" stroke="${colours[i % 8]}" stroke-width="1.5" points="${at}"/>${dots}`;
  });
  const key =
    drawn.length > 1
      ? `<div class="key">${drawn.map(({ label }, i) => `<span style="color:${colours[i % 8]}">${html(label)}</span>`).join('')}</div>`
      : '';
  return `<figure><figcaption>${html(title)}</figcaption>
<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${html(title)}">
${lines.join('')}
<text x="${left}" y="${height - 6}">${short(x0)}</text><text x="${width - right}" y="${height - 6}" text-anchor="end">${short(x1)} decisions</text>
${paths.join('\n')}
</svg>${key}</figure>`;
}

function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const count = (value: number) => value.toLocaleString('en-US');

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} seconds` : `${(seconds / 60).toFixed(1)} minutes`;
}

function html(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
}
