/** Gradients of any network by the automatic differentiation of TensorFlow.js: nobody writes a way back. */
import type { Scalar } from '@tensorflow/tfjs-core';
import type { ActionFeatures } from '../action-head.js';
import type { GradientNetwork } from '../gradient-network.js';
import type { Outputs, Weights } from '../network.js';
import type { Tf } from './tfjs.js';
import { legalActions, type TensorNetwork } from './tfjs-forward.js';
import { ownMemory } from './tfjs-network.js';

/** A network on one thread's TensorFlow.js, whichever backend that uses; it must have the gradients of operations. */
export class TfjsGradient implements GradientNetwork {
  private observation: Float32Array = new Float32Array(0);
  private features: ActionFeatures | undefined;

  constructor(
    private readonly tf: Tf,
    private readonly network: TensorNetwork,
  ) {}

  prepare(_rows: number, observation: Float32Array, _weights: Weights, features?: ActionFeatures): void {
    this.observation = observation;
    this.features = features;
  }

  gradient(
    order: Int32Array,
    weights: Weights,
    loss: (outputs: Outputs) => Outputs,
    gradient: Weights,
    mask?: Uint8Array,
  ): void {
    const { tf, network, features } = this;
    const { inputs, heads } = network;
    const wanted = heads.map(({ name }) => name);
    const moved = network.weights.filter(({ section }) => section !== undefined);
    tf.tidy(() => {
      const x = tf.tensor2d(this.gather(order), [order.length, inputs]);
      const actions = legalActions(tf, network, order.length, mask, features, order);
      const tensors = new Map(
        network.weights.map(({ name, shape }) => [name, tf.tensor(ownMemory(weights[name]!), shape)]),
      );
      const { grads } = tf.engine().gradients(
        () => {
          const outputs = network.forward(tf, { x, weight: (name) => tensors.get(name)!, actions, wanted });
          const d = loss(Object.fromEntries(wanted.map((name) => [name, outputs[name]!.dataSync() as Float32Array])));
          // The gradient of sum(outputs * d) by the weights is that of the loss.
          const parts = wanted.map((name) => {
            const y = outputs[name]!;
            return tf.sum(tf.mul(y, tf.tensor2d(d[name]!, y.shape)));
          });
          return tf.addN(parts) as Scalar;
        },
        moved.map(({ name }) => tensors.get(name)!),
        undefined,
        // A tensor that no output depends on has none: of features, where no legal action has any.
        true,
      );
      for (const [i, { name }] of moved.entries()) {
        const found = grads[i];
        if (found) gradient[name]!.set(found.dataSync());
        else gradient[name]!.fill(0);
      }
    });
  }

  dispose(): void {}

  /** The observations of these rows. */
  private gather(order: Int32Array): Float32Array {
    const { inputs } = this.network;
    const x = new Float32Array(order.length * inputs);
    for (const [i, row] of order.entries())
      x.set(this.observation.subarray(row * inputs, (row + 1) * inputs), i * inputs);
    return x;
  }
}
