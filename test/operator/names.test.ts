/** What is not there is named, with what was meant. */
import { cases } from './operate.js';

cases([
  {
    name: 'an unknown game is refused with those there are',
    run: ['report', 'chess'],
    exit: 2,
    err: /doomspire/,
  },
  {
    name: 'a misspelt setting is refused with those beside it',
    run: ['train', 'kuhn', '--set', 'ppo.lerningRate=1'],
    exit: 2,
    err: /learningRate/,
    gone: ['runs'],
  },
  {
    name: 'a run that could not be named later is refused, and printed commands are those that a shell takes',
    steps: [
      { run: ['train', 'kuhn', '--run', 'what?argmax'], exit: 2, err: /the run what\?argmax could not be named later/ },
      {
        run: ['train', 'kuhn', '--run', "a b'c", '--preset', 'quickstart', '--decisions', '300'],
        out: /next: tabletop evaluate 'policy:a b'\\''c'\n {6}tabletop export 'a b'\\''c'/,
      },
    ],
    gone: ['what?argmax'],
  },
]);
