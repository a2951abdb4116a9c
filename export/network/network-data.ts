/**
 * A network's weights as one block of bytes: the tensors of `weightShapes` in their order, little endian, without
 * gaps. Part of every exported file.
 */
import {
  INPUT_FACTOR,
  INPUT_MEAN,
  type NetworkShape,
  type Weights,
  weightShapes,
} from '../../agents/network/network.js';
import { decodeFloat16, encodeFloat16, MAX_FLOAT16, roundToFloat16 } from './float16.js';

/** How exported weights are stored. */
export type WeightFormat = 'float16' | 'float32';

/** How a tensor is stored: what the input is shifted and scaled by is as large or small as a game's numbers are. */
export function tensorFormat(name: string, format: WeightFormat): WeightFormat {
  return name === INPUT_MEAN || name === INPUT_FACTOR ? 'float32' : format;
}

/** The weights as they come back out of a file of this format. @throws RangeError when one does not fit */
export function roundWeights(weights: Weights, format: WeightFormat): Weights {
  if (format === 'float32') return weights;
  const rounded: Weights = {};
  for (const [name, tensor] of Object.entries(weights)) {
    if (tensorFormat(name, format) === 'float32') {
      rounded[name] = tensor;
      continue;
    }
    if (tensor.some((w) => Math.abs(w) > MAX_FLOAT16))
      throw new RangeError(`a weight of ${name} is beyond ${MAX_FLOAT16}, which 16 bits cannot hold: use float32`);
    rounded[name] = roundToFloat16(tensor);
  }
  return rounded;
}

/** One tensor as bytes. */
export function encodeTensor(tensor: Float32Array, format: WeightFormat): Uint8Array {
  const size = format === 'float16' ? 2 : 4;
  const bytes = new Uint8Array(tensor.length * size);
  const data = new DataView(bytes.buffer);
  tensor.forEach((value, i) => {
    if (format === 'float16') data.setUint16(2 * i, encodeFloat16(value), true);
    else data.setFloat32(4 * i, value, true);
  });
  return bytes;
}

/** The inverse of `encodeTensor`. @param at first byte @param length number of values */
export function decodeTensor(bytes: Uint8Array, at: number, length: number, format: WeightFormat): Float32Array {
  const data = new DataView(bytes.buffer, bytes.byteOffset + at, length * (format === 'float16' ? 2 : 4));
  return Float32Array.from({ length }, (_, i) =>
    format === 'float16' ? decodeFloat16(data.getUint16(2 * i, true)) : data.getFloat32(4 * i, true),
  );
}

/** All tensors, one after the other. */
export function encodeWeights(shape: NetworkShape, weights: Weights, format: WeightFormat): Uint8Array {
  const parts = weightShapes(shape).map(({ name }) => encodeTensor(weights[name]!, tensorFormat(name, format)));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The inverse of `encodeWeights`. @throws RangeError when the number of bytes is not that of this network */
export function decodeWeights(shape: NetworkShape, bytes: Uint8Array, format: WeightFormat): Weights {
  const weights: Weights = {};
  let at = 0;
  for (const { name, shape: dims } of weightShapes(shape)) {
    const count = dims.reduce((a, b) => a * b, 1);
    const stored = tensorFormat(name, format);
    const size = count * (stored === 'float16' ? 2 : 4);
    if (at + size > bytes.length) throw new RangeError('the weights end too early');
    weights[name] = decodeTensor(bytes, at, count, stored);
    at += size;
  }
  if (at !== bytes.length) throw new RangeError(`${bytes.length - at} bytes too many after the weights`);
  return weights;
}
