/** How evolution finds better weights: which candidates play, on which deals, and what is made of their scores. */
import { z } from 'zod';
import { UserError } from '../../env/user-error.js';
import { pairSeed } from '../collect/changes.js';
import type { Candidate } from '../collect/contest.js';
import { CmaStrategy } from '../learn/cma.js';
import { EvolutionStrategy } from '../learn/evolution.js';
import { schedule, scheduled, share, whole } from '../schedule.js';
import type { Moment } from './algorithm.js';
import { flatWeights } from './snapshots.js';

/** Settings of how weights are changed, and how that is judged. */
export const methodSettings = {
  method: z
    .enum(['adam', 'cma'])
    .default('adam')
    .describe(
      'How weights are changed: `adam` follows the slope of antithetic pairs; `cma` is CMA-ES, which finds the size of its changes itself.',
    ),
  pairs: whole(1)
    .max(10_000)
    .default(32)
    .describe('Antithetic pairs of changes of each update; with `cma` pairs of independent ones.'),
  gamesEach: whole(1)
    .max(100_000)
    .default(16)
    .describe(
      'Games of each changed policy, from each seat in turn; both of a pair play the same deals, with `cma` all of an update.',
    ),
  noise: schedule(0.0001, 10)
    .prefault({ from: 0.2, to: 0.1 })
    .describe(
      "Standard deviation of a change, in units (a bot's weight: half its size, or what the bot declares); `cma` begins with `from`.",
    ),
  learningRate: schedule(0, 1).prefault({ from: 0.05, to: 0.02 }).describe("Adam's step size, in units; `adam` only."),
  beta1: share.default(0.9).describe("Decay of Adam's mean of the slope; `adam` only."),
  beta2: share.default(0.99).describe("Decay of Adam's mean of the squared slope; `adam` only."),
  horizon: z
    .number()
    .min(1)
    .default(20)
    .describe('Horizon of the averaged weights in updates; the average is what is evaluated, saved and exported.'),
};

/** What `methodSettings` checks. */
export type MethodSettings = z.output<z.ZodObject<typeof methodSettings>>;

/** What is to be judged in one update. */
interface Question {
  candidates: Candidate[];
  /** Of all changes (`spreadChange`). */
  spread: Float64Array;
  /** Size of the changes, in units. */
  noise: number;
}

/** One method at work. */
export interface EvolutionMethod {
  /** Around which changes are made; not to be kept. */
  readonly centre: Float32Array;
  /** What to play with; not to be kept. */
  readonly average: Float32Array;
  /** @param seed of the update */
  ask(seed: string, at: Moment): Question;
  /**
   * Makes the weights better by the candidates' scores.
   * @param seed of the update, as for `ask` @param noise as `ask` said
   * @returns numbers for the line of metrics
   */
  tell(seed: string, noise: number, scores: Float64Array, at: Moment): Record<string, number>;
  /** A copy of the state. */
  save(): MethodState;
  /** @throws UserError when it is the state of another method; RangeError when of another number of weights */
  load(state: MethodState): void;
}

const steps = z.number().int().nonnegative();
const doubles = z.custom<Float64Array>((value) => value instanceof Float64Array, 'wanted 64-bit numbers');

/** What `adam` remembers. */
export const adamMemory = z.strictObject({
  steps,
  centre: flatWeights,
  firstMoments: flatWeights,
  secondMoments: flatWeights,
  average: flatWeights,
});

/** What `cma` remembers. */
export const cmaMemory = z.strictObject({
  steps,
  sigma: z.number().gt(0),
  centre: flatWeights,
  average: flatWeights,
  covariance: doubles,
  sigmaPath: doubles,
  covariancePath: doubles,
});

type MethodState = z.output<typeof adamMemory> | z.output<typeof cmaMemory>;

const otherMethod = () =>
  new UserError('training.memory: that of another method of evolution than in its config; choose another checkpoint');

/** Antithetic pairs, each on its own deals; their slope goes through Adam. */
class PairsByAdam implements EvolutionMethod {
  private readonly strategy: EvolutionStrategy;

  constructor(
    private readonly settings: MethodSettings,
    weights: Float32Array,
    units: Float32Array,
  ) {
    this.strategy = new EvolutionStrategy(weights, units);
  }

  get centre(): Float32Array {
    return this.strategy.centre;
  }

  get average(): Float32Array {
    return this.strategy.average;
  }

  ask(seed: string, at: Moment): Question {
    const noise = scheduled(this.settings.noise, at.progress('noise'));
    const candidates = Array.from({ length: 2 * this.settings.pairs }, (_, i): Candidate => {
      const pair = pairSeed(seed, i >> 1);
      return { change: pair, step: i % 2 === 0 ? noise : -noise, deals: pair };
    });
    return { candidates, spread: new Float64Array(0), noise };
  }

  tell(seed: string, noise: number, scores: Float64Array, at: Moment): Record<string, number> {
    const { beta1, beta2, horizon } = this.settings;
    const learningRate = scheduled(this.settings.learningRate, at.progress('learningRate'));
    const how = { noise, learningRate, beta1, beta2, horizon };
    const { slope, moved } = this.strategy.step(scores, (pair) => pairSeed(seed, pair), how);
    let spread = 0;
    for (let i = 0; i < scores.length; i += 2) spread += (scores[i]! - scores[i + 1]!) ** 2;
    return {
      learning_rate: learningRate,
      pair_spread: Math.sqrt((2 * spread) / scores.length),
      grad_norm: slope,
      step_norm: moved,
    };
  }

  save(): MethodState {
    return this.strategy.save();
  }

  load(state: MethodState): void {
    if ('covariance' in state) throw otherMethod();
    this.strategy.load(state);
  }
}

/** CMA-ES: all candidates of an update on the same deals, since they are ranked among each other. */
class Cma implements EvolutionMethod {
  private readonly strategy: CmaStrategy;

  constructor(
    private readonly settings: MethodSettings,
    weights: Float32Array,
    units: Float32Array,
  ) {
    this.strategy = new CmaStrategy(weights, units, settings.noise.from);
  }

  get centre(): Float32Array {
    return this.strategy.centre;
  }

  get average(): Float32Array {
    return this.strategy.average;
  }

  ask(seed: string): Question {
    const { sigma, spread } = this.strategy;
    const candidates = Array.from(
      { length: 2 * this.settings.pairs },
      (_, i): Candidate => ({ change: candidateSeed(seed, i), step: sigma, deals: `${seed}/deals` }),
    );
    return { candidates, spread, noise: sigma };
  }

  tell(seed: string, _noise: number, scores: Float64Array): Record<string, number> {
    const { horizon } = this.settings;
    const { moved, ratio } = this.strategy.step(scores, (candidate) => candidateSeed(seed, candidate), horizon);
    return { score_spread: deviation(scores), step_norm: moved, scale_ratio: ratio };
  }

  save(): MethodState {
    return this.strategy.save();
  }

  load(state: MethodState): void {
    if (!('covariance' in state)) throw otherMethod();
    this.strategy.load(state);
  }
}

/** Seed of a candidate's change. */
const candidateSeed = (seed: string, candidate: number): string => `${seed}/candidate ${candidate}`;

/** Standard deviation. */
function deviation(values: Float64Array): number {
  const mean = values.reduce((a, x) => a + x, 0) / values.length;
  return Math.sqrt(values.reduce((a, x) => a + (x - mean) ** 2, 0) / values.length);
}

/** Begins the method that is set. @param weights to begin with; copied @param units by weight */
export function beginMethod(settings: MethodSettings, weights: Float32Array, units: Float32Array): EvolutionMethod {
  const Method = settings.method === 'cma' ? Cma : PairsByAdam;
  return new Method(settings, weights, units);
}
