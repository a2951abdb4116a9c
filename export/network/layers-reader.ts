/**
 * Computes a LayersModel from its files, layer by layer as Keras defines them, for the kinds of layers that our exports
 * use: so that an export is checked by what stands in its files, without TensorFlow.js (a test holds the two together).
 */
import { decodeTensor, type WeightFormat } from './network-data.js';
import type { LayersModelFiles } from './tfjs.js';

/** One row's values after a layer, without the axis of rows. */
interface Value {
  dims: number[];
  data: Float32Array;
  /** Which rows along the first axis are passed over. */
  masked?: boolean[];
}

interface Layer {
  name: string;
  class_name: string;
  config: Record<string, unknown>;
  inbound_nodes: [from: string, ...unknown[]][][];
}

/** What is read of model.json. */
interface ModelJson {
  modelTopology: {
    model_config: {
      config: {
        layers: Layer[];
        input_layers: [name: string, ...unknown[]][];
        output_layers: [name: string, ...unknown[]][];
      };
    };
  };
  weightsManifest: {
    weights: { name: string; shape: number[]; quantization?: { dtype: WeightFormat } }[];
  }[];
}

/** @returns a function that computes the outputs, in their order, for one row of each input, in the order of the inputs */
export function readLayersModel(files: LayersModelFiles): (...rows: Float32Array[]) => Float32Array[] {
  const json = JSON.parse(JSON.stringify(files.model)) as ModelJson;
  const tensors = readTensors(json, files.weights);
  const { layers, input_layers, output_layers } = json.modelTopology.model_config.config;
  const inputNames = input_layers.map(([name]) => name);
  return (...rows) => {
    const values = new Map<string, Value>();
    for (const layer of layers) {
      const inputs = (layer.inbound_nodes[0] ?? []).map(([from]) => values.get(from)!);
      values.set(
        layer.name,
        layer.class_name === 'InputLayer'
          ? given(layer, rows[inputNames.indexOf(layer.name)]!)
          : compute(layer, inputs, tensors),
      );
    }
    return output_layers.map(([name]) => values.get(name)!.data);
  };
}

function given({ config }: Layer, data: Float32Array): Value {
  return { dims: (config.batch_input_shape as number[]).slice(1), data };
}

function readTensors(json: ModelJson, bytes: Uint8Array): Map<string, Float32Array> {
  const tensors = new Map<string, Float32Array>();
  let at = 0;
  for (const { name, shape, quantization } of json.weightsManifest.flatMap(({ weights }) => weights)) {
    const format = quantization?.dtype ?? 'float32';
    const length = size(shape);
    tensors.set(name, decodeTensor(bytes, at, length, format));
    at += length * (format === 'float16' ? 2 : 4);
  }
  if (at !== bytes.length) throw new RangeError(`model.json names ${at} bytes of weights, there are ${bytes.length}`);
  return tensors;
}

function compute({ name, class_name, config }: Layer, inputs: Value[], tensors: Map<string, Float32Array>): Value {
  const [x] = inputs as [Value];
  switch (class_name) {
    case 'Dense': {
      const bias = config.use_bias ? tensors.get(`${name}/bias`)! : undefined;
      return activate(dense(x, tensors.get(`${name}/kernel`)!, config.units as number, bias), config.activation);
    }
    case 'BatchNormalization': {
      const tensor = (kind: string) => tensors.get(`${name}/${kind}`)!;
      return normalise(x, tensor('gamma'), tensor('beta'), tensor('moving_mean'), tensor('moving_variance'), config);
    }
    case 'Minimum':
      return { dims: x.dims, data: x.data.map((v, i) => Math.min(v, inputs[1]!.data[i]!)) };
    case 'Maximum':
      return { dims: x.dims, data: x.data.map((v, i) => Math.max(v, inputs[1]!.data[i]!)) };
    case 'Activation':
      return activate(x, config.activation);
    case 'ReLU':
      return { dims: x.dims, data: x.data.map((v) => Math.min(Math.max(v, 0), config.max_value as number)) };
    case 'Multiply': {
      // The second may be one number wide, for all along the last axis of the first.
      const by = inputs[1]!;
      const each = x.data.length / by.data.length;
      return { dims: x.dims, data: x.data.map((v, i) => v * by.data[Math.floor(i / each)]!) };
    }
    case 'Cropping2D': {
      const [[top, bottom]] = config.cropping as [[number, number]];
      const height = x.dims[0]! - top - bottom;
      return { dims: [height, ...x.dims.slice(1)], data: x.data.slice(top, top + height) };
    }
    case 'Concatenate':
      return concatenate(inputs, config.axis as number);
    case 'Permute':
      return permute(x, config.dims as number[]);
    case 'Conv2D':
      return convolve(x, tensors.get(`${name}/kernel`)!, tensors.get(`${name}/bias`)!, config.kernel_size as number[]);
    case 'GlobalAveragePooling1D':
      return pool(x, (list) => list.reduce((sum, v) => sum + v, 0) / list.length);
    case 'GlobalMaxPooling1D':
      return pool(x, (list) => Math.max(...list));
    case 'Add':
      // One that is shorter is added to each row along the first axis.
      return {
        dims: x.dims,
        data: x.data.map((_, i) => inputs.reduce((sum, { data }) => sum + data[i % data.length]!, 0)),
      };
    case 'Dot':
      return dot(x, inputs[1]!, (config.axes as number[])[1] === 2);
    case 'Masking': {
      const width = x.dims[1]!;
      const row = (i: number) => x.data.subarray(i * width, (i + 1) * width);
      return {
        ...x,
        masked: Array.from({ length: x.dims[0]! }, (_, i) => row(i).every((v) => v === config.mask_value)),
      };
    }
    case 'GRU': {
      const tensor = (kind: string) => tensors.get(`${name}/${kind}`)!;
      return recurrent(x, tensor('kernel'), tensor('recurrent_kernel'), tensor('bias'));
    }
    case 'Reshape':
      return { dims: config.target_shape as number[], data: x.data };
    case 'RepeatVector': {
      const n = config.n as number;
      const data = new Float32Array(n * x.data.length);
      for (let i = 0; i < n; i++) data.set(x.data, i * x.data.length);
      return { dims: [n, ...x.dims], data };
    }
  }
  throw new RangeError(`the layer ${name} is of a kind that exports do not use (${class_name})`);
}

/** Along the last axis, or along the first, planes that lie one behind the other. */
function concatenate(inputs: Value[], axis: number): Value {
  const first = inputs[0]!.dims;
  const parts = inputs.map(({ data }) => [...data]);
  if (axis === -1 && first.length > 1) throw new RangeError('only lists and planes are put together');
  const length = inputs.reduce((sum, { dims }) => sum + dims[0]!, 0);
  return { dims: [length, ...first.slice(1)], data: Float32Array.from(parts.flat()) };
}

/** Matrix x times matrix y, or y turned over. */
function dot(x: Value, y: Value, turned: boolean): Value {
  const [rows, inner] = x.dims as [number, number];
  const columns = y.dims[turned ? 0 : 1]!;
  const data = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      let sum = 0;
      for (let i = 0; i < inner; i++) sum += x.data[r * inner + i]! * y.data[turned ? c * inner + i : i * columns + c]!;
      data[r * columns + c] = sum;
    }
  return { dims: [rows, columns], data };
}

/** Axis i of the result is axis `order[i]` (counted from 1) of two or three. */
function permute({ dims, data }: Value, order: number[]): Value {
  if (dims.length === 2) {
    const whole = permute({ dims: [1, ...dims], data }, [1, ...order.map((axis) => axis + 1)]);
    return { dims: whole.dims.slice(1), data: whole.data };
  }
  const strides = [dims[1]! * dims[2]!, dims[2]!, 1];
  const [a, b, c] = order.map((axis) => ({ length: dims[axis - 1]!, stride: strides[axis - 1]! }));
  const out: number[] = [];
  for (let i = 0; i < a!.length; i++)
    for (let j = 0; j < b!.length; j++)
      for (let k = 0; k < c!.length; k++) out.push(data[i * a!.stride + j * b!.stride + k * c!.stride]!);
  return { dims: [a!.length, b!.length, c!.length], data: Float32Array.from(out) };
}

/** A board [height, width, planes] with zeros beyond its edge. */
function convolve({ dims, data }: Value, kernel: Float32Array, bias: Float32Array, sides: number[]): Value {
  const [height, width, planes] = dims as [number, number, number];
  const [rows, columns] = sides as [number, number];
  const filters = bias.length;
  const out = new Float32Array(height * width * filters);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let f = 0; f < filters; f++) {
        let sum = bias[f]!;
        for (let dy = 0; dy < rows; dy++)
          for (let dx = 0; dx < columns; dx++) {
            const [row, column] = [y + dy - (rows - 1) / 2, x + dx - (columns - 1) / 2];
            if (row < 0 || row >= height || column < 0 || column >= width) continue;
            for (let p = 0; p < planes; p++)
              sum +=
                data[(row * width + column) * planes + p]! * kernel[((dy * columns + dx) * planes + p) * filters + f]!;
          }
        out[(y * width + x) * filters + f] = sum;
      }
  return { dims: [height, width, filters], data: out };
}

/** A gated recurrent unit whose reset gate comes before the product. @returns its last state */
function recurrent({ dims, data, masked }: Value, kernel: Float32Array, own: Float32Array, bias: Float32Array): Value {
  const [steps, width] = dims as [number, number];
  const units = bias.length / 3;
  const product = (x: ArrayLike<number>, by: Float32Array, column: number) =>
    Array.from(x).reduce((sum, v, i) => sum + v * by[i * 3 * units + column]!, 0);
  const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
  let state = new Float32Array(units);
  for (let step = 0; step < steps; step++) {
    if (masked?.[step]) continue;
    const x = data.subarray(step * width, (step + 1) * width);
    const given = (column: number) => product(x, kernel, column) + bias[column]!;
    const update = state.map((_, i) => sigmoid(given(i) + product(state, own, i)));
    const reset = state.map((h, i) => h * sigmoid(given(units + i) + product(state, own, units + i)));
    const next = state.map((_, i) => Math.tanh(given(2 * units + i) + product(reset, own, 2 * units + i)));
    state = state.map((h, i) => update[i]! * h + (1 - update[i]!) * next[i]!);
  }
  return { dims: [units], data: state };
}

/** One number of each column. */
function pool({ dims, data }: Value, of: (column: number[]) => number): Value {
  const [rows, width] = dims as [number, number];
  const column = (i: number) => Array.from({ length: rows }, (_, r) => data[r * width + i]!);
  return { dims: [width], data: Float32Array.from({ length: width }, (_, i) => of(column(i))) };
}

function activate({ dims, data }: Value, kind: unknown): Value {
  if (kind === 'linear') return { dims, data };
  if (kind === 'softmax') return { dims, data: softmax(data, dims.at(-1)!) };
  return { dims, data: data.map(kind === 'relu' ? (v) => Math.max(v, 0) : Math.tanh) };
}

/** Of each row. */
function softmax(data: Float32Array, width: number): Float32Array {
  const out = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += width) {
    const row = data.subarray(at, at + width);
    const most = Math.max(...row);
    const powers = Array.from(row, (x) => Math.exp(x - most));
    const sum = powers.reduce((a, b) => a + b, 0);
    for (const [i, power] of powers.entries()) out[at + i] = power / sum;
  }
  return out;
}

/** By statistics that are kept, along the last axis. */
function normalise(
  { dims, data }: Value,
  gamma: Float32Array,
  beta: Float32Array,
  mean: Float32Array,
  variance: Float32Array,
  { epsilon }: Record<string, unknown>,
): Value {
  const width = dims.at(-1)!;
  const out = data.map((x, k) => {
    const i = k % width;
    return ((x - mean[i]!) * gamma[i]!) / Math.sqrt(variance[i]! + (epsilon as number)) + beta[i]!;
  });
  return { dims, data: out };
}

/** Along the last axis. */
function dense({ dims, data }: Value, kernel: Float32Array, units: number, bias?: Float32Array): Value {
  const width = dims.at(-1)!;
  const out = new Float32Array((data.length / width) * units);
  for (let r = 0; r * width < data.length; r++)
    for (let j = 0; j < units; j++) {
      let sum = bias ? bias[j]! : 0;
      for (let i = 0; i < width; i++) sum += data[r * width + i]! * kernel[i * units + j]!;
      out[r * units + j] = sum;
    }
  return { dims: [...dims.slice(0, -1), units], data: out };
}

function size(dims: readonly number[]): number {
  return dims.reduce((a, b) => a * b, 1);
}
