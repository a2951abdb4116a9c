/**
 * Whether what a review calls a mistake is one: marked moves of saved games are played on again, beside the move that was
 * said to be better, with other luck and many times the playouts. How it was run: bench/runs.md.
 *
 *   npx tsx bench/confirm-mistakes.ts [--mistakes 40] [--times 20] game.json ...
 *
 * `--mistakes`: so many, spread over all that are found. `--times`: the playouts on which a verdict of the review rests. They
 * all go to the end of the game.
 */
import { readFileSync } from 'node:fs';
import { loadGame } from '../env/load-game.js';
import { parseReplay } from '../env/replay.js';
import type { Analysts } from '../eval/analysis/analysts.js';
import { GameReview, type JudgedMove } from '../eval/analysis/game-review.js';
import { loadAnalysts } from '../eval/analysis/load-analysts.js';
import { PlayOuts } from '../eval/analysis/play-outs.js';
import { pairedTest } from '../eval/statistics.js';
import { Review } from '../export/web/review.js';
import { commandLine, wholeNumber } from './command-line.js';

interface Found {
  move: JudgedMove;
  game: Parameters<typeof loadAnalysts>[1]['game'];
  review: Review;
  analysts: Analysts;
}

const { values, positionals: files } = commandLine(
  import.meta.url,
  {
    mistakes: { type: 'string', default: '40' },
    times: { type: 'string', default: '20' },
  },
  100,
);
const most = wholeNumber('mistakes', values.mistakes, 1);
const times = wholeNumber('times', values.times, 1);
const found: Found[] = [];
for (const file of files) {
  const replay = parseReplay(readFileSync(file, 'utf8'), file);
  const pack = await loadGame(replay.game);
  const review = new Review(pack.game, replay, String);
  const options = pack.game.options.parse(replay.options);
  const analysts = await loadAnalysts({}, { ...pack, options }, review.positions[0]!.players);
  const judging = new GameReview(pack.game, review, analysts);
  const cpu = process.cpuUsage();
  judging.work(() => true);
  const judged = judging.judged();
  const { user, system } = process.cpuUsage(cpu);
  const marked = judged.filter(({ mistake }) => mistake);
  console.log(
    `${file}: ${judged.length} moves judged, ${marked.length} mistakes, ${((user + system) / 1e6).toFixed(1)} s`,
  );
  found.push(...marked.map((move) => ({ move, game: pack.game, review, analysts })));
}
const step = Math.max(1, found.length / most);
const chosen = Array.from({ length: Math.min(found.length, most) }, (_, i) => found[Math.floor(i * step)]!);
const sums = { first: 0, again: 0, confirmed: 0 };
for (const { move, game, review, analysts } of chosen) {
  const { at, behind, pairs } = move;
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
  const n = times * pairs;
  const apart = Array.from({ length: n }, (_, i) => worth(behind!.leader, i) - worth(action, i));
  const { mean, low, high } = pairedTest(apart, 0).difference;
  sums.first += behind!.mean / chosen.length;
  sums.again += mean / chosen.length;
  if (low > 0) sums.confirmed++;
  const digits = (value: number) => value.toFixed(3);
  console.log(
    `move ${at + 1}: ${digits(behind!.mean)}, again with ${n} ${digits(mean)} [${digits(low)}, ${digits(high)}]`,
  );
}
console.log(JSON.stringify({ mistakes: chosen.length, ...sums }));
