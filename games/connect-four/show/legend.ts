/** What the signs of Connect Four are. */
import type { LegendSection } from '../../../env/scene.js';

export const legend: readonly LegendSection[] = [
  {
    title: 'Signs',
    entries: [
      { name: 'column', text: 'A disc that is dropped into it falls onto the highest one there; six fill it.' },
      {
        name: 'disc',
        text: 'Who first has four discs in a row, up, across or slanting, wins; a full rack without them is a draw.',
        token: { name: 'X', shape: 'disc', tone: 'red', sign: 'X' },
      },
    ],
  },
];
