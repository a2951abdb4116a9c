/**
 * A network with a board head as one that reads features of actions instead: the board is the special case in which only
 * actions that are squares have some. For policies that were trained with a board head.
 */
import { actionTensors } from './action-head.js';
import { type NetworkShape, POLICY, type Weights, weightsProblem } from './network.js';

/**
 * A board head adds nothing to actions that are no squares, and what reads features adds relu(context) . out to every action
 * without any. So the context is lowered by this much, more than a context ever is, and the feature "is a square" makes up
 * for it. A power of two that costs few bits: logits agree to about 1e-4.
 */
const LOWERED = 64;

/**
 * @param shape its policy has a board whose planes are those of the game's, in their order (`Game.board`)
 * @returns its policy reads the piece `board` of features: 1 for a square, then the planes there. Adam's moments have no
 *   counterpart
 * @throws RangeError when there is no such board, or when its planes are normalised: features are not
 */
export function boardAsFeatures(shape: NetworkShape, weights: Weights): { shape: NetworkShape; weights: Weights } {
  const problem = weightsProblem(shape, weights);
  if (problem) throw new RangeError(problem);
  const policy = shape.heads.find(({ name }) => name === POLICY);
  const { board } = policy ?? {};
  if (!policy || !board || shape.actions) throw new RangeError('this network has no policy with a board');
  const { planes, squares, width } = board;
  const normalised = shape.normalise?.pieces.find(({ from, to }) =>
    planes.some((at) => at < to && at + squares > from),
  );
  if (normalised) throw new RangeError(`its board is normalised (${normalised.name}), which features are not`);
  const { board: _, ...head } = policy;
  const { kernel, out } = actionTensors(POLICY);
  const { [`${board.name}.kernel`]: planesKernel, [`${board.name}.out`]: boardOut, ...others } = weights;
  const bias = weights[`${POLICY}.bias`]!.map((x, i) => (i < policy.width ? x : x - LOWERED));
  const whole = new Float32Array((1 + planes.length) * width).fill(LOWERED, 0, width);
  whole.set(planesKernel!, width);
  return {
    shape: {
      ...shape,
      actions: [{ name: 'board', size: 1 + planes.length }],
      heads: shape.heads.map((one) => (one === policy ? { ...head, actions: width } : one)),
    },
    weights: { ...others, [`${POLICY}.bias`]: bias, [kernel]: whole, [out]: boardOut! },
  };
}
