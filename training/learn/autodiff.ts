/**
 * Learning by the automatic differentiation of TensorFlow.js, for any network and any loss: a network is a function of
 * tensors, so is a loss, and nobody writes a gradient. What proves itself here can get closed forms on the fast engine
 * later.
 */
import type { Scalar, Tensor, Tensor2D } from '@tensorflow/tfjs-core';
import type { Tf } from '../../agents/network/engines/tfjs.js';
import type { TensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import { TfjsGradient } from '../../agents/network/engines/tfjs-gradient.js';
import type { Weights } from '../../agents/network/network.js';
import type { Decisions } from '../collect/batch.js';
import { GradientLearner, type LearnerSettings } from './gradient-learner.js';
import type { LossFunction } from './losses.js';

/**
 * A learner of such a network, in one thread. Takes every loss: those of the table by name, functions, and
 * `tensorLoss`.
 * @param tf TensorFlow.js as `loadTfjs` gives it, or on another backend, with the gradients of its operations
 * @param weights to start from, copied
 * @throws RangeError when they do not fit
 */
export function createAutodiffLearner(
  tf: Tf,
  network: TensorNetwork,
  weights: Weights,
  settings: LearnerSettings = {},
): GradientLearner {
  return new GradientLearner(new TfjsGradient(tf, network), network, weights, settings);
}

/**
 * A loss as a function of tensors.
 * @param outputs of each head, [rows, width]
 * @param batch the rows; without observations
 * @returns the sum of the rows' losses, and the sums to report
 */
export type TensorLoss = (
  tf: Tf,
  outputs: Record<string, Tensor2D>,
  batch: Omit<Decisions, 'observation'>,
) => { loss: Scalar; sums?: Record<string, Scalar> };

/**
 * A loss that is a function of tensors, for any learner of one thread, ONNX Runtime's included: its gradient by the
 * network's outputs is differentiated.
 * @returns reports `loss`, and the sums of the loss
 */
export function tensorLoss(tf: Tf, f: TensorLoss): LossFunction {
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

const number = (x: Tensor) => x.dataSync()[0]!;
