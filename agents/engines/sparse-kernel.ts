/**
 * Sparse times dense as a WebAssembly function of 300 bytes, written out here instruction by instruction so that no
 * tool is needed to build it. Observations are mostly zeros, and no tensor library for Node skips them.
 */

/** Floats that one pass of the inner loop covers: eight registers of four. Widths must be a multiple. */
export const BLOCK = 32;
const REGISTERS = BLOCK / 4;

/** The compiled function, and the memory its addresses (in bytes) point into. */
export interface SparseKernel {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /**
   * out[r] += sum over k in start[r]..start[r+1]-1 of value[k] * (the row of the dense matrix at byte index[k]).
   * @param rows number of rows of `out`
   * @param start int32 [rows + 1]
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
}

/** The part of the WebAssembly interface of JavaScript that is used here; Node's types leave it out. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: object };
}

let compiled: object | undefined;

/** A new instance with a memory of its own. */
export function sparseKernel(): SparseKernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  compiled ??= new Module(Uint8Array.from(module()));
  return new Instance(compiled).exports as SparseKernel;
}

// Instructions (WebAssembly core specification 2.0, chapter 5.4).
const loop = [0x03, 0x40];
const block = [0x02, 0x40];
const end = [0x0b];
const branchIf = (depth: number) => [0x0d, depth];
const branch = (depth: number) => [0x0c, depth];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const i32 = (n: number) => [0x41, ...signed(n)];
const i32Add = [0x6a];
const i32AtLeast = [0x4e]; // ge_s
const i32Load = (offset: number) => [0x28, 2, ...unsigned(offset)];
const simd = (code: number) => [0xfd, ...unsigned(code)];
const v128Load = (offset: number) => [...simd(0), 2, ...unsigned(offset)];
const v128LoadSplat32 = [...simd(9), 2, 0];
const v128Store = (offset: number) => [...simd(11), 2, ...unsigned(offset)];
const f32x4Mul = simd(0xe6);
const f32x4Add = simd(0xe4);

/** LEB128. */
function unsigned(n: number): number[] {
  return n < 0x80 ? [n] : [(n & 0x7f) | 0x80, ...unsigned(n >>> 7)];
}

function signed(n: number): number[] {
  return n >= -64 && n < 64 ? [n & 0x7f] : [(n & 0x7f) | 0x80, ...signed(n >> 7)];
}

function multiply(): number[] {
  // Parameters, then locals.
  const [ROWS, START, INDEX, VALUE, DENSE, OUT, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const;
  const [COLUMN, ROW, TO, K, LAST, P, FACTOR, SUM] = [7, 8, 9, 10, 11, 12, 13, 14] as const;
  const sums = Array.from({ length: REGISTERS }, (_, j) => SUM + j);
  const increase = (local: number, by: number) => [...get(local), ...i32(by), ...i32Add, ...set(local)];
  const code = [
    // For each block of columns: outermost, so that the columns of the dense matrix in use stay in the cache.
    ...[...block, ...loop, ...get(COLUMN), ...get(WIDTH), ...i32AtLeast, ...branchIf(1)],
    ...[...i32(0), ...set(ROW), ...get(OUT), ...get(COLUMN), ...i32Add, ...set(TO)],
    // For each row, in bytes of `start`:
    ...[...block, ...loop, ...get(ROW), ...get(ROWS), ...i32AtLeast, ...branchIf(1)],
    ...sums.flatMap((sum, j) => [...get(TO), ...v128Load(16 * j), ...set(sum)]),
    ...[...get(START), ...get(ROW), ...i32Add, ...tee(P), ...i32Load(0), ...set(K)],
    ...[...get(P), ...i32Load(4), ...set(LAST)],
    // For each non-zero, in bytes of `index` and `value`:
    ...[...block, ...loop, ...get(K), ...get(LAST), ...i32AtLeast, ...branchIf(1)],
    ...[...get(VALUE), ...get(K), ...i32Add, ...v128LoadSplat32, ...set(FACTOR)],
    ...[...get(INDEX), ...get(K), ...i32Add, ...i32Load(0), ...get(DENSE), ...i32Add],
    ...[...get(COLUMN), ...i32Add, ...set(P)],
    ...sums.flatMap((sum, j) => [
      ...[...get(sum), ...get(FACTOR), ...get(P), ...v128Load(16 * j)],
      ...[...f32x4Mul, ...f32x4Add, ...set(sum)],
    ]),
    ...[...increase(K, 4), ...branch(0), ...end, ...end],
    ...sums.flatMap((sum, j) => [...get(TO), ...get(sum), ...v128Store(16 * j)]),
    ...[...get(TO), ...get(WIDTH), ...i32Add, ...set(TO)],
    ...[...increase(ROW, 4), ...branch(0), ...end, ...end],
    ...[...increase(COLUMN, 4 * BLOCK), ...branch(0), ...end, ...end],
    ...end,
  ];
  const [I32, V128] = [0x7f, 0x7b];
  return [2, 6, I32, 1 + REGISTERS, V128, ...code];
}

function module(): number[] {
  const section = (id: number, bytes: number[]) => [id, ...unsigned(bytes.length), ...bytes];
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];
  const body = multiply();
  const [I32, FUNCTION, MEMORY] = [0x7f, 0, 2];
  return [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 7, ...new Array<number>(7).fill(I32), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]), // one memory, from one page
    ...section(7, [2, ...name('multiply'), FUNCTION, 0, ...name('memory'), MEMORY, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ];
}
