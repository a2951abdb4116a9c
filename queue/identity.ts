/**
 * What makes two programs the same: their code, the players that they ship, and what runs them. Only workers that are the same
 * as a command play for it, for others may play otherwise.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { packageFolder } from '../env/package.js';
import { sha256 } from './codec.js';

/** Whether this runs as TypeScript: then the sources are the code. */
const sources = import.meta.url.endsWith('.ts');

const folders = sources
  ? ['env', 'checkpoints', 'agents', 'games', 'eval', 'export', 'training', 'queue', 'cli']
  : ['dist'];
const code = /\.([cm]?[jt]sx?|json)$/;
/** Nothing of these is executed. */
const declarations = /\.d\.[cm]?ts$/;

let known: string | undefined;

/** SHA-256 of all code, with the version of Node and the kind of processor: numbers are computed by these. */
export function codeHash(): string {
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(`${process.versions.v8} ${process.arch}\n`);
  for (const folder of folders)
    for (const file of filesIn(folder)) {
      const bytes = readFileSync(join(packageFolder(), file));
      hash.update(`${file} ${bytes.length}\n`).update(bytes);
    }
  known = hash.digest('hex');
  return known;
}

/** Paths from the package's folder, with forward slashes, sorted. */
function filesIn(folder: string): string[] {
  return readdirSync(join(packageFolder(), folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => code.test(file) && !declarations.test(file) && !file.includes('.test.'))
    .sort();
}

/** SHA-256 of the modules of code that the package ships: they may run wherever it is installed. */
export function shippedModules(): Set<string> {
  const players = filesIn(sources ? 'games' : 'dist/games').filter((file) => file.endsWith('.mjs'));
  return new Set(players.map((file) => sha256(readFileSync(join(packageFolder(), file)))));
}
