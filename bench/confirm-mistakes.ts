/**
 * Whether what a review calls a mistake is one: marked moves of saved games are played on again, beside the move that was
 * said to be better, with other luck and many times the playouts. How it was run: bench/runs.md.
 *
 *   npx tsx bench/confirm-mistakes.ts [--mistakes 40] [--times 20] [--whole 0] game.json ...
 *
 * `--mistakes`: so many, spread over all that are found. `--times`: the playouts of the review. `--whole`: as many more to the
 * end of the game, of which nothing is judged.
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
    whole: { type: 'string', default: '0' },
  },
  100,
);
const most = wholeNumber('mistakes', values.mistakes, 1);
const times = wholeNumber('times', values.times, 1);
const whole = wholeNumber('whole', values.whole, 0);
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
const confirmed = { again: 0, whole: 0, wholeAbove: 0 };
const sums = { first: 0, again: 0, whole: 0 };
for (const { move, game, review, analysts } of chosen) {
  const { at, spot, behind } = move;
  const { action, seat } = review.moves[at]!;
  const beginning = { state: review.positions[at]!, gained: review.gained[at]! };
  /** What the move loses against the better one, pair by pair. */
  const lost = (playOuts: PlayOuts, n: number, seed: number) => {
    const worth = (tried: number, i: number): number => {
      const playing = playOuts.play(beginning, tried, seed, i);
      for (;;) {
        const { done, value } = playing.next();
        if (done) return value.firsts[seat]!;
      }
    };
    return pairedTest(
      Array.from({ length: n }, (_, i) => worth(behind!.leader, i) - worth(action, i)),
      0,
    ).difference;
  };
  const n = times * spot.found.race.count(action);
  const again = lost(new PlayOuts(game, analysts.agents, analysts.cut), n, 987_654_321 + at);
  sums.first += behind!.mean;
  sums.again += again.mean;
  if (again.low > 0) confirmed.again++;
  let told = '';
  if (whole > 0) {
    const full = lost(new PlayOuts(game, analysts.agents), whole, 123_456_789 + at);
    sums.whole += full.mean;
    if (full.low > 0) confirmed.whole++;
    if (full.mean > 0) confirmed.wholeAbove++;
    told = `, to the end ${full.mean.toFixed(3)} [${full.low.toFixed(3)}, ${full.high.toFixed(3)}]`;
  }
  console.log(
    `move ${at + 1}: ${behind!.mean.toFixed(3)}, again with ${n} ${again.mean.toFixed(3)} [${again.low.toFixed(3)}, ${again.high.toFixed(3)}]${told}`,
  );
}
console.log(JSON.stringify({ mistakes: chosen.length, confirmed, sums }));
