/**
 * Writes positions of Doomspire for fitting its evaluation elsewhere (teach-evaluation.py): games of bots (`--bots`: each
 * seat gets one of them; `--options` of the game), of each a `--share` of the moments where another seat begins to play.
 * One NumPy file: a row a position, what the evaluation reads and then the seat that became King, in the order of the games.
 *
 *   npx tsx bench/evaluation-rows.ts --games 30000 --seed critic-x --bots mixed,tuned,fame,warrior --out mixture.npy
 */
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { INPUTS } from '../agents/bots/index.js';
import { UserError } from '../env/user-error.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import { stirredSamples } from './stirred-samples.js';

const { values: flags } = commandLine(import.meta.url, {
  games: { type: 'string', default: '30000' },
  seed: { type: 'string', default: '1' },
  bots: { type: 'string', default: 'mixed' },
  options: { type: 'string', default: '{}' },
  share: { type: 'string', default: '0.06' },
  workers: { type: 'string', default: '1' },
  out: { type: 'string' },
});
const games = wholeNumber('games', flags.games);
const share = positiveNumber('share', flags.share, 1);
const workers = wholeNumber('workers', flags.workers);
const { seed, options, out } = flags;
if (!out?.endsWith('.npy')) throw new UserError('--out <file>.npy: give the file to write');
if (!existsSync(path.dirname(out))) throw new UserError(`--out ${out}: there is no such folder`);

const HEAD = 128;
const COLUMNS = INPUTS + 1;

/** Head of a NumPy file (format 1.0), as long whatever the number of rows. */
function head(rows: number): Buffer {
  const about = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${COLUMNS}), }`;
  const bytes = Buffer.alloc(HEAD, ' ');
  bytes.write('\x93NUMPY\x01\x00', 'latin1');
  bytes.writeUInt16LE(HEAD - 10, 8);
  bytes.write(about, 10);
  bytes.write('\n', HEAD - 1);
  return bytes;
}

const unfinished = `${out}.tmp`;
const file = openSync(unfinished, 'w');
writeSync(file, head(0));
const began = performance.now();
const chunk = 500;
let rows = 0;
let played = 0;
try {
  for await (const samples of stirredSamples(
    { seed, games, chunk, bots: flags.bots.split(','), options, share },
    workers,
  )) {
    const { length } = samples.kings;
    const numbers = new Float32Array(length * COLUMNS);
    for (let row = 0; row < length; row++) {
      numbers.set(samples.rows.subarray(row * INPUTS, (row + 1) * INPUTS), row * COLUMNS);
      numbers[row * COLUMNS + INPUTS] = samples.kings[row]!;
    }
    writeSync(file, new Uint8Array(numbers.buffer));
    rows += length;
    played = Math.min(games, played + chunk);
    const minutes = ((performance.now() - began) / 60_000) * (games / played - 1);
    process.stderr.write(`${played} of ${games} games, ${rows} positions, ${minutes.toFixed(1)} minutes left\n`);
  }
} catch (error) {
  rmSync(unfinished);
  throw error;
}
writeSync(file, head(rows), 0, HEAD, 0);
closeSync(file);
renameSync(unfinished, out);
console.log(`wrote ${out}: ${rows} positions of ${games} games`);
