/** Games that are over before anybody is asked: commands that would wait for a decision for ever end with one line. */
import { cases, pig, tiny } from './operate.js';

const forced = `
import pig from ${JSON.stringify(pig)};
const { game } = pig;
export default {
  game: {
    ...game,
    newState(options, chance) {
      const state = game.newState(options, chance);
      const mask = new Uint8Array(game.actions);
      while (!state.over) {
        state.legal(mask);
        state.apply(mask.indexOf(1), chance);
      }
      return state;
    },
  },
};
`;
const says = /pig: nobody who learns is ever asked: \d+ games in a row ended without a decision/;
const train = (...words: string[]) => ({
  run: ['train', './game.ts', '--decisions', '1000', ...words, ...tiny],
  exit: 2,
  err: says,
  seconds: 30,
});

cases([
  {
    name: 'train and ablate say that nobody is asked, by every algorithm',
    files: { 'game.ts': forced },
    steps: [
      train('--run', 'a'),
      {
        ...train('--run', 'b', '--preset', 'expert-iteration'),
        run: ['train', './game.ts', '--preset', 'expert-iteration', '--run', 'b', '--workers', '0', '--set', 'games=8'],
      },
      {
        ...train('--run', 'c'),
        run: [
          ...['train', './game.ts', '--preset', 'evolution', '--run', 'c', '--workers', '0', '--set', 'games=8'],
          ...['--set', 'evolution.pairs=4', '--set', 'evolution.gamesEach=4'],
        ],
      },
      {
        ...train(),
        run: [
          ...[
            'ablate',
            './game.ts',
            '--vary',
            'ppo.lambda=0.9|0.95',
            '--decisions',
            '500',
            '--seeds',
            '1',
            '--out',
            'd',
          ],
          ...tiny,
        ],
      },
    ],
  },
  {
    name: 'check says it, and commands that measure go on',
    files: { 'game.ts': forced },
    steps: [
      { run: ['check', './game.ts', '--games', '4'], exit: 1, out: /FAIL +seats: nobody was ever asked/ },
      {
        run: ['exploit', 'random', '--game', './game.ts', '--decisions', '300', '--workers', '0', '--run', 'e'],
        exit: 2,
        err: says,
        seconds: 30,
      },
      { run: ['bench', 'env', './game.ts', '--decisions', '1000', '--runs', '1'], exit: 2, err: says, seconds: 30 },
      { run: ['report', './game.ts', '--agents', 'random', '--games', '4', '--workers', '0'] },
      { run: ['evaluate', 'random', '--game', './game.ts', '--blocks', '2', '--workers', '0'] },
    ],
  },
]);
