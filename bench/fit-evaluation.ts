/**
 * Fits the evaluation of Doomspire positions: plays games of four `mixed`, takes positions where a round begins and a few others, and fits a
 * softmax over the seats to who became King (conditional logit, gradient descent with a little decay).
 *
 *   npx tsx bench/fit-evaluation.ts --games 1500 --seed 1 --out agents/doomspire/evaluation.json
 */
import { writeFileSync } from 'node:fs';
import { evaluationFeatures, evaluationInputs, FEATURES } from '../agents/doomspire/evaluate.js';
import { Planner } from '../agents/doomspire/planner.js';
import { plans } from '../agents/doomspire/plans.js';
import { createRng, SeededChance } from '../env/chance.js';
import { game } from '../env/games/doomspire/game.js';
import { commandLine, wholeNumber } from './command-line.js';

const { values: flags } = commandLine(import.meta.url, {
  games: { type: 'string', default: '1500' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string' },
});
const played = wholeNumber('games', flags.games);
const rng = createRng(flags.seed);
const bot = new Planner(plans.mixed!.weights);
const rows: Float64Array[] = [];
const kings: number[] = [];
const games: number[] = [];
const places = new Uint8Array(4);
const mask = new Uint8Array(game.actions);
for (let i = 0; i < played; i++) {
  const chance = new SeededChance(`${flags.seed}/${i}`, game.streams);
  const s = game.newState(game.options.parse({}), chance);
  const taken: Float64Array[] = [];
  let round = 0;
  while (!s.over) {
    // Searches cut their rollouts where a round begins; a few positions from elsewhere keep the rest sensible.
    if (s.round !== round || rng.uniform() < 0.01) {
      round = s.round;
      const row = new Float64Array(4 * FEATURES);
      evaluationInputs(s, row);
      taken.push(row);
    }
    // One move in a hundred at random, so that positions are seen which the bot would not get into.
    s.apply(rng.uniform() < 0.01 ? s.legalActions[rng.int(s.legal(mask))]! : bot.choose(s), chance);
  }
  if (s.truncated) continue;
  s.places(places);
  for (const row of taken) {
    rows.push(row);
    kings.push(places.indexOf(0));
    games.push(i);
  }
}

const w = new Float64Array(FEATURES);
const first = new Float64Array(FEATURES);
const second = new Float64Array(FEATURES);
const p = new Float64Array(4);
const chances = (row: Float64Array) => {
  let sum = 0;
  for (let k = 0; k < 4; k++) {
    let x = 0;
    for (let f = 0; f < FEATURES; f++) x += w[f]! * row[k * FEATURES + f]!;
    p[k] = Math.exp(x);
    sum += p[k]!;
  }
  for (let k = 0; k < 4; k++) p[k]! /= sum;
};
const held = (i: number) => games[i]! % 5 === 0;
const loss = () => {
  let sum = 0;
  let n = 0;
  for (let i = 0; i < rows.length; i++) {
    if (!held(i)) continue;
    chances(rows[i]!);
    sum -= Math.log(p[kings[i]!]! + 1e-9);
    n++;
  }
  return sum / n;
};
console.log(`${rows.length} positions; loss of knowing nothing ${Math.log(4).toFixed(4)}`);
for (let step = 1; step <= 400; step++) {
  const slope = new Float64Array(FEATURES);
  let n = 0;
  for (let i = 0; i < rows.length; i++) {
    if (held(i)) continue;
    const row = rows[i]!;
    chances(row);
    n++;
    for (let k = 0; k < 4; k++) {
      const e = p[k]! - (kings[i] === k ? 1 : 0);
      for (let f = 0; f < FEATURES; f++) slope[f]! += e * row[k * FEATURES + f]!;
    }
  }
  for (let f = 0; f < FEATURES; f++) {
    const g = slope[f]! / n + 0.0005 * w[f]!;
    first[f] = 0.9 * first[f]! + 0.1 * g;
    second[f] = 0.99 * second[f]! + 0.01 * g * g;
    w[f]! -= (0.05 * (first[f]! / (1 - 0.9 ** step))) / (Math.sqrt(second[f]! / (1 - 0.99 ** step)) + 1e-8);
  }
  if (step % 100 === 0) console.log(`step ${step}: loss on games not fitted ${loss().toFixed(4)}`);
}
const weights = Object.fromEntries(evaluationFeatures.map((name, f) => [name, Number(w[f]!.toFixed(3))]));
console.log(weights);
if (flags.out) {
  const about = `Weights of the evaluation: bench/fit-evaluation.ts --games ${flags.games} --seed ${flags.seed}.`;
  writeFileSync(flags.out, `${JSON.stringify({ about, weights }, null, 2)}\n`);
}
