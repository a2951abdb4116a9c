/** The learner on the engine and the device of one's choice. */
import { findDevice } from '../../agents/network/engines/device.js';
import type { Engine } from '../../agents/network/engines/engines.js';
import { loadOnnx } from '../../agents/network/engines/onnx.js';
import { loadTfjs } from '../../agents/network/engines/tfjs.js';
import { tensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import { type NetworkShape, networkProblem, type Weights } from '../../agents/network/network.js';
import { createAutodiffLearner } from './autodiff.js';
import type { LearningDevice } from './devices.js';
import type { LearnerSettings } from './gradient-learner.js';
import { DeviceLearner } from './graph/device-learner.js';
import type { Learner } from './learner.js';
import { createOnnxLearner } from './learner-onnx.js';

/**
 * A learner that starts from these weights (copied). TensorFlow.js uses all cores, regardless of `threads`.
 * @param settings `device`: `gpu` learns on a graphics card, whatever the engine; losses are those of the table then
 * @throws UserError when the engine does not load, or there is no graphics card
 * @throws RangeError when there cannot be a network of this shape, or the weights do not fit it
 */
export async function createLearner(
  engine: Engine,
  shape: NetworkShape,
  weights: Weights,
  { device = 'cpu', ...settings }: LearnerSettings & { device?: LearningDevice } = {},
): Promise<Learner> {
  const problem = networkProblem(shape);
  if (problem) throw new RangeError(problem);
  if (device === 'gpu') return new DeviceLearner(await findDevice(loadOnnx()), shape, weights, settings.signal);
  return engine === 'onnx'
    ? createOnnxLearner(shape, weights, settings)
    : createAutodiffLearner(loadTfjs(), tensorNetwork(shape), weights, settings);
}
