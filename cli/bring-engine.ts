/**
 * Brings ONNX Runtime from the npm registry without running its installer, and puts it where this package finds it: beside
 * its other dependencies. Touches nothing else: no package.json, no lock file.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { EngineLine } from '../agents/network/engines/engines.js';
import { fileError } from '../checkpoints/atomic.js';
import { packageFolder, packageJson } from '../env/package.js';
import { UserError } from '../env/user-error.js';

const PACKAGE = 'onnxruntime-node';

/** What was done. */
export interface Brought {
  /** What it is now, as `tabletop doctor` tells. */
  reason: string;
  /** Where it was put. */
  folder: string;
  bytes: number;
}

/**
 * @param say told what happens, line by line
 * @throws UserError when npm cannot fetch the package, the folder cannot be written, or the engine does not run here
 *   afterwards; what was there before is there again then
 */
export async function bringOnnx(say: (line: string) => void): Promise<Brought> {
  const range = packageJson().optionalDependencies?.[PACKAGE] ?? '*';
  const home = modulesFolder();
  const trial = temporaryFolder(home);
  const cleanUp = () => rmSync(trial, { recursive: true, force: true });
  const stop = (_: string, number: number) => process.exit(128 + number);
  process.once('exit', cleanUp);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  try {
    say(`fetching ${PACKAGE}@${range} from the npm registry, without its installer`);
    // The project's own settings of npm: another registry, for example.
    const settings = path.join(path.dirname(home), '.npmrc');
    if (existsSync(settings)) copyFileSync(settings, path.join(trial, '.npmrc'));
    await fetchPackage(trial, range);
    const fetched = path.join(trial, 'node_modules', PACKAGE);
    dropOtherSystems(fetched);
    const folder = path.join(home, PACKAGE);
    const before = path.join(trial, 'before');
    const restore = () => {
      if (!existsSync(fetched)) rmSync(folder, { recursive: true, force: true });
      move(before, folder);
    };
    let line: EngineLine;
    try {
      move(folder, before);
      move(fetched, folder);
      line = lookAgain();
    } catch (error) {
      restore();
      throw error;
    }
    if (!line.available || !line.native) {
      restore();
      throw new UserError(
        `${PACKAGE}@${range} came from the npm registry but does not run on ${process.platform} ${process.arch}: ` +
          `${line.reason}; nothing was kept; \`npm install @tensorflow/tfjs-node\` installs another engine`,
      );
    }
    return { reason: line.reason, folder, bytes: size(folder) };
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stop);
    process.removeListener('exit', cleanUp);
    cleanUp();
  }
}

/** Where the package's other dependencies lie, as seen from here: in the clone, in a project, in npx' own folder. */
function modulesFolder(): string {
  const places = createRequire(import.meta.url).resolve.paths('zod') ?? [];
  return places.find((place) => existsSync(path.join(place, 'zod'))) ?? path.join(packageFolder(), 'node_modules');
}

/** On the same disk as where its contents will go; npm passes over names that begin with a dot. */
function temporaryFolder(home: string): string {
  try {
    return mkdtempSync(path.join(home, '.tabletop-setup-'));
  } catch (error) {
    throw fileError(error, `cannot write into ${home}`);
  }
}

/** @throws UserError with npm's first line of error */
async function fetchPackage(folder: string, range: string): Promise<void> {
  const dependencies = { [PACKAGE]: range };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  // Started by npx we inherit what npm was told about another folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) =>
        !/^npm_config_(omit|include|only|production|global|location|prefix|local_prefix|dry_run|workspace|package|call|install_strategy)/i.test(
          key,
        ),
    ),
  );
  const args = [
    ...['install', '--ignore-scripts', '--install-strategy=nested', '--no-package-lock', '--no-audit', '--no-fund'],
    ...[
      '--no-update-notifier',
      '--prefer-offline',
      '--fetch-retries=1',
      '--fetch-retry-mintimeout=1000',
      '--loglevel=error',
    ],
  ];
  // The npm that came with this Node needs no PATH; from PyPI it is found no other way.
  const own = path.resolve(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
  const [program, first] = existsSync(own) ? [process.execPath, [own]] : ['npm', []];
  const child = spawn(program, [...first, ...args], {
    cwd: folder,
    env,
    // npm is a script for the shell on Windows.
    shell: program === 'npm' && process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Else it would go on, and write into the folder after that is deleted.
  const end = () => child.kill();
  process.prependOnceListener('exit', end);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'killed'));
  }).finally(() => process.off('exit', end));
  if (code === 0) return;
  if (typeof code === 'string' && errors === '') throw new UserError(`npm cannot be run (${code}): is it installed?`);
  const told = errors.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const reason = told.find((line) => line && !/^(code|errno|syscall|network$)/.test(line)) ?? `npm ended with ${code}`;
  throw new UserError(
    `npm could not fetch ${PACKAGE}: ${reason}; nothing was changed; run the command again with access to the npm registry`,
  );
}

/**
 * ONNX Runtime's package holds the binaries of all systems; those of others are deleted, four fifths of its size.
 * @param folder of onnxruntime-node
 * @returns bytes freed
 */
export function dropOtherSystems(folder: string): number {
  let freed = 0;
  const bin = path.join(folder, 'bin');
  if (!existsSync(bin)) return 0;
  for (const api of readdirSync(bin))
    for (const platform of readdirSync(path.join(bin, api)))
      for (const arch of readdirSync(path.join(bin, api, platform))) {
        if (platform === process.platform && arch === process.arch) continue;
        const other = path.join(bin, api, platform, arch);
        freed += size(other);
        rmSync(other, { recursive: true, force: true });
      }
  return freed;
}

/** Moves a folder, if it is there. */
function move(from: string, to: string): void {
  if (!existsSync(from)) return;
  try {
    mkdirSync(path.dirname(to), { recursive: true });
    renameSync(from, to);
  } catch (error) {
    throw fileError(error, `cannot move ${from} to ${to}`);
  }
}

/** What `tabletop doctor` reports now, in a process of its own: this one has looked already. */
function lookAgain(): EngineLine {
  const args = [...process.execArgv, process.argv[1]!, 'doctor', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 24 });
  try {
    const { engines } = JSON.parse(stdout) as { engines: EngineLine[] };
    return engines.find(({ name }) => name === 'onnx')!;
  } catch {
    return { name: 'onnx', available: false, native: false, reason: 'the process that tried it died' };
  }
}

/** Bytes of all files in a folder. */
function size(folder: string): number {
  if (!existsSync(folder)) return 0;
  let sum = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stat = lstatSync(path.join(folder, name));
    if (stat.isFile()) sum += stat.size;
  }
  return sum;
}

/** Where ONNX Runtime is loaded from, if it is installed. */
export function onnxFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE);
    for (let folder = path.dirname(entry); folder !== path.dirname(folder); folder = path.dirname(folder)) {
      const file = path.join(folder, 'package.json');
      if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === PACKAGE) return folder;
    }
  } catch {
    // Not installed.
  }
  return undefined;
}
