/**
 * Long robustness run of a game: mixed random and scripted players, everything checked at each decision. Writes what was
 * reached, and what never was. Ctrl-C stops it; the same command goes on from where it was.
 *
 *   npx tsx bench/fuzz.ts <game> [--games 1000000] [--workers 2] [--seed 1] [--state file] [--out file]
 *
 * Games are drawn from the seed and their number, so the tally does not depend on the workers, and a fault comes again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readProgress, writeProgress } from '../test/fuzz/progress.js';
import { grouped, report } from '../test/fuzz/report.js';
import { runFuzz } from '../test/fuzz/run.js';
import { fuzzSubject } from '../test/fuzz/subjects.js';
import { commandLine, wholeNumber } from './command-line.js';

/** Games in a block: a stop loses nothing but waits for the blocks under way. */
const BLOCK = 100;
/** Between two savings, in milliseconds. */
const SAVE_EVERY = 5000;

async function main(): Promise<number> {
  const { values, positionals } = commandLine(
    import.meta.url,
    {
      games: { type: 'string', default: '1000000' },
      workers: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      state: { type: 'string' },
      out: { type: 'string' },
    },
    1,
  );
  const [id = ''] = positionals;
  const subject = await fuzzSubject(id);
  const { seed } = values;
  const games = wholeNumber('games', values.games);
  const workers = wholeNumber('workers', values.workers);
  const file = values.state ?? `runs/fuzz-${id}-${seed}.json`;
  const out = values.out ?? `bench/results/${id}-reach.md`;
  const progress = readProgress(file, subject.game, { seed, games, block: BLOCK });
  const { tally } = progress;
  const done = new Set(progress.done);
  const started = performance.now();
  const seconds = () => progress.seconds + (performance.now() - started) / 1000;
  const save = () => writeProgress(file, { ...progress, done: [...done], seconds: seconds() });

  const stop = new AbortController();
  process.once('SIGINT', () => {
    process.stderr.write('\nstopping after the games under way; the same command goes on\n');
    stop.abort();
  });
  let shown = 0;
  const onBlock = () => {
    const now = performance.now();
    if (now - shown < SAVE_EVERY) return;
    shown = now;
    save();
    const rate = tally.games / seconds();
    const left = (games - tally.games) / rate / 60;
    const line = `${grouped(tally.games)} games, ${rate.toFixed(0)}/s, ${tally.faulty} faulty, ${left.toFixed(0)} min left`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}   ` : `${line}\n`);
  };
  await runFuzz({ id, seed, games, workers, block: BLOCK, done, tally, signal: stop.signal, onBlock });
  save();
  mkdirSync(path.dirname(out), { recursive: true });
  const command = `npx tsx bench/fuzz.ts ${id} --games ${games} --workers ${workers} --seed ${seed}`;
  writeFileSync(out, report(subject, tally, command, seconds()));
  process.stderr.write(`\n${out}: ${grouped(tally.games)} games, ${tally.faulty} with a fault\n`);
  for (const fault of tally.faults) process.stderr.write(`${fault}\n`);
  return tally.faulty > 0 ? 1 : stop.signal.aborted ? 130 : 0;
}

process.exitCode = await main();
