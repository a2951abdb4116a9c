/**
 * Sets up what is measured against: PyTorch on the CPU and sb3-contrib, in a Python environment of their own in
 * `bench/side-by-side/.venv` (about 1.5 GB). Changes nothing else. Ends with code 1 and the reason where it cannot be done.
 *
 *   npx tsx bench/side-by-side/setup.ts [--python python3] [--torch-index <url>]
 *
 * PyPI's PyTorch for Linux is built for CUDA and does not load without 4 GB of CUDA libraries, of which a CPU uses
 * none. So the two small ones it asks at start are installed, and the others replaced by empty ones that a C compiler
 * makes. With `--torch-index`, PyTorch comes from another index, such as PyTorch's own one of CPU builds, and none of
 * this is needed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { commandLine } from '../command-line.js';
import { environment, environmentPython } from './environment.js';

const TORCH = 'torch==2.15.0';
const SB3 = ['sb3-contrib==2.9.2', 'stable-baselines3==2.9.2'];
/**
 * What they import, apart from CUDA's packages; what our own Python package imports; what PyTorch writes models with.
 */
const NEEDED = [
  ...'numpy<3 gymnasium<2 cloudpickle filelock typing-extensions sympy networkx jinja2 fsspec'.split(' '),
  ...['pettingzoo<2', 'onnx<2'],
];
const GIGABYTES = 3;
/** Functions of CUDA's libraries, by their names. */
const CUDA = /^(cu(blas|dnn|sparse|fft|File|solver)|nccl|nvrtc|nvshmem)/;

const { values: flags } = commandLine(import.meta.url, {
  python: { type: 'string', default: 'python3' },
  'torch-index': { type: 'string' },
});

function stop(reason: string): never {
  console.error(`side-by-side: ${reason}`);
  process.exit(1);
}

function run(what: string, command: string, args: string[]): string {
  console.log(`side-by-side: ${what}`);
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status === 0) return stdout;
  const lines = (error?.message ?? stderr).trim().split('\n');
  return stop(`${what} failed (${[command, ...args].join(' ').slice(0, 200)}): ${lines.slice(-5).join('\n')}`);
}

const pip = (what: string, ...args: string[]) =>
  run(what, environmentPython, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...args]);

/** What is wrong when everything is imported; empty: nothing. */
function problem(): string {
  const script =
    'import torch; torch.ones(2, 2) @ torch.ones(2, 2); import onnx, pettingzoo; from sb3_contrib import MaskablePPO';
  const { status, stderr, error } = spawnSync(environmentPython, ['-c', script], { encoding: 'utf8' });
  if (status === 0) return '';
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'no reason was given';
}

function makeEnvironment(): void {
  const version = spawnSync(flags.python, ['-c', 'import sys, venv, ensurepip; print(sys.version_info >= (3, 10))'], {
    encoding: 'utf8',
  });
  if (version.status !== 0 || version.stdout.trim() !== 'True')
    stop(`${flags.python} is not Python 3.10 or later with venv and pip: install it, or name one with --python`);
  const { bavail, bsize } = statfsSync(path.dirname(environment));
  if (bavail * bsize < GIGABYTES * 1e9) stop(`less than ${GIGABYTES} GB are free at ${environment}`);
  // What an earlier try has installed is kept.
  if (!existsSync(environmentPython)) run('making a Python environment', flags.python, ['-m', 'venv', environment]);
  const index = flags['torch-index'] === undefined ? [] : ['--index-url', flags['torch-index']];
  pip(`installing ${TORCH}, some 500 MB (from PyPI, or where pip is set to look)`, '--no-deps', ...index, TORCH);
  pip('installing what it needs', ...NEEDED);
  pip(`installing ${SB3.join(', ')}`, '--no-deps', ...SB3);
}

/** Makes empty libraries in place of those of CUDA until PyTorch loads. */
function standIns(): void {
  const packages = path.join(environment, 'lib', readdirSync(path.join(environment, 'lib'))[0]!, 'site-packages');
  const metadata = readdirSync(packages).find((name) => /^torch-.*\.dist-info$/.test(name));
  const text = metadata ? readFileSync(path.join(packages, metadata, 'METADATA'), 'utf8') : '';
  const toolkit = /^Requires-Dist: cuda-toolkit\[.*\]==([\d.]+)/m.exec(text);
  if (toolkit) pip('installing the CUDA libraries it asks at start', `cuda-toolkit[cudart,cupti]==${toolkit[1]}`);
  const libraries = path.join(packages, 'torch/lib');
  const own = readdirSync(libraries).filter((name) => /^lib(torch|c10).*\.so$/.test(name));
  const asked = own.flatMap((name) =>
    run(`reading ${name}`, 'nm', ['-D', '--undefined-only', path.join(libraries, name)])
      .split('\n')
      .map((line) => line.trim().split(/\s+/).at(-1)!.split('@')[0]!),
  );
  const names = [...new Set(asked)].filter((name) => CUDA.test(name)).sort();
  const folder = mkdtempSync(path.join(tmpdir(), 'side-by-side-'));
  const source = path.join(folder, 'empty.c');
  const functions = names.map((name) => `void ${name}(void) { abort(); }`);
  writeFileSync(source, ['extern void abort(void);', ...functions, ''].join('\n'));
  // One library is missed at a time.
  for (;;) {
    const library = /ImportError: (lib[\w.+-]+): cannot open shared object file/.exec(problem())?.[1];
    if (!library || existsSync(path.join(libraries, library))) break;
    const target = path.join(libraries, library);
    run(`an empty ${library}`, 'cc', [
      '-shared',
      '-fPIC',
      '-fno-builtin',
      source,
      '-o',
      target,
      `-Wl,-soname,${library}`,
    ]);
  }
  rmSync(folder, { recursive: true });
}

if (existsSync(environmentPython) && problem() === '') {
  console.log('side-by-side: already set up and working');
} else {
  makeEnvironment();
  if (process.platform === 'linux' && /cannot open shared object file|not found in the system path/.test(problem())) {
    if (spawnSync('cc', ['--version']).status !== 0 || spawnSync('nm', ['--version']).status !== 0)
      stop(`PyTorch lacks CUDA's libraries: install a C compiler, or name an index of CPU builds with --torch-index`);
    standIns();
  }
  const left = problem();
  if (left) stop(`it does not load (${left}): delete ${environment} and try again`);
  console.log('side-by-side: set up and working; npx tsx bench/side-by-side/run.ts --game <game>');
}
