/**
 * What a learner moves: weights, Adam's moments and gradients, one flat array each, in memory that all threads share;
 * and the three things that are done to all of them in each step, in WebAssembly, four numbers at a time. In TypeScript
 * these take a sixth of the time of a step on two threads, because only one of them can do it.
 */

import { adamStep, BETA1, BETA2, EPSILON, TINY } from './adam.js';
import {
  F32,
  F64,
  f32x4Absolute,
  f32x4Add,
  f32x4AtLeast,
  f32x4Divide,
  f32x4Mul,
  f32x4Root,
  f32x4Splat,
  f32x4Subtract,
  f64Add,
  f64x2Add,
  f64x2Lane,
  f64x2Mul,
  f64x2Promote,
  get,
  I32,
  i32Add,
  increase,
  set,
  sharedMemory,
  tee,
  upperHalf,
  V128,
  v128And,
  v128Load,
  v128Store,
  type WasmFunction,
  WasmModule,
  whileLess,
} from './engines/wasm-code.js';

/** Numbers that a pass of a loop covers. */
const LANES = 4;

/** Addresses and lengths in bytes; lengths are multiples of 16. */
interface Kernel {
  /** to += from */
  add(to: number, from: number, length: number): void;
  /** Sum of squares, in 64 bits. */
  squares(at: number, length: number): number;
  /**
   * m = keep1 * m + take1 * g and v = keep2 * v + take2 * g^2, both zero where smaller than `tiny`; then
   * w -= rate * m / (sqrt(v) + epsilon).
   */
  adam(
    weights: number,
    first: number,
    second: number,
    gradient: number,
    length: number,
    keep1: number,
    take1: number,
    keep2: number,
    take2: number,
    rate: number,
    epsilon: number,
    tiny: number,
  ): void;
}

/** The weights, moments and gradients of one learner. Callers may read and write the numbers in the arrays. */
export class Parameters {
  readonly weights: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
  /** One of each thread. */
  readonly gradients: Float32Array[];
  private readonly kernel: Kernel;

  constructor(
    readonly size: number,
    threads: number,
  ) {
    const bytes = Math.ceil((4 * size) / 64) * 64;
    const memory = sharedMemory((3 + threads) * bytes);
    const array = (i: number) => new Float32Array(memory.buffer, i * bytes, size);
    this.weights = array(0);
    this.first = array(1);
    this.second = array(2);
    this.gradients = Array.from({ length: threads }, (_, i) => array(3 + i));
    this.kernel = module.instance<Kernel>(memory);
  }

  /** Adds the other gradients to the first, always in the same order. */
  addGradients(): void {
    const [sum, ...others] = this.gradients as [Float32Array, ...Float32Array[]];
    for (const other of others) {
      this.kernel.add(sum.byteOffset, other.byteOffset, 4 * whole(this.size));
      for (let i = whole(this.size); i < this.size; i++) sum[i]! += other[i]!;
    }
  }

  /** Euclidean length of these parts of the first gradient, entries from..to-1 each. */
  gradientLength(parts: readonly { from: number; to: number }[]): number {
    const gradient = this.gradients[0]!;
    let all = 0;
    for (const { from, to } of parts) {
      const count = whole(to - from);
      let sum = this.kernel.squares(gradient.byteOffset + 4 * from, 4 * count);
      for (let i = from + count; i < to; i++) sum += gradient[i]! * gradient[i]!;
      all += sum;
    }
    return Math.sqrt(all);
  }

  /**
   * One step of Adam on the entries from..to-1 along the first gradient times `scale`: `adamStep`, in 32 bits. With
   * c = sqrt(1 - beta2^t): m / (1 - beta1^t) / (sqrt(v) / c + epsilon) is m * c / (1 - beta1^t) / (sqrt(v) + c * epsilon),
   * one operation less for each weight.
   * @param t counts steps from 1
   */
  move(from: number, to: number, t: number, learningRate: number, scale: number): void {
    const { weights, first, second } = this;
    const gradient = this.gradients[0]!;
    const at = (array: Float32Array) => array.byteOffset + 4 * from;
    const count = whole(to - from);
    const c = Math.sqrt(1 - BETA2 ** t);
    this.kernel.adam(
      ...([at(weights), at(first), at(second), at(gradient), 4 * count] as const),
      ...([BETA1, (1 - BETA1) * scale, BETA2, (1 - BETA2) * scale * scale] as const),
      ...([(learningRate * c) / (1 - BETA1 ** t), EPSILON * c, TINY] as const),
    );
    adamStep(weights, first, second, gradient, from + count, to, t, learningRate, scale);
  }
}

const whole = (count: number) => count - (count % LANES);

function add(): WasmFunction {
  const [TO, FROM, LENGTH, K] = [0, 1, 2, 3] as const;
  const place = (array: number) => [...get(array), ...get(K), ...i32Add];
  const code = whileLess(K, LENGTH, [
    ...[...place(TO), ...place(TO), ...v128Load(), ...place(FROM), ...v128Load(), ...f32x4Add, ...v128Store()],
    ...increase(K, 16),
  ]);
  return { parameters: [I32, I32, I32], locals: [I32], code };
}

function squares(): WasmFunction {
  const [AT, LENGTH, K, X, LOW, HIGH] = [0, 1, 2, 3, 4, 5] as const;
  const addSquare = (sum: number) => [...tee(X), ...get(X), ...f64x2Mul, ...get(sum), ...f64x2Add, ...set(sum)];
  const code = [
    ...whileLess(K, LENGTH, [
      ...[...get(AT), ...get(K), ...i32Add, ...v128Load(), ...f64x2Promote, ...addSquare(LOW)],
      ...[...get(AT), ...get(K), ...i32Add, ...v128Load(), ...tee(X), ...get(X), ...upperHalf],
      ...[...f64x2Promote, ...addSquare(HIGH)],
      ...increase(K, 16),
    ]),
    ...[...get(LOW), ...get(HIGH), ...f64x2Add, ...tee(X), ...f64x2Lane(0), ...get(X), ...f64x2Lane(1), ...f64Add],
  ];
  return { parameters: [I32, I32], result: F64, locals: [I32, V128, V128, V128], code };
}

function adam(): WasmFunction {
  const [WEIGHTS, FIRST, SECOND, GRADIENT, LENGTH] = [0, 1, 2, 3, 4] as const;
  // The numbers given, then the same four times in a register each.
  const given = [5, 6, 7, 8, 9, 10, 11];
  const K = 12;
  const [KEEP1, TAKE1, KEEP2, TAKE2, RATE, SMALL, LEAST] = [13, 14, 15, 16, 17, 18, 19] as const;
  const [G, M, V] = [20, 21, 22] as const;
  const place = (array: number) => [...get(array), ...get(K), ...i32Add];
  const times = (a: number, b: number) => [...get(a), ...get(b), ...f32x4Mul];
  // What is too small becomes zero.
  const clean = (x: number) => [...get(x), ...get(x), ...f32x4Absolute, ...get(LEAST), ...f32x4AtLeast, ...v128And];
  const code = [
    ...given.flatMap((from, i) => [...get(from), ...f32x4Splat, ...set(KEEP1 + i)]),
    ...whileLess(K, LENGTH, [
      ...[...place(GRADIENT), ...v128Load(), ...set(G)],
      ...[...place(FIRST), ...v128Load(), ...get(KEEP1), ...f32x4Mul, ...times(G, TAKE1), ...f32x4Add, ...set(M)],
      ...[...clean(M), ...set(M)],
      ...[...place(SECOND), ...v128Load(), ...get(KEEP2), ...f32x4Mul],
      ...[...times(G, G), ...get(TAKE2), ...f32x4Mul, ...f32x4Add, ...set(V)],
      ...[...clean(V), ...set(V)],
      ...[...place(FIRST), ...get(M), ...v128Store(), ...place(SECOND), ...get(V), ...v128Store()],
      ...[...place(WEIGHTS), ...place(WEIGHTS), ...v128Load(), ...times(M, RATE)],
      ...[...get(V), ...f32x4Root, ...get(SMALL), ...f32x4Add, ...f32x4Divide, ...f32x4Subtract, ...v128Store()],
      ...increase(K, 16),
    ]),
  ];
  const parameters = [...new Array<number>(5).fill(I32), ...new Array<number>(7).fill(F32)];
  return { parameters, locals: [I32, ...new Array<number>(10).fill(V128)], code };
}

const module = new WasmModule({ add: add(), squares: squares(), adam: adam() }, true);
