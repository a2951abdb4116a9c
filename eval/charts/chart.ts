/**
 * Charts as inline SVG, drawn by Observable Plot: lines with the band of their intervals, bars, and rows of intervals.
 * Colours are the page's (page.ts), so they follow light and dark. Each chart has a title and a description for who
 * cannot see it, and its numbers when a mouse rests on them. The same data makes the same bytes.
 */
import {
  areaY,
  barY,
  dot,
  gridX,
  gridY,
  lineY,
  link,
  type Markish,
  type PlotOptions,
  plot,
  ruleX,
  ruleY,
} from '@observablehq/plot';
import { LightDocument, type LightElement } from './light-dom.js';
import { Markup, type MarkupContent, markup } from './markup.js';

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
  /** What the band of `low` and `high` is; default: the 95 % interval. */
  band?: string;
}

/** What every chart has. */
interface ChartSettings {
  title: string;
  /** Values are shares: the axis counts per cent. */
  shares?: boolean | undefined;
  /** A value to compare with, drawn as a dashed line. */
  reference?: { y: number; label: string } | null | undefined;
}

export interface LineSettings extends ChartSettings {
  /** What `x` counts. */
  xLabel: string;
}

/** One bar. */
interface Bar {
  label: string;
  y: number;
  low?: number;
  high?: number;
}

/** Bars that stand together. */
export interface BarGroup {
  label: string;
  bars: readonly Bar[];
}

export interface BarSettings extends ChartSettings {
  /** What the bars of a group are. */
  xLabel?: string;
}

/** One row of a chart of intervals. */
export interface ChartRow {
  label: string;
  mean: number;
  low: number;
  high: number;
  /** Drawn in full colour: it stands out after the correction. */
  sure?: boolean;
}

export interface RowSettings extends ChartSettings {
  /** What the values are. */
  xLabel: string;
}

const [width, height] = [420, 220];
/** Series that have a colour of their own on the page; then the colours begin again. */
const colours = 6;
const dashes = ['', '7 3', '2 3', '9 3 2 3'];

/** The colour of a series. */
const colour = (series: number) => `var(--series-${(series % colours) + 1})`;
const dash = (series: number) => dashes[series % dashes.length]!;

/** `23.4 %`, `0.123`, `1.25M`: a number where it stands alone. */
export function numberText(value: number, shares = false): string {
  if (shares) return `${(100 * value).toFixed(1)} %`;
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

/** `23.4 % [20.1, 27.0]`. */
function intervalText({ y, low, high }: { y: number; low?: number; high?: number }, shares = false): string {
  if (low === undefined || high === undefined) return numberText(y, shares);
  const bound = (value: number) => (shares ? (100 * value).toFixed(1) : numberText(value));
  return `${numberText(y, shares)} [${bound(low)}, ${bound(high)}]`;
}

/** Labels of an axis: all with the decimals that tell its ticks apart. */
function tickText(shares: boolean | undefined): (value: number) => string {
  return (value) => (shares ? `${Number((100 * value).toFixed(1))} %` : numberText(value));
}

/** Draws, and says what is drawn. */
function drawn(title: string, about: string, options: PlotOptions): Markup {
  const svg = plot({
    ...options,
    width,
    // Types of a document of browsers are not known here.
    document: new LightDocument() as never,
  }) as unknown as LightElement;
  // Plot gives the size in pixels; the page decides.
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  svg.removeAttribute('class');
  svg.setAttribute('role', 'img');
  const { ownerDocument: document } = svg;
  for (const [name, text] of [
    ['desc', about],
    ['title', title],
  ] as const) {
    const said = document.createElement(name);
    said.textContent = text;
    svg.insertBefore(said, svg.firstChild);
  }
  return new Markup(svg.markup);
}

/** A chart with its heading above, and the names of its series below. */
function figure(title: string, svg: Markup, key: readonly MarkupContent[], wide = false): Markup {
  return markup`<figure${wide ? new Markup(' class="wide"') : null}><figcaption>${title}</figcaption>
${svg}${key.length > 0 ? markup`<div class="key">${key}</div>` : null}</figure>`;
}

/** The name of a series beside a stroke of it. */
const keyOf = (label: string, series: number) =>
  markup`<span><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M0,4H26" stroke="${colour(series)}" stroke-width="3" stroke-dasharray="${dash(series)}"/></svg> ${label}</span>`;
const referenceKey = (label: string) =>
  markup`<span><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M0,4H26" stroke="currentColor" stroke-dasharray="4 3"/></svg> ${label}</span>`;

const compared = { stroke: 'currentColor', strokeOpacity: 0.7, strokeDasharray: '4 3' };
const gridStyle = { stroke: 'currentColor', strokeOpacity: 0.12 };

/**
 * Curves, with the band of their intervals.
 * @param curves with at least one point in one of them
 */
export function lineChart(curves: readonly Curve[], { title, xLabel, shares, reference }: LineSettings): Markup {
  const shown = curves.filter(({ points }) => points.length > 0);
  const all = shown.flatMap(({ points }) => points);
  const ys = all.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]).concat(reference ? [reference.y] : []);
  const xs = all.map(({ x }) => x);
  const last = Math.max(...xs);
  // From the beginning, unless that leaves half of the chart empty.
  const first = Math.min(...xs) > last / 2 && xs.length > 1 ? Math.min(...xs) : 0;
  const marks = shown.flatMap(({ label, points, band }, i): Markish[] => {
    const sure = points.filter(({ low, high }) => low !== undefined && high !== undefined);
    const hover = (point: Point) =>
      `${label}: ${intervalText(point, shares)}${band && point.low !== undefined ? ` (${band})` : ''} at ${numberText(point.x)} ${xLabel}`;
    const [x, y] = ['x', 'y'];
    return [
      areaY(sure, { x, y1: 'low', y2: 'high', fill: colour(i), fillOpacity: 0.16 }),
      // An interval that stands alone has no area.
      ...(sure.length === 1 ? [link(sure, { x1: x, x2: x, y1: 'low', y2: 'high', stroke: colour(i) })] : []),
      lineY(points, { x, y, stroke: colour(i), strokeDasharray: dash(i), strokeWidth: 1.8 }),
      // Many points would hide their line; they are there for the mouse all the same.
      dot(points, { x, y, r: 3, fill: colour(i), fillOpacity: points.length < 30 ? 1 : 0, title: hover }),
    ];
  });
  const about = shown
    .map(({ label, points }) => {
      const [from, to] = [points[0]!, points.at(-1)!];
      return `${label}: ${intervalText(from, shares)} at ${numberText(from.x)} ${xLabel}${points.length > 1 ? `, ${intervalText(to, shares)} at ${numberText(to.x)}` : ''}.`;
    })
    .join(' ');
  const svg = drawn(title, about, {
    height,
    marginLeft: 46,
    marginRight: 18,
    marginBottom: 34,
    marginTop: 14,
    x: {
      domain: [first, last > first ? last : first + 1],
      label: xLabel,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: 5,
      tickFormat: tickText(false),
    },
    y: { ...valueDomain(ys, shares), label: null, ticks: 5, tickFormat: tickText(shares) },
    marks: [
      gridY(gridStyle),
      ...(reference ? [ruleY([reference.y], { ...compared, title: () => reference.label })] : []),
      ...marks,
    ],
  });
  const key: MarkupContent[] = shown.length > 1 || reference ? shown.map(({ label }, i) => keyOf(label, i)) : [];
  if (reference) key.push(referenceKey(reference.label));
  return figure(title, svg, key);
}

/** Shares from 0 to 100 %, or from 0 to their round number above; other numbers with 0 among them. */
function valueDomain(values: readonly number[], shares: boolean | undefined) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (!shares) return low === 0 && high === 0 ? { domain: [0, 1] } : { domain: [low, high], nice: true };
  return { domain: [0, high > 0.5 ? 1 : high > 0.25 ? 0.5 : 0.25] };
}

/** Bars in groups, with their intervals; bars of the same place in their groups have the same colour. */
export function barChart(groups: readonly BarGroup[], { title, xLabel, shares, reference }: BarSettings): Markup {
  const bars = groups.flatMap(({ label: group, bars: own }, g) =>
    own.map((bar) => ({ ...bar, group, series: g, name: bar.label })),
  );
  const many = groups.length > 1;
  const sure = bars.filter(({ low, high }) => low !== undefined && high !== undefined);
  const ys = bars.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]).concat(reference ? [reference.y] : []);
  const hover = (bar: (typeof bars)[number]) =>
    `${many ? `${bar.group}, ` : ''}${xLabel ? `${xLabel} ` : ''}${bar.name}: ${intervalText(bar, shares)}`;
  const fx = many ? { fx: 'name' } : {};
  const x = many ? 'group' : 'name';
  const names = [...new Set(bars.map(({ name }) => name))];
  const svg = drawn(title, bars.map((bar) => `${hover(bar)}.`).join(' '), {
    height,
    marginLeft: 46,
    marginRight: 18,
    marginBottom: 34,
    marginTop: 14,
    ...(many
      ? {
          fx: {
            domain: names,
            label: xLabel ?? null,
            labelAnchor: 'center' as const,
            axis: 'bottom' as const,
            padding: 0.15,
          },
          x: { domain: groups.map(({ label }) => label), axis: null, padding: 0.08 },
        }
      : {
          x: {
            domain: names,
            label: xLabel ?? null,
            labelAnchor: 'center' as const,
            labelArrow: 'none' as const,
            padding: 0.25,
          },
        }),
    y: { ...valueDomain(ys, shares), label: null, ticks: 5, tickFormat: tickText(shares) },
    marks: [
      gridY(gridStyle),
      barY(bars, {
        ...fx,
        x,
        y: 'y',
        fill: (bar: { series: number }) => colour(bar.series),
        fillOpacity: 0.75,
        title: hover,
      }),
      ruleX(sure, { ...fx, x, y1: 'low', y2: 'high', stroke: 'currentColor', strokeWidth: 1.5 }),
      ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      ...(reference ? [ruleY([reference.y], { ...compared, title: () => reference.label })] : []),
    ],
    color: { type: 'identity' },
  });
  const key: MarkupContent[] = many
    ? groups.map(
        ({ label }, i) =>
          markup`<span><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M0,4H26" stroke="${colour(i)}" stroke-width="8"/></svg> ${label}</span>`,
      )
    : [];
  if (reference) key.push(referenceKey(reference.label));
  return figure(title, svg, key);
}

/** Longest label of a row; what is longer is cut, and told when the mouse rests on it. */
const longest = 26;
const cut = (label: string) => (label.length > longest ? `${label.slice(0, longest - 1)}…` : label);

/** One row for each thing: its mean as a dot, its interval as a line, against a dashed line at what would be no difference. */
export function rowChart(rows: readonly ChartRow[], { title, xLabel, shares, reference }: RowSettings): Markup {
  const values = rows.flatMap(({ mean, low, high }) => [mean, low, high]).concat(reference ? [reference.y] : []);
  const span = Math.max(...values) - Math.min(...values) || 1;
  const tint = (row: ChartRow) => (row.sure ? colour(0) : 'currentColor');
  const hover = ({ label, mean, low, high }: ChartRow) => `${label}: ${intervalText({ y: mean, low, high }, shares)}`;
  const y = (row: ChartRow) => row.label;
  const svg = drawn(title, rows.map((row) => `${hover(row)}.`).join(' '), {
    height: 44 + 17 * rows.length,
    marginLeft: 12 + 6.6 * Math.max(...rows.map(({ label }) => cut(label).length)),
    marginRight: 18,
    marginBottom: 34,
    marginTop: 6,
    x: {
      domain: [Math.min(...values) - 0.04 * span, Math.max(...values) + 0.04 * span],
      label: xLabel,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: 4,
      tickFormat: tickText(shares),
    },
    y: {
      domain: rows.map(({ label }) => label),
      label: null,
      type: 'point',
      padding: 0.6,
      tickFormat: cut,
      tickSize: 0,
    },
    marks: [
      gridX(gridStyle),
      ...(reference ? [ruleX([reference.y], { ...compared, title: () => reference.label })] : []),
      ruleY(rows, {
        x1: 'low',
        x2: 'high',
        y,
        stroke: tint,
        strokeWidth: 2,
        strokeOpacity: (row: ChartRow) => (row.sure ? 1 : 0.45),
        title: hover,
      }),
      dot(rows, {
        x: 'mean',
        y,
        r: 4,
        fill: tint,
        fillOpacity: (row: ChartRow) => (row.sure ? 1 : 0.55),
        title: hover,
      }),
    ],
    color: { type: 'identity' },
    opacity: { type: 'identity' },
  });
  return figure(title, svg, reference ? [referenceKey(reference.label)] : []);
}
