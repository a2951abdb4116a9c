// Installs a package of Debian for tests, where that is possible: root, apt-get, and the program is not there yet.
// Elsewhere it says why not and ends the script with 1; the tests that want the program are then skipped.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * @param {string} script name of the script, for what it prints
 * @param {string} program the program that must be there afterwards
 * @param {string} name of the package
 * @param {string} title what people call it
 */
export function installDebianPackage(script, program, name, title) {
  function fail(reason) {
    console.error(`${script}: ${reason}`);
    process.exit(1);
  }

  function run(command, ...args) {
    const result = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (result.status !== 0) fail(`\`${[command, ...args].join(' ')}\` failed`);
  }

  if (existsSync(program)) {
    console.log(`${script}: ${program} is there`);
    return;
  }
  if (!existsSync('/usr/bin/apt-get')) fail(`no apt-get here; install ${title} as your system does`);
  if (process.getuid?.() !== 0) fail(`needs root: sudo apt-get install ${name}`);
  run('apt-get', 'update', '-qq');
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
  if (!existsSync(program)) fail(`installed, but there is no ${program}`);
  console.log(`${script}: installed ${program}`);
}
