/**
 * Fits the evaluation of Doomspire positions: plays games of bots (`--bots`: each seat gets one of them), takes positions out of them, and fits a small
 * network to who became King (cross-entropy, Adam). Every position is learnt from once, so what it was judged by before is
 * a test that nothing has been fitted to: the loss that is printed.
 *
 *   npx tsx bench/fit-evaluation.ts --games 150000 --seed 1 --bots mixed --out agents/bots/doomspire/evaluation.json
 */
import { writeFileSync } from 'node:fs';
import { evaluationInputs, INPUTS, KingNetwork, SEAT_INPUTS, TABLE_INPUTS } from '../agents/bots/index.js';
import { createRng, gaussian, type Rng, shuffle } from '../env/chance.js';
import type { Position } from '../env/games/doomspire/state.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import { gameOptions, playStirred, tableOf } from './stirred-games.js';

const BATCH = 256;
/** Games whose positions are shuffled together. */
const GAMES_TOGETHER = 1000;
const RATE = { from: 2e-3, to: 2e-5 };
const DECAY = 1e-3;

interface Sample {
  inputs: Float32Array;
  king: number;
}

/** Positions of one game; none where it was cut at the cap. */
function play(seed: string): Sample[] {
  const taken: Float32Array[] = [];
  const take = (s: Position) => {
    const row = new Float32Array(INPUTS);
    evaluationInputs(s, row);
    taken.push(row);
  };
  const king = playStirred(seed, table, share, take, options);
  return king < 0 ? [] : taken.map((inputs) => ({ inputs, king }));
}

/** Weights of a layer: normal, so that what comes out is about as large as what goes in. */
function drawn(rng: Rng, inputs: number, outputs: number, scale: number): number[] {
  const normal = () => gaussian(rng);
  return Array.from({ length: inputs * outputs }, () => (scale * normal()) / Math.sqrt(inputs));
}

/** The network, the gradient of its cross-entropy, and Adam. */
class Learner {
  readonly network: KingNetwork;
  private readonly groups: { weights: Float32Array; slope: Float32Array; first: Float32Array; second: Float32Array }[];
  private steps = 0;
  private readonly p = new Float64Array(4);
  private readonly back = new Float32Array(wide);

  constructor(rng: Rng) {
    this.network = new KingNetwork(SEAT_INPUTS, TABLE_INPUTS, {
      first: drawn(rng, INPUTS, wide, 0.7),
      firstBias: new Array<number>(wide).fill(0),
      second: drawn(rng, wide, narrow, 1),
      secondBias: new Array<number>(narrow).fill(0),
      last: drawn(rng, narrow, 1, 0.3),
      direct: new Array<number>(SEAT_INPUTS).fill(0),
    });
    const { first, firstBias, second, secondBias, last, direct } = this.network;
    this.groups = [first, firstBias, second, secondBias, last, direct].map((weights) => ({
      weights,
      slope: new Float32Array(weights.length),
      first: new Float32Array(weights.length),
      second: new Float32Array(weights.length),
    }));
  }

  /** Adds the gradient of one position. @returns its loss */
  add({ inputs: x, king }: Sample): number {
    const { network, p, back } = this;
    const [first, firstBias, second, secondBias, last, direct] = this.groups.map(
      ({ slope }) => slope,
    ) as Float32Array[];
    network.chances(x, p);
    for (let seat = 0; seat < 4; seat++) {
      const error = p[seat]! - (seat === king ? 1 : 0);
      for (let i = 0; i < SEAT_INPUTS; i++) direct![i]! += error * x[seat * SEAT_INPUTS + i]!;
      back.fill(0);
      for (let j = 0; j < narrow; j++) {
        const out = network.deeper[seat * narrow + j]!;
        if (out === 0) continue;
        last![j]! += error * out;
        const e = error * network.last[j]!;
        secondBias![j]! += e;
        for (let i = 0; i < wide; i++) {
          const hidden = network.hidden[seat * wide + i]!;
          if (hidden === 0) continue;
          second![i * narrow + j]! += e * hidden;
          back[i]! += e * network.second[i * narrow + j]!;
        }
      }
      for (let i = 0; i < wide; i++) firstBias![i]! += back[i]!;
      for (let row = 0; row < INPUTS; row++) {
        const from = row < 4 * SEAT_INPUTS ? (row + seat * SEAT_INPUTS) % (4 * SEAT_INPUTS) : row;
        const value = x[from]!;
        if (value === 0) continue;
        for (let i = 0; i < wide; i++) first![row * wide + i]! += value * back[i]!;
      }
    }
    return -Math.log(p[king]! + 1e-9);
  }

  /** A step of Adam along the mean gradient of what was added, with decay of the weights. */
  step(rate: number, samples: number): void {
    const t = ++this.steps;
    for (const { weights, slope, first, second } of this.groups) {
      for (let i = 0; i < weights.length; i++) {
        const g = slope[i]! / samples;
        first[i] = 0.9 * first[i]! + 0.1 * g;
        second[i] = 0.999 * second[i]! + 0.001 * g * g;
        const along = first[i]! / (1 - 0.9 ** t) / (Math.sqrt(second[i]! / (1 - 0.999 ** t)) + 1e-8);
        weights[i]! -= rate * (along + DECAY * weights[i]!);
      }
      slope.fill(0);
    }
  }
}

const { values: flags } = commandLine(import.meta.url, {
  games: { type: 'string', default: '150000' },
  seed: { type: 'string', default: '1' },
  bots: { type: 'string', default: 'mixed' },
  options: { type: 'string', default: '{}' },
  share: { type: 'string', default: '0.06' },
  wide: { type: 'string', default: '32' },
  narrow: { type: 'string', default: '16' },
  out: { type: 'string' },
});
const games = wholeNumber('games', flags.games);
const table = tableOf(flags.bots.split(','));
const options = gameOptions(flags.options);
/** Of the moments where another seat begins to play, of which positions are taken. */
const share = positiveNumber('share', flags.share);
/** Units of the two hidden layers. */
const wide = wholeNumber('wide', flags.wide);
const narrow = wholeNumber('narrow', flags.narrow);
const rng = createRng(`${flags.seed}/order`);
const learner = new Learner(createRng(`${flags.seed}/weights`));
const started = performance.now();
let positions = 0;
const losses: number[] = [];
console.log(`loss of knowing nothing ${Math.log(4).toFixed(4)}`);
for (let from = 0; from < games; from += GAMES_TOGETHER) {
  const samples: Sample[] = [];
  for (let i = from; i < Math.min(games, from + GAMES_TOGETHER); i++) samples.push(...play(`${flags.seed}/${i}`));
  const order = Int32Array.from(samples.keys());
  shuffle(order, rng);
  let loss = 0;
  for (let i = 0; i < samples.length; i += BATCH) {
    const batch = order.subarray(i, i + BATCH);
    for (const n of batch) loss += learner.add(samples[n]!);
    const done = (from + (i / samples.length) * GAMES_TOGETHER) / games;
    learner.step(RATE.from * (1 - done) + RATE.to * done, batch.length);
  }
  positions += samples.length;
  losses.push(loss / samples.length);
  const minutes = (performance.now() - started) / 60_000;
  const left = ((games - from - GAMES_TOGETHER) / (from + GAMES_TOGETHER)) * minutes;
  const played = Math.min(games, from + GAMES_TOGETHER);
  console.log(
    `${played} games, ${positions} positions: loss ${(loss / samples.length).toFixed(4)}, ${Math.max(0, left).toFixed(0)} min left`,
  );
}
const last = losses.slice(-20);
console.log(
  `mean loss of the last ${Math.min(games, last.length * GAMES_TOGETHER)} games ${(last.reduce((sum, x) => sum + x, 0) / last.length).toFixed(4)}`,
);
if (flags.out) {
  const rounded = (weights: Float32Array) => Array.from(weights, (x) => Number(x.toFixed(4)));
  const { first, firstBias, second, secondBias, last, direct } = learner.network;
  const weights = Object.fromEntries(
    Object.entries({ first, firstBias, second, secondBias, last, direct }).map(([name, all]) => [name, rounded(all)]),
  );
  const { out: _, ...settings } = flags;
  const told = Object.entries(settings)
    .map(([name, value]) => `--${name} '${value}'`)
    .join(' ');
  const about = `Weights of the evaluation: bench/fit-evaluation.ts ${told}.`;
  writeFileSync(flags.out, `${JSON.stringify({ about, weights })}\n`);
}
