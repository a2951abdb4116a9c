/**
 * Brings the packages of a tensor engine from the npm registry without running their installers, and puts them where
 * this package finds them: beside its other dependencies. Touches nothing else: no package.json, no lock file.
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
import { type Engine, type EngineLine, enginePackages } from '../agents/network/engines/engines.js';
import { fileError } from '../checkpoints/atomic.js';
import { packageFolder, packageJson } from '../env/package.js';
import { UserError } from '../env/user-error.js';

/** What was done. */
export interface Brought {
  engine: Engine;
  /** What it is now, as `tabletop doctor` tells. */
  reason: string;
  /** Folders that were put in place. */
  folders: string[];
  bytes: number;
}

/**
 * @param say told what happens, line by line
 * @throws UserError when npm cannot fetch the packages, the folder cannot be written, or the engine does not run here
 *   afterwards; what was there before is there again then
 */
export async function bringEngine(engine: Engine, say: (line: string) => void): Promise<Brought> {
  const wanted = Object.fromEntries(
    enginePackages[engine].map((name) => [name, packageJson().optionalDependencies?.[name] ?? '*']),
  );
  const specs = Object.entries(wanted).map(([name, range]) => `${name}@${range}`);
  const home = modulesFolder();
  const trial = temporaryFolder(home);
  const cleanUp = () => rmSync(trial, { recursive: true, force: true });
  const stop = () => process.exit(130);
  process.once('exit', cleanUp);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  try {
    say(`fetching ${specs.join(' and ')} from the npm registry, without installers`);
    // The project's own settings of npm: another registry, for example.
    const settings = path.join(path.dirname(home), '.npmrc');
    if (existsSync(settings)) copyFileSync(settings, path.join(trial, '.npmrc'));
    await fetchPackages(trial, wanted);
    const fetched = path.join(trial, 'node_modules');
    if (engine === 'onnx') dropOtherSystems(path.join(fetched, 'onnxruntime-node'));
    const names = Object.keys(wanted);
    const folders = names.map((name) => path.join(home, name));
    const before = path.join(trial, 'before');
    const restore = () => {
      for (const name of names) {
        if (!existsSync(path.join(fetched, name))) rmSync(path.join(home, name), { recursive: true, force: true });
        move(path.join(before, name), path.join(home, name));
      }
    };
    let line: EngineLine;
    try {
      for (const name of names) {
        move(path.join(home, name), path.join(before, name));
        move(path.join(fetched, name), path.join(home, name));
      }
      line = lookAgain(engine);
    } catch (error) {
      restore();
      throw error;
    }
    if (!line.available) {
      restore();
      throw new UserError(
        `${specs.join(' and ')} came from the npm registry but ${names.length > 1 ? 'do' : 'does'} not run on ` +
          `${process.platform} ${process.arch}: ${line.reason}; nothing was kept` +
          (engine === 'onnx' ? '; `npx tabletop setup tfjs` installs an engine that runs everywhere' : ''),
      );
    }
    return { engine, reason: line.reason, folders, bytes: folders.reduce((sum, folder) => sum + size(folder), 0) };
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
async function fetchPackages(folder: string, dependencies: Record<string, string>): Promise<void> {
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
  // npm is a script for the shell on Windows.
  const child = spawn('npm', args, {
    cwd: folder,
    env,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'killed'));
  });
  if (code === 0) return;
  if (typeof code === 'string' && errors === '') throw new UserError(`npm cannot be run (${code}): is it installed?`);
  const told = errors.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const reason = told.find((line) => line && !/^(code|errno|syscall|network$)/.test(line)) ?? `npm ended with ${code}`;
  throw new UserError(
    `npm could not fetch ${Object.keys(dependencies).join(' and ')}: ${reason}; nothing was changed; run the same command again where the npm registry can be reached`,
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

/** What `tabletop doctor` says of the engine now, in a process of its own: this one has looked already. */
function lookAgain(engine: Engine): EngineLine {
  const { TABLETOP_TFJS: _, ...env } = process.env;
  const args = [...process.execArgv, process.argv[1]!, 'doctor', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 1 << 24 });
  try {
    const { engines } = JSON.parse(stdout) as { engines: EngineLine[] };
    return engines.find((line) => line.name === engine && (engine === 'onnx' || line.backend === 'wasm'))!;
  } catch {
    return { name: 'onnx', backend: 'cpu', available: false, reason: 'the process that tried it died' };
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
    const entry = createRequire(import.meta.url).resolve('onnxruntime-node');
    for (let folder = path.dirname(entry); folder !== path.dirname(folder); folder = path.dirname(folder)) {
      const file = path.join(folder, 'package.json');
      if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'onnxruntime-node') return folder;
    }
  } catch {
    // Not installed.
  }
  return undefined;
}
