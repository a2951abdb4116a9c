/** What is said at a table of Kuhn poker. */
import type { LegendSection } from '../../../env/scene.js';

export const legend: readonly LegendSection[] = [
  {
    title: 'The game',
    entries: [
      { name: 'pot', text: 'What all have put in: a chip each at first, and a chip more of who bets or calls.' },
      { name: 'showdown', text: 'If nobody folds, the highest card of those who are in takes the pot.' },
    ],
  },
  {
    title: 'What is said',
    entries: [
      { name: 'pass', text: 'Puts nothing in, as long as nobody has bet. If all pass, the cards are shown.' },
      { name: 'bet', text: 'Puts a chip in. From then on the others call or fold, each once.' },
      { name: 'call', text: 'Puts a chip in as well.' },
      { name: 'fold', text: 'Leaves the hand, without the chip that was paid first.' },
    ],
  },
];
