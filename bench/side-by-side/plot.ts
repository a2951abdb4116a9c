/**
 * Strength over time as one SVG that needs nothing else: a field for each kind of opponents, the middle seed of each side
 * as a line, the range of its seeds as a band, each seed as a thin line.
 */
import { areaY, dot, gridX, gridY, lineY, plot, ruleY, text } from '@observablehq/plot';
import { numberText } from '../../eval/charts/chart.js';
import { LightDocument, type LightElement } from '../../eval/charts/light-dom.js';
import { strengthOf } from './curves.js';
import type { Result } from './result.js';
import type { SideName } from './training.js';

const colours: Readonly<Record<SideName, string>> = {
  ours: '#1d5fd1',
  MaskablePPO: '#b4530a',
  PPO: '#1d5fd1',
  afterstate: '#0f7a4d',
  'expert iteration': '#8b2fa8',
  'PPO with planes': '#0f7a4d',
  'PPO with entities': '#b4530a',
  'PPO with memory': '#c2255c',
  'expert iteration with planes': '#0b7285',
  'expert iteration with entities': '#a61e4d',
};
const colour = ({ side }: { side: SideName }) => colours[side];
const [width, height] = [860, 330];
/** Width of a side in the key: of two, of more, whose names are longer, and of networks. */
const [KEY, LONG_KEY, LONGEST_KEY] = [100, 118, 160];

/** What the picture shows. */
type Drawn = Pick<Result, 'title' | 'curves' | 'against' | 'minutes' | 'players' | 'command'>;

/** The picture. The same result makes the same bytes. */
export function strengthPlot({ title, curves, against, minutes, players, command }: Drawn): string {
  const sides = [...new Set(curves.map(({ side }) => side))];
  const shown = strengthOf(curves);
  const won = shown === 'won';
  const what = won ? 'share of games won' : 'mean return by places';
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const number = (x: number) => (won ? numberText(x, true) : x.toFixed(2));
  const middles = curves.flatMap(({ moments, ...curve }) =>
    moments.map((moment) => ({ ...curve, ...moment, ...moment[shown] })),
  );
  const seeds = curves.flatMap(({ seeds: own, ...curve }) =>
    own.flatMap(({ seed, points }) =>
      points.map((point) => ({ ...curve, ...point, seed, line: `${curve.side} ${seed}` })),
    ),
  );
  const said = ({ side, median, lowest, highest, minutes: at }: (typeof middles)[number]) =>
    `${side}: ${number(median)}, ${number(lowest)} to ${number(highest)}, after ${numberText(at)} minutes`;
  const [x, fx] = ['minutes', 'against'];
  const svg = plot({
    document: new LightDocument() as never,
    ...{ width, height, marginTop: 66, marginBottom: 40, marginLeft: 48, marginRight: 20 },
    fx: { domain: against, label: null, axis: null, padding: 0.08 },
    x: { domain: [0, minutes], label: 'minutes of training', labelAnchor: 'center', labelArrow: 'none', ticks: 5 },
    y: won
      ? { domain: [0, 1], label: null, ticks: 5, tickFormat: percent }
      : { domain: [-1, 1], label: null, ticks: 5, tickFormat: (x: number) => x.toFixed(1) },
    marks: [
      gridX({ stroke: '#374151', strokeOpacity: 0.1 }),
      gridY({ stroke: '#374151', strokeOpacity: 0.1 }),
      ruleY([won ? 1 / players : 0], { stroke: '#374151', strokeOpacity: 0.7, strokeDasharray: '4 3' }),
      areaY(middles, { x, fx, y1: 'lowest', y2: 'highest', z: 'side', fill: colour, fillOpacity: 0.14 }),
      lineY(seeds, {
        x,
        fx,
        y: won ? 'mean' : 'meanReturn',
        z: 'line',
        stroke: colour,
        strokeOpacity: 0.35,
        strokeWidth: 0.8,
      }),
      lineY(middles, { x, fx, y: 'median', z: 'side', stroke: colour, strokeWidth: 2 }),
      dot(middles, { x, fx, y: 'median', r: 2.6, fill: colour, title: said }),
      text(against, {
        fx: (agent: string) => agent,
        text: (agent: string) => `against ${players > 2 ? `${players - 1} ` : ''}${agent}`,
        frameAnchor: 'top-left',
        dy: -14,
        fontWeight: 600,
      }),
    ],
    color: { type: 'identity' },
  }) as unknown as LightElement;
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  svg.setAttribute('fill', '#374151');
  svg.setAttribute('font-family', 'system-ui, sans-serif');
  svg.setAttribute('font-size', 11);
  svg.removeAttribute('class');
  const add = (name: string, attributes: Record<string, string | number>, content = '') => {
    const element = svg.ownerDocument.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = content;
    return element;
  };
  const heading = { x: 12, 'text-anchor': 'start' };
  const many = sides.length > 2;
  const step = sides.some((side) => side.includes(' with ')) ? LONGEST_KEY : many ? LONG_KEY : KEY;
  const key = sides.flatMap((side, i) => [
    add('rect', { x: 12 + step * i, y: 27, width: 18, height: 4, fill: colours[side] }),
    add('text', { x: 34 + step * i, y: 33, 'text-anchor': 'start' }, side),
  ]);
  const about = 'thick: the middle seed; thin: each seed; band: lowest to highest; dashed: equally strong';
  const first = svg.firstChild;
  for (const element of [
    add('title', {}, `${title}: ${what}`),
    add('desc', {}, [...middles.map((moment) => `Against ${moment.against}, ${said(moment)}.`), command].join(' ')),
    add('rect', { width, height, fill: '#fff' }),
    add('text', { ...heading, y: 16, 'font-size': 14, 'font-weight': 600 }, `${title}: ${what}`),
    ...key,
    many
      ? add('text', { x: width - 20, y: 16, 'text-anchor': 'end' }, about)
      : add('text', { x: 34 + step * sides.length + 12, y: 33, 'text-anchor': 'start' }, about),
  ])
    svg.insertBefore(element, first);
  return `${svg.markup}\n`;
}
