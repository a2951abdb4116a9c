#!/usr/bin/env node
// Installs Debian's Chromium for the browser test, where that is possible: root, apt-get, no browser yet.
// Elsewhere it says why not and exits with 1; the test is then skipped.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const browser = '/usr/bin/chromium';

function fail(reason) {
  console.error(`setup-browser: ${reason}`);
  process.exit(1);
}

function run(command, ...args) {
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (result.status !== 0) fail(`\`${[command, ...args].join(' ')}\` failed`);
}

if (existsSync(browser)) {
  console.log(`setup-browser: ${browser} is there`);
  process.exit(0);
}
if (!existsSync('/usr/bin/apt-get')) fail('no apt-get here; install Chromium as your system does');
if (process.getuid?.() !== 0) fail('needs root: sudo apt-get install chromium');
run('apt-get', 'update', '-qq');
run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
if (!existsSync(browser)) fail(`installed, but there is no ${browser}`);
console.log(`setup-browser: installed ${browser}`);
