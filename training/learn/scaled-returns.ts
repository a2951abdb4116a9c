/**
 * A learner whose critic is taught returns divided by their running standard deviation, so that the value loss is as
 * large in a game of thousands of points as in one of a single one. Returns are not centred. It is all inside: whoever
 * gives a batch or takes weights deals in returns as the game pays them, and so does whoever is given the policy
 * (search, analysis, exports).
 *
 * A value head is linear, so the critic of the weights that are handed out is the learned one times the deviation; and
 * when the deviation changes, the learned one is divided by as much, so that what it expects stays (Pop-Art: van
 * Hasselt et al. 2016, arXiv 1602.07714).
 */
import { type NetworkShape, VALUE, type Weights } from '../../agents/network/network.js';
import type { Decisions } from '../collect/batch.js';
import type { Learner, LearnerState, Pass, PassResult } from './learner.js';
import { RunningStatistics } from './running-statistics.js';

/** Deviations below this are taken for none. */
const SMALLEST = 1e-8;

/** Tensors of the critic. */
const critic = [`${VALUE}.kernel`, `${VALUE}.bias`] as const;

/** A learner whose critic learns returns divided by their running standard deviation. */
export class ScaledReturns implements Learner {
  private readonly returns = new RunningStatistics(1);
  /** What returns are divided by. */
  private deviation = 1;
  /** Rows of the batch. */
  private rows = 0;

  /**
   * @param learner with a critic in the game's own returns; belongs to this one from now on
   * @throws RangeError when the value head is not linear
   */
  constructor(
    private readonly learner: Learner,
    { heads }: Pick<NetworkShape, 'heads'>,
  ) {
    const head = heads.find(({ name }) => name === VALUE);
    if (!head || head.actions || head.loss !== 'squared-error')
      throw new RangeError('returns are scaled for a value head that is one layer, with squared error');
  }

  /** Counts the returns of the batch first: what it teaches is divided by a deviation that knows them. */
  take(batch: Decisions): void {
    this.rows = batch.rows;
    const targets = batch.targets[VALUE];
    if (!targets) {
      this.learner.take(batch);
      return;
    }
    const known = targets.filter((target) => !Number.isNaN(target));
    this.returns.add(known.length, known);
    this.rescale();
    const scaled = targets.map((target) => target / this.deviation);
    this.learner.take({ ...batch, targets: { ...batch.targets, [VALUE]: scaled } });
  }

  /** Takes the deviation as it is now, and keeps what the critic expects. */
  private rescale(): void {
    const before = this.deviation;
    this.deviation = this.counted();
    if (this.deviation !== before) this.learner.put(scaled(this.learner.weights(), before / this.deviation));
  }

  private counted(): number {
    const deviation = this.returns.deviation(0);
    return deviation > SMALLEST ? deviation : 1;
  }

  async pass(pass: Pass): Promise<PassResult> {
    const result = await this.learner.pass(pass);
    const values = pass.seen?.[VALUE];
    if (values) {
      const width = values.length / this.rows;
      for (const rows of pass.parts)
        for (const row of rows) for (let k = row * width; k < (row + 1) * width; k++) values[k]! *= this.deviation;
    }
    return result;
  }

  finish(): Promise<void> {
    return this.learner.finish();
  }

  /** The critic expects returns as the game pays them. */
  weights(): Weights {
    const weights = this.learner.weights();
    return { ...weights, ...scaled(weights, this.deviation) };
  }

  put(tensors: Weights): void {
    this.learner.put({ ...tensors, ...scaled(tensors, 1 / this.deviation) });
  }

  save(): LearnerState {
    const state = this.learner.save();
    const own = Object.fromEntries(critic.map((name) => [name, state.weights[name]!]));
    return { ...state, weights: this.weights(), returns: { moments: this.returns.save(), critic: own } };
  }

  load({ returns, ...state }: LearnerState): void {
    if (!returns) throw new RangeError('this state has no statistics of returns');
    this.learner.load({ ...state, weights: { ...state.weights, ...returns.critic } });
    this.returns.load(returns.moments);
    this.deviation = this.counted();
  }

  dispose(): void {
    this.learner.dispose();
  }
}

/** The critic's tensors among these, times `factor`. */
function scaled(weights: Weights, factor: number): Weights {
  return Object.fromEntries(
    critic.flatMap((name) => (weights[name] ? [[name, weights[name].map((w) => w * factor)]] : [])),
  );
}
