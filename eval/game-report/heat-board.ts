/** A heat map as SVG for a page of ours, in its colours. */
import { type Markup, markup } from '../charts/markup.js';
import {
  type HeatMap,
  type HeatMeasure,
  type HeatPlace,
  heatMeasures,
  heatPlaces,
  heatWords,
  hottest,
  shade,
} from './heat.js';

/** Of one unit of the board. */
const UNIT = 60;

/** The map with its heading. */
export function heatBoard(map: HeatMap, measure: HeatMeasure): Markup {
  const { title, about } = heatMeasures[measure];
  const places = heatPlaces(map, measure, hottest(map, measure));
  const [width, height] = map.board.size;
  return markup`<figure><figcaption>${title}</figcaption>
<svg role="img" viewBox="-2 -2 ${UNIT * width + 4} ${UNIT * height + 4}" aria-label="${title}, ${about}: most at ${heatWords(places)}">
${places.map(drawn)}
</svg><small>${about[0]!.toUpperCase()}${about.slice(1)}</small></figure>`;
}

function drawn({ name, x, y, width, height, round, share, written }: HeatPlace): Markup {
  const [left, upper, across, down] = [x * UNIT, y * UNIT, width * UNIT, height * UNIT];
  const middle = { x: left + across / 2, y: upper + down / 2 };
  const { opacity, dark } = shade(share);
  const fill = markup`fill="var(--series-1)" fill-opacity="${opacity}" stroke="var(--line)"`;
  const shape = round
    ? markup`<ellipse cx="${middle.x}" cy="${middle.y}" rx="${across / 2 - 2}" ry="${down / 2 - 2}" ${fill}/>`
    : markup`<rect x="${left + 2}" y="${upper + 2}" width="${across - 4}" height="${down - 4}" rx="5" ${fill}/>`;
  return markup`<g><title>${name}: ${written || '0'}</title>${shape}${
    written === ''
      ? null
      : markup`<text x="${middle.x}" y="${middle.y + 5}" text-anchor="middle" fill="${dark ? 'var(--paper)' : 'var(--ink)'}">${written}</text>`
  }</g>`;
}
