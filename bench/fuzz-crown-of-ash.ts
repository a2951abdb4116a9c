/**
 * Long robustness run of Crown of Ash: mixed random and scripted players, every number of seats and every AI, everything
 * checked at each decision. Writes what was reached, and what never was. Ctrl-C stops it; the same command goes on.
 *
 *   npx tsx bench/fuzz-crown-of-ash.ts --games 1000000 --workers 2 --seed 1
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { actionBlocks } from '../env/games/crown-of-ash/actions.js';
import { game } from '../env/games/crown-of-ash/game.js';
import { emptyTally, type Tally } from '../test/crown-of-ash/fuzz.js';
import { runFuzz } from '../test/crown-of-ash/fuzz-run.js';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    state: { type: 'string', default: '' },
    out: { type: 'string', default: 'bench/results/crown-of-ash-reach.md' },
  },
});
const games = Number(values.games);
const block = 200;
const stateFile = values.state || `runs/fuzz-crown-of-ash-${values.seed}.json`;

interface Saved {
  version: string;
  done: number[];
  seconds: number;
  tally: Tally;
}
let saved: Saved = { version: game.version, done: [], seconds: 0, tally: emptyTally() };
if (existsSync(stateFile)) {
  saved = JSON.parse(readFileSync(stateFile, 'utf8')) as Saved;
  if (saved.version !== game.version || saved.tally.landmarks.length !== game.landmarks!.names.length) {
    process.stderr.write(`${stateFile} is of another version of the game: give --state another file\n`);
    process.exit(2);
  }
}
const { tally } = saved;
const done = new Set(saved.done);
const started = performance.now();
const seconds = () => saved.seconds + (performance.now() - started) / 1000;

function save(): void {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(`${stateFile}.tmp`, JSON.stringify({ ...saved, done: [...done], seconds: seconds(), tally }));
  renameSync(`${stateFile}.tmp`, stateFile);
}

const count = (n: number): string => n.toLocaleString('en-US');
function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((c) => (typeof c === 'number' ? count(c) : c)).join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join('\n');
}
const byCount = (list: Record<string, number>) => Object.entries(list).sort((a, b) => b[1] - a[1]);

function report(): string {
  const never = [
    ...game.prompts.filter((_, i) => tally.prompts[i] === 0).map((name) => `prompt ${name}`),
    ...tally.played.flatMap((n, action) => (n === 0 ? [`action ${action}`] : [])),
    ...game.landmarks!.names.filter((_, i) => tally.landmarks[i] === 0),
  ];
  const sum = (list: number[], from: number, size: number) =>
    list.slice(from, from + size).reduce((total, n) => total + n, 0);
  return `${[
    '# Crown of Ash: robustness run and what it reached',
    `Command: \`npx tsx bench/fuzz-crown-of-ash.ts --games ${games} --workers ${values.workers} --seed ${values.seed}\``,
    `Each seat is played by a scripted bot, at random, or at random with a second thought before doing nothing. After every
decision all bookkeeping is checked (fighters, tiles, cards, goods, spaces, order, tasks, the mask); at every 32nd also saving,
loading, redrawing what is hidden, the player JSON, unique texts and the slow enumerator.`,
    table(
      ['what', 'number'],
      [
        ['games', tally.games],
        ['decisions', tally.decisions],
        ['decisions with the slow checks', tally.deep],
        ['hours', (seconds() / 3600).toFixed(2)],
        ['games with a fault', tally.faulty],
      ],
    ),
    tally.faults.length > 0 ? `Faults:\n\n${tally.faults.map((f) => `- ${f}`).join('\n')}` : 'No faults.',
    `Never reached: ${never.join(', ') || 'nothing'}.`,
    table(['options', 'games'], byCount(tally.variants)),
    table(['ending', 'games'], byCount(tally.endings)),
    table(
      ['prompt', 'asked'],
      game.prompts.map((name, i) => [name, tally.prompts[i]!]),
    ),
    table(
      ['actions', 'legal', 'played'],
      actionBlocks.map(({ name, offset, size }) => [
        name,
        sum(tally.offered, offset, size),
        sum(tally.played, offset, size),
      ]),
    ),
    table(
      ['reached', 'times'],
      game.landmarks!.names.map((name, i) => [name, tally.landmarks[i]!]),
    ),
  ].join('\n\n')}\n`;
}

const stop = new AbortController();
process.once('SIGINT', () => {
  process.stderr.write('\nstopping after the games under way; the same command goes on\n');
  stop.abort();
});
let shown = 0;
await runFuzz({
  seed: values.seed,
  games,
  workers: Number(values.workers),
  block,
  done,
  tally,
  signal: stop.signal,
  onBlock() {
    if (performance.now() - shown < 5000) return;
    shown = performance.now();
    save();
    process.stderr.write(`${count(tally.games)} games, ${tally.faulty} faulty\n`);
  },
});
save();
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, report());
process.stderr.write(`${values.out}: ${count(tally.games)} games, ${tally.faulty} with a fault\n`);
for (const fault of tally.faults) process.stderr.write(`${fault}\n`);
process.exitCode = tally.faulty > 0 ? 1 : stop.signal.aborted ? 130 : 0;
