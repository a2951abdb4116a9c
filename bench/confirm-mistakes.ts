/**
 * Whether what a review calls a mistake is one: marked moves of saved games are played on again, beside the move that was
 * said to be better, with other luck and many times the playouts. How it was run: bench/runs.md.
 *
 *   npx tsx bench/confirm-mistakes.ts [--mistakes 200] [--times 20] [--results file.json] game.json ...
 *
 * `--mistakes`: so many, drawn from all that are found. `--times`: the playouts on which a verdict of the review rests, at
 * most: it ends sooner once it is clear. They all go to the end of the game. `--results`: what is known is kept there after
 * each mistake, and a further call goes on with it; the mistakes come in a drawn order, so that the first of them are a fair
 * sample.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../checkpoints/atomic.js';
import { createRng, shuffle } from '../env/chance.js';
import { loadGame } from '../env/load-game.js';
import { parseReplay } from '../env/replay.js';
import { UserError } from '../env/user-error.js';
import type { Analysts } from '../eval/analysis/analysts.js';
import { GameReview } from '../eval/analysis/game-review.js';
import { loadAnalysts } from '../eval/analysis/load-analysts.js';
import { PlayOuts } from '../eval/analysis/play-outs.js';
import { mean, variance } from '../eval/statistics.js';
import { Review } from '../export/web/review.js';
import { commandLine, wholeNumber } from './command-line.js';

/** Pairs between looks at what has come of them. */
const LOOK = 64;
/** A random walk of standard normal length at its end has left these bounds on the way with a probability of 5 %. */
const BOUND = 2.2414;

/** A move that a review has marked: what it loses by the review, from so many pairs of playouts; and by many more. */
const markSchema = z.strictObject({
  file: z.string(),
  at: z.int().min(0),
  better: z.int().min(0),
  pairs: z.int().min(1),
  loss: z.number(),
  again: z.strictObject({ pairs: z.int(), loss: z.number(), low: z.number(), high: z.number() }).nullable(),
});
const resultsSchema = z.strictObject({
  times: z.int().min(1),
  games: z.array(z.strictObject({ file: z.string(), judged: z.int(), marked: z.int() })),
  marks: z.array(markSchema),
});
type Results = z.infer<typeof resultsSchema>;

const { values, positionals: files } = commandLine(
  import.meta.url,
  {
    mistakes: { type: 'string', default: '200' },
    times: { type: 'string', default: '20' },
    results: { type: 'string' },
  },
  100,
);
const most = wholeNumber('mistakes', values.mistakes, 1);
const times = wholeNumber('times', values.times, 1);
const known = readResults(values.results);
if (known.times !== times)
  throw new UserError(`${values.results} is of ${known.times} times the playouts: give --times`);

interface Open {
  game: Awaited<ReturnType<typeof loadGame>>['game'];
  review: Review;
  analysts: Analysts;
}
const open = new Map<string, Open>();
for (const file of files) {
  const name = path.basename(file);
  const replay = parseReplay(readFileSync(file, 'utf8'), file);
  const pack = await loadGame(replay.game);
  const review = new Review(pack.game, replay, String);
  const options = pack.game.options.parse(replay.options);
  const analysts = await loadAnalysts({}, { ...pack, options }, review.positions[0]!.players);
  open.set(name, { game: pack.game, review, analysts });
  if (known.games.some((game) => game.file === name)) continue;
  const judging = new GameReview(pack.game, review, analysts);
  judging.work(() => true);
  const judged = judging.judged();
  const marked = judged.filter(({ mistake }) => mistake);
  known.games.push({ file: name, judged: judged.length, marked: marked.length });
  for (const { at, behind, pairs } of marked)
    known.marks.push({ file: name, at, better: behind!.leader, pairs, loss: behind!.mean, again: null });
  keep();
  console.log(`${name}: ${judged.length} moves judged, ${marked.length} mistakes`);
}

const order = [...known.marks];
shuffle(order, createRng('confirm'));
const chosen = order.slice(0, most);
for (const mark of chosen) {
  const opened = open.get(mark.file);
  if (mark.again || !opened) continue;
  mark.again = playAgain(opened, mark);
  keep();
  const { loss, low, high, pairs } = mark.again;
  const digits = (value: number) => value.toFixed(3);
  const { n, confirmed } = summary();
  console.log(
    `${mark.file} move ${mark.at + 1}: ${digits(mark.loss)}, again with ${pairs} ${digits(loss)} ` +
      `[${digits(low)}, ${digits(high)}]; ${confirmed} of ${n} confirmed, ${chosen.length} wanted`,
  );
}
console.log(JSON.stringify({ found: known.marks.length, ...summary() }));

/**
 * Both moves again, pair by pair with the same luck, which the review has not seen. It ends as soon as the sum of the
 * differences is further from 0 than that of all pairs would have to be (O'Brien and Fleming 1979, looking all the time), so
 * 5 % of equal moves are told apart, no more than at the end alone. The interval is as wide as that takes.
 */
function playAgain({ game, review, analysts }: Open, { at, better, pairs }: Results['marks'][number]) {
  const { action, seat } = review.moves[at]!;
  const beginning = { state: review.positions[at]!, gained: review.gained[at]! };
  const playOuts = new PlayOuts(game, analysts.agents);
  const worth = (tried: number, i: number): number => {
    const playing = playOuts.play(beginning, tried, 987_654_321 + at, i);
    for (;;) {
      const { done, value } = playing.next();
      if (done) return value.firsts[seat]!;
    }
  };
  const most = times * pairs;
  const apart: number[] = [];
  for (;;) {
    for (let i = 0; i < LOOK && apart.length < most; i++)
      apart.push(worth(better, apart.length) - worth(action, apart.length));
    const n = apart.length;
    const loss = mean(apart);
    const half = BOUND * Math.sqrt(most / n) * Math.sqrt(variance(apart) / n);
    if (n === most || Math.abs(loss) > half) return { pairs: n, loss, low: loss - half, high: loss + half };
  }
}

/** Of those that were played again: confirmed are losses whose interval (`playAgain`) lies above 0. */
function summary() {
  const done = chosen.flatMap(({ loss, again }) => (again ? [{ loss, again }] : []));
  return {
    n: done.length,
    confirmed: done.filter(({ again }) => again.low > 0).length,
    loss: mean(done.map(({ loss }) => loss)),
    again: mean(done.map(({ again }) => again.loss)),
  };
}

function readResults(file: string | undefined): Results {
  if (file === undefined || !existsSync(file)) return { times, games: [], marks: [] };
  const parsed = resultsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new UserError(`${file}: ${parsed.error.issues[0]!.message}: remove it to begin anew`);
  return parsed.data;
}

function keep(): void {
  if (values.results) writeAtomic(values.results, `${JSON.stringify(known, null, 1)}\n`);
}
