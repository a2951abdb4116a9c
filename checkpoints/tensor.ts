/** Typed arrays inside checkpoints: a dtype, a shape and little-endian bytes, readable from any language. */
import { endianness } from 'node:os';
import { z } from 'zod';
import { UserError } from '../env/user-error.js';

interface ArrayOf {
  float32: Float32Array;
  float64: Float64Array;
  int32: Int32Array;
  uint32: Uint32Array;
  int16: Int16Array;
  uint16: Uint16Array;
  int8: Int8Array;
  uint8: Uint8Array;
}

/** Kind of number in a tensor. */
export type Dtype = keyof ArrayOf;

const kinds = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
} as const;

/** A typed array as a checkpoint holds it. */
export interface Tensor {
  dtype: Dtype;
  /** Sizes, outermost first; the data is row-major. */
  shape: number[];
  /** Little endian. */
  bytes: Uint8Array;
}

const count = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1);

/** Checks a tensor, its number of bytes included. */
export const tensorSchema: z.ZodType<Tensor> = z
  .strictObject({
    dtype: z.enum(Object.keys(kinds) as [Dtype, ...Dtype[]]),
    shape: z.array(z.number().int().nonnegative()),
    bytes: z.instanceof(Uint8Array),
  })
  .refine((tensor) => count(tensor.shape) * kinds[tensor.dtype].BYTES_PER_ELEMENT === tensor.bytes.byteLength, {
    error: 'the number of bytes does not fit the shape',
  });

/**
 * Copies an array into a tensor.
 * @param shape default: one dimension; its product is the array's length, else RangeError
 */
export function packTensor(values: ArrayOf[Dtype], shape: readonly number[] = [values.length]): Tensor {
  littleEndianOnly();
  if (count(shape) !== values.length)
    throw new RangeError(`a tensor of shape [${shape.join(', ')}] has ${count(shape)} values, not ${values.length}`);
  const dtype = (Object.keys(kinds) as Dtype[]).find((name) => values instanceof kinds[name])!;
  return {
    dtype,
    shape: [...shape],
    bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice(),
  };
}

/**
 * Copies a tensor into a new array.
 * @param dtype the kind expected
 * @param shape the shape expected, when it is known
 * @throws UserError when kind or shape differ
 */
export function unpackTensor<D extends Dtype = 'float32'>(
  tensor: Tensor,
  dtype: D = 'float32' as D,
  shape?: readonly number[],
): ArrayOf[D] {
  littleEndianOnly();
  if (tensor.dtype !== dtype)
    throw new UserError(`checkpoint holds ${tensor.dtype} numbers where ${dtype} is expected`);
  if (shape && shape.join() !== tensor.shape.join())
    throw new UserError(
      `checkpoint holds a tensor of shape [${tensor.shape.join(', ')}] where [${shape.join(', ')}] is expected`,
    );
  // A copy: bytes read from a file lie at any address (and Buffer.slice would not copy); typed arrays need an aligned one.
  return new kinds[dtype](new Uint8Array(tensor.bytes).buffer) as unknown as ArrayOf[D];
}

function littleEndianOnly(): void {
  if (endianness() !== 'LE') throw new UserError('checkpoints are little endian; this machine is not supported');
}
