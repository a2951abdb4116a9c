/** Files and folders from elsewhere run nothing because they say so; what a user made goes on. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { cases, pig, type Step, tiny } from './operate.js';

/** A module that leaves a trace where it is run. */
const evil = `
import { writeFileSync } from 'node:fs';
writeFileSync(new URL('ran', import.meta.url), '');
export { default } from ${JSON.stringify(pig)};
`;
const replay = (game: string) =>
  JSON.stringify({
    ...{ format: 'tabletop-gym replay', formatVersion: 1, game, version: '1', options: {}, seed: '1' },
    ...{ actions: [], checks: 'AAA=', hash: 0 },
  });

/** A command that is refused before the module runs. */
const refused = (step: Step): Step => ({
  exit: 2,
  ...step,
  after: (folder, printed) => {
    expect(existsSync(path.join(folder, 'ran')), 'the module ran').toBe(false);
    step.after?.(folder, printed);
  },
});
const says =
  /names?.* --game|name the module .*(--game|tabletop (play|analyze|train) <module>)|name it yourself \(--game\)/;
/** The run and the module as they come in somebody else's archive: this user has never seen the id. */
const received = (folder: string) => {
  rmSync(path.join(folder, 'ran'), { force: true });
  writeFileSync(path.join(folder, 'r/id'), '00000000-0000-4000-8000-000000000000\n');
};

cases([
  {
    name: 'a replay, a saved game and a checkpoint name a module, which does not run',
    files: Object.fromEntries([
      ['evil.mjs', evil],
      ...['./evil.mjs', 'evil.mjs'].map((game, i) => [`replay-${i}.json`, replay(game)]),
    ]),
    steps: ['replay-0.json', 'replay-1.json'].flatMap((file) => [
      refused({ run: ['replay', file], err: says }),
      refused({ run: ['analyze', '--replay', file], err: says }),
      refused({ run: ['play', '--continue', file], err: says }),
    ]),
  },
  {
    name: 'a run from elsewhere is refused until its game is named or it is trusted; an own one goes on',
    files: { 'evil.mts': evil },
    steps: [
      { run: ['train', './evil.mts', '--run', 'r', '--decisions', '300', ...tiny] },
      { run: ['evaluate', 'policy:r', '--blocks', '1', '--workers', '0'] },
      refused({ run: ['evaluate', 'policy:r', '--blocks', '1', '--workers', '0'], err: says, before: received }),
      refused({ run: ['export', 'r', '--out', 'player.mjs'], err: says }),
      refused({ run: ['train', '--resume', 'r'], err: says }),
      refused({ run: ['train', '--from', 'r', '--run', 'next'], err: says }),
      refused({ run: ['runs', 'rate', 'r', '--against', 'random', '--blocks', '2'], err: /tabletop runs trust r/ }),
      { run: ['train', '--resume', 'r', '--game', './evil.mts'] },
      { run: ['runs', 'trust', 'r'] },
      { run: ['train', '--resume', 'r'] },
    ],
  },
  {
    name: 'so is a run of ours that names a program',
    steps: [
      { run: ['train', 'kuhn', '--run', 'r', '--decisions', '300', ...tiny] },
      refused({
        run: ['runs', 'rate', 'r', '--blocks', '2'],
        before: (folder) => {
          const file = path.join(folder, 'r/config.json');
          const config = JSON.parse(readFileSync(file, 'utf8'));
          config.evaluation.against = ['cmd:touch ran'];
          writeFileSync(file, JSON.stringify(config));
          received(folder);
        },
        err: /would run the agent cmd:touch ran/,
      }),
    ],
  },
  {
    name: 'what only looks like a run cannot be trusted, and names are printed without what moves the cursor',
    files: { 'replay.json': replay('\u001b[2Jevil\u0007'), 'x/y': '' },
    steps: [
      { run: ['runs', 'trust', 'x'], exit: 2, err: /x is no run/ },
      {
        run: ['replay', 'replay.json'],
        exit: 2,
        err: /names the game \?\[2Jevil\?, which this package does not have/,
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        errNot: /[\u001b\u0007]/,
      },
    ],
  },
  {
    name: 'commands say how each of them is told the module, and how another version is read',
    files: { 'replay.json': replay('pig') },
    steps: [
      { run: ['replay', 'replay.json'], exit: 2, err: /name the module of your own game with --game/ },
      {
        run: ['analyze', '--replay', 'replay.json'],
        exit: 2,
        err: /name the module of your own game first: tabletop analyze <module> --replay <file>/,
      },
      ...[
        ['replay', 'old.json'],
        ['analyze', '--replay', 'old.json'],
      ].map((run) => ({
        run,
        before: (folder: string) => {
          const saved = JSON.parse(replay('kuhn'));
          writeFileSync(path.join(folder, 'old.json'), JSON.stringify({ ...saved, version: '0' }));
        },
        exit: 2,
        err: /old\.json was recorded with version 0 of kuhn, here is \d+: use that one, or try this one with --any-version/,
      })),
    ],
  },
]);
