/**
 * Tunes the weights of Doomspire's strongest bot by evolution against itself. Each generation draws pairs of mirrored
 * changes of all weights, lets both of a pair play two seats each of the same games, and steps along the changes weighted
 * by who won (evolution strategies with antithetic pairs, Salimans et al. 2017). Resumable: the state file holds it all.
 *
 *   npx tsx bench/tune-bots.ts --minutes 5 --seed 1 --pairs 16 --games 6 --sigma 0.25 --rate 0.1 \
 *     --state tune.json --out agents/bots/doomspire/weights.json
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort, type Worker } from 'node:worker_threads';
import type { PlanWeights } from '../agents/bots/game-players.js';
import { gamePlayers } from '../agents/bots/index.js';
import { createRng, type Rng, SeededChance } from '../env/chance.js';
import { game } from '../env/games/doomspire/game.js';
import { startThread } from '../env/thread.js';
import { UserError } from '../env/user-error.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';

/** Seats of the two sides (0 and 1), each arrangement followed by its opposite. */
const SEATINGS = [
  [0, 0, 1, 1],
  [1, 1, 0, 0],
  [0, 1, 0, 1],
  [1, 0, 1, 0],
  [0, 1, 1, 0],
  [1, 0, 0, 1],
];
const { bots, chooser } = gamePlayers(game.id);
const options = game.options.parse({});
const places = new Uint8Array(4);

/** Games of two sides, two seats each. Score of side 0: share of wins less that of side 1, with a fifth of places. */
function duel(
  a: PlanWeights,
  b: PlanWeights,
  games: number,
  seed: string,
): { score: number; rounds: number; ended: number } {
  const sides = [chooser!(a), chooser!(b)];
  let score = 0;
  let rounds = 0;
  let ended = 0;
  for (let i = 0; i < games; i++) {
    const seating = SEATINGS[i % 6]!;
    const chance = new SeededChance(`${seed}/${i >> 1}`, game.streams);
    const s = game.newState(options, chance);
    while (!s.over) s.apply(sides[seating[s.actor]!]!(s), chance);
    rounds += s.round;
    if (s.truncated) continue;
    ended++;
    s.places(places);
    for (let p = 0; p < 4; p++) {
      const value = (places[p] === 0 ? 0.8 : 0) + 0.2 * (0.5 - places[p]! / 3);
      score += seating[p] === 0 ? value : -value;
    }
  }
  return { score: score / games, rounds: rounds / games, ended: ended / games };
}

interface Task {
  id: number;
  a: PlanWeights;
  b: PlanWeights;
  games: number;
  seed: string;
}

if (!isMainThread) {
  parentPort!.on('message', (task: Task) => {
    parentPort!.postMessage({ id: task.id, ...duel(task.a, task.b, task.games, task.seed) });
  });
} else await main();

async function main(): Promise<void> {
  const { values: flags } = commandLine(import.meta.url, {
    minutes: { type: 'string', default: '5' },
    generations: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '16' },
    games: { type: 'string', default: '6' },
    sigma: { type: 'string', default: '0.25' },
    rate: { type: 'string', default: '0.1' },
    threads: { type: 'string', default: '2' },
    check: { type: 'string', default: '400' },
    from: { type: 'string', default: 'mixed' },
    state: { type: 'string', default: 'tune.json' },
    out: { type: 'string' },
  });
  const minutes = positiveNumber('minutes', flags.minutes);
  const generations = wholeNumber('generations', flags.generations);
  const pairs = wholeNumber('pairs', flags.pairs);
  const games = wholeNumber('games', flags.games);
  const sigma = positiveNumber('sigma', flags.sigma);
  const rate = positiveNumber('rate', flags.rate);
  const check = wholeNumber('check', flags.check, 0);
  const threadCount = wholeNumber('threads', flags.threads);
  if (!Object.hasOwn(bots, flags.from))
    throw new UserError(`--from ${flags.from}: use one of ${Object.keys(bots).join(', ')}`);
  const start = bots[flags.from]!.weights!;
  const names = Object.keys(start);
  const unit = names.map((n) => 0.5 * Math.abs(start[n]!) + 0.05);
  let at = names.map(() => 0);
  let first = names.map(() => 0);
  let second = names.map(() => 0);
  let generation = 0;
  let origin = start;
  if (existsSync(flags.state)) {
    const saved = JSON.parse(readFileSync(flags.state, 'utf8'));
    ({ at, first, second, generation } = saved);
    origin = saved.origin;
    names.forEach((n, i) => {
      unit[i] = 0.5 * Math.abs(origin[n]) + 0.05;
    });
  }
  const weightsAt = (x: number[]): PlanWeights => {
    const w: Record<string, number> = { ...origin };
    names.forEach((n, i) => {
      w[n] = origin[n]! + unit[i]! * x[i]!;
    });
    w.decay = Math.min(0.97, Math.max(0.4, w.decay!));
    w.patience = Math.max(1, w.patience!);
    return w;
  };
  const threads: Worker[] = Array.from({ length: threadCount }, () =>
    startThread(new URL('./tune-bots.js', import.meta.url), null),
  );
  const pool = async (tasks: Task[]) => {
    const results = new Array<{ score: number; rounds: number; ended: number }>(tasks.length);
    let next = 0;
    await Promise.all(
      threads.map(
        (thread) =>
          new Promise<void>((resolve, reject) => {
            const give = () => {
              if (next < tasks.length) thread.postMessage(tasks[next++]);
              else {
                thread.removeAllListeners('message');
                resolve();
              }
            };
            thread.removeAllListeners('error');
            thread.on('error', reject);
            thread.on('message', (m) => {
              results[m.id] = m;
              give();
            });
            give();
          }),
      ),
    );
    return results;
  };
  const until = performance.now() + 60_000 * minutes;
  const last = generation + generations;
  let rounds = 0;
  let ended = 0;
  let shown = 0;
  while (generation < last && performance.now() < until) {
    const rng = createRng(`${flags.seed}/${generation}`);
    const changes = Array.from({ length: pairs }, () => names.map(() => normal(rng)));
    const results = await pool(
      changes.map((e, id) => ({
        id,
        a: weightsAt(at.map((x, i) => x + sigma * e[i]!)),
        b: weightsAt(at.map((x, i) => x - sigma * e[i]!)),
        games,
        seed: `${flags.seed}/${generation}/${id}`,
      })),
    );
    generation++;
    at = at.map((x, i) => {
      let slope = 0;
      results.forEach((r, j) => {
        slope += (r.score * changes[j]![i]!) / pairs;
      });
      first[i] = 0.9 * first[i]! + 0.1 * slope;
      second[i] = 0.98 * second[i]! + 0.02 * slope * slope;
      const correct1 = 1 - 0.9 ** generation;
      const correct2 = 1 - 0.98 ** generation;
      return x + (rate * (first[i]! / correct1)) / (Math.sqrt(second[i]! / correct2) + 1e-6);
    });
    rounds += results.reduce((sum, r) => sum + r.rounds, 0) / pairs;
    ended += results.reduce((sum, r) => sum + r.ended, 0) / pairs;
    shown++;
    writeFileSync(flags.state, JSON.stringify({ origin, at, first, second, generation }));
    if (generation % 10 === 0) {
      console.log(
        `generation ${generation}: rounds ${(rounds / shown).toFixed(1)}, ended ${((100 * ended) / shown).toFixed(1)} %`,
      );
      rounds = 0;
      ended = 0;
      shown = 0;
    }
  }
  const now = weightsAt(at);
  if (check > 0) {
    const size = 24;
    const results = await pool(
      Array.from({ length: Math.ceil(check / size) }, (_, id) => ({
        id,
        a: now,
        b: origin,
        games: size,
        seed: `check/${flags.seed}/${generation}/${id}`,
      })),
    );
    const score = results.reduce((sum, r) => sum + r.score, 0) / results.length;
    const error = Math.sqrt(results.reduce((sum, r) => sum + (r.score - score) ** 2, 0)) / results.length;
    console.log(`against the weights at the start: score ${score.toFixed(3)} +- ${(2 * error).toFixed(3)} (-1..1)`);
  }
  if (flags.out) {
    const weights = Object.fromEntries(names.map((n) => [n, Number(now[n]!.toPrecision(3))]));
    const about = `Weights of the bot mixed: bench/tune-bots.ts, ${generation} generations of ${pairs} pairs of ${games} games, seed ${flags.seed}.`;
    writeFileSync(flags.out, `${JSON.stringify({ about, weights }, null, 2)}\n`);
  }
  for (const thread of threads) await thread.terminate();
}

function normal(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng.uniform())) * Math.cos(2 * Math.PI * rng.uniform());
}
