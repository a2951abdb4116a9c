/**
 * A policy as an ONNX model: the network that rollouts and training use, with the mask as a second input, so that what
 * comes out are the probabilities of legal actions. Described in docs/player.md.
 */
import { OnnxGraph } from '../../agents/network/engines/onnx-graph.js';
import { forward, ROWS } from '../../agents/network/engines/onnx-policy.js';
import { ILLEGAL_LOGIT } from '../../agents/network/masked.js';
import { type NetworkShape, type Weights, weightShapes } from '../../agents/network/network.js';
import type { PlayerMeta } from '../../agents/player-file/player-module.js';
import type { Game } from '../../env/game.js';
import { encodeTensor } from './network-data.js';

/**
 * The bytes of the .onnx file. Inputs `observation` [rows, inputs] and `mask` [rows, actions], true for legal; outputs
 * `logits` (-1e9 where illegal), `probabilities` (at the temperature in `meta`, zero where illegal) and `values`.
 * @param game `observation`: what the network is shown
 * @param weights already rounded to the format in `meta.weights`
 */
export function onnxModel(
  game: Pick<Game, 'id' | 'observation' | 'prompts'>,
  meta: PlayerMeta,
  weights: Weights,
): Uint8Array {
  const shape = meta.network as NetworkShape;
  const graph = new OnnxGraph(`${game.id} policy`);
  const observation = graph.input('observation', 'float32', [ROWS, shape.inputs]);
  const mask = graph.input('mask', 'bool', [ROWS, shape.actions]);
  const stored = new Map<string, string>();
  for (const { name, shape: dims } of weightShapes(shape)) {
    const tensor = graph.tensor(name, meta.weights, dims, encodeTensor(weights[name]!, meta.weights));
    stored.set(name, meta.weights === 'float16' ? graph.op('Cast', [tensor], { to: 1 }) : tensor);
  }
  const all = forward(graph, shape, observation, (name) => stored.get(name)!, 'values');
  const logits = graph.op('Where', [mask, all, graph.float(ILLEGAL_LOGIT)], {}, 'logits');
  const tempered = meta.temperature === 1 ? logits : graph.op('Div', [logits, graph.float(meta.temperature)]);
  graph.op('Softmax', [tempered], { axis: -1 }, 'probabilities');
  graph.output('logits', 'float32', [ROWS, shape.actions]);
  graph.output('probabilities', 'float32', [ROWS, shape.actions]);
  graph.output('values', 'float32', [ROWS, shape.values]);
  return graph.encode(onnxMetadata(game, meta));
}

/** What the model says of itself: the fields of `meta` and the meaning of the observation, each as JSON. */
export function onnxMetadata(game: Pick<Game, 'observation' | 'prompts'>, meta: PlayerMeta): Record<string, string> {
  const fields = {
    ...meta,
    format: 'tabletop-policy',
    observation: game.observation.map(({ name, shape, about }) => ({ name, shape: [...shape], about })),
    prompts: [...game.prompts],
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value)]));
}
