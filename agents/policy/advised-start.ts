/**
 * Starting weights of a policy that begins as its advisor, and learns where to leave it (residual policy learning: Silver et
 * al. 2018, arXiv 1812.06298): logits are (w - b) / T of what the advisor makes of each action, w, the best being b.
 *
 * No further part of the network is needed: of what reads the features of actions one hidden unit begins as
 * relu((NEAR + w - b) / T), which is linear where it matters, and has the weight 1; nothing else says anything yet. From
 * then on all of it learns. The weight is no larger, since whatever is learned into the unit counts by it.
 */
import { actionTensors } from '../network/action-head.js';
import { contextWidth, featureSize, headOf, type NetworkShape, POLICY, type Weights } from '../network/network.js';
import { CHOICE, NEAR, NEAR_AT, WORTHS } from './action-features.js';
import { placed } from './pieces.js';

/** How much further the logit of the advisor's choice lies: of equally good actions it has one. */
const CHOSEN = 0.1;

/**
 * Changes fresh weights, so that their policy is softmax(w / temperature). Of actions that are more than `NEAR` worse than
 * the best none is told from another.
 * @param temperature above 0, in units of the advisor's action values
 * @throws RangeError when the policy does not observe action values
 */
export function beginAsAdvisor(shape: NetworkShape, weights: Weights, temperature: number): void {
  const head = headOf(shape, POLICY);
  const pieces = placed((shape.actions ?? []).map(({ name, size }) => ({ name, shape: [size] })));
  const worths = pieces.find(({ name }) => name === WORTHS);
  const choice = pieces.find(({ name }) => name === CHOICE);
  const width = contextWidth(head);
  if (width === 0 || !worths) throw new RangeError('this policy does not read the action values of an advisor');
  // The first unit of what reads features, and its context: the column behind the head's outputs.
  const { kernel, out } = actionTensors(POLICY);
  const columns = head.width + width;
  const layer = weights[`${POLICY}.kernel`]!;
  for (let at = 0; at < layer.length; at += columns) layer.fill(0, at, at + head.width + 1);
  weights[`${POLICY}.bias`]![head.width] = NEAR / temperature;
  for (let f = 0; f < featureSize(shape); f++) weights[kernel]![f * width] = 0;
  weights[kernel]![(worths.from + NEAR_AT) * width] = NEAR / temperature;
  if (choice) weights[kernel]![choice.from * width] = CHOSEN;
  weights[out]!.fill(0);
  weights[out]![0] = 1;
}
