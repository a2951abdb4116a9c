/**
 * A policy as an ONNX model: the network that rollouts and training use, with the mask as a second input, so that what
 * comes out are the probabilities of legal actions. Described in docs/player.md.
 */

import { OnnxGraph, ROWS } from '../../agents/network/engines/onnx-graph.js';
import { ILLEGAL_LOGIT } from '../../agents/network/masked.js';
import { featureSize, type NetworkShape, type Weights, weightShapes } from '../../agents/network/network.js';
import type { PlayerMeta } from '../../agents/player-file/player-module.js';
import type { ActionPiece, Game } from '../../env/game.js';
import { encodeTensor, tensorFormat } from './network-data.js';
import { forward } from './onnx-forward.js';

/** Old enough for every runtime that is in use (Unity's Sentis reads 7 to 15), and nothing is lost by it. */
const DEFAULT_OPSET = 15;

/** What is said of the numbers that a network is shown: of positions, and of each action. */
export interface Told extends Pick<Game, 'observation' | 'prompts'> {
  features?: readonly ActionPiece[] | undefined;
}

/**
 * The bytes of the .onnx file. Inputs `observation` [rows, inputs] and `mask` [rows, actions], true for legal; where
 * heads read features of actions also `actions` [rows, actions, numbers], zeros for illegal ones. Each head is an
 * output of its name, [rows, width]: logits (-1e9 where illegal) or numbers; a head with cross-entropy has another one,
 * `<head>_probabilities`, masked ones at the temperature in `meta`, zero where illegal.
 * @param game `observation`: what the network is shown
 * @param weights already rounded to the format in `meta.weights`
 * @param opset 9 to 17: the version of ONNX's operators
 */
export function onnxModel(
  game: Pick<Game, 'id'> & Told,
  meta: PlayerMeta,
  weights: Weights,
  opset: number = DEFAULT_OPSET,
): Uint8Array {
  const shape = meta.network as NetworkShape;
  const graph = new OnnxGraph(`${game.id} policy`, opset);
  const observation = graph.input('observation', 'float32', [ROWS, shape.inputs]);
  const actions = shape.heads.find(({ masked }) => masked)?.width;
  const mask = actions === undefined ? undefined : graph.input('mask', 'bool', [ROWS, actions]);
  const size = featureSize(shape);
  const features = size > 0 ? graph.input('actions', 'float32', [ROWS, actions!, size]) : undefined;
  const stored = new Map<string, string>();
  for (const { name, shape: dims } of weightShapes(shape)) {
    const format = tensorFormat(name, meta.weights);
    const tensor = graph.tensor(name, format, dims, encodeTensor(weights[name]!, format));
    stored.set(name, format === 'float16' ? graph.op('Cast', [tensor], { to: 1 }) : tensor);
  }
  const plain = shape.heads.filter(({ masked }) => !masked).map(({ name }) => [name, name]);
  const raw = forward(graph, shape, observation, (name) => stored.get(name)!, Object.fromEntries(plain), features);
  for (const { name, width, loss, masked } of shape.heads) {
    if (masked) graph.op('Where', [mask!, raw[name]!, graph.float(ILLEGAL_LOGIT)], {}, name);
    graph.output(name, 'float32', [ROWS, width]);
    if (loss !== 'cross-entropy') continue;
    const tempered = masked && meta.temperature !== 1;
    const logits = tempered ? graph.op('Div', [name, graph.float(meta.temperature)]) : name;
    graph.op('Softmax', [logits], { axis: 1 }, `${name}_probabilities`);
    graph.output(`${name}_probabilities`, 'float32', [ROWS, width]);
  }
  return graph.encode(onnxMetadata(game, meta));
}

/** Metadata of the model: the fields of `meta` and the meaning of the observation, each as JSON. */
function onnxMetadata(game: Told, meta: PlayerMeta): Record<string, string> {
  const fields = {
    ...meta,
    format: 'tabletop-policy',
    observation: game.observation.map(({ name, shape, about }) => ({ name, shape: [...shape], about })),
    ...(game.features && { features: game.features }),
    prompts: [...game.prompts],
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value)]));
}
