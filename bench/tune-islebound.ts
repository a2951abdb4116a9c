/**
 * Random search for the weights of the bot `mixed` of Islebound: a few weights change at a time; the change stays when
 * it does better on the same deals, looked at in four stages so that bad ones cost little. Prints the weights found.
 *
 *   npx tsx bench/tune-islebound.ts --seconds 120 --seed 1
 */
import type { PlanWeights } from '../agents/bots/game-players.js';
import { gamePlayers } from '../agents/bots/index.js';
import { createRng, SeededChance } from '../env/chance.js';
import { game } from '../env/games/islebound/game.js';
import { reward } from '../env/games/islebound/rules/ending.js';
import { commandLine, positiveNumber } from './command-line.js';

const { values } = commandLine(import.meta.url, {
  seconds: { type: 'string', default: '120' },
  seed: { type: 'string', default: '1' },
  sigma: { type: 'string', default: '0.3' },
});
const rng = createRng(`tune/${values.seed}`);
const seconds = positiveNumber('seconds', values.seconds);
const sigma = positiveNumber('sigma', values.sigma);
// The margin tells more than the bare result, and both rise together.
const options = game.options.parse({ marginWeight: 0.4 });
const chance = new SeededChance('', game.streams);
const { bots, chooser } = gamePlayers(game.id);

/** Rewards of deals `first`..`first + count - 1`. */
function play(weights: PlanWeights, first: number, count: number): number[] {
  const choose = chooser!(weights);
  return Array.from({ length: count }, (_, i) => {
    chance.reseed(`${values.seed}/${first + i}`);
    const s = game.newState(options, chance);
    while (!s.over) s.apply(choose(s), chance);
    return reward(s);
  });
}

const normal = (): number => Math.sqrt(-2 * Math.log(1 - rng.uniform())) * Math.cos(2 * Math.PI * rng.uniform());
const names = Object.keys(bots.mixed!.weights!);

function changed(from: PlanWeights): PlanWeights {
  const to: Record<string, number> = { ...from };
  for (let i = 1 + rng.int(6); i > 0; i--) {
    const name = names[rng.int(names.length)]!;
    to[name] = Number((to[name]! + sigma * (Math.abs(to[name]!) + 0.3) * normal()).toPrecision(3));
  }
  to.horizon = Math.max(0.2, to.horizon!);
  return to;
}

/** Deals of each stage, and by how many standard errors a change must lead to go on. */
const stages = [
  [60, -0.2],
  [140, 0.3],
  [300, 0.8],
  [500, 1.3],
] as const;

function better(now: PlanWeights, then: PlanWeights, first: number): boolean {
  let n = 0;
  let sum = 0;
  let squares = 0;
  for (const [count, lead] of stages) {
    const a = play(now, first + n, count);
    const b = play(then, first + n, count);
    for (let i = 0; i < count; i++) {
      const gain = b[i]! - a[i]!;
      sum += gain;
      squares += gain * gain;
    }
    n += count;
    const error = Math.sqrt(Math.max(1e-12, squares / n - (sum / n) ** 2) / n);
    if (sum / n < lead * error) return false;
  }
  return true;
}

const wins = (weights: PlanWeights): string => {
  const results = play(weights, 1e9, 1000);
  return `${((100 * results.filter((r) => r > 0).length) / results.length).toFixed(1)} % won`;
};

let weights: PlanWeights = bots.mixed!.weights!;
console.log(`before: ${wins(weights)} of 1,000 fresh deals`);
const until = performance.now() + 1000 * seconds;
let tried = 0;
while (performance.now() < until) {
  const next = changed(weights);
  if (better(weights, next, 1000 * tried++)) {
    weights = next;
    console.log(`change ${tried} stays`);
  }
}
console.log(`after ${tried} changes: ${wins(weights)}`);
console.log(JSON.stringify(weights));
