/**
 * Sparse matrices in WebAssembly: products with dense ones, and making them of dense ones. Observations are mostly
 * zeros, and no tensor library for Node skips them.
 */
import {
  f32,
  f32Add,
  f32Differ,
  f32Load,
  f32Store,
  f32x4Add,
  f32x4Lane,
  f32x4Mul,
  f32x4Splat,
  get,
  I32,
  i32,
  i32Add,
  i32Load,
  i32Mul,
  i32ShiftLeft,
  i32Store,
  increase,
  set,
  tee,
  V128,
  v128Load,
  v128LoadSplat32,
  v128Store,
  type WasmFunction,
  type WasmMemory,
  WasmModule,
  whileLess,
} from './wasm-code.js';

/** Floats that one pass of the inner loop covers: eight registers of four. Widths must be a multiple. */
export const BLOCK = 32;
const REGISTERS = BLOCK / 4;

/** The compiled functions, and the memory their addresses (in bytes) point into. */
export interface SparseKernel {
  memory: WasmMemory;
  /**
   * out[r] += sum over k in start[r]..start[r+1]-1 of value[k] * (the row of the dense matrix at byte index[k]).
   * @param rows 4 * number of rows of `out`
   * @param start int32 [rows + 1]: bytes from `index` and `value`
   * @param index int32: byte distance of a dense row from `dense`
   * @param value float32
   * @param dense float32 [any, width]
   * @param out float32 [rows, width]
   * @param widthBytes 4 * width, a multiple of 4 * BLOCK
   */
  multiply(
    rows: number,
    start: number,
    index: number,
    value: number,
    dense: number,
    out: number,
    widthBytes: number,
  ): void;
  /** value[k] = row r of `x` times the row of the dense matrix at byte index[k]; arguments as in `multiply`. */
  dots(rows: number, start: number, index: number, value: number, dense: number, x: number, widthBytes: number): void;
  /**
   * Makes a sparse matrix, as `multiply` takes it, of some columns of a dense one. Room for all its entries and one more
   * must be there. It does not ask of each number whether to keep it: all are written, and those that are zero written
   * over by the next. A processor cannot foresee which are, and each wrong guess costs as much as ten numbers.
   * @param rows 4 * number of rows
   * @param from float32 [rows, any]
   * @param rowBytes of a row there
   * @param columns int32: 4 * column
   * @param columnsBytes 4 * number of columns
   * @param start, index, value written
   * @param width the entries of `index` are 4 * column * width
   * @param n 4 * number of entries that are there already
   * @returns 4 * number of entries
   */
  pack(
    rows: number,
    from: number,
    rowBytes: number,
    columns: number,
    columnsBytes: number,
    start: number,
    index: number,
    value: number,
    width: number,
    n: number,
  ): number;
  /** Copies some columns of a dense matrix to `out`, float32 [rows, number of columns]; the rest as in `pack`. */
  take(rows: number, from: number, rowBytes: number, columns: number, columnsBytes: number, out: number): void;
}

/** A new instance with a memory of its own. */
export function sparseKernel(): SparseKernel {
  return kernel.instance<SparseKernel>();
}

export function multiply(): WasmFunction {
  // Parameters, then locals.
  const [ROWS, START, INDEX, VALUE, DENSE, OUT, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const;
  const [COLUMN, ROW, TO, K, LAST, P, FACTOR, SUM] = [7, 8, 9, 10, 11, 12, 13, 14] as const;
  const sums = Array.from({ length: REGISTERS }, (_, j) => SUM + j);
  const code = [
    // For each block of columns: outermost, so that the columns of the dense matrix in use stay in the cache.
    ...whileLess(COLUMN, WIDTH, [
      ...[...i32(0), ...set(ROW), ...get(OUT), ...get(COLUMN), ...i32Add, ...set(TO)],
      // For each row, in bytes of `start`:
      ...whileLess(ROW, ROWS, [
        ...sums.flatMap((sum, j) => [...get(TO), ...v128Load(16 * j), ...set(sum)]),
        ...[...get(START), ...get(ROW), ...i32Add, ...tee(P), ...i32Load(), ...set(K)],
        ...[...get(P), ...i32Load(4), ...set(LAST)],
        // For each non-zero, in bytes of `index` and `value`:
        ...whileLess(K, LAST, [
          ...[...get(VALUE), ...get(K), ...i32Add, ...v128LoadSplat32, ...set(FACTOR)],
          ...[...get(INDEX), ...get(K), ...i32Add, ...i32Load(), ...get(DENSE), ...i32Add],
          ...[...get(COLUMN), ...i32Add, ...set(P)],
          ...sums.flatMap((sum, j) => [
            ...[...get(sum), ...get(FACTOR), ...get(P), ...v128Load(16 * j)],
            ...[...f32x4Mul, ...f32x4Add, ...set(sum)],
          ]),
          ...increase(K, 4),
        ]),
        ...sums.flatMap((sum, j) => [...get(TO), ...get(sum), ...v128Store(16 * j)]),
        ...[...get(TO), ...get(WIDTH), ...i32Add, ...set(TO)],
        ...increase(ROW, 4),
      ]),
      ...increase(COLUMN, 4 * BLOCK),
    ]),
  ];
  const locals = [...new Array<number>(6).fill(I32), ...new Array<number>(1 + REGISTERS).fill(V128)];
  return { parameters: new Array<number>(7).fill(I32), locals, code };
}

function dots(): WasmFunction {
  const [ROWS, START, INDEX, VALUE, DENSE, X, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const;
  const [COLUMN, ROW, K, LAST, P, Q, SUM] = [7, 8, 9, 10, 11, 12, 13] as const;
  const SUMS = 4;
  const sums = Array.from({ length: SUMS }, (_, j) => SUM + j);
  const zero = [...f32(0), ...f32x4Splat];
  const products = Array.from({ length: REGISTERS }, (_, j) => [
    ...[...get(SUM + (j % SUMS)), ...get(P), ...v128Load(16 * j), ...get(Q), ...v128Load(16 * j)],
    ...[...f32x4Mul, ...f32x4Add, ...set(SUM + (j % SUMS))],
  ]).flat();
  const code = whileLess(ROW, ROWS, [
    ...[...get(START), ...get(ROW), ...i32Add, ...tee(P), ...i32Load(), ...set(K)],
    ...[...get(P), ...i32Load(4), ...set(LAST)],
    ...whileLess(K, LAST, [
      ...[...get(INDEX), ...get(K), ...i32Add, ...i32Load(), ...get(DENSE), ...i32Add, ...set(P)],
      ...[...get(X), ...set(Q), ...i32(0), ...set(COLUMN)],
      ...sums.flatMap((sum) => [...zero, ...set(sum)]),
      ...whileLess(COLUMN, WIDTH, [
        ...products,
        ...[...increase(P, 4 * BLOCK), ...increase(Q, 4 * BLOCK), ...increase(COLUMN, 4 * BLOCK)],
      ]),
      ...[...get(SUM), ...get(SUM + 1), ...f32x4Add, ...get(SUM + 2), ...get(SUM + 3), ...f32x4Add, ...f32x4Add],
      ...[...set(SUM), ...get(VALUE), ...get(K), ...i32Add],
      ...[...get(SUM), ...f32x4Lane(0), ...get(SUM), ...f32x4Lane(1), ...f32Add],
      ...[...get(SUM), ...f32x4Lane(2), ...get(SUM), ...f32x4Lane(3), ...f32Add, ...f32Add, ...f32Store],
      ...increase(K, 4),
    ]),
    ...[...get(X), ...get(WIDTH), ...i32Add, ...set(X), ...increase(ROW, 4)],
  ]);
  const locals = [...new Array<number>(6).fill(I32), ...new Array<number>(SUMS).fill(V128)];
  return { parameters: new Array<number>(7).fill(I32), locals, code };
}

function pack(): WasmFunction {
  const [ROWS, FROM, ROW_BYTES, COLUMNS, COLUMNS_BYTES] = [0, 1, 2, 3, 4] as const;
  const [START, INDEX, VALUE, WIDTH, N, ROW, C, OFFSET] = [5, 6, 7, 8, 9, 10, 11, 12] as const;
  const code = [
    ...whileLess(ROW, ROWS, [
      ...[...get(START), ...get(ROW), ...i32Add, ...get(N), ...i32Store()],
      ...[...i32(0), ...set(C)],
      ...whileLess(C, COLUMNS_BYTES, [
        ...[...get(COLUMNS), ...get(C), ...i32Add, ...i32Load(), ...set(OFFSET)],
        ...[...get(INDEX), ...get(N), ...i32Add, ...get(OFFSET), ...get(WIDTH), ...i32Mul, ...i32Store()],
        ...[...get(VALUE), ...get(N), ...i32Add, ...get(FROM), ...get(OFFSET), ...i32Add, ...f32Load, ...f32Store],
        ...[...get(FROM), ...get(OFFSET), ...i32Add, ...f32Load, ...f32(0), ...f32Differ],
        ...[...i32(2), ...i32ShiftLeft, ...get(N), ...i32Add, ...set(N)],
        ...increase(C, 4),
      ]),
      ...[...get(FROM), ...get(ROW_BYTES), ...i32Add, ...set(FROM)],
      ...increase(ROW, 4),
    ]),
    ...[...get(START), ...get(ROWS), ...i32Add, ...get(N), ...i32Store()],
    ...get(N),
  ];
  return { parameters: new Array<number>(10).fill(I32), result: I32, locals: [I32, I32, I32], code };
}

function take(): WasmFunction {
  const [ROWS, FROM, ROW_BYTES, COLUMNS, COLUMNS_BYTES, OUT, ROW, C] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const code = whileLess(ROW, ROWS, [
    ...[...i32(0), ...set(C)],
    ...whileLess(C, COLUMNS_BYTES, [
      ...[...get(OUT), ...get(C), ...i32Add],
      ...[...get(COLUMNS), ...get(C), ...i32Add, ...i32Load(), ...get(FROM), ...i32Add, ...f32Load, ...f32Store],
      ...increase(C, 4),
    ]),
    ...[...get(OUT), ...get(COLUMNS_BYTES), ...i32Add, ...set(OUT)],
    ...[...get(FROM), ...get(ROW_BYTES), ...i32Add, ...set(FROM)],
    ...increase(ROW, 4),
  ]);
  return { parameters: new Array<number>(6).fill(I32), locals: [I32, I32], code };
}

const kernel = new WasmModule({ multiply: multiply(), dots: dots(), pack: pack(), take: take() });
