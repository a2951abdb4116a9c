/** The learner on the engine of one's choice. */
import type { Engine } from '../../agents/network/engines/engines.js';
import { loadTfjs } from '../../agents/network/engines/tfjs.js';
import { tensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import { type NetworkShape, networkProblem, type Weights } from '../../agents/network/network.js';
import { createAutodiffLearner } from './autodiff.js';
import type { LearnerSettings } from './gradient-learner.js';
import type { Learner } from './learner.js';
import { createOnnxLearner } from './learner-onnx.js';

/**
 * A learner that starts from these weights (copied). TensorFlow.js uses all cores, regardless of `threads`.
 * @throws UserError when the engine does not load
 * @throws RangeError when there cannot be a network of this shape, or the weights do not fit it
 */
export async function createLearner(
  engine: Engine,
  shape: NetworkShape,
  weights: Weights,
  settings: LearnerSettings = {},
): Promise<Learner> {
  const problem = networkProblem(shape);
  if (problem) throw new RangeError(problem);
  return engine === 'onnx'
    ? createOnnxLearner(shape, weights, settings)
    : createAutodiffLearner(loadTfjs(), tensorNetwork(shape), weights, settings);
}
