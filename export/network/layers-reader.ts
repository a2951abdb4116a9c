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
    case 'Multiply':
      return { dims: x.dims, data: x.data.map((v, i) => v * inputs[1]!.data[i]!) };
    case 'Add':
      return { dims: x.dims, data: x.data.map((_, i) => inputs.reduce((sum, { data }) => sum + data[i]!, 0)) };
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

function activate({ dims, data }: Value, kind: unknown): Value {
  if (kind === 'linear') return { dims, data };
  return { dims, data: data.map(kind === 'relu' ? (v) => Math.max(v, 0) : Math.tanh) };
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
