/**
 * Sets up @tensorflow/tfjs-node, whose own installer downloads TensorFlow from a host that often refuses: the library
 * comes out of the tensorflow-cpu wheel on PyPI instead, and only the small binding is compiled here. Linux on x64.
 *
 *   npm run setup:tfjs-node
 *
 * Touches node_modules alone (package.json and the lock file stay as they are; `npm ci` takes it away again).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const TENSORFLOW = '2.15.1'; // the newest wheel tried with the binding of tfjs-node 4.22
const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const tfjsNode = join(root, 'node_modules/@tensorflow/tfjs-node');

function stop(reason) {
  console.error(`setup-tfjs-node: ${reason}`);
  process.exit(1);
}

function run(what, command, args, options = {}) {
  console.log(`setup-tfjs-node: ${what}`);
  try {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], ...options });
  } catch (error) {
    const lines = String(error.stderr ?? error.message)
      .trim()
      .split('\n');
    stop(`${what} failed (${[command, ...args].join(' ')}):\n${lines.slice(-15).join('\n')}`);
  }
}

/** The native backend really computes: in a process of its own, since a broken library may take the process with it. */
function works() {
  const script = `
    const util = require('util');
    util.isNullOrUndefined ??= (x) => x === null || x === undefined;
    util.isArray ??= Array.isArray;
    const tf = require('@tensorflow/tfjs-node');
    if (tf.getBackend() !== 'tensorflow' || tf.matMul([[1, 2]], [[3], [4]]).dataSync()[0] !== 11) process.exit(1);`;
  const env = { ...process.env, TF_CPP_MIN_LOG_LEVEL: '2' };
  return spawnSync(process.execPath, ['-e', script], { cwd: root, env, stdio: 'ignore' }).status === 0;
}

if (process.platform !== 'linux' || process.arch !== 'x64')
  stop(
    `only Linux on x64 is supported, this is ${process.platform} on ${process.arch}; ONNX Runtime trains without it`,
  );
const tfjs = join(root, 'node_modules/@tensorflow/tfjs-core/package.json');
if (!existsSync(tfjs)) stop('node_modules has no @tensorflow/tfjs-core; run npm ci first');
if (existsSync(tfjsNode) && works()) {
  console.log('setup-tfjs-node: already set up and working');
  process.exit(0);
}
for (const [command, args, want] of [
  ['python3', ['--version'], 'python3 (to fetch and open the wheel)'],
  ['python3', ['-m', 'pip', '--version'], 'pip for python3 (to fetch the wheel)'],
  ['g++', ['--version'], 'g++ (to compile the binding)'],
  ['make', ['--version'], 'make (to compile the binding)'],
])
  if (spawnSync(command, args, { stdio: 'ignore' }).status !== 0) stop(`${want} is not installed`);
const space = (path) => {
  const { bavail, bsize } = statfsSync(path);
  return (bavail * bsize) / 1e6;
};
if (space(tmpdir()) < 1000 || space(root) < 1000) stop(`needs 1 GB free both in ${tmpdir()} and in ${root}`);

const version = JSON.parse(readFileSync(tfjs, 'utf8')).version;
const download = mkdtempSync(join(tmpdir(), 'tfjs-node-'));
process.on('exit', () => rmSync(download, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

if (!existsSync(join(tfjsNode, 'binding.gyp')))
  run(`installing @tensorflow/tfjs-node ${version} without its installer`, 'npm', [
    // As if it were a dependency: what package.json names as an optional peer npm does not install.
    ...['install', '--save-optional', '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'],
    `@tensorflow/tfjs-node@${version}`,
  ]);

run(`fetching tensorflow-cpu ${TENSORFLOW} from PyPI (200 MB)`, 'python3', [
  ...['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'],
  ...['--python-version', '3.11', '--platform', 'manylinux_2_17_x86_64', '--dest', download],
  `tensorflow-cpu==${TENSORFLOW}`,
]);

const deps = join(tfjsNode, 'deps');
const lib = join(deps, 'lib');
rmSync(deps, { recursive: true, force: true });
mkdirSync(lib, { recursive: true });
const wheel = join(
  download,
  readdirSync(download).find((name) => name.endsWith('.whl')),
);
run('taking the library and its headers out of the wheel', 'python3', [
  '-c',
  `
import shutil, sys, zipfile, os
wheel, deps = sys.argv[1:]
with zipfile.ZipFile(wheel) as z:
    for name in z.namelist():
        if name in ('tensorflow/libtensorflow_cc.so.2', 'tensorflow/libtensorflow_framework.so.2'):
            to = os.path.join(deps, 'lib', os.path.basename(name))
        elif name.startswith('tensorflow/include/') and not name.endswith('/'):
            to = os.path.join(deps, 'include', name[len('tensorflow/include/'):])
        else:
            continue
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with z.open(name) as source, open(to, 'wb') as target:
            shutil.copyfileobj(source, target)
`,
  wheel,
  deps,
]);
// The names that tfjs-node's installer looks for (it then skips its own download) and that the binding links against.
for (const [name, target] of [
  ['libtensorflow.so', 'libtensorflow_cc.so.2'],
  ['libtensorflow.so.2.9.1', 'libtensorflow_cc.so.2'],
  ['libtensorflow_framework.so', 'libtensorflow_framework.so.2'],
])
  symlinkSync(target, join(lib, name));

run('compiling the binding', 'npm', ['rebuild', '@tensorflow/tfjs-node', '--foreground-scripts']);
if (!works()) stop('the binding was built but does not compute; remove node_modules/@tensorflow/tfjs-node to go back');
// 20,000 header files are of no use once the binding is there.
rmSync(join(deps, 'include'), { recursive: true, force: true });
console.log('setup-tfjs-node: done, train --engine tfjs uses it');
