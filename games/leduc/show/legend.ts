/** What is said at a table of Leduc poker. */
import type { LegendSection } from '../../../env/scene.js';

export const legend: readonly LegendSection[] = [
  {
    title: 'The game',
    entries: [
      {
        name: 'table',
        text: 'A card that counts for both, turned after the first round. Who has a pair with it wins; else the higher card, K over Q over J.',
      },
      { name: 'pot', text: 'What both have put in: a chip each at first.' },
    ],
  },
  {
    title: 'What is said',
    entries: [
      { name: 'check', text: 'Puts nothing in, as long as there is nothing to match.' },
      {
        name: 'raise',
        text: 'Matches and puts more in: 2 chips in the first round, 4 in the second, twice a round at most.',
      },
      { name: 'call', text: 'Matches what the other one has put in, which ends the round.' },
      { name: 'fold', text: 'Leaves the hand; the other one takes the pot.' },
    ],
  },
];
