/**
 * Long robustness run of Lords of Doomspire: mixed random and scripted players, everything checked at each decision.
 * Writes what was reached, and what never was. Ctrl-C stops it; the same command goes on from where it was.
 *
 *   npx tsx bench/fuzz-doomspire.ts --games 1000000 --workers 2 --seed 1
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { actionBlocks, blockOf, USED_ACTIONS } from '../env/games/doomspire/actions.js';
import { game } from '../env/games/doomspire/game.js';
import { emptyTally, type Tally, variants } from '../test/doomspire/fuzz.js';
import { runFuzz } from '../test/doomspire/fuzz-run.js';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    state: { type: 'string', default: '' },
    out: { type: 'string', default: 'bench/results/doomspire-reach.md' },
  },
});
const games = Number(values.games);
const workers = Number(values.workers);
const block = 100;
const stateFile = values.state || `runs/fuzz-doomspire-${values.seed}.json`;

interface Saved {
  seed: string;
  version: string;
  block: number;
  done: number[];
  seconds: number;
  tally: Tally;
}
let saved: Saved = { seed: values.seed, version: game.version, block, done: [], seconds: 0, tally: emptyTally() };
if (existsSync(stateFile)) {
  saved = JSON.parse(readFileSync(stateFile, 'utf8')) as Saved;
  const names = [game.landmarks!.names.length, game.prompts.length];
  if (
    saved.version !== game.version ||
    [saved.tally.landmarks.length, saved.tally.prompts.length].join() !== names.join()
  ) {
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
/** Landmarks whose name begins with a word, as rows without that word. */
const landmarks = (word: string): [string, number][] =>
  game.landmarks!.names.flatMap((name, i) =>
    name.startsWith(`${word} `) ? [[name.slice(word.length + 1), tally.landmarks[i]!] as [string, number]] : [],
  );

/** Where a rare thing is tested on purpose; each of these may stay at zero in play. */
function directed(name: string): string {
  if (/decision (79|8\d|90)$|DECK/.test(name)) return 'tested in rules/airef.test.ts';
  if (/SACRIFICE|BONUS|FOLLOWER|decision 101$/.test(name)) return 'tested in rules/items.test.ts';
  if (/^card|decision (59|60)$/.test(name)) return 'tested in rules/cards.test.ts';
  if (/^(item|follower|build)/.test(name)) return 'tested in rules/items.test.ts';
  if (/^(ending|decision)|ITEM/.test(name)) return 'tested in rules/decisions.test.ts';
  return 'not tested on purpose';
}

function report(): string {
  const time = seconds();
  const zero = [
    ...game.prompts.flatMap((p, i) => (tally.prompts[i] === 0 ? [`prompt ${p}`] : [])),
    ...tally.offered.flatMap((n, a) => {
      const b = actionBlocks[blockOf[a]!];
      return n === 0 && b ? [`action ${a} (${b.name} ${a - b.offset})`] : [];
    }),
    ...game.landmarks!.names.filter((_, i) => tally.landmarks[i] === 0),
  ];
  const blocks = actionBlocks.map((b) => {
    const ids = Array.from({ length: b.size }, (_, i) => b.offset + i);
    const sum = (list: number[]) => ids.reduce((n, id) => n + list[id]!, 0);
    const least = Math.min(...ids.map((id) => tally.played[id]!));
    return [
      `${b.name}`,
      b.size,
      sum(tally.offered),
      sum(tally.played),
      least,
      ids.filter((id) => !tally.played[id]).length,
    ];
  });
  const small = Array.from({ length: USED_ACTIONS - 64 }, (_, i) => 64 + i).map((a) => {
    const b = actionBlocks[blockOf[a]!]!;
    return [`${a} ${b.name} ${a - b.offset}`, tally.offered[a]!, tally.played[a]!];
  });
  return `${[
    '# Lords of Doomspire: robustness run and what it reached',
    `Command: \`npx tsx bench/fuzz-doomspire.ts --games ${games} --workers ${workers} --seed ${values.seed}\``,
    `Each seat is played by a scripted bot, by uniform random choice, or by random choice that avoids ending turns. Three
games of four have default options, two of them by the rulebook and one in edition airef; the rest go through: ${variants.map(([name]) => name).join('; ')}.
After every decision all bookkeeping is checked (goods, tracks, flags, dice, knights, boats, items, followers, cards of each
deck, stacks, the stack of procedures, the mask, what may only grow); at every 64th also saving, loading, redrawing what
is hidden, unique texts and the slow enumerator.`,
    table(
      ['what', 'number'],
      [
        ['games', tally.games],
        ['decisions', tally.decisions],
        ['decisions with the slow checks', tally.deep],
        ['rounds a game', (tally.rounds / tally.games).toFixed(1)],
        ['games a second', (tally.games / time).toFixed(0)],
        ['hours', (time / 3600).toFixed(2)],
        ['games with a fault', tally.faulty],
      ],
    ),
    tally.faults.length ? `Faults:\n\n${tally.faults.map((f) => `- ${f}`).join('\n')}` : 'No faults.',
    '## Never reached',
    zero.length ? zero.map((z) => `- ${z}: ${directed(z)}`).join('\n') : 'Nothing: all of the below was reached.',
    '## Endings and players',
    table(
      ['ending', 'games'],
      Object.entries(tally.endings).sort((a, b) => b[1] - a[1]),
    ),
    table(
      ['player', 'seats'],
      Object.entries(tally.seats).sort((a, b) => b[1] - a[1]),
    ),
    '## Prompts',
    table(
      ['prompt', 'asked'],
      game.prompts.map((p, i) => [`P${i + 1} ${p}`, tally.prompts[i]!]),
    ),
    '## Blocks of actions',
    table(['block', 'ids', 'legal', 'played', 'rarest id played', 'ids never played'], blocks),
    '## TILE actions played, as the player sees the board (its home is north-west)',
    table(
      ['', ...'abcdefgh'],
      Array.from({ length: 8 }, (_, row) => [`${row + 1}`, ...tally.played.slice(row * 8, row * 8 + 8)]),
    ),
    '## Actions from 64 on',
    table(['action', 'legal', 'played'], small),
    ...[
      ['card', 'Cards drawn'],
      ['item', 'Items gained'],
      ['follower', 'Followers gained'],
      ['build', 'Built'],
      ['ending', 'Last impression'],
      ['decision', 'Numbered decisions'],
    ].flatMap(([word, title]) => [`## ${title}`, table([word!, 'times'], landmarks(word!))]),
  ].join('\n\n')}\n`;
}
function write(): void {
  save();
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(values.out, report());
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
  workers,
  block,
  done,
  tally,
  signal: stop.signal,
  onBlock() {
    const now = performance.now();
    if (now - shown < 5000) return;
    shown = now;
    save();
    const rate = tally.games / seconds();
    const left = (games - tally.games) / rate / 60;
    const line = `${count(tally.games)} games, ${rate.toFixed(0)}/s, ${tally.faulty} faulty, ${left.toFixed(0)} min left`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}   ` : `${line}\n`);
  },
});
write();
process.stderr.write(`\n${values.out}: ${count(tally.games)} games, ${tally.faulty} with a fault\n`);
for (const fault of tally.faults) process.stderr.write(`${fault}\n`);
process.exitCode = tally.faulty > 0 ? 1 : stop.signal.aborted ? 130 : 0;
