/** Line charts as inline SVG: axes with round ticks, curves with the band of their intervals, a line to compare with. */

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
  reference?: { y: number; label: string };
}

const colours = ['#2563eb', '#d97706', '#059669', '#dc2626', '#7c3aed', '#0891b2', '#be185d', '#4d7c0f'];
const width = 420;
const height = 210;
const top = 10;
const bottom = 38;
/** Room for half of the last label of the x axis. */
const right = 24;
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
export function chart(curves: readonly Curve[], { title, xLabel, shares, reference }: ChartSettings): string {
  const drawn = curves.filter((curve) => curve.points.length > 0);
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
  const px = (x: number) => (left + ((x - x0) / (x1 - x0)) * (width - left - right)).toFixed(1);
  const py = (y: number) => (top + (1 - (y - y0) / (y1 - y0)) * (height - top - bottom)).toFixed(1);

  const grid = yTicks.map(
    (y, i) =>
      `<line x1="${left.toFixed(1)}" x2="${width - right}" y1="${py(y)}" y2="${py(y)}" stroke="#e5e7eb"/>` +
      `<text x="${(left - 6).toFixed(1)}" y="${(Number(py(y)) + 4).toFixed(1)}" text-anchor="end">${yLabels[i]}</text>`,
  );
  const axis = xTicks.map(
    (x, i) =>
      `<line x1="${px(x)}" x2="${px(x)}" y1="${height - bottom}" y2="${height - bottom + 4}" stroke="#9ca3af"/>` +
      `<text x="${px(x)}" y="${height - bottom + 16}" text-anchor="middle">${xLabels[i]}</text>`,
  );
  const middle = ((left + width - right) / 2).toFixed(1);
  axis.push(`<text x="${middle}" y="${height - 5}" text-anchor="middle">${escapeHtml(xLabel)}</text>`);
  const compared = reference
    ? `<line class="reference" x1="${left.toFixed(1)}" x2="${width - right}" y1="${py(reference.y)}" y2="${py(reference.y)}" stroke="#6b7280" stroke-dasharray="4 3"/>`
    : '';
  const paths = drawn.map(({ points }, i) => {
    const colour = colours[i % colours.length]!;
    const line = points.map(({ x, y }) => `${px(x)},${py(y)}`).join(' ');
    return (
      band(points, colour, px, py) +
      `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${line}"/>` +
      (points.length < 30
        ? points.map(({ x, y }) => `<circle cx="${px(x)}" cy="${py(y)}" r="2" fill="${colour}"/>`).join('')
        : '')
    );
  });
  const keys = drawn.map(
    ({ label }, i) => `<span style="color:${colours[i % colours.length]}">${escapeHtml(label)}</span>`,
  );
  if (reference) keys.push(`<span>- - ${escapeHtml(reference.label)}</span>`);
  const key = keys.length > 1 ? `<div class="key">${keys.join(' ')}</div>` : '';
  return `<figure><figcaption>${escapeHtml(title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">
${grid.join('')}
${axis.join('')}
${compared}
${paths.join('\n')}
</svg>${key}</figure>`;
}

/** The intervals of a curve as a pale area behind it; a single one as a bar. */
function band(points: readonly Point[], colour: string, px: (x: number) => string, py: (y: number) => string): string {
  const sure = points.filter(({ low, high }) => low !== undefined && high !== undefined);
  if (sure.length === 0) return '';
  if (sure.length === 1) {
    const { x, low, high } = sure[0]!;
    return `<line class="interval" x1="${px(x)}" x2="${px(x)}" y1="${py(low!)}" y2="${py(high!)}" stroke="${colour}" stroke-opacity="0.4"/>`;
  }
  const above = sure.map(({ x, high }) => `${px(x)},${py(high!)}`);
  const below = sure.map(({ x, low }) => `${px(x)},${py(low!)}`).reverse();
  return `<polygon class="interval" fill="${colour}" fill-opacity="0.13" points="${[...above, ...below].join(' ')}"/>`;
}

/** Text for HTML, also within quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
}
