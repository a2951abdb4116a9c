/** `tabletop new`: what it writes works as it is, for whoever has the package. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import { cases, root } from './operate.js';

/** The package and what the folder asks for, as npm would install them. */
function install(folder: string): void {
  const there = path.join(folder, 'node_modules');
  mkdirSync(path.join(there, '@types'), { recursive: true });
  symlinkSync(root, path.join(there, 'tabletop-gym'));
  for (const name of ['zod', 'vitest', 'typescript', '@types/node'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(there, name));
}

function succeeds(folder: string, script: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, VITEST: '', NODE_ENV: '' },
  });
  expect(status, stdout + stderr).toBe(0);
}

cases([
  {
    name: 'a new game passes check, compiles and passes its test',
    steps: [
      {
        run: ['new', 'moon-race'],
        out: [/wrote moon-race: moon-race\.ts/, /npx tabletop check \.\/moon-race\.ts/],
        after: (folder) => {
          const game = path.join(folder, 'moon-race');
          install(game);
          succeeds(game, 'typescript/bin/tsc', '--noEmit');
          succeeds(game, 'vitest/vitest.mjs', 'run');
        },
        seconds: 120,
      },
      { run: ['check', './moon-race/moon-race.ts'], out: /moon-race passes/, seconds: 120 },
    ],
    there: ['moon-race/README.md'],
  },
  {
    name: 'nothing is written over, and a name must be one',
    steps: [
      {
        run: ['new', 'there'],
        before: (folder) => {
          mkdirSync(path.join(folder, 'there'));
          writeFileSync(path.join(folder, 'there', 'mine.txt'), 'mine');
        },
        exit: 2,
        err: /there is not empty; choose a new folder/,
      },
      { run: ['new', 'My Game'], exit: 2, err: /is no name for a game; use at most 40 lower-case letters/ },
      { run: ['new', '../x--y'], exit: 2, err: /is no name for a game/ },
    ],
    gone: ['My Game'],
  },
]);
