#!/usr/bin/env node
// Tests the Python package (python/) in a virtual environment of its own, python/.venv. Where there is no Python or PyPI
// cannot be reached it says so and passes: nothing can be known of the package there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'python');
const python = path.join(folder, '.venv/bin/python');

function skip(reason) {
  console.log(`test-python: skipped, ${reason}`);
  process.exit(0);
}

/** @returns what went wrong, in one line; undefined when nothing did */
function problem(command, args, stdio = 'pipe') {
  const { error, status, stderr } = spawnSync(command, args, { cwd: root, stdio, encoding: 'utf8' });
  if (error) return error.message;
  return status === 0 ? undefined : (stderr?.trim().split('\n').at(-1) ?? '') || `exit code ${status}`;
}

function must(command, args) {
  const wrong = problem(command, args, 'inherit');
  if (wrong === undefined) return;
  console.error(`test-python: \`${[path.basename(command), ...args].join(' ')}\` failed`);
  process.exit(1);
}

const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
if (!existsSync(python)) {
  const old = problem('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
  if (old !== undefined) skip(`there is no Python 3.10 or later here (${old})`);
  const wrong = problem('python3', ['-m', 'venv', '--clear', path.join(folder, '.venv')]);
  if (wrong !== undefined) skip(`Python makes no virtual environments here (${wrong})`);
}
// One small package tells whether there is an index at all; then a failure is one.
const unreachable = problem(python, [...pip, '--retries', '1', '--timeout', '15', '--force-reinstall', 'iniconfig']);
if (unreachable !== undefined) skip(`PyPI cannot be reached (${unreachable})`);
must(python, [...pip, '--requirement', path.join(folder, 'requirements-test.txt')]);
// They have wheels for some systems only, and their tests say so where they are not there.
const wheels = {
  open_spiel: 'solved games are not judged by it',
  'supersuit==3.11.0': 'it does not put environments together',
};
for (const [wheel, without] of Object.entries(wheels)) {
  const wrong = problem(python, [...pip, '--only-binary', ':all:', wheel]);
  if (wrong !== undefined) console.log(`test-python: ${wheel} is not installed, ${without} (${wrong})`);
}
// Only where sources are newer than what is built.
must(process.execPath, ['--import', 'tsx', '--eval', "import('./test/build.ts').then((build) => build.default())"]);
must(python, [...pip, '--no-deps', '--no-build-isolation', '--force-reinstall', folder]);
must(python, ['-m', 'mypy', '--config-file', path.join(folder, 'pyproject.toml'), path.join(folder, 'tabletop_gym')]);
must(python, ['-m', 'pytest', '-q', '-rs', path.join(folder, 'tests')]);
