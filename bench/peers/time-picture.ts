/** Where the time of training goes, as one SVG that needs nothing else: a bar for each configuration. */
import { type Markup, markup } from '../../eval/charts/markup.js';
import type { LoopSpeed, TimeShares } from '../../training/run/speed.js';

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

/** The bars begin at `left`; behind the longest there is room for its figures. */
const [width, left, longest] = [860, 230, 520];
const [top, thickness, pitch] = [74, 18, 26];

/**
 * Bars as long as the microseconds of a learned decision, divided by what they are spent on.
 * @param note stands under the title: machine, sizes
 */
export function timePicture(title: string, note: string, bars: readonly TimeBar[]): string {
  const height = top + bars.length * pitch + 16;
  const slowest = Math.min(...bars.map(({ loop }) => loop.decisionsPerSecond));
  const key = parts.map(({ about, colour }, i) => {
    const x = left + i * 84;
    return markup`<rect x="${x}" y="48" width="11" height="11" fill="${colour}"/><text x="${x + 15}" y="57.5">${about}</text>`;
  });
  const drawn = bars.map(({ label, loop: { decisionsPerSecond, time } }, i): Markup => {
    const y = top + i * pitch;
    let x = left;
    const pieces = parts.map(({ name, about, colour }) => {
      const share = Math.max(0, time[name]);
      const piece = (longest * share * slowest) / decisionsPerSecond;
      x += piece;
      return markup`<rect x="${x - piece}" y="${y}" width="${piece}" height="${thickness}" fill="${colour}"><title>${about}: ${(100 * share).toFixed(1)} %</title></rect>`;
    });
    const figures = `${(1e6 / decisionsPerSecond).toPrecision(3)} µs, ${decisionsPerSecond}/s`;
    return markup`<text x="${left - 8}" y="${y + 13}" text-anchor="end">${label}</text>
${pieces}
<text x="${x + 6}" y="${y + 13}">${figures}</text>`;
  });
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>text { font: 11px system-ui, sans-serif; fill: #374151; } .title { font-size: 14px; font-weight: 600; }</style>
<rect width="${width}" height="${height}" fill="#fff"/>
<text class="title" x="12" y="20">${title}</text>
<text x="12" y="37">${note}</text>
${key}
${drawn}
</svg>
`.toString();
}
