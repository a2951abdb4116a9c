/** What a command says of a queue before there is one; with one, test/queue has it. */
import { cases } from './operate.js';

const evaluate = ['evaluate', 'random', '--game', 'kuhn', '--against', 'random', '--blocks', '2'];

cases([
  {
    name: 'a worker must be told where its queue is',
    run: ['queue', 'work'],
    exit: 2,
    err: /^tabletop: .*--queue <url>/,
  },
  {
    name: 'so must a look at it',
    run: ['queue', 'status'],
    exit: 2,
    err: /^tabletop: .*--queue <url>/,
  },
  {
    name: 'an address that is none is refused, and its password not told',
    steps: [
      { run: [...evaluate, '--queue', 'http://:secret@host'], exit: 2, err: /redis:/, errNot: /secret/ },
      { run: ['queue', 'work', '--queue', 'redis://:secret@'], exit: 2, err: /redis:/, errNot: /secret/ },
    ],
  },
  {
    name: 'what a worker is told must be what it says',
    steps: [
      {
        run: ['queue', 'work', '--queue', 'redis://host', '--allow-modules', 'game.mjs'],
        exit: 2,
        err: /--allow-modules game\.mjs: wanted the SHA-256 of a module/,
      },
      { run: ['queue', 'work', '--queue', 'redis://host', '--name', 'a b'], exit: 2, err: /--name a b: wanted/ },
      { run: ['queue', 'work', '--queue', 'redis://host', '--concurrency', '0'], exit: 2, err: /--concurrency/ },
    ],
  },
  {
    name: 'threads and a queue exclude each other',
    run: [...evaluate, '--workers', '2', '--queue', 'redis://host'],
    exit: 2,
    err: /--workers .*--queue/,
  },
  {
    name: 'training that plays in the command itself says which can use a queue',
    run: ['train', 'kuhn', '--queue', 'redis://host'],
    exit: 2,
    err: /--queue.*(evolution|expert-iteration)/,
    gone: ['runs'],
  },
]);
