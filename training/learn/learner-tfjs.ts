/** The learner on TensorFlow.js. The native backend uses all cores by itself, so only WASM splits minibatches. */
import { loadTfjs, type TfjsBackend } from '../../agents/network/engines/tfjs.js';
import { TfjsNetwork } from '../../agents/network/engines/tfjs-network.js';
import type { NetworkShape, Weights } from '../../agents/network/network.js';
import { GradientLearner, type LearnerSettings } from './gradient-learner.js';

/** A learner that starts from these weights (copied), on the backend of this machine. */
export async function createTfjsLearner(
  shape: NetworkShape,
  weights: Weights,
  settings: LearnerSettings = {},
): Promise<TfjsLearner> {
  return new TfjsLearner(await loadTfjs(), shape, weights, settings);
}

/** A learner on a backend that is loaded. */
export class TfjsLearner extends GradientLearner {
  constructor(backend: TfjsBackend, shape: NetworkShape, weights: Weights, settings: LearnerSettings = {}) {
    const threads = backend.backend === 'wasm' ? (settings.threads ?? 1) : 1;
    super('tfjs', new TfjsNetwork(backend, shape), shape, weights, { ...settings, threads });
  }
}
