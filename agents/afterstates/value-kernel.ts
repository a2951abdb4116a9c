/**
 * What values of many positions are computed with, in WebAssembly. Positions that are compared differ in few numbers of their
 * observations from the position in which they arose, so the first layer is computed once for that one, and for each of the
 * others only the differences are multiplied (the cheap first layer of NNUE, Nasu 2018).
 */
import { multiply, type SparseKernel } from '../network/engines/sparse-kernel.js';
import {
  f32,
  f32Differ,
  f32Store,
  f32x4Lane,
  f32x4Max,
  f32x4Splat,
  f32x4Subtract,
  get,
  I32,
  i32,
  i32Add,
  i32Mul,
  i32ShiftLeft,
  i32Store,
  increase,
  set,
  tee,
  V128,
  v128AnyTrue,
  v128Load,
  v128Or,
  v128Store,
  v128Xor,
  type WasmFunction,
  type WasmMemory,
  WasmModule,
  whereAny,
  whileLess,
} from '../network/engines/wasm-code.js';

/** The compiled functions, and the memory their addresses (in bytes) point into. */
export interface ValueKernel extends Pick<SparseKernel, 'multiply'> {
  memory: WasmMemory;
  /**
   * Makes a sparse matrix, as `multiply` takes it, of the differences of rows from one row. Room for all its entries and four
   * more must be there: as in `SparseKernel.pack`, what is zero is written and then written over. Four zeros are passed over.
   * @param rows 4 * number of rows
   * @param from float32 [rows, any]
   * @param rowBytes of a row there, a multiple of 16
   * @param base float32, one row
   * @param start, index, value written
   * @param width the entries of `index` are 4 * column * width
   */
  differ(
    rows: number,
    from: number,
    rowBytes: number,
    base: number,
    start: number,
    index: number,
    value: number,
    width: number,
  ): void;
  /** Whether two stretches differ: not 0 where they do. @param bytes of each, a multiple of 16 */
  unlike(a: number, b: number, bytes: number): number;
  /** Puts 0 in the place of numbers below it. @param bytes a multiple of 16 */
  relu(from: number, bytes: number): void;
}

/** A new instance with a memory of its own. */
export const valueKernel = (): ValueKernel => kernel.instance<ValueKernel>();

function differ(): WasmFunction {
  const [ROWS, FROM, ROW_BYTES, BASE, START, INDEX, VALUE, WIDTH] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const [ROW, C, N, FOUR] = [8, 9, 10, 11] as const;
  const lane = (l: number) => [
    ...[
      ...get(INDEX),
      ...get(N),
      ...i32Add,
      ...get(C),
      ...i32(4 * l),
      ...i32Add,
      ...get(WIDTH),
      ...i32Mul,
      ...i32Store(),
    ],
    ...[...get(VALUE), ...get(N), ...i32Add, ...get(FOUR), ...f32x4Lane(l), ...f32Store],
    ...[...get(FOUR), ...f32x4Lane(l), ...f32(0), ...f32Differ, ...i32(2), ...i32ShiftLeft],
    ...[...get(N), ...i32Add, ...set(N)],
  ];
  const code = [
    ...whileLess(ROW, ROWS, [
      ...[...get(START), ...get(ROW), ...i32Add, ...get(N), ...i32Store()],
      ...[...i32(0), ...set(C)],
      ...whileLess(C, ROW_BYTES, [
        ...whereAny(
          [
            ...[...get(FROM), ...get(C), ...i32Add, ...v128Load(), ...get(BASE), ...get(C), ...i32Add, ...v128Load()],
            ...[...f32x4Subtract, ...tee(FOUR)],
          ],
          [0, 1, 2, 3].flatMap(lane),
        ),
        ...increase(C, 16),
      ]),
      ...[...get(FROM), ...get(ROW_BYTES), ...i32Add, ...set(FROM)],
      ...increase(ROW, 4),
    ]),
    ...[...get(START), ...get(ROWS), ...i32Add, ...get(N), ...i32Store()],
  ];
  return { parameters: new Array<number>(8).fill(I32), locals: [I32, I32, I32, V128], code };
}

function unlike(): WasmFunction {
  const [A, B, BYTES, ANY] = [0, 1, 2, 3] as const;
  const code = [
    ...[...get(BYTES), ...get(A), ...i32Add, ...set(BYTES)],
    ...whileLess(A, BYTES, [
      ...[...get(ANY), ...get(A), ...v128Load(), ...get(B), ...v128Load(), ...v128Xor, ...v128Or, ...set(ANY)],
      ...[...increase(A, 16), ...increase(B, 16)],
    ]),
    ...[...get(ANY), ...v128AnyTrue],
  ];
  return { parameters: [I32, I32, I32], result: I32, locals: [V128], code };
}

function relu(): WasmFunction {
  const [FROM, BYTES] = [0, 1] as const;
  const code = [
    ...[...get(BYTES), ...get(FROM), ...i32Add, ...set(BYTES)],
    ...whileLess(FROM, BYTES, [
      ...[...get(FROM), ...get(FROM), ...v128Load(), ...f32(0), ...f32x4Splat, ...f32x4Max, ...v128Store()],
      ...increase(FROM, 16),
    ]),
  ];
  return { parameters: [I32, I32], locals: [], code };
}

const kernel = new WasmModule({ multiply: multiply(), differ: differ(), unlike: unlike(), relu: relu() });
