/**
 * Long robustness run of Fuzzy Knights: mixed random and scripted players, everything checked at each decision. Writes
 * what was reached, and what never was. Ctrl-C stops it; the same command goes on from where it was.
 *
 *   npx tsx bench/fuzz-fuzzy-knights.ts --games 1000000 --workers 2 --seed 1
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { actionBlocks } from '../env/games/fuzzy-knights/actions.js';
import { game } from '../env/games/fuzzy-knights/game.js';
import { startThread } from '../env/thread.js';
import { addTally, emptyTally, type Tally, variants } from '../test/fuzzy-knights/fuzz.js';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    state: { type: 'string', default: '' },
    out: { type: 'string', default: 'bench/results/fuzzy-knights-reach.md' },
  },
});
const games = Number(values.games);
const workers = Number(values.workers);
const BLOCK = 100;
const stateFile = values.state || `runs/fuzz-fuzzy-knights-${values.seed}.json`;

interface Saved {
  seed: string;
  version: string;
  done: number[];
  seconds: number;
  tally: Tally;
}
let saved: Saved = { seed: values.seed, version: game.version, done: [], seconds: 0, tally: emptyTally() };
if (existsSync(stateFile)) {
  saved = JSON.parse(readFileSync(stateFile, 'utf8')) as Saved;
  if (saved.version !== game.version || saved.tally.landmarks.length !== game.landmarks!.names.length) {
    process.stderr.write(`${stateFile} is of another version of the game: give --state another file\n`);
    process.exit(2);
  }
}
const { tally } = saved;
const done = new Set(saved.done);
const earlier = saved.seconds;
const started = performance.now();
const seconds = () => earlier + (performance.now() - started) / 1000;

function save(): void {
  mkdirSync('runs', { recursive: true });
  const state: Saved = { ...saved, done: [...done], seconds: seconds(), tally };
  writeFileSync(`${stateFile}.tmp`, JSON.stringify(state));
  renameSync(`${stateFile}.tmp`, stateFile);
}

const count = (n: number): string => n.toLocaleString('en-US');
function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((c) => (typeof c === 'number' ? count(c) : c)).join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join('\n');
}

function report(): string {
  const names = game.landmarks!.names;
  const never = [
    ...game.prompts.filter((_, i) => tally.prompts[i] === 0).map((name) => `prompt ${name}`),
    ...tally.played.flatMap((n, action) => (n === 0 ? [`action ${action}`] : [])),
    ...names.filter((_, i) => tally.landmarks[i] === 0),
  ];
  const sum = (list: number[], from: number, size: number) => list.slice(from, from + size).reduce((a, b) => a + b, 0);
  return `${[
    '# Fuzzy Knights: robustness run and what it reached',
    `Command: \`npx tsx bench/fuzz-fuzzy-knights.ts --games ${games} --workers ${workers} --seed ${values.seed}\``,
    `Two, three and four players in turn; each seat is a scripted bot, uniform random choice, or random choice that avoids
ending and retreating. Two games of three follow the rules as they stand; the rest go through:
${variants.map(([name]) => name).join('; ')}. After every decision all bookkeeping is checked; at every 64th also saving,
loading, the view read back, unique texts and the slow enumerator.`,
    table(
      ['what', 'number'],
      [
        ['games', tally.games],
        ['decisions', tally.decisions],
        ['decisions with the slow checks', tally.deep],
        ['days a game', (tally.days / tally.games).toFixed(1)],
        ['games a second', (tally.games / seconds()).toFixed(0)],
        ['games with a fault', tally.faulty],
      ],
    ),
    tally.faults.length ? `Faults:\n\n${tally.faults.map((f) => `- ${f}`).join('\n')}` : 'No faults.',
    '## Never reached',
    never.length ? never.map((name) => `- ${name}`).join('\n') : 'Nothing: all of the below was reached.',
    '## Endings and players',
    table(['ending', 'games'], Object.entries(tally.endings).sort()),
    table(['player', 'seats'], Object.entries(tally.seats).sort()),
    '## Prompts',
    table(
      ['prompt', 'asked'],
      game.prompts.map((name, i) => [name, tally.prompts[i]!]),
    ),
    '## Actions',
    table(
      ['block', 'ids', 'legal', 'played'],
      actionBlocks.map((b) => [
        b.name,
        b.size,
        sum(tally.offered, b.offset, b.size),
        sum(tally.played, b.offset, b.size),
      ]),
    ),
    '## What the rules reached',
    table(
      ['what', 'times'],
      names.map((name, i) => [name, tally.landmarks[i]!]),
    ),
  ].join('\n\n')}\n`;
}

let stopped = false;
process.once('SIGINT', () => {
  process.stderr.write('\nstopping after the games under way; the same command goes on\n');
  stopped = true;
});

const blocks = Math.ceil(games / BLOCK);
let next = 0;
let shown = 0;
/** The next block that is not done, -1 when there is none. */
function take(): number {
  while (next < blocks && done.has(next)) next++;
  return stopped || next >= blocks ? -1 : next++;
}
function show(): void {
  const now = performance.now();
  if (now - shown < 5000) return;
  shown = now;
  save();
  const rate = tally.games / seconds();
  process.stderr.write(`${count(tally.games)} games, ${rate.toFixed(0)}/s, ${tally.faulty} faulty\n`);
}
const work = () =>
  new Promise<void>((resolve, reject) => {
    const thread = startThread(new URL('../test/fuzzy-knights/fuzz-worker.js', import.meta.url), values.seed);
    let block = -1;
    const go = () => {
      block = take();
      if (block < 0) thread.terminate().then(() => resolve(), reject);
      else thread.postMessage([block * BLOCK, Math.min(games, (block + 1) * BLOCK)]);
    };
    thread.on('message', (part: Tally) => {
      addTally(tally, part);
      done.add(block);
      show();
      go();
    });
    thread.on('error', reject);
    go();
  });
await Promise.all(Array.from({ length: workers }, work));
save();
mkdirSync('bench/results', { recursive: true });
writeFileSync(values.out, report());
process.stderr.write(`${values.out}: ${count(tally.games)} games, ${tally.faulty} with a fault\n`);
for (const fault of tally.faults) process.stderr.write(`${fault}\n`);
process.exitCode = tally.faulty > 0 ? 1 : stopped ? 130 : 0;
