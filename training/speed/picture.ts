/** Where the time of training goes, as one SVG without anything from elsewhere: a bar a configuration. */
import { escapeHtml as html } from '../run/chart.js';
import type { LoopSpeed, TimeShares } from './measure.js';

/** One bar. */
export interface TimeBar {
  label: string;
  loop: Pick<LoopSpeed, 'decisionsPerSecond' | 'time'>;
}

const parts: { name: keyof TimeShares; about: string; colour: string }[] = [
  { name: 'play', about: 'play', colour: '#2563eb' },
  { name: 'observe', about: 'observe', colour: '#0891b2' },
  { name: 'infer', about: 'infer', colour: '#d97706' },
  { name: 'learn', about: 'learn', colour: '#059669' },
  { name: 'rest', about: 'rest (gather, wait, save)', colour: '#9ca3af' },
];

const WIDTH = 860;
const LEFT = 230;
const RIGHT = 110;
const BAR = 18;
const GAP = 8;
const TOP = 74;

/**
 * Bars as long as the microseconds of a learned decision, divided by what they are spent on.
 * @param note what stands under the title: machine, sizes
 */
export function timePicture(title: string, note: string, bars: readonly TimeBar[]): string {
  const micros = bars.map(({ loop }) => 1e6 / loop.decisionsPerSecond);
  const longest = Math.max(...micros);
  const height = TOP + bars.length * (BAR + GAP) + 16;
  const scale = (WIDTH - LEFT - RIGHT) / longest;
  const key = parts.map(({ about, colour }, i) => {
    const x = LEFT + i * 84;
    return `<rect x="${x}" y="48" width="11" height="11" fill="${colour}"/><text x="${x + 15}" y="57.5">${about}</text>`;
  });
  const drawn = bars.map(({ label, loop }, i) => {
    const y = TOP + i * (BAR + GAP);
    const length = micros[i]! * scale;
    let x = LEFT;
    const pieces = parts.map(({ name, about, colour }) => {
      const share = Math.max(0, loop.time[name]);
      const piece = `<rect x="${x.toFixed(1)}" y="${y}" width="${(share * length).toFixed(1)}" height="${BAR}" fill="${colour}"><title>${about}: ${(100 * share).toFixed(1)} %</title></rect>`;
      x += share * length;
      return piece;
    });
    const figures = `${micros[i]!.toPrecision(3)} µs, ${loop.decisionsPerSecond}/s`;
    return [
      `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${html(label)}</text>`,
      ...pieces,
      `<text x="${(LEFT + length + 6).toFixed(1)}" y="${y + 13}">${figures}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${html(title)}">
<style>text { font: 11px system-ui, sans-serif; fill: #374151; } .title { font-size: 14px; font-weight: 600; }</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text class="title" x="12" y="20">${html(title)}</text>
<text x="12" y="37">${html(note)}</text>
${key.join('\n')}
${drawn.join('\n')}
</svg>
`;
}
