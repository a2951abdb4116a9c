/** What commands say of a mistake in a user's own game or bot: whose it is, where, and how to see the position. */
import { expect } from 'vitest';
import { pigSource } from '../paths.js';
import { cases, type Step, tinyBut } from './operate.js';

const broken = (find: string, by: string) => {
  const source = pigSource('built');
  if (!source.includes(find)) throw new Error(`pig has no ${find}`);
  return source.replace(find, by);
};
const throws = broken('s.scores[seat]! += s.turn;', 's.scores[seat]! += s.turn; if (s.round > 2) (null as any).x();');
const lost = broken('HOLD : roll));', 'HOLD : Number.NaN));');
const where = /TypeError: Cannot read properties of null \(reading 'x'\) at answer \(game\.ts:\d+:\d+\)/;

const unawaited = (late: string) => `import { isMainThread } from 'node:worker_threads';
${pigSource('built')}
const late = async () => {
  await null;
  throw new Error('lost');
};
${late}
`;
const evaluated = (game: string, workers: string): Step => ({
  run: ['evaluate', 'random', '--game', `./${game}.ts`, '--blocks', '20000', '--workers', workers],
  ...{ started: true, exit: 2 },
});

cases([
  {
    name: 'check tells one exception once, with its line, and prints the command that shows the position',
    files: { 'game.ts': throws },
    steps: [
      {
        run: ['check', './game.ts', '--games', '4'],
        exit: 1,
        out: [
          /^FAIL {2}prompts: legal action \d \((hold|roll) .*\) threw TypeError: .* at answer \(game\.ts:\d+:\d+\).*; the same in 2\d other checks$/m,
          /^ {6}to see it: tabletop check \.\/game\.ts --seed 1\/0 --step \d+ --options '\{"players":2,.*\}'$/m,
        ],
      },
      {
        run: ['check', './game.ts', '--seed', '1/0', '--step', '3', '--options', 'players=2'],
        out: [/^step 3: seat [01] at prompt '(start|push)', [23] legal:$/m, /^played: 3: seat [01] (hold|roll)/m],
      },
      {
        run: ['check', './game.ts', '--seed', '1/0', '--step', '3', '--options', 'players=2', '--json'],
        after: (_, { stdout }) =>
          expect(JSON.parse(stdout)).toMatchObject({
            ...{ game: 'pig', seed: '1/0', step: 3, ended: null },
            before: { length: 3 },
            position: { prompt: expect.stringMatching(/start|push/), legal: expect.any(Array) },
          }),
      },
      { run: ['check', './game.ts', '--step', '3'], exit: 2, err: /--step needs the seed of one game/ },
    ],
  },
  {
    name: 'training says where the observation takes most of the time, whatever it trains by',
    files: {
      'game.ts': broken(
        '(s) => s.turn / 100)',
        '(s) => { for (let i = 0; i < 5e4; i++) s.turn % (i + 1); return s.turn / 100; })',
      ),
    },
    steps: ['afterstate', 'ppo'].map((algorithm) => ({
      run: [
        ...['train', './game.ts', '--decisions', '300', '--run', algorithm],
        ...tinyBut(`phases=[{"name":"${algorithm}","algorithm":"${algorithm}"}]`),
      ],
      err: /^note: observations take ([5-9]\d|100) % of the time .*\(tabletop check names the slowest piece\)/m,
    })),
  },
  {
    name: 'check says how what was never reached can be',
    files: { 'game.ts': pigSource('built') },
    run: ['check', './game.ts', '--games', '4', '--options', 'rounds=200,target=10'],
    out: [
      /^ {2}landmarks: round cap$/m,
      /^ {2}ends: truncated$/m,
      /a bot in the module's bots .*; other --options, such as target=10,rounds=1 or target=100,rounds=200$/m,
    ],
  },
  {
    name: 'a promise that nobody awaits is that of the module, here and in a thread',
    files: {
      'late.ts': unawaited('setTimeout(() => void late(), 10);'),
      'thread.ts': unawaited('if (!isMainThread) setTimeout(() => void late(), 10);'),
      'text.ts': unawaited("void Promise.reject('lost');"),
      // Their stacks have places of Node alone.
      'file.ts': unawaited("void (await import('node:fs/promises')).readFile('/no/such/file');"),
      'file-thread.ts': unawaited(
        "if (!isMainThread) void (await import('node:fs/promises')).readFile('/no/such/file');",
      ),
      'text-thread.ts': unawaited("if (!isMainThread) setTimeout(() => void Promise.reject('lost'), 10);"),
    },
    steps: [
      { ...evaluated('late', '0'), err: /^tabletop: Error: lost at late \(late\.ts:\d+:\d+\)$/m },
      { ...evaluated('thread', '1'), err: /^tabletop: Error: lost at late \(thread\.ts:\d+:\d+\)$/m },
      { ...evaluated('text', '0'), err: /^tabletop: a module threw "lost", which has no place; throw an Error/m },
      ...(['file', 'file-thread'] as const).map((name) => ({
        ...evaluated(name, name === 'file' ? '0' : '1'),
        err: /^tabletop: a promise of a game, a bot or a package .* nobody awaits it: Error: ENOENT: .*; await it, or catch/m,
      })),
      {
        ...evaluated('text-thread', '1'),
        err: /^tabletop: a promise of a game, .* nobody awaits it: "lost"; await it/m,
      },
    ],
  },
  {
    name: 'an exception of a game is no bug of this package, in any command',
    files: { 'game.ts': throws },
    steps: [
      { run: ['play', './game.ts', '--watch', '--against', 'random', '--seed', '1'], exit: 2, err: where },
      { run: ['bench', 'env', './game.ts', '--decisions', '1000', '--runs', '1'], exit: 2, err: where },
      {
        run: ['evaluate', 'random', '--game', './game.ts', '--blocks', '5', '--workers', '1'],
        exit: 2,
        err: /at answer \(game\.ts:\d+:\d+\)/,
      },
    ],
  },
  {
    name: 'an action that is none is the bot of that name',
    files: { 'game.ts': lost },
    steps: [
      {
        run: ['check', './game.ts', '--games', '4'],
        exit: 1,
        out: /FAIL {2}prompts: bot (cautious|bold) chose action NaN/,
      },
      {
        run: ['play', './game.ts', '--watch', '--against', 'scripted:bold', '--seed', '1'],
        exit: 2,
        err: /agent scripted:bold: action NaN is not legal/,
      },
    ],
  },
]);
