/**
 * The whole network as operations of TensorFlow.js that automatic differentiation goes through: slow, and for any use of
 * a shape that the engines do not know. Tests hold their gradients against it.
 */
import type { Tensor, Tensor1D, Tensor2D, Tensor3D } from '@tensorflow/tfjs-core';
import { actionTensors } from '../action-head.js';
import { INPUT_FACTOR, INPUT_MEAN, layers, type NetworkShape } from '../network.js';
import { inputLimits } from '../normalised-input.js';
import type { Tf } from './tfjs.js';

/**
 * @param observation [rows, inputs]
 * @param weight the tensor of a name of `weightShapes`
 * @param features [rows, actions, numbers in the features of an action], anything for illegal ones; where heads read them
 * @returns what each head gives, [rows, width], outputs for illegal actions included
 */
export function forwardTensors(
  tf: Tf,
  { trunk, activation, ...shape }: NetworkShape,
  observation: Tensor2D,
  weight: (name: string) => Tensor,
  features?: Tensor3D,
): Record<string, Tensor2D> {
  const dense = (name: string, from: Tensor2D) =>
    tf.add(tf.matMul(from, weight(`${name}.kernel`) as Tensor2D), weight(`${name}.bias`) as Tensor1D) as Tensor2D;
  const x = shape.normalise ? normalised() : observation;
  function normalised(): Tensor2D {
    const limits = inputLimits(shape.inputs, shape.normalise!);
    const scaled = tf.mul(tf.sub(observation, weight(INPUT_MEAN)), weight(INPUT_FACTOR));
    return tf.maximum(tf.minimum(scaled, limits), tf.neg(limits)) as Tensor2D;
  }
  const levels = [x];
  for (const [i] of trunk.entries()) {
    const sums = dense(`trunk.${i}`, levels[i]!);
    levels.push(activation === 'relu' ? tf.relu(sums) : tf.tanh(sums));
  }
  const stack = layers({ trunk, activation, ...shape }).slice(trunk.length);
  return Object.fromEntries(
    shape.heads.map(({ name, width, actions }, i) => {
      const raw = dense(name, levels[stack[i]!.level]!);
      if (!actions) return [name, raw];
      if (!features) throw new RangeError(`the head ${name} needs the features of actions`);
      const rows = x.shape[0];
      const y = tf.slice(raw, [0, 0], [rows, width]);
      const context = tf.slice(raw, [0, width], [rows, actions]);
      return [name, tf.add(y, lookAtActions(tf, name, features, context, weight)) as Tensor2D];
    }),
  );
}

/** What a head makes of the features of each action, [rows, actions]. */
function lookAtActions(
  tf: Tf,
  head: string,
  features: Tensor3D,
  context: Tensor2D,
  weight: (name: string) => Tensor,
): Tensor2D {
  const [rows, actions, size] = features.shape;
  const { kernel, out } = actionTensors(head);
  const flat = tf.reshape(features, [rows * actions, size]) as Tensor2D;
  const local = tf.reshape(tf.matMul(flat, weight(kernel) as Tensor2D), [rows, actions, context.shape[1]]);
  const hidden = tf.relu(tf.add(local, tf.expandDims(context, 1)));
  const has = tf.sign(tf.max(tf.abs(features), 2));
  return tf.mul(tf.sum(tf.mul(hidden, weight(out)), 2), has) as Tensor2D;
}
