/** What algorithms know of a learner: batches in, gradient steps of a loss, weights out. */
import { type Outputs, sectionsOf, tensorsProblem, type Weights } from '../../agents/network/network.js';
import type { TensorShape } from '../../agents/network/tensor-shape.js';
import { UserError } from '../../env/user-error.js';
import type { Decisions } from '../collect/batch.js';
import type { Loss } from './loss-table.js';
import type { Sums } from './losses.js';
import { type Moments, momentsProblem } from './running-statistics.js';

/** Everything a learner must remember between updates. Equal state, equal batch, same generator: equal bytes. */
export interface LearnerState {
  /** Gradient steps that moved each section of the weights (`sections`): Adam's t. */
  steps: Record<string, number>;
  weights: Weights;
  /** Adam's first moments, by the names of the weights. */
  firstMoments: Weights;
  /** Adam's second moments. */
  secondMoments: Weights;
  /**
   * Of a learner that scales returns: their statistics, and the critic's tensors as they are learned; those in `weights` are
   * in the game's own returns.
   */
  returns?: { moments: Moments; critic: Weights };
  /** Of a learner that hands out the average of its weights: those that learn. `weights` are the average. */
  learned?: Weights;
}

/** The first thing wrong with a state for a network of these tensors, or undefined. */
export function stateProblem(tensors: readonly TensorShape[], state: LearnerState): string | undefined {
  const { steps, weights, firstMoments, secondMoments, returns, learned = weights } = state;
  const wanted = sectionsOf(tensors).map(({ name }) => name);
  const missing = wanted.find((name) => !Number.isInteger(steps[name]));
  if (missing !== undefined) return `the number of steps of ${missing} is missing`;
  const extra = Object.keys(steps).find((name) => !wanted.includes(name));
  if (extra !== undefined) return `steps of ${extra} do not belong to this network`;
  const wrong = returns && momentsProblem(returns.moments, 1);
  if (wrong) return wrong;
  return [weights, learned, firstMoments, secondMoments, ...(returns ? [{ ...weights, ...returns.critic }] : [])]
    .map((part) => tensorsProblem(tensors, part))
    .find((problem) => problem !== undefined);
}

/** Lets Adam begin anew where the weights are: moments of an earlier phase belong to another loss. */
export function forgetMoments(learner: Learner): void {
  const state = learner.save();
  for (const tensor of [...Object.values(state.firstMoments), ...Object.values(state.secondMoments)]) tensor.fill(0);
  learner.load({ ...state, steps: Object.fromEntries(Object.keys(state.steps).map((name) => [name, 0])) });
}

/** What ends a run whose gradient is not finite. @param steps taken before */
export const diverged = (steps: Readonly<Record<string, number>>): UserError =>
  new UserError(
    `the gradient is not finite after ${Math.max(...Object.values(steps))} steps: learning diverged; lower learningRate`,
  );

/** Gradient steps on the batch that a learner was shown. */
export interface Pass {
  /** Rows of each step: indices into the batch. */
  parts: readonly Int32Array[];
  loss: Loss;
  learningRate: number;
  /** Gradients longer than this are shortened to it; Infinity turns it off. */
  gradientNorm: number;
  /** Sections that move; all without it. The gradient's length is that of the parts which move. */
  only?: readonly string[] | undefined;
  /**
   * The outputs of the heads it has an array for, at the weights of each step, are written to their rows, [rows of the
   * batch, width].
   */
  seen?: Outputs | undefined;
}

/** Sums over the steps of a pass. */
export interface PassResult {
  /** Of what the loss reports, over all rows. */
  sums: Sums;
  /** Of the gradients' lengths before they were shortened. */
  gradientNorm: number;
}

/** Trains one network: what `ppoUpdate`, `imitate` and algorithms of one's own are made of. */
export interface Learner {
  /** Shows it the batch whose rows the next gradients are of. */
  take(batch: Decisions): void;
  /**
   * Takes gradient steps, one for each part of the rows, one after the other: the gradient of the mean loss of the part at
   * the present weights, shortened to `gradientNorm`, and a step of Adam along it.
   * @throws UserError when a gradient is not finite; the weights are then those before that step, or before the pass
   */
  pass(pass: Pass): Promise<PassResult>;
  /** Brings home what was learned: after the last pass of an update, before anything below is called. */
  finish(): Promise<void>;
  /** The current weights: a copy. */
  weights(): Weights;
  /** Replaces some tensors by others. @throws RangeError when one does not fit; all are as they were then */
  put(tensors: Weights): void;
  /** A copy of the state. */
  save(): LearnerState;
  /** @throws RangeError when it is that of another network; the learner is as it was then */
  load(state: LearnerState): void;
  dispose(): void;
}
