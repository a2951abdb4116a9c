/**
 * Networks: shapes, weights, engines that compute them, and masked distributions over a policy's logits. Learners and
 * losses are in `tabletop-gym/training`.
 */

export type { ActionFeatures } from './action-head.js';
export type { BatchPolicy } from './batch-policy.js';
export { chooseEngine, createNetwork, type Engine } from './engines/engines.js';
export { WasmInference } from './engines/wasm-inference.js';
export type { GradientNetwork } from './gradient-network.js';
export { Inference } from './inference.js';
export { ILLEGAL_LOGIT, MaskedDistribution } from './masked.js';
export {
  type ActorCriticSizes,
  actorCriticShape,
  contextWidth,
  copyWeights,
  countWeights,
  type FeatureShape,
  featureSize,
  flattenWeights,
  furtherHeads,
  type Head,
  type Heads,
  headOf,
  INPUT_FACTOR,
  INPUT_MEAN,
  type InputShape,
  initialWeights,
  type LayerShape,
  layers,
  type NetworkShape,
  networkProblem,
  networkText,
  type Outputs,
  outputsFor,
  POLICY,
  type Section,
  sectionsOf,
  type TensorShape,
  VALUE,
  viewWeights,
  type Weights,
  weightShapes,
  weightsProblem,
  widthOf,
} from './network.js';
export { networkSchema } from './schema.js';
