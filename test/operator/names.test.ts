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
    name: 'words that every object has are no settings, and a text that turns the direction of writing is shown as it is',
    steps: [
      ...['constructor', '__proto__', 'options.__proto__.x', 'ppo.toString', 'valueOf.x'].map((path) => ({
        run: ['train', 'kuhn', '--set', `${path}=1`],
        exit: 2,
        err: new RegExp(`there is no setting \`${path.replaceAll('.', '\\.')}\``),
      })),
      {
        run: ['evaluate', 'random', '--game', 'kuhn', '--blocks', '1', '--options', `${'k'.repeat(20_000)}=1`],
        exit: 2,
        err: /^.{0,500}$/s,
      },
      { run: ['evaluate', 'random', '--game', 'ku\u202ehn', '--blocks', '1'], exit: 2, err: /unknown game ku\?hn/ },
    ],
  },
  {
    name: 'a folder of an ablation whose runs could not be named later is refused before anything is trained',
    run: ['ablate', 'kuhn', '--vary', 'ppo.clip=0.1|0.2', '--preset', 'ppo', '--decisions', '300', '--out', 'a?b'],
    exit: 2,
    err: /the run a\?b could not be named later, for '\?'/,
    gone: ['a?b'],
  },
  {
    name: 'runs that cannot be read are not none',
    files: { 'runs/r/config.json': '{' },
    run: ['runs', 'list', 'runs'],
    out: /^none of the one run in runs could be read$/m,
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
