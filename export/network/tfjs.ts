/**
 * A policy as a TensorFlow.js LayersModel: model.json and weights.bin, written by hand, so that exporting needs no
 * TensorFlow.js. Input `observation` [rows, inputs], and where heads read features of actions `actions` [rows, actions,
 * numbers], zeros for illegal ones; one output a head, of its name: of heads with cross-entropy the logits (of a policy
 * all of them: mask them, then softmax).
 */
import { actionTensors } from '../../agents/network/action-head.js';
import {
  attentionBlocks,
  convolutions,
  type EntitiesShape,
  entityLayers,
  hasEncoder,
  MEMORY,
  type MemoryShape,
  type PlanesShape,
  plainStretches,
  rememberedSize,
} from '../../agents/network/encoder.js';
import {
  featureSize,
  type Head,
  INPUT_FACTOR,
  INPUT_MEAN,
  layers,
  type NetworkShape,
  POLICY,
  type Weights,
  widthOf,
} from '../../agents/network/network.js';
import { inputLimits } from '../../agents/network/normalised-input.js';
import type { PlayerMeta } from '../../agents/player-file/player-module.js';
import { encodeTensor, type WeightFormat } from './network-data.js';

/** The two files' contents. */
export interface LayersModelFiles {
  /** model.json. */
  model: object;
  /** weights.bin. */
  weights: Uint8Array;
}

/** Name of the weights' file inside the model's folder. */
export const WEIGHTS_FILE = 'weights.bin';

/** One tensor of weights.bin. */
interface StoredTensor {
  name: string;
  shape: number[];
  data: Float32Array;
  format: WeightFormat;
}

/** Layers of the model as they are added, and the tensors they own. */
class LayerList {
  readonly layers: object[] = [];
  readonly tensors: StoredTensor[] = [];

  /** @param format of what dense layers hold */
  constructor(private readonly format: WeightFormat) {}

  /** @returns the name, to hang the next layer on */
  add(name: string, kind: string, from: string | string[], config: object): string {
    const below = (Array.isArray(from) ? from : [from]).map((layer) => [layer, 0, 0, {}]);
    this.layers.push({ name, class_name: kind, config: { name, dtype: 'float32', ...config }, inbound_nodes: [below] });
    return name;
  }

  dense(
    name: string,
    from: string,
    activation: string,
    kernel: Float32Array,
    units: number,
    bias?: Float32Array,
  ): string {
    const { format } = this;
    this.tensors.push({ name: `${name}/kernel`, shape: [kernel.length / units, units], data: kernel, format });
    if (bias) this.tensors.push({ name: `${name}/bias`, shape: [units], data: bias, format });
    return this.add(name, 'Dense', from, { units, activation, use_bias: bias !== undefined, trainable: true });
  }

  /** A convolution of boards [height, width, planes], zeros beyond the edge. */
  convolution(name: string, from: string, kernel: Float32Array, bias: Float32Array, side: number): string {
    const { format } = this;
    const filters = bias.length;
    const shape = [side, side, kernel.length / (side * side * filters), filters];
    this.tensors.push({ name: `${name}/kernel`, shape, data: kernel, format });
    this.tensors.push({ name: `${name}/bias`, shape: [filters], data: bias, format });
    const size = { filters, kernel_size: [side, side], strides: [1, 1], padding: 'same' };
    return this.add(name, 'Conv2D', from, {
      ...size,
      data_format: 'channels_last',
      activation: 'linear',
      use_bias: true,
    });
  }

  /** A gated recurrent unit over rows of numbers; those that are all zero are passed over. @returns its last state */
  recurrent(name: string, from: string, units: number, weights: Weights): string {
    const { format } = this;
    const tensors = { kernel: MEMORY.kernel, recurrent_kernel: MEMORY.recurrent, bias: MEMORY.bias };
    for (const [tensor, own] of Object.entries(tensors)) {
      const data = weights[own]!;
      const shape = tensor === 'bias' ? [data.length] : [data.length / (3 * units), 3 * units];
      this.tensors.push({ name: `${name}/${tensor}`, shape, data, format });
    }
    const masked = this.add(`${name}_masked`, 'Masking', from, { mask_value: 0 });
    const activations = { activation: 'tanh', recurrent_activation: 'sigmoid', use_bias: true, reset_after: false };
    return this.add(name, 'GRU', masked, { units, ...activations, return_sequences: false });
  }

  /** `(x - mean) * factor + offset` for each number: batch normalisation of variance 1 at inference. */
  affine(name: string, from: string, mean: Float32Array, factor: Float32Array, offset: Float32Array): string {
    const tensors = { gamma: factor, beta: offset, moving_mean: mean, moving_variance: factor.map(() => 1) };
    for (const [tensor, data] of Object.entries(tensors))
      this.tensors.push({ name: `${name}/${tensor}`, shape: [data.length], data, format: 'float32' });
    return this.add(name, 'BatchNormalization', from, { axis: -1, epsilon: 0, center: true, scale: true });
  }
}

/** @param weights already rounded to the format in `meta.weights` */
export function layersModel(meta: PlayerMeta, weights: Weights): LayersModelFiles {
  const shape = meta.network as NetworkShape;
  const { trunk, activation, heads } = shape;
  const list = new LayerList(meta.weights);
  const size = featureSize(shape);
  const kernel = (name: string) => weights[`${name}.kernel`]!;
  const bias = (name: string) => weights[`${name}.bias`]!;
  const levels = [encoderLayers(list, shape, inputLayers(list, shape, weights), weights)];
  for (const [i, units] of trunk.entries())
    levels.push(list.dense(`trunk_${i}`, levels[i]!, activation, kernel(`trunk.${i}`), units, bias(`trunk.${i}`)));
  for (const [i, { level, outputs }] of layers(shape).slice(trunk.length).entries()) {
    const head = heads[i]!;
    const { name, width, actions } = head;
    const below = levels[level]!;
    if (!actions) {
      list.dense(name, below, 'linear', kernel(name), width, bias(name));
      continue;
    }
    const part = (as: string, from: number, to: number) => {
      const cut = (x: Float32Array) => columns(x, outputs, from, to);
      return list.dense(as, below, 'linear', cut(kernel(name)), to - from, cut(bias(name)));
    };
    const whole = part(`${name}_logits`, 0, width);
    const context = part(`${name}_actions_context`, width, outputs);
    const more = actionLayers(list, head, size, context, weights);
    list.add(name, 'Add', [whole, more], {});
  }
  const quantization = { quantization: { dtype: 'float16', original_dtype: 'float32' } };
  const model = {
    format: 'layers-model',
    generatedBy: 'tabletop-gym',
    convertedBy: null,
    modelTopology: {
      keras_version: '2.1.6',
      backend: 'tensor_flow.js',
      model_config: {
        class_name: 'Model',
        config: {
          name: 'policy',
          layers: [
            {
              name: 'observation',
              class_name: 'InputLayer',
              config: { name: 'observation', batch_input_shape: [null, shape.inputs], dtype: 'float32', sparse: false },
              inbound_nodes: [],
            },
            ...(size > 0 ? [featureInput(widthOf(shape, POLICY), size)] : []),
            ...list.layers,
          ],
          input_layers: [['observation', 0, 0], ...(size > 0 ? [['actions', 0, 0]] : [])],
          output_layers: heads.map(({ name }) => [name, 0, 0]),
        },
      },
    },
    weightsManifest: [
      {
        paths: [WEIGHTS_FILE],
        weights: list.tensors.map(({ name, shape: dims, format }) => ({
          name,
          shape: dims,
          dtype: 'float32',
          ...(format === 'float16' ? quantization : {}),
        })),
      },
    ],
    userDefinedMetadata: meta,
  };
  return { model, weights: Buffer.concat(list.tensors.map(({ data, format }) => encodeTensor(data, format))) };
}

/**
 * What the network does to the observation first, out of standard layers: numbers are cut off by the smaller and the
 * larger of two, the bounds being numbers that no observation changes.
 * @returns the layer that gives what the network reads
 */
function inputLayers(list: LayerList, { inputs, normalise }: NetworkShape, weights: Weights): string {
  if (!normalise) return 'observation';
  const none = new Float32Array(inputs);
  const limits = inputLimits(inputs, normalise);
  const scaled = list.affine('input_scaled', 'observation', weights[INPUT_MEAN]!, weights[INPUT_FACTOR]!, none);
  const most = list.affine('input_most', 'observation', none, none, limits);
  const least = list.affine(
    'input_least',
    'observation',
    none,
    none,
    limits.map((limit) => -limit),
  );
  return list.add('input', 'Maximum', [list.add('input_cut', 'Minimum', [scaled, most], {}), least], {});
}

/**
 * What the trunk reads (encoder.ts), out of standard layers: there is none that takes columns, so the observation is cropped as
 * an image one number wide.
 * @returns the layer that gives it
 */
function encoderLayers(list: LayerList, shape: NetworkShape, from: string, weights: Weights): string {
  if (!hasEncoder(shape)) return from;
  const { inputs, planes, entities, memory } = shape;
  const image = list.add('observation_image', 'Reshape', from, { target_shape: [inputs, 1, 1] });
  const columns = (name: string, place: { from: number; to: number }, dims: number[]) => {
    const cropping = [
      [place.from, inputs - place.to],
      [0, 0],
    ];
    const cut = list.add(`${name}_cut`, 'Cropping2D', image, { cropping, data_format: 'channels_last' });
    return list.add(name, 'Reshape', cut, { target_shape: dims });
  };
  const plain = plainStretches(shape).map((place, i) => columns(`plain_${i}`, place, [place.to - place.from]));
  const board = planes ? [boardLayers(list, shape, planes, columns, weights)] : [];
  const things = (entities?.pieces ?? []).flatMap((_, piece) =>
    thingLayers(list, shape, { entities: entities!, piece }, columns, weights),
  );
  const state = memory ? [memoryLayers(list, memory, columns, weights)] : [];
  return joinedLayers(list, 'encoded', [...plain, ...board, ...things, ...state], -1);
}

function memoryLayers(list: LayerList, memory: MemoryShape, columns: Columns, weights: Weights): string {
  const seen = columns('memory_seen', memory.piece, [memory.decisions, rememberedSize(memory)]);
  return list.recurrent('memory', seen, memory.units, weights);
}

/** Adds a layer that gives columns of the observation in other dimensions. */
type Columns = (name: string, place: { from: number; to: number }, dims: number[]) => string;

const joinedLayers = (list: LayerList, name: string, parts: string[], axis: number): string =>
  parts.length === 1 ? parts[0]! : list.add(name, 'Concatenate', parts, { axis });

function boardLayers(
  list: LayerList,
  { activation }: NetworkShape,
  planes: PlanesShape,
  columns: Columns,
  weights: Weights,
): string {
  const { height, width, filters, kernel } = planes;
  const pieces = planes.pieces.map((place, i) =>
    columns(`planes_piece_${i}`, place, [(place.to - place.from) / (height * width), height, width]),
  );
  const stacked = joinedLayers(list, 'planes', pieces, 1);
  const image = list.add('planes_image', 'Permute', stacked, { dims: [2, 3, 1] });
  const convolve = (i: number, from: string) => {
    const name = `planes.${i}`;
    return list.convolution(`planes_${i}_sums`, from, weights[`${name}.kernel`]!, weights[`${name}.bias`]!, kernel);
  };
  const act = (i: number, from: string) => list.add(`planes_${i}`, 'Activation', from, { activation });
  let board = act(0, convolve(0, image));
  for (let i = 1; i < convolutions(planes).length; i += 2) {
    const second = convolve(i + 1, act(i, convolve(i, board)));
    board = act(i + 1, list.add(`planes_${i + 1}_and_before`, 'Add', [second, board], {}));
  }
  return list.add('board', 'Reshape', board, { target_shape: [height * width * filters] });
}

function thingLayers(
  list: LayerList,
  { activation }: NetworkShape,
  { entities, piece }: { entities: EntitiesShape; piece: number },
  columns: Columns,
  weights: Weights,
): string[] {
  const place = entities.pieces[piece]!;
  const layers = entityLayers(entities, piece);
  const as = `entities_${piece}`;
  const size = layers[0]!.inputs;
  const seen = columns(as, place, [place.places, size]);
  let things = seen;
  for (const [i, { name, outputs }] of layers.entries())
    things = list.dense(
      `${as}_${i}`,
      things,
      activation,
      weights[`${name}.kernel`]!,
      outputs,
      weights[`${name}.bias`]!,
    );
  const has = hasAny(list, as, seen, size);
  let shown = list.add(`${as}_shown`, 'Multiply', [things, has], {});
  for (const [i, block] of attentionBlocks(entities, piece).entries()) {
    const name = `${as}_attention_${i}`;
    const sums = attentionLayers(list, name, entities, block, { shown, has }, weights);
    const act = list.add(`${name}_act`, 'Activation', sums, { activation });
    shown = list.add(`${name}_shown`, 'Multiply', [act, has], {});
  }
  return [
    list.add(`${as}_mean`, 'GlobalAveragePooling1D', shown, {}),
    list.add(`${as}_largest`, 'GlobalMaxPooling1D', shown, {}),
  ];
}

/**
 * Things and what they read of each other (agents/network/encode.ts), head by head: layers multiply matrices, and no more
 * than that.
 * @param shown the layer that gives the things [places, width], zeros for empty places
 * @param has the layer that gives 1 for each place, or 0 for empty places
 */
function attentionLayers(
  list: LayerList,
  as: string,
  { layers, attention }: EntitiesShape,
  block: ReturnType<typeof attentionBlocks>[number],
  { shown, has }: { shown: string; has: string },
  weights: Weights,
): string {
  const heads = attention!.heads;
  const width = layers.at(-1)!;
  const size = width / heads;
  const [none, scale] = [new Float32Array(size), new Float32Array(size).fill(1 / Math.sqrt(size))];
  // 0, or a large negative number for empty places, [1, places].
  const negative = list.dense(`${as}_unseen`, has, 'linear', Float32Array.of(LARGE), 1, Float32Array.of(-LARGE));
  const unseen = list.add(`${as}_unseen_row`, 'Permute', negative, { dims: [2, 1] });
  const read = Array.from({ length: heads }, (_, head) => {
    const own = `${as}_head_${head}`;
    const part = (kind: 'query' | 'key' | 'value') =>
      list.dense(
        `${own}_${kind}`,
        shown,
        'linear',
        columns(weights[block[kind]]!, width, head * size, (head + 1) * size),
        size,
      );
    const query = list.affine(`${own}_query_scaled`, part('query'), none, scale, none);
    const dots = list.add(`${own}_dots`, 'Dot', [query, part('key')], { axes: [2, 2], normalize: false });
    const sums = list.add(`${own}_sums`, 'Add', [dots, unseen], {});
    const shares = list.add(`${own}_shares`, 'Activation', sums, { activation: 'softmax' });
    const values = list.add(`${own}_read`, 'Dot', [shares, part('value')], { axes: [2, 1], normalize: false });
    const rows = weights[block.output]!.subarray(head * size * width, (head + 1) * size * width);
    return list.dense(`${own}_output`, values, 'linear', rows, width);
  });
  return list.add(`${as}_sum`, 'Add', [shown, ...read], {});
}

/** The second input of a model: features of all actions, zeros for illegal ones. */
function featureInput(actions: number, size: number) {
  const config = { name: 'actions', batch_input_shape: [null, actions, size], dtype: 'float32', sparse: false };
  return { name: 'actions', class_name: 'InputLayer', config, inbound_nodes: [] };
}

/** The largest number that 16 bits hold: some devices compute with no more. */
const LARGE = 65504;

/**
 * A head over the features of each action, built from standard layers: one dense layer for all actions, the context
 * added to each, times 1 for an action that has features and 0 for one without.
 * @param size numbers in the features of an action
 * @returns the layer that gives its part of all outputs
 */
function actionLayers(
  list: LayerList,
  { name, width: outputs, actions }: Head,
  size: number,
  context: string,
  weights: Weights,
): string {
  const { kernel, out } = actionTensors(name);
  const local = list.dense(`${name}_actions_kernel`, 'actions', 'linear', weights[kernel]!, actions!);
  const everywhere = list.add(`${name}_actions_context_everywhere`, 'RepeatVector', context, { n: outputs });
  const sum = list.add(`${name}_actions_sum`, 'Add', [local, everywhere], {});
  const hidden = list.add(`${name}_actions_hidden`, 'Activation', sum, { activation: 'relu' });
  const parts = list.dense(`${name}_actions_out`, hidden, 'linear', weights[out]!, 1);
  const has = hasAny(list, `${name}_actions`, 'actions', size);
  const theirs = list.add(`${name}_actions_parts`, 'Multiply', [parts, has], {});
  return list.add(`${name}_actions_logits`, 'Reshape', theirs, { target_shape: [outputs] });
}

/**
 * 1 for each row that is not all zero, else 0: absolute values are multiplied and cut off at 1, until all that are not zero
 * (numbers of 1e-7 and more) are 1. TensorFlow.js gives free what a layer reads twice before its second use, so that squares
 * cannot be had as a product.
 * @param size numbers in a row
 * @returns the layer that gives it
 */
function hasAny(list: LayerList, name: string, rows: string, size: number): string {
  const none = new Float32Array(size);
  const turned = list.affine(
    `${name}_turned`,
    rows,
    none,
    none.map(() => -1),
    none,
  );
  let has = list.add(`${name}_absolute`, 'Maximum', [rows, turned], {});
  for (const i of [0, 1, 2]) {
    const kernel = new Float32Array(i === 0 ? size : 1).fill(LARGE);
    const many = list.dense(`${name}_large_${i}`, has, 'linear', kernel, 1);
    has = list.add(`${name}_has_${i}`, 'ReLU', many, { max_value: 1 });
  }
  return has;
}

/** Columns `from` to `to` of a row-major matrix of this width. */
function columns(x: Float32Array, width: number, from: number, to: number): Float32Array {
  const rows = x.length / width;
  const out = new Float32Array(rows * (to - from));
  for (let r = 0; r < rows; r++) out.set(x.subarray(r * width + from, r * width + to), r * (to - from));
  return out;
}
