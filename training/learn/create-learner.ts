/** The learner on the engine of one's choice. */
import type { Engine } from '../../agents/network/engines/engines.js';
import type { NetworkShape, Weights } from '../../agents/network/network.js';
import type { LearnerSettings } from './gradient-learner.js';
import type { Learner } from './learner.js';
import { createOnnxLearner } from './learner-onnx.js';
import { createTfjsLearner } from './learner-tfjs.js';

/** A learner that starts from these weights (copied). @throws UserError when the engine does not load */
export async function createLearner(
  engine: Engine,
  shape: NetworkShape,
  weights: Weights,
  settings: LearnerSettings = {},
): Promise<Learner> {
  return engine === 'onnx'
    ? createOnnxLearner(shape, weights, settings)
    : await createTfjsLearner(shape, weights, settings);
}
