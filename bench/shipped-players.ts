/**
 * What the shipped players are worth, and what they and their opponents spend on it: each against those that the README
 * names, and the searches beside them, all timed in the games that are counted. Needs a machine that does nothing else:
 * about 25 minutes on two cores.
 *
 *   npx tsx bench/shipped-players.ts
 *   npx tsx bench/shipped-players.ts --scale 0.01 --rows islebound
 *
 * Stopped and started again it goes on (runs/shipped-players/). At the end it writes bench/results/shipped-players.md and
 * .json, the records in players/provenance/ and in the files of the players (carry-records.ts), and the tables in README.md
 * and docs/training.md. `--scale 0.01` plays a hundredth of the blocks, to try
 * the script out, and `--rows` only those whose name has these letters: then nothing is written unless `--out` names a
 * folder, which gets bench/results' two files alone.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PlayerMeasurement } from '../agents/player-file/provenance.js';
import { UserError } from '../env/user-error.js';
import { type EffortReport, type EvaluateResult, effortText, evaluate, rateText } from '../eval/index.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import { carryRecords, recordFile, root, shippedRecords, tablePages } from './players-table.js';

/** One line of the table. */
interface Row {
  /** Name of the player's file, where it is of one. */
  player?: string;
  agent: string;
  game: string;
  against: string[];
  options?: Record<string, unknown>;
  /** Deals; each is played once from every seat. */
  blocks: number;
  seed: number;
}

const airef = { edition: 'airef' };
/** Seconds on two cores, as far as known: 315, 320, 120, 180, 40, 100; then 80, 145, 80, 30, 50. */
const rows: Readonly<Record<string, Row>> = {
  doomspire: shipped('doomspire', ['scripted:mixed'], 15),
  'doomspire against search': shipped('doomspire', ['search:100'], 5),
  'doomspire, second edition': {
    player: 'doomspire-airef',
    agent: 'file:players/doomspire-airef.mjs',
    game: 'doomspire',
    against: ['scripted:mixed'],
    options: airef,
    blocks: 15,
    seed: 1,
  },
  'fuzzy-knights': shipped('fuzzy-knights', ['scripted:marshal'], 10),
  'crown-of-ash': shipped('crown-of-ash', ['scripted:regent'], 100),
  islebound: shipped('islebound', [], 1000),
  'doomspire search:50': search('doomspire', 50, ['scripted:mixed'], 20),
  'doomspire search:400': search('doomspire', 400, ['search:50'], 2),
  'crown-of-ash search:100': search('crown-of-ash', 100, ['scripted:regent'], 4),
  'fuzzy-knights search:50': search('fuzzy-knights', 50, ['scripted:marshal'], 8),
  'islebound search:50': search('islebound', 50, [], 50),
};

function shipped(game: string, against: string[], blocks: number): Row {
  return { player: game, agent: 'player', game, against, blocks, seed: 1 };
}

function search(game: string, simulations: number, against: string[], blocks: number): Row {
  return { agent: `search:${simulations}`, game, against, blocks, seed: 1 };
}

/** A measured row, as it is kept. */
type Kept = Pick<EvaluateResult, 'agent' | 'game' | 'against' | 'games' | 'seed' | 'winRate' | 'parity' | 'command'> & {
  truncatedShare: number;
  options?: Record<string, unknown>;
  effort: EffortReport[];
};

function table(results: Readonly<Record<string, Kept>>, machine: string): string {
  const lines = [
    '# Shipped players and searches, and what a decision costs them',
    '',
    `\`npx tsx bench/shipped-players.ts\` on ${machine}.`,
    '',
    'Games won with 95 % intervals. Times are of the same games; decisions with one legal action are left out.',
    'What is inside the players: [docs/training.md](../../docs/training.md#the-shipped-players).',
    '',
  ];
  for (const [name, kept] of Object.entries(results)) {
    lines.push(
      `## ${name}`,
      '',
      `Won ${rateText(kept.winRate)} of ${kept.games} games:`,
      '',
      `    ${kept.command}`,
      '',
    );
    lines.push('```', effortText(kept.effort), '```', '');
  }
  return lines.join('\n');
}

async function measure(name: string, row: Row, scale: number, workers: number | undefined, states: string) {
  const blocks = Math.max(1, Math.round(row.blocks * scale));
  process.stderr.write(`${name}: ${blocks} blocks\n`);
  const result = await evaluate({
    game: row.game,
    options: row.options,
    agent: row.agent,
    against: row.against,
    blocks,
    seed: row.seed,
    workers,
    state: path.join(states, `${name.replaceAll(/[^\w-]+/g, '-')}.json`),
  });
  const { agent, game, against, games, seed, winRate, parity, command, effort, truncatedShare } = result;
  const shown = { agent, game, against, ...(row.options && { options: row.options }), games, seed, winRate, parity };
  return { ...shown, truncatedShare: truncatedShare.mean, command, effort } satisfies Kept;
}

/** Puts what was measured into the records: in place of what was timed before against the same. */
function record(results: Readonly<Record<string, Kept>>): void {
  for (const { name, provenance } of shippedRecords()) {
    const own = Object.entries(results).filter(([row]) => rows[row]!.player === name);
    const fresh = own.map(([, { agent: _agent, game: _game, ...measured }]): PlayerMeasurement => measured);
    const key = (one: PlayerMeasurement) => JSON.stringify([one.against, one.options]);
    const replaced = (one: PlayerMeasurement) => one.effort !== null && fresh.some((other) => key(other) === key(one));
    const measured = [...provenance.measured.filter((one) => !replaced(one)), ...fresh];
    writeFileSync(recordFile(name), `${JSON.stringify({ ...provenance, measured }, null, 2)}\n`);
  }
  for (const { page, wanted } of tablePages(shippedRecords())) writeFileSync(path.join(root, page), wanted);
}

const { values } = commandLine(import.meta.url, {
  scale: { type: 'string', default: '1' },
  rows: { type: 'string' },
  workers: { type: 'string' },
  out: { type: 'string' },
});
const scale = positiveNumber('scale', values.scale, 10);
const workers = values.workers === undefined ? undefined : wholeNumber('workers', values.workers, 0);
const chosen = Object.entries(rows).filter(([name]) => name.includes(values.rows ?? ''));
if (chosen.length === 0)
  throw new UserError(`--rows ${values.rows}: no row has that in its name: ${Object.keys(rows).join('; ')}`);
const whole = scale >= 1 && values.rows === undefined && values.out === undefined;
// Times of a trial must not get into the games of the real thing.
const states = path.join('runs', whole ? 'shipped-players' : `shipped-players-scale-${scale}`);
process.chdir(root);
const machine = `${os.cpus()[0]?.model ?? 'an unknown processor'}, ${os.cpus().length} cores, Node ${process.version}`;
const results: Record<string, Kept> = {};
for (const [name, row] of chosen) results[name] = await measure(name, row, scale, workers, states);
const text = table(results, machine);
process.stdout.write(`${text}\n`);

const out = whole ? path.join('bench', 'results') : values.out;
if (out !== undefined) {
  mkdirSync(out, { recursive: true });
  const file = path.join(out, 'shipped-players.json');
  const before = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { rows: Record<string, Kept> }).rows
    : {};
  const all = whole ? results : { ...before, ...results };
  writeFileSync(file, `${JSON.stringify({ machine, rows: all }, null, 2)}\n`);
  writeFileSync(path.join(out, 'shipped-players.md'), table(all, machine));
}
if (whole) {
  record(results);
  carryRecords();
}
rmSync(states, { recursive: true, force: true });
