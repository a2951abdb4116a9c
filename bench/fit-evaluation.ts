/**
 * Fits the evaluation of Doomspire positions: plays games of bots (`--bots`: each seat gets one of them; `--options` of the
 * game) in `--workers` processes, takes positions out of them (`--share` of the moments where another seat begins to play),
 * and fits a small network of `--wide` and `--narrow` hidden units to who became King (cross-entropy, Adam). Every position
 * is learnt from once, so what it was judged by before is a test that nothing has been fitted to: the loss that is printed.
 *
 *   npx tsx bench/fit-evaluation.ts --games 16000 --seed 31 --options edition=airef --bots mixed,tuned --share 0.2 --out games/doomspire/bots/evaluation-airef.json
 *
 * Larger networks that teach a small one foresee games better: bench/teach-evaluation.py.
 */
import { writeFileSync } from 'node:fs';
import { INPUTS, KingNetwork, SEAT_INPUTS, TABLE_INPUTS } from '../agents/bots/index.js';
import { createRng, gaussian, type Rng, shuffle } from '../env/chance.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import { stirredSamples } from './stirred-samples.js';

const BATCH = 256;
/** Games whose positions are shuffled together. */
const GAMES_TOGETHER = 1000;
const RATE = { from: 2e-3, to: 2e-5 };
const DECAY = 1e-3;

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
  add(x: Float32Array, king: number): number {
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
  workers: { type: 'string', default: '1' },
  out: { type: 'string' },
});
const games = wholeNumber('games', flags.games);
/** Units of the two hidden layers. */
const wide = wholeNumber('wide', flags.wide);
const narrow = wholeNumber('narrow', flags.narrow);
const { seed, options } = flags;
const share = positiveNumber('share', flags.share);
const plan = { seed, games, chunk: GAMES_TOGETHER, bots: flags.bots.split(','), options, share };
const workers = wholeNumber('workers', flags.workers);
const rng = createRng(`${seed}/order`);
const learner = new Learner(createRng(`${seed}/weights`));
const started = performance.now();
let positions = 0;
const losses: number[] = [];
console.log(`loss of knowing nothing ${Math.log(4).toFixed(4)}`);
let from = 0;
for await (const { rows, kings } of stirredSamples(plan, workers)) {
  const order = Int32Array.from(kings.keys());
  shuffle(order, rng);
  let loss = 0;
  for (let i = 0; i < order.length; i += BATCH) {
    const batch = order.subarray(i, i + BATCH);
    for (const n of batch) loss += learner.add(rows.subarray(n * INPUTS, (n + 1) * INPUTS), kings[n]!);
    const done = (from + (i / order.length) * GAMES_TOGETHER) / games;
    learner.step(RATE.from * (1 - done) + RATE.to * done, batch.length);
  }
  positions += order.length;
  losses.push(loss / order.length);
  const minutes = (performance.now() - started) / 60_000;
  const left = ((games - from - GAMES_TOGETHER) / (from + GAMES_TOGETHER)) * minutes;
  const played = Math.min(games, from + GAMES_TOGETHER);
  console.log(
    `${played} games, ${positions} positions: loss ${losses.at(-1)!.toFixed(4)}, ${Math.max(0, left).toFixed(0)} min left`,
  );
  from += GAMES_TOGETHER;
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
  const { out: _out, workers: _workers, ...settings } = flags;
  const told = Object.entries(settings)
    .map(([name, value]) => `--${name} '${value}'`)
    .join(' ');
  const about = `Weights of the evaluation: bench/fit-evaluation.ts ${told}.`;
  writeFileSync(flags.out, `${JSON.stringify({ about, weights })}\n`);
}
