#!/usr/bin/env node
// Installs boardgame.io for its tests, into hosts/boardgame.io, which has a lock file of its own. Where npm's registry cannot
// be reached it says so and exits with 1; the tests are then skipped.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../hosts/boardgame.io', import.meta.url));
// Its scripts are for its own developers.
const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
const { error, status, stderr } = spawnSync('npm', args, {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'pipe'],
  encoding: 'utf8',
});
if (error || status !== 0 || !existsSync(path.join(folder, 'node_modules/boardgame.io'))) {
  console.error(
    `setup-boardgame-io: \`npm ci\` failed in hosts/boardgame.io: ${error?.message ?? stderr.trim().split('\n')[0]}`,
  );
  process.exit(1);
}
console.log('setup-boardgame-io: boardgame.io is installed in hosts/boardgame.io');
