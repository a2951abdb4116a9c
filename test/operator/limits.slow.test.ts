/** Machines that refuse: full disks, deleted folders, too few files or too little memory. One line each, nothing half-written. */
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import { cases, pig, root, type Step, tiny } from './operate.js';

/** A line for bash that ends as commands do when they refuse. @param says all of standard error */
const refused = (shell: string, says: RegExp): Step => ({ shell, exit: 2, err: says, errNot: /bug|\n.*\n/ });
const linux = process.platform === 'linux';

cases([
  {
    name: 'new on a full disk writes nothing, and the same command works once there is room',
    steps: [
      {
        before: (folder) => mkdirSync(path.join(folder, 'old')),
        // A limit for the size of files ends like a disk that is full. The game is larger than 1 KiB.
        ...refused(
          `trap '' XFSZ; ulimit -f 1; tabletop new my-game; code=$?; exit $code`,
          /cannot write my-game: .* run the same command again/,
        ),
        after: (folder) => expect(readdirSync(folder)).toEqual(['old']),
      },
      { run: ['new', 'my-game'] },
      { run: ['new', 'my-game'], exit: 2, err: /not empty/ },
    ],
    there: ['my-game/my-game.ts', 'my-game/package.json'],
  },
  {
    name: 'in a folder that was deleted every command says so',
    ...refused(
      `mkdir gone; cd gone; rmdir ../gone; tabletop new game && exit 9; tabletop check kuhn 2> /dev/null && exit 9; tabletop --version > /dev/null || exit 9; exit 2`,
      /^tabletop: the folder that you are in was deleted; change into another one\n$/,
    ),
  },
  {
    name: 'a folder for temporary files that cannot be used is named',
    ...refused(
      'TMPDIR=/dev/null tabletop export kuhn --format web --out page',
      /cannot make a folder for temporary files in \/dev\/null \(TMPDIR\)/,
    ),
    gone: ['page'],
  },
  ...(linux
    ? [
        {
          name: 'too few open files, and too little address space for a network or for threads',
          steps: [
            ...[20, 60].map((files) =>
              refused(
                `ulimit -n ${files}; tabletop evaluate random --game kuhn --blocks 1 --workers 2`,
                /^tabletop: too many files are open; raise the limit \(ulimit -n\)\n$/,
              ),
            ),
            refused(
              `ulimit -v 2000000; tabletop evaluate random --game kuhn --blocks 2 --workers 2`,
              /threads need 2\.5 GiB of address space and may use 1\.9; raise the limit \(ulimit -v\), or use fewer/,
            ),
            refused(
              `ulimit -v 2000000; tabletop check ${pig}`,
              /^tabletop: there is no memory left to load .*: allow this process more \(ulimit -v, /,
            ),
            {
              // The limit counts nothing for the root user. With less than the first of these Node itself does not start.
              shell: [
                'as=; [ "$(id -u)" = 0 ] && as="setpriv --reuid=65534 --clear-groups"',
                'export -f tabletop; for n in 8 9 10 11 12 13 14 15 16 18 20 24 28 60; do',
                `  $as bash -c "ulimit -u $n; cd \\$(mktemp -d); export HOME=\\$PWD; tabletop evaluate random --game kuhn --blocks 2 --workers 3" > out 2> err`,
                '  code=$?; echo "$n: $code $(grep -c . err) $(grep ^tabletop: err)"',
                'done',
              ].join('\n'),
              out: [
                /^\d+: 2 \d+ tabletop: the system has no resources left; close some programs, or raise the limits/m,
                /^60: 0 /m,
              ],
              outNot: /bug/,
            },
            // Two threads at a time, of which each part of the report starts its own.
            { shell: `ulimit -v 4400000; tabletop report kuhn --games 40 --workers 2`, out: /^kuhn/m },
            refused(
              `ulimit -v 2000000; tabletop train kuhn --run r --decisions 400 ${tiny.map((word) => `'${word}'`).join(' ')}`,
              /there is not enough memory; close some programs, or raise the limit \(ulimit -v\)/,
            ),
          ],
        },
      ]
    : []),
  {
    name: 'a module that waits for ever at its start is no silence',
    files: { 'waits.mjs': 'await new Promise(() => {});' },
    ...refused('tabletop check ./waits.mjs', /^tabletop: a module that was loaded waits for something/),
  },
  {
    name: 'a module that ends the process is no silence, and no success',
    files: {
      'exits.mjs': 'process.exit(0);',
      'later.mjs': `import { game as kuhn } from '${root}/dist/games/kuhn/index.js';
        export const game = { ...kuhn, newState: () => process.exit(0) };`,
    },
    steps: [
      refused('tabletop check ./exits.mjs', /^tabletop: a module ended the whole process \(process\.exit\)/),
      refused(
        'tabletop evaluate random --game ./later.mjs --blocks 1 --workers 0',
        /^tabletop: a module ended the whole process \(process\.exit\)/,
      ),
    ],
  },
  {
    name: 'a game that allocates without end, or too much at once, ends in one line',
    files: {
      'large.mjs': 'export const game = new Array(2 ** 33);',
      'greedy.mjs': `import { game as kuhn } from '${root}/dist/games/kuhn/index.js';
        const kept = [];
        export const game = { ...kuhn, newState() { for (;;) kept.push(new Array(1e6).fill(1.5)); } };`,
    },
    steps: [
      refused('tabletop check ./large.mjs', /^tabletop: cannot load .\/large.mjs: Invalid array length\n$/),
      refused(
        'NODE_OPTIONS=--max-old-space-size=100 tabletop train ./greedy.mjs --workers 1 --run r',
        /^tabletop: a thread used all memory that Node gives it/,
      ),
    ],
  },
  {
    name: 'numbers that are lost in reading are refused, and a budget of 0 is no limit',
    files: { 'run.json': `{"game":"kuhn","phases":[{"algorithm":"ppo","learningRate":1e-400}]}` },
    steps: [
      {
        run: ['train', 'kuhn', '--dry-run', '--set', 'ppo.learningRate=1e-400'],
        exit: 2,
        err: /1e-400 is too close to 0/,
      },
      {
        run: ['train', 'kuhn', '--dry-run', '--set', 'ppo.learningRate=1e400'],
        exit: 2,
        err: /1e400 is larger than any/,
      },
      { run: ['train', '--config', 'run.json', '--dry-run'], exit: 2, err: /run.json: 1e-400 is too close to 0/ },
      {
        run: ['evaluate', 'random', '--game', pig, '--options', '{"players":2,"target":1e400}'],
        exit: 2,
        err: /--options: 1e400/,
      },
      { run: ['evaluate', 'random', '--game', pig, '--options', 'target=1e-999'], exit: 2, err: /--options: 1e-999/ },
      { run: ['train', 'kuhn', '--minutes', '1e-400', '--dry-run'], exit: 2, err: /wanted a number >= 0/ },
      { run: ['train', 'kuhn', '--minutes', '0', '--dry-run', ...tiny], out: /"minutes": 0/ },
      { run: ['train', 'kuhn', '--decisions', '0', '--minutes', '1', '--dry-run', ...tiny], out: /"decisions": 0/ },
      {
        run: ['train', 'kuhn', '--decisions', '0', '--minutes', '0', ...tiny],
        exit: 2,
        err: /both 0: the phase would never end/,
      },
    ],
  },
]);
