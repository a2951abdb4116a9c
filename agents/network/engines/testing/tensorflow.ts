/**
 * TensorFlow.js for tests. Its backend in plain JavaScript runs everywhere: networks and automatic differentiation are
 * tested on it wherever the native library is not set up. The gradients of operations come with its layers.
 */
import '@tensorflow/tfjs-backend-cpu';
import * as core from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-layers';
import { findTfjs, type Tf } from '../tfjs.js';

const native = findTfjs();
// Otherwise the backend in JavaScript advises to install the native one.
core.enableProdMode();
// Reporters leave out the names of skipped tests, and with them the reason.
if (typeof native === 'string') console.log(`the tests on native TensorFlow.js are skipped: ${native}`);

/** Backends to test on. */
export const backends = [
  { name: 'TensorFlow.js, native', available: typeof native !== 'string', use: () => use(native as Tf, 'tensorflow') },
  { name: 'TensorFlow.js in JavaScript', available: true, use: plainTfjs },
];

/** TensorFlow.js in plain JavaScript, which computes until another backend is used. */
export function plainTfjs(): Tf {
  return use(core, 'cpu');
}

/** All copies of TensorFlow.js in a thread share one backend that is in use. */
function use(tf: Tf, backend: string): Tf {
  // Done when the call returns: neither backend starts asynchronously.
  void tf.setBackend(backend);
  if (tf.getBackend() !== backend) throw new Error(`TensorFlow.js computes on ${tf.getBackend()}, not on ${backend}`);
  return tf;
}
