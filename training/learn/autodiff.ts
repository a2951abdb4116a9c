/**
 * Learning with automatic differentiation of TensorFlow.js: for networks and losses that the fast engines do not know. A
 * network is a function of tensors, so is a loss, and nobody writes a gradient. Slow: the network is computed twice for
 * each gradient, nothing is skipped, one thread. What stands the test here can get closed forms later.
 */
import type { Scalar, Tensor, Tensor2D, Tensor3D } from '@tensorflow/tfjs-core';
import { adamStep, clipScale } from '../../agents/network/adam.js';
import { loadDifferentiable, type Tf } from '../../agents/network/engines/tfjs.js';
import { forwardTensors } from '../../agents/network/engines/tfjs-forward.js';
import {
  copyWeights,
  featureSize,
  type Heads,
  type NetworkShape,
  type Outputs,
  outputsFor,
  sections,
  type Weights,
  weightShapes,
} from '../../agents/network/network.js';
import type { Decisions } from '../collect/batch.js';
import type { Learner, LearnerState } from './learner.js';
import { type Loss, lossOf } from './loss-table.js';
import type { LossFunction, Sums } from './losses.js';
import { Minibatch } from './minibatches.js';

/** A network as a function of tensors. */
export interface TensorNetwork extends Heads {
  /** Numbers in an observation. */
  inputs: number;
  /** Numbers in the features of an action, where it reads any. */
  features?: number;
  /**
   * Names and shapes of its weights, and which section each belongs to: what can be updated alone. No gradient moves those
   * of none.
   */
  weights: readonly { name: string; shape: number[]; section?: string | undefined }[];
  /**
   * @param x observations [rows, inputs]
   * @param weight the tensor of a name
   * @param features [rows, actions, `features`] what is known of each action, zeros for illegal ones; without `features` none
   * @returns what each head gives, [rows, width]
   */
  forward(tf: Tf, x: Tensor2D, weight: (name: string) => Tensor, features?: Tensor3D): Record<string, Tensor2D>;
}

/** A network of the usual kind, to change one thing of. */
export function tensorNetwork(shape: NetworkShape): TensorNetwork {
  const all = sections(shape);
  let at = 0;
  const weights = weightShapes(shape).map((tensor) => {
    const section = all.find(({ to }) => at < to)?.name;
    at += size(tensor.shape);
    return { ...tensor, section };
  });
  const { inputs, heads } = shape;
  const forward: TensorNetwork['forward'] = (tf, x, weight, features) => forwardTensors(tf, shape, x, weight, features);
  return { inputs, features: featureSize(shape), heads, weights, forward };
}

/**
 * A loss as a function of tensors.
 * @param outputs of each head, [rows, width]
 * @param batch the rows; without observations
 * @returns the sum of the rows' losses, and whatever sums are to be reported
 */
export type TensorLoss = (
  tf: Tf,
  outputs: Record<string, Tensor2D>,
  batch: Omit<Decisions, 'observation'>,
) => { loss: Scalar; sums?: Record<string, Scalar> };

/**
 * Such a loss for any learner of one thread, the fast ones too: its gradient by the outputs is differentiated for it.
 * @returns reports `loss`, and the sums of the loss
 * @throws UserError when TensorFlow.js, or the gradients of its operations, do not load
 */
export async function tensorLoss(f: TensorLoss): Promise<LossFunction> {
  const { tf } = await loadDifferentiable();
  return ({ heads }, batch, outputs, scale, d) =>
    tf.tidy(() => {
      const names = heads.map(({ name }) => name);
      const given = heads.map(({ name, width }) => tf.tensor2d(outputs[name]!.slice(), [batch.rows, width]));
      let sums: Record<string, Scalar> = {};
      const { value, grads } = tf.valueAndGrads((...tensors: Tensor[]) => {
        const made = f(tf, Object.fromEntries(names.map((name, i) => [name, tensors[i] as Tensor2D])), batch);
        sums = Object.fromEntries(Object.entries(made.sums ?? {}).map(([name, sum]) => [name, tf.keep(sum)]));
        // Every head takes part, if with nothing: what a loss leaves out has a gradient of zero.
        return tf.addN([made.loss, ...tensors.map((y) => tf.mul(tf.sum(y), 0) as Scalar)]);
      })(given);
      for (const [i, name] of names.entries()) {
        const gradient = grads[i]!.dataSync();
        for (let k = 0; k < gradient.length; k++) d[name]![k] = scale * gradient[k]!;
      }
      const numbers = Object.entries(sums).map(([name, sum]) => [name, number(sum)] as const);
      for (const sum of Object.values(sums)) sum.dispose();
      return { loss: number(value), ...Object.fromEntries(numbers) };
    });
}

/** A learner of such a network. Create it with `createAutodiffLearner`. */
class AutodiffLearner implements Learner {
  private readonly own: Weights;
  private readonly first: Weights;
  private readonly second: Weights;
  private gradients: Weights;
  private steps: Record<string, number>;
  private readonly minibatch: Minibatch;
  private batch: Decisions | undefined;

  constructor(
    private readonly tf: Tf,
    private readonly network: TensorNetwork,
    weights: Weights,
  ) {
    this.check(weights);
    this.own = copyWeights(weights);
    this.first = zeros(this.own);
    this.second = zeros(this.own);
    this.gradients = zeros(this.own);
    this.steps = Object.fromEntries(network.weights.flatMap(({ section }) => (section ? [[section, 0]] : [])));
    this.minibatch = new Minibatch(network);
  }

  take(batch: Decisions): void {
    this.batch = batch;
    this.minibatch.take(batch);
  }

  async gradient(rows: Int32Array, loss: Loss, seen: Outputs = {}): Promise<Sums> {
    const { tf, network, minibatch, batch } = this;
    if (!batch) throw new RangeError('the learner was shown no batch: call take first');
    const { inputs, heads, weights } = network;
    minibatch.gather(rows);
    const d = outputsFor(network, rows.length);
    return tf.tidy(() => {
      const observation = new Float32Array(rows.length * inputs);
      for (const [i, row] of rows.entries())
        observation.set(batch.observation.subarray(row * inputs, (row + 1) * inputs), i * inputs);
      const x = tf.tensor2d(observation, [rows.length, inputs]);
      const features = this.features(rows);
      const given = weights.map(({ name, shape }) => tf.tensor(this.own[name]!.slice(), shape));
      const forward = (...tensors: Tensor[]) => {
        const byName = new Map(weights.map(({ name }, i) => [name, tensors[i]!]));
        return network.forward(tf, x, (name) => byName.get(name)!, features);
      };
      const made = forward(...given);
      const outputs = Object.fromEntries(heads.map(({ name }) => [name, made[name]!.dataSync() as Float32Array]));
      const sums = lossOf(loss, network, minibatch, outputs, 1 / rows.length, d);
      for (const head of Object.keys(seen)) {
        const width = outputs[head]!.length / rows.length;
        for (const [i, row] of rows.entries())
          seen[head]!.set(outputs[head]!.subarray(i * width, (i + 1) * width), row * width);
      }
      // The gradient of sum(output * d) by the weights is that of the loss.
      const gradients = tf.grads((...tensors: Tensor[]) => {
        const ys = forward(...tensors);
        const parts = heads.map(({ name, width }) =>
          tf.sum(tf.mul(ys[name]!, tf.tensor2d(d[name]!, [rows.length, width]))),
        );
        return tf.addN(parts) as Scalar;
      })(given);
      for (const [i, { name }] of weights.entries())
        this.gradients[name]!.set(gradients[i]!.dataSync() as Float32Array);
      return sums;
    });
  }

  /** Features of all actions of these rows. */
  private features(rows: Int32Array): Tensor3D | undefined {
    const { tf, network, batch, minibatch } = this;
    const { features: size = 0 } = network;
    if (size === 0) return undefined;
    if (!batch?.features) throw new RangeError('the network reads features of actions, and the batch has none');
    const { values, first } = batch.features;
    const actions = minibatch.mask.length / rows.length;
    const all = new Float32Array(rows.length * actions * size);
    for (const [i, row] of rows.entries()) {
      let from = first[row]! * size;
      for (let a = i * actions; a < (i + 1) * actions; a++) {
        if (minibatch.mask[a] === 0) continue;
        all.set(values.subarray(from, from + size), a * size);
        from += size;
      }
    }
    return tf.tensor3d(all, [rows.length, actions, size]);
  }

  step(learningRate: number, gradientNorm: number, only?: readonly string[]): number {
    const { own, first, second, gradients, steps, network } = this;
    const unknown = only?.find((name) => steps[name] === undefined);
    if (unknown !== undefined) throw new RangeError(`this network has no section ${unknown} to move`);
    const moving = network.weights.flatMap(({ name, section }) =>
      section && (only?.includes(section) ?? true) ? [{ name, section }] : [],
    );
    const squares = moving.map(({ name }) => gradients[name]!.reduce((sum, g) => sum + g * g, 0));
    const length = Math.sqrt(squares.reduce((a, b) => a + b, 0));
    if (!Number.isFinite(length)) throw new RangeError('the gradient is not finite');
    for (const section of new Set(moving.map((tensor) => tensor.section))) steps[section]!++;
    const scale = clipScale(length, gradientNorm);
    for (const { name, section } of moving) {
      const w = own[name]!;
      const t = steps[section]!;
      adamStep(w, first[name]!, second[name]!, gradients[name]!, 0, w.length, t, learningRate, scale);
    }
    return length;
  }

  weights(): Weights {
    return copyWeights(this.own);
  }

  put(tensors: Weights): void {
    this.check({ ...this.own, ...tensors });
    for (const [name, tensor] of Object.entries(tensors)) this.own[name]!.set(tensor);
  }

  save(): LearnerState {
    const [firstMoments, secondMoments] = [copyWeights(this.first), copyWeights(this.second)];
    return { steps: { ...this.steps }, weights: this.weights(), firstMoments, secondMoments };
  }

  load({ steps, weights, firstMoments, secondMoments }: LearnerState): void {
    // All is checked before any of it is taken.
    for (const part of [weights, firstMoments, secondMoments]) this.check(part);
    if (Object.keys(steps).sort().join() !== Object.keys(this.steps).sort().join())
      throw new RangeError('the sections of this state are not those of the network');
    for (const { name } of this.network.weights) {
      this.own[name]!.set(weights[name]!);
      this.first[name]!.set(firstMoments[name]!);
      this.second[name]!.set(secondMoments[name]!);
    }
    this.steps = { ...steps };
  }

  dispose(): void {}

  private check(weights: Weights): void {
    const wanted = this.network.weights;
    const bad = wanted.find(({ name, shape }) => weights[name]?.length !== size(shape));
    if (bad) throw new RangeError(`tensor ${bad.name} is missing, or does not have ${bad.shape.join(' x ')} numbers`);
    const extra = Object.keys(weights).find((name) => !wanted.some((tensor) => tensor.name === name));
    if (extra !== undefined) throw new RangeError(`tensor ${extra} does not belong to this network`);
  }
}

/**
 * A learner that starts from these weights (copied). Takes every loss: those of the table by name, functions, and
 * `tensorLoss`.
 * @throws UserError when TensorFlow.js, or the gradients of its operations, do not load
 */
export async function createAutodiffLearner(network: TensorNetwork, weights: Weights): Promise<Learner> {
  return new AutodiffLearner((await loadDifferentiable()).tf, network, weights);
}

const size = (shape: readonly number[]) => shape.reduce((a, b) => a * b, 1);
const zeros = (like: Weights): Weights =>
  Object.fromEntries(Object.entries(like).map(([name, w]) => [name, new Float32Array(w.length)]));
const number = (x: Tensor) => x.dataSync()[0]!;
