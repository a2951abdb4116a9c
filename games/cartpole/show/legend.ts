/** What is drawn of the cart and its pole. */
import type { LegendSection } from '../../../env/scene.js';

export const legend: readonly LegendSection[] = [
  {
    title: 'Signs',
    entries: [
      { name: 'cart', text: 'It rolls on the track. The game ends where it leaves it, 2.4 m from the middle.' },
      {
        name: 'pole',
        text: 'It stands on the cart and falls by itself. The game ends where it leans more than 12 degrees.',
      },
      { name: 'push', text: 'Each push, to the left or the right, lasts 0.02 seconds and earns 1.' },
    ],
  },
];
