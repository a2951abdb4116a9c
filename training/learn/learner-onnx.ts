/** The learner on ONNX Runtime. */
import { onnxNetwork } from '../../agents/network/engines/engines.js';
import { type NetworkShape, type Weights, weightShapes } from '../../agents/network/network.js';
import { GradientLearner, type LearnerSettings } from './gradient-learner.js';

/** A learner that starts from these weights (copied). @throws UserError when ONNX Runtime does not load */
export function createOnnxLearner(
  shape: NetworkShape,
  weights: Weights,
  settings: LearnerSettings = {},
): GradientLearner {
  const learned = { heads: shape.heads, weights: weightShapes(shape) };
  return new GradientLearner(onnxNetwork(shape), learned, weights, settings, shape);
}
