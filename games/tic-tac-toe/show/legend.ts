/** What the signs of tic-tac-toe are. */
import type { LegendSection } from '../../../env/scene.js';

export const legend: readonly LegendSection[] = [
  {
    title: 'Signs',
    entries: [
      {
        name: 'three in a row',
        text: 'Who first has three signs in a row, a column or a diagonal wins; a full board without them is a draw.',
      },
      {
        name: 'cross',
        text: 'A square that X has marked. X begins.',
        token: { name: 'X', shape: 'cross', tone: 'blue' },
      },
      { name: 'ring', text: 'A square that O has marked.', token: { name: 'O', shape: 'ring', tone: 'orange' } },
    ],
  },
];
