/** Line charts as inline SVG: axes with round ticks, curves with the band of their intervals, a line to compare with. */
import { type Markup, markup } from './markup.js';

/** One value of a curve, and its 95 % interval where there is one. */
export interface Point {
  x: number;
  y: number;
  low?: number;
  high?: number;
}

export interface Curve {
  label: string;
  points: readonly Point[];
}

export interface ChartSettings {
  title: string;
  /** What `x` counts. */
  xLabel: string;
  /** Values are shares: the y axis goes from 0 to 100 %. */
  shares?: boolean;
  /** A value to compare with, drawn as a dashed line. */
  reference?: { y: number; label: string } | null;
}

const colours = ['#2563eb', '#d97706', '#059669', '#dc2626', '#7c3aed', '#0891b2', '#be185d', '#4d7c0f'];
const [width, height] = [420, 210];
/** Margins; at the right there is room for half of the last label of the x axis. */
const [top, right, bottom] = [10, 24, 38];
/** A digit at the size of the labels, generously. */
const digit = 6.6;

/**
 * Round numbers (1, 2 or 5 times a power of ten apart) from at or below `low` to at or above `high`.
 * @param about how many steps are wanted; there may be up to twice as many, or half
 */
export function niceTicks(low: number, high: number, about = 4): number[] {
  const span = high > low ? high - low : Math.abs(low) || 1;
  const power = 10 ** Math.floor(Math.log10(span / about));
  const step = [1, 2, 5, 10].map((n) => n * power).find((s) => span / s <= about * 1.2)!;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, i) => round((first + i) * step, step));
}

/** Without the dust of binary fractions. */
function round(value: number, step: number): number {
  return Number(value.toFixed(decimals(step)));
}

function decimals(step: number): number {
  return Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** Labels of an axis, all with as many decimals as its steps need. */
export function tickLabels(ticks: readonly number[], shares = false): string[] {
  const most = Math.max(...ticks.map(Math.abs));
  const [unit, sign] = shares ? [0.01, ' %'] : most >= 1e6 ? [1e6, 'M'] : most >= 1e4 ? [1e3, 'k'] : [1, ''];
  const step = (ticks[1]! - ticks[0]!) / unit;
  return ticks.map((tick) => (tick === 0 && !shares ? '0' : `${(tick / unit).toFixed(decimals(step))}${sign}`));
}

/**
 * One chart as a `<figure>`. It is as wide as its place allows.
 * @param curves with at least one point in one of them
 */
export function lineChart(curves: readonly Curve[], { title, xLabel, shares, reference }: ChartSettings): Markup {
  const drawn = curves
    .filter(({ points }) => points.length > 0)
    .map((curve, i) => ({ ...curve, colour: colours[i % colours.length]! }));
  const all = drawn.flatMap((curve) => curve.points);
  const xs = all.map((point) => point.x);
  const ys = all.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]);
  const last = Math.max(...xs);
  // From the beginning of the run, unless that leaves half of the chart empty.
  const x0 = Math.min(...xs) > last / 2 && xs.length > 1 ? Math.min(...xs) : 0;
  const x1 = last > x0 ? last : x0 + 1;
  const yTicks = shares ? [0, 0.25, 0.5, 0.75, 1] : niceTicks(Math.min(0, ...ys), Math.max(0, ...ys));
  const xTicks = niceTicks(x0, x1, 4).filter((x) => x >= x0 && x <= x1);
  const [y0, y1] = [yTicks[0]!, yTicks.at(-1)!];
  const yLabels = tickLabels(yTicks, shares);
  const xLabels = xTicks.length > 1 ? tickLabels(xTicks) : xTicks.map(String);
  const left = 12 + digit * Math.max(...yLabels.map((label) => label.length));
  const [end, floor] = [width - right, height - bottom];
  const px = (x: number) => Number((left + ((x - x0) / (x1 - x0)) * (end - left)).toFixed(1));
  const py = (y: number) => Number((top + (1 - (y - y0) / (y1 - y0)) * (floor - top)).toFixed(1));
  const path = (points: readonly Point[]) => points.map(({ x, y }) => `${px(x)},${py(y)}`).join(' ');

  const grid = yTicks.map((tick, i) => {
    const y = py(tick);
    return markup`<line x1="${left}" x2="${end}" y1="${y}" y2="${y}" stroke="#e5e7eb"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${yLabels[i]!}</text>`;
  });
  const axis = xTicks.map((tick, i) => {
    const x = px(tick);
    return markup`<line x1="${x}" x2="${x}" y1="${floor}" y2="${floor + 4}" stroke="#9ca3af"/><text x="${x}" y="${floor + 16}" text-anchor="middle">${xLabels[i]!}</text>`;
  });
  const level = py(reference?.y ?? 0);
  const compared = markup`<line class="reference" x1="${left}" x2="${end}" y1="${level}" y2="${level}" stroke="#6b7280" stroke-dasharray="4 3"/>`;
  const paths = drawn.map(({ points, colour }) => {
    const sure = points.filter(({ low, high }) => low !== undefined && high !== undefined);
    const band = [
      ...sure.map(({ x, high }) => ({ x, y: high! })),
      ...sure.toReversed().map(({ x, low }) => ({ x, y: low! })),
    ];
    // Each value is marked where there are few.
    const dots = points.length < 30 ? points : [];
    return [
      // The outline shows an interval that stands alone.
      sure.length > 0
        ? markup`<polygon class="interval" fill="${colour}" stroke="${colour}" opacity="0.15" points="${path(band)}"/>`
        : null,
      markup`<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${path(points)}"/>`,
      dots.map(({ x, y }) => markup`<circle cx="${px(x)}" cy="${py(y)}" r="2" fill="${colour}"/>`),
    ];
  });
  const key = drawn.map(({ label, colour }) => markup`<span style="color:${colour}">${label}</span>`);
  if (reference) key.push(markup`<span>- - ${reference.label}</span>`);
  return markup`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
${grid}
${axis}
<text x="${(left + end) / 2}" y="${height - 5}" text-anchor="middle">${xLabel}</text>
${reference ? compared : null}
${paths}
</svg>${key.length > 1 ? markup`<div class="key">${key}</div>` : null}</figure>`;
}
