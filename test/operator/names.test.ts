/** What is not there is named, with what was meant. */
import { cases } from './operate.js';

cases([
  {
    name: 'an unknown game is refused with those there are',
    steps: [{ run: ['report', 'chess'], exit: 2, err: /doomspire/ }],
  },
  {
    name: 'a misspelt setting is refused with those beside it',
    steps: [{ run: ['train', 'kuhn', '--set', 'ppo.lerningRate=1'], exit: 2, err: /learningRate/ }],
    gone: ['runs'],
  },
]);
