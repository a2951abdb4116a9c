/** The learner on ONNX Runtime. */
import { loadOnnx } from '../../agents/network/engines/onnx.js';
import { OnnxNetwork } from '../../agents/network/engines/onnx-network.js';
import type { NetworkShape, Weights } from '../../agents/network/network.js';
import { GradientLearner, type LearnerSettings } from './gradient-learner.js';

/** A learner that starts from these weights (copied). @throws UserError when ONNX Runtime does not load */
export function createOnnxLearner(
  shape: NetworkShape,
  weights: Weights,
  settings: LearnerSettings = {},
): GradientLearner {
  return new GradientLearner('onnx', new OnnxNetwork(loadOnnx(), shape), shape, weights, settings);
}
