/**
 * Acceptance of the learner on games with known answers: one command a row, over the real training loop. What is
 * measured lies with each game (games/<id>/test/acceptance.ts). Results are kept in bench/results/acceptance.json, and
 * the table bench/results/acceptance.md is written from them.
 *
 *   npx tsx bench/acceptance.ts <row> [--seeds 1,2,3] [--scale 1] [--out bench/results]
 *   npx tsx bench/acceptance.ts                           lists the rows
 *
 * `--scale 0.01` spends a hundredth of each budget: to try the script out. Such results go nowhere unless `--out` is
 * given.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseEngine } from '../agents/network/engines/engines.js';
import { UserError } from '../env/user-error.js';
import { loadRows, type Result } from './acceptance/row.js';
import { setScale } from './acceptance/runs.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';

const { values, positionals } = commandLine(
  import.meta.url,
  {
    seeds: { type: 'string' },
    scale: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
  1,
);

const rows = await loadRows();

/** A measured row, as it is kept. */
interface Kept {
  command: string;
  seeds: number[];
  seconds: number;
  machine: string;
  results: Result[];
}

function table(kept: Record<string, Kept>): string {
  const lines = ['# The learner on games with known answers', ''];
  for (const [name, row] of Object.entries(rows)) {
    const one = kept[name];
    if (!one) continue;
    lines.push(`## ${row.about}`, '', `Command: \`${one.command}\``, '');
    const seeds = one.seeds.length > 0 ? `Seeds ${one.seeds.join(', ')}; ` : '';
    lines.push(`${seeds}${one.seconds.toFixed(0)} seconds in all on ${one.machine}.`, '');
    lines.push('| what | bar | result | met |', '|---|---|---|---|');
    for (const { what, bar, result, met } of one.results)
      lines.push(`| ${what} | ${bar} | ${result} | ${met === null ? '' : met ? 'yes' : '**no**'} |`);
    lines.push('');
  }
  return lines.join('\n');
}

const [name] = positionals;
if (name !== undefined && !Object.hasOwn(rows, name))
  throw new UserError(`there is no row ${name}: use one of ${Object.keys(rows).join(', ')}`);
if (name === undefined) {
  const list = Object.entries(rows).map(
    ([id, row]) => `  ${id.padEnd(18)}${row.about}, seeds ${row.seeds.join(' ') || 'none'}`,
  );
  process.stderr.write(`rows:\n${list.join('\n')}\n`);
  process.exit(0);
}
const row = rows[name]!;
const scale = positiveNumber('scale', values.scale, 1);
setScale(scale);
const seeds = values.seeds?.split(',').map((seed) => wholeNumber('seeds', seed, 0)) ?? row.seeds;
const began = performance.now();
const results = await row.measure(seeds);
const words = ['npx tsx bench/acceptance.ts', name];
if (values.seeds) words.push('--seeds', values.seeds);
if (scale !== 1) words.push('--scale', values.scale);
const kept: Kept = {
  command: words.join(' '),
  seeds,
  seconds: (performance.now() - began) / 1000,
  machine: `${os.cpus()[0]?.model ?? 'an unknown processor'}, ${os.cpus().length} cores, Node ${process.version}, engine ${chooseEngine('auto')}`,
  results,
};
process.stdout.write(table({ [name]: kept }));

const out = values.out ?? (scale === 1 ? 'bench/results' : undefined);
if (out !== undefined) {
  mkdirSync(out, { recursive: true });
  const file = path.join(out, 'acceptance.json');
  const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Kept>) : {};
  all[name] = kept;
  writeFileSync(`${file}.tmp`, `${JSON.stringify(all, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
  writeFileSync(path.join(out, 'acceptance.md'), table(all));
}
if (results.some(({ met }) => met === false)) process.exitCode = 1;
