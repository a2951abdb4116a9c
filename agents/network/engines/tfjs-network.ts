/** Plays with a network on TensorFlow.js: forward, for many rows at once. */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { ActionFeatures } from '../action-head.js';
import type { BatchPolicy } from '../batch-policy.js';
import { checkWeights, type NetworkShape, type Outputs, type Weights } from '../network.js';
import type { Tf } from './tfjs.js';
import { legalActions, type TensorNetwork, tensorNetwork } from './tfjs-forward.js';

/** A network on one thread's TensorFlow.js, whichever backend that uses. */
export class TfjsNetwork implements BatchPolicy {
  private readonly network: TensorNetwork;
  private readonly tensors = new Map<string, Tensor>();

  constructor(
    private readonly tf: Tf,
    readonly shape: NetworkShape,
  ) {
    this.network = tensorNetwork(shape);
  }

  setWeights(weights: Weights): void {
    checkWeights(this.shape, weights);
    this.dispose();
    // Copies: the native backend reads the array behind a tensor when the tensor is first used, not before.
    for (const { name, shape } of this.network.weights)
      this.tensors.set(name, this.tf.tensor(weights[name]!.slice(), shape));
  }

  run(rows: number, observation: Float32Array, out: Outputs, mask?: Uint8Array, features?: ActionFeatures): void {
    const { tf, network, tensors } = this;
    const { inputs } = network;
    if (tensors.size === 0) throw new RangeError('the network has no weights yet: call setWeights first');
    const wanted = network.heads.map(({ name }) => name).filter((name) => out[name]);
    tf.tidy(() => {
      const x = tf.tensor2d(ownMemory(observation.subarray(0, rows * inputs)), [rows, inputs]);
      const actions = legalActions(tf, network, rows, mask, features);
      const outputs = network.forward(tf, { x, weight: (name) => tensors.get(name)!, actions, wanted });
      for (const name of wanted) out[name]!.set(outputs[name]!.dataSync());
    });
  }

  dispose(): void {
    for (const tensor of this.tensors.values()) tensor.dispose();
    this.tensors.clear();
  }
}

/** The array, or a copy of one in shared memory, which the native backend does not read. */
export function ownMemory(array: Float32Array): Float32Array {
  return array.buffer instanceof SharedArrayBuffer ? array.slice() : array;
}
