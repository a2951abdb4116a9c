/**
 * WebAssembly, written out instruction by instruction so that no tool is needed to build it: the few instructions that
 * our kernels use (WebAssembly core specification 2.0, chapter 5.4), and the module around them.
 */

/** The part of the WebAssembly interface of JavaScript that is used here; Node's types leave it out. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports?: object) => { exports: object };
  Memory: new (of: { initial: number; maximum: number; shared: boolean }) => { readonly buffer: SharedArrayBuffer };
}

const api = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

/** Memory of a module, in pages of 64 KiB. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE = 65536;

/** Memory that several threads share, for modules that import theirs. */
export function sharedMemory(bytes: number): { readonly buffer: SharedArrayBuffer } {
  const pages = Math.max(1, Math.ceil(bytes / PAGE));
  return new api.Memory({ initial: pages, maximum: pages, shared: true });
}

export const I32 = 0x7f;
export const F32 = 0x7d;
export const F64 = 0x7c;
export const V128 = 0x7b;

const loop = [0x03, 0x40];
const block = [0x02, 0x40];
const end = [0x0b];
const branchIf = (depth: number) => [0x0d, depth];
const branch = (depth: number) => [0x0c, depth];
export const get = (local: number) => [0x20, local];
export const set = (local: number) => [0x21, local];
export const tee = (local: number) => [0x22, local];
export const i32 = (n: number) => [0x41, ...signed(n)];
export const i32Add = [0x6a];
export const i32Mul = [0x6c];
export const i32ShiftLeft = [0x74];
const i32AtLeast = [0x4e]; // ge_s
const i32IsZero = [0x45];
export const i32Load = (offset = 0) => [0x28, 2, ...unsigned(offset)];
export const i32Store = (offset = 0) => [0x36, 2, ...unsigned(offset)];
export const f32Load = [0x2a, 2, 0];
export const f32Store = [0x38, 2, 0];
export const f32 = (x: number) => [0x43, ...new Uint8Array(Float32Array.of(x).buffer)];
export const f32Differ = [0x5c];
export const f32Add = [0x92];
export const f64Add = [0xa0];
const simd = (code: number) => [0xfd, ...unsigned(code)];
export const v128Load = (offset = 0) => [...simd(0), 2, ...unsigned(offset)];
export const v128LoadSplat32 = [...simd(9), 2, 0];
export const v128Store = (offset = 0) => [...simd(11), 2, ...unsigned(offset)];
export const v128And = simd(0x4e);
export const v128Or = simd(0x50);
export const v128Xor = simd(0x51);
export const v128AnyTrue = simd(0x53);
export const f32x4Splat = simd(0x13);
export const f32x4Absolute = simd(0xe0);
export const f32x4AtLeast = simd(0x46);
export const f32x4Root = simd(0xe3);
export const f32x4Max = simd(0xe9);
export const f32x4Add = simd(0xe4);
export const f32x4Subtract = simd(0xe5);
export const f32x4Mul = simd(0xe6);
export const f32x4Divide = simd(0xe7);
export const f32x4Lane = (lane: number) => [...simd(0x1f), lane];
/** The two lower numbers in 64 bits. */
export const f64x2Promote = simd(0x5f);
export const f64x2Add = simd(0xf0);
export const f64x2Mul = simd(0xf2);
export const f64x2Lane = (lane: number) => [...simd(0x21), lane];
/** The upper half below, twice. */
export const upperHalf = [...simd(0x0d), 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
/** Does this where any bit of four numbers is set. */
export const whereAny = (numbers: number[], body: number[]) => [
  ...[...block, ...numbers, ...v128AnyTrue, ...i32IsZero, ...branchIf(0)],
  ...[...body, ...end],
];
/** Adds to a local. */
export const increase = (local: number, by: number) => [...get(local), ...i32(by), ...i32Add, ...set(local)];
/** Does this while one local is less than another (both signed). */
export const whileLess = (a: number, b: number, body: number[]) => [
  ...[...block, ...loop, ...get(a), ...get(b), ...i32AtLeast, ...branchIf(1)],
  ...[...body, ...branch(0), ...end, ...end],
];

/** A function of a module: types of its parameters, of its result, and of its locals, which follow the parameters. */
export interface WasmFunction {
  parameters: number[];
  result?: number;
  locals: number[];
  code: number[];
}

/** A compiled module, of which instances are made. */
export class WasmModule {
  private compiled: object | undefined;

  /** @param shared its memory is imported, and may be read and written by several threads */
  constructor(
    private readonly functions: Record<string, WasmFunction>,
    private readonly shared = false,
  ) {}

  /** A new instance, with a memory of its own if none is given. */
  instance<T>(memory?: object): T {
    this.compiled ??= new api.Module(Uint8Array.from(this.bytes()));
    return new api.Instance(this.compiled, memory ? { env: { memory } } : {}).exports as T;
  }

  private bytes(): number[] {
    const list = Object.entries(this.functions);
    const [FUNCTION, MEMORY] = [0, 2];
    const types = list.map(([, { parameters, result }]) => [
      ...[0x60, parameters.length, ...parameters],
      ...(result === undefined ? [0] : [1, result]),
    ]);
    const exported = list.map(([name], i) => [...text(name), FUNCTION, i]);
    if (!this.shared) exported.push([...text('memory'), MEMORY, 0]);
    const bodies = list.map(([, { locals, code }]) => {
      const body = [...unsigned(locals.length), ...locals.flatMap((type) => [1, type]), ...code, ...end];
      return [...unsigned(body.length), ...body];
    });
    const memory = this.shared
      ? section(2, [[...text('env'), ...text('memory'), MEMORY, 3, 1, ...unsigned(PAGE)]])
      : [];
    return [
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, types),
      ...memory,
      ...section(
        3,
        list.map((_, i) => [i]),
      ),
      ...(this.shared ? [] : section(5, [[0, 1]])), // one memory, from one page
      ...section(7, exported),
      ...section(10, bodies),
    ];
  }
}

function section(id: number, entries: number[][]): number[] {
  const bytes = [...unsigned(entries.length), ...entries.flat()];
  return [id, ...unsigned(bytes.length), ...bytes];
}

const text = (name: string) => [name.length, ...new TextEncoder().encode(name)];

/** LEB128. */
function unsigned(n: number): number[] {
  return n < 0x80 ? [n] : [(n & 0x7f) | 0x80, ...unsigned(n >>> 7)];
}

function signed(n: number): number[] {
  return n >= -64 && n < 64 ? [n & 0x7f] : [(n & 0x7f) | 0x80, ...signed(n >> 7)];
}
