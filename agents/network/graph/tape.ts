/**
 * ONNX graphs that know their way back: operations are put down one by one, and the gradient of the last value follows
 * from the list of what was put down (reverse-mode differentiation). A network or a loss is written once, forward.
 */
import type { DataType, OnnxGraph } from '../engines/onnx-graph.js';

/** A length, or the name of one that differs from call to call. */
export type Length = number | string;

/** A tensor of the graph, known by its name. */
export interface Value {
  readonly name: string;
  readonly dims: readonly Length[];
  /** Whether it depends on what is learned: only such values have gradients. */
  readonly learned: boolean;
}

/** What was put down: how the gradients by its outputs become those by its inputs. */
interface Step {
  inputs: readonly Value[];
  outputs: readonly Value[];
  /** Undefined where nothing comes back. */
  back(gradients: readonly (Value | undefined)[]): (Value | undefined)[];
}

/** Operations on tensors of 32-bit floats, and their gradients. Shapes broadcast as in numpy. */
export class Tape {
  private readonly steps: Step[] = [];
  private recording = true;

  constructor(readonly graph: OnnxGraph) {}

  /** An input of the model. @param learned whether gradients by it are wanted */
  input(name: string, dims: readonly Length[], type: DataType = 'float32', learned = false): Value {
    return { name: this.graph.input(name, type, dims), dims, learned };
  }

  /** Declares a value as an output of the model, under this name. */
  output(value: Value, name: string): void {
    this.graph.op('Identity', [value.name], {}, name);
    this.graph.output(name, 'float32', value.dims);
  }

  /** A number, [1]. */
  number(value: number): Value {
    const bytes = new Uint8Array(Float32Array.of(value).buffer);
    return { name: this.graph.constant(`number ${value}`, 'float32', [1], bytes), dims: [1], learned: false };
  }

  /** A list of numbers. */
  numbers(name: string, values: Float32Array): Value {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return {
      name: this.graph.constant(`numbers ${name}`, 'float32', [values.length], bytes),
      dims: [values.length],
      learned: false,
    };
  }

  /** a [..., k] times b [k, c]. */
  product(a: Value, b: Value): Value {
    const flat = (x: Value) => (x.dims.length > 2 ? this.still(this.reshaped(x, ['all', x.dims.at(-1)!])) : x);
    return this.put('MatMul', [a, b], [...a.dims.slice(0, -1), b.dims[1]!], (d) => [
      a.learned ? this.backProduct(d, b, a.dims) : undefined,
      b.learned ? this.apply('Gemm', [flat(a), flat(d)], b.dims, { transA: 1 }) : undefined,
    ]);
  }

  /** Matrices a [..., r, k] times as many b [..., k, c]. */
  matrixProducts(a: Value, b: Value): Value {
    const turned = (x: Value) => {
      const order = x.dims.map((_, i) => i).slice(0, -2);
      return this.still(this.transposed(this.still(x), [...order, x.dims.length - 1, x.dims.length - 2]));
    };
    return this.put('MatMul', [a, b], [...a.dims.slice(0, -1), b.dims.at(-1)!], (d) => [
      a.learned ? this.apply('MatMul', [d, turned(b)], a.dims) : undefined,
      b.learned ? this.apply('MatMul', [turned(a), d], b.dims) : undefined,
    ]);
  }

  add(a: Value, b: Value): Value {
    return this.put('Add', [a, b], broadcast(a, b), (d) => [this.fitted(d, a), this.fitted(d, b)]);
  }

  subtract(a: Value, b: Value): Value {
    return this.put('Sub', [a, b], broadcast(a, b), (d) => [
      this.fitted(d, a),
      b.learned ? this.fitted(this.apply('Neg', [d], d.dims), b) : undefined,
    ]);
  }

  times(a: Value, b: Value): Value {
    const dims = broadcast(a, b);
    return this.put('Mul', [a, b], dims, (d) => [
      a.learned ? this.fitted(this.apply('Mul', [d, b], dims), a) : undefined,
      b.learned ? this.fitted(this.apply('Mul', [d, a], dims), b) : undefined,
    ]);
  }

  square(x: Value): Value {
    return this.times(x, x);
  }

  relu(x: Value): Value {
    const y: Value = this.put('Relu', [x], x.dims, (d) => [
      this.apply('Where', [this.compare('Greater', y, this.number(0)), d, this.number(0)], x.dims),
    ]);
    return y;
  }

  tanh(x: Value): Value {
    const y: Value = this.put('Tanh', [x], x.dims, (d) => [
      this.times(d, this.subtract(this.number(1), this.square(y))),
    ]);
    return y;
  }

  sigmoid(x: Value): Value {
    const y: Value = this.put('Sigmoid', [x], x.dims, (d) => [
      this.times(d, this.times(y, this.subtract(this.number(1), y))),
    ]);
    return y;
  }

  exp(x: Value): Value {
    const y: Value = this.put('Exp', [x], x.dims, (d) => [this.times(d, y)]);
    return y;
  }

  /** Softmax of each row. */
  softmax(x: Value): Value {
    const axis = x.dims.length - 1;
    const back = (d: Value) => [this.times(y, this.subtract(d, this.rowSum(this.times(d, y))))];
    const y: Value = this.put('Softmax', [x], x.dims, back, { axis });
    return y;
  }

  log(x: Value): Value {
    return this.put('Log', [x], x.dims, (d) => [this.apply('Div', [d, x], x.dims)]);
  }

  /** a where the condition holds, else b. @param condition of `compare` */
  where(condition: Value, a: Value, b: Value): Value {
    const dims = broadcast(condition, { dims: broadcast(a, b) });
    const zero = this.number(0);
    return this.put('Where', [condition, a, b], dims, (d) => [
      undefined,
      a.learned ? this.fitted(this.apply('Where', [condition, d, zero], dims), a) : undefined,
      b.learned ? this.fitted(this.apply('Where', [condition, zero, d], dims), b) : undefined,
    ]);
  }

  /** Where the comparison holds; nothing comes back through it. */
  compare(kind: 'Greater' | 'Equal', a: Value, b: Value): Value {
    return this.apply(kind, [a, b], broadcast(a, b));
  }

  /** 1 where a condition holds, else 0. */
  indicator(condition: Value): Value {
    return this.apply('Cast', [condition], condition.dims, { to: 1 });
  }

  /** The same number, for which nothing comes back. */
  still(x: Value): Value {
    return { ...x, learned: false };
  }

  /** Largest of each row [..., 1]; nothing comes back through it. */
  rowMax(x: Value): Value {
    return this.apply('ReduceMax', [x], lastOne(x.dims), { axes: [x.dims.length - 1], keepdims: 1 });
  }

  /** Sum of each row, [..., 1]. */
  rowSum(x: Value): Value {
    return this.sumAlong(x, x.dims.length - 1);
  }

  /** Sum along a dimension, which is 1 long then. */
  sumAlong(x: Value, axis: number): Value {
    return this.put('ReduceSum', [x, this.whole([axis])], shortened(x.dims, axis), (d) => [this.expanded(d, x)], {
      keepdims: 1,
    });
  }

  /** The largest along a dimension, which is 1 long then; of several that are equal each has the gradient. */
  largestAlong(x: Value, axis: number): Value {
    const attributes = { axes: [axis], keepdims: 1 };
    const y: Value = this.put(
      'ReduceMax',
      [x],
      shortened(x.dims, axis),
      (d) => [this.times(this.indicator(this.compare('Equal', x, y)), d)],
      attributes,
    );
    return y;
  }

  /** Dimension i of the result is dimension `order[i]` of x. */
  transposed(x: Value, order: readonly number[]): Value {
    const inverse = order.map((_, i) => order.indexOf(i));
    const dims = order.map((i) => x.dims[i]!);
    return this.put('Transpose', [x], dims, (d) => [this.apply('Transpose', [d], x.dims, { perm: inverse })], {
      perm: [...order],
    });
  }

  /**
   * Each square's surroundings times a kernel; beyond the edge there are zeros.
   * @param x [rows, planes, height, width]
   * @param kernel [filters, planes, side, side], side odd
   * @param bias [filters]
   * @returns [rows, filters, height, width]
   */
  convolution(x: Value, kernel: Value, bias: Value): Value {
    const [rows, planes, height, width] = x.dims as [Length, number, number, number];
    const [filters, , side] = kernel.dims as number[];
    const half = (side! - 1) / 2;
    const pads = [half, half, half, half];
    const turned = (y: Value) => this.still(this.transposed(this.still(y), [1, 0, 2, 3]));
    return this.put(
      'Conv',
      [x, kernel, bias],
      [rows, filters!, height, width],
      (d) => [
        x.learned
          ? this.apply('ConvTranspose', [d, kernel], x.dims, { kernel_shape: [side!, side!], pads })
          : undefined,
        // Planes are the rows of this one, and rows its planes.
        turned(this.apply('Conv', [turned(x), turned(d)], [planes, filters!, side!, side!], { pads })),
        this.apply('ReduceSum', [d, this.whole([0, 2, 3])], bias.dims, { keepdims: 0 }),
      ],
      { kernel_shape: [side!, side!], pads },
    );
  }

  /** Sum of all numbers, [1]. */
  total(x: Value): Value {
    const rows = x.dims.at(-1) === 1 ? x : this.rowSum(x);
    const ones = rows.dims.map(() => 1);
    const sum = this.put('ReduceSum', [rows], ones, (d) => [this.expanded(d, rows)], { keepdims: 1 });
    return this.reshaped(sum, [1]);
  }

  /** The same numbers in another shape. At most one length may be a name. */
  reshaped(x: Value, dims: readonly Length[]): Value {
    const wanted = (shape: readonly Length[]) => this.whole(shape.map((n) => (typeof n === 'number' ? n : -1)));
    return this.put('Reshape', [x, wanted(dims)], dims, (d) => [this.apply('Reshape', [d, wanted(x.dims)], x.dims)]);
  }

  /** Pieces of these widths along the last dimension. */
  split(x: Value, widths: readonly number[]): Value[] {
    const axis = x.dims.length - 1;
    let to = 0;
    const pieces = widths.map((width): Value => {
      const from = to;
      to += width;
      const limits = [[from], [to], [axis], [1]].map((list) => this.graph.ints(list));
      return {
        name: this.graph.op('Slice', [x.name, ...limits]),
        dims: [...x.dims.slice(0, -1), width],
        learned: x.learned,
      };
    });
    this.record({
      ...{ inputs: [x], outputs: pieces },
      back: (ds) => [
        this.apply(
          'Concat',
          ds.map((d, i) => d ?? this.apply('Mul', [pieces[i]!, this.number(0)], pieces[i]!.dims)),
          x.dims,
          { axis },
        ),
      ],
    });
    return pieces;
  }

  /** One beside the other along the last dimension. */
  beside(parts: readonly Value[]): Value {
    if (parts.length === 1) return parts[0]!;
    const widths = parts.map(({ dims }) => dims.at(-1) as number);
    const [first] = parts as [Value];
    const dims = [...first.dims.slice(0, -1), widths.reduce((a, b) => a + b, 0)];
    return this.put('Concat', parts, dims, (d) => this.split(this.still(d), widths), { axis: dims.length - 1 });
  }

  /** One behind the other along the first dimension; nothing comes back through it. */
  joined(parts: readonly Value[], length: Length): Value {
    return this.apply('Concat', parts, [length], { axis: 0 });
  }

  /** The rows of x with these numbers; nothing comes back through it. @param rows whole numbers [n] */
  rowsOf(x: Value, rows: Value): Value {
    return this.apply('Gather', [x, rows], [rows.dims[0]!, ...x.dims.slice(1)], { axis: 0 });
  }

  /**
   * In each row r, y[r, i] = x[r, from[r, i]]. Every element of x that counts is taken once at most.
   * @param from whole numbers, in the shape of y
   * @param to whole numbers, in the shape of x: where in y each element went, anywhere if nowhere
   * @param counts in the shape of x: 0 for elements that are taken nowhere
   */
  rearranged(x: Value, from: Value, to: Value, counts: Value): Value {
    const take = (of: Value, places: Value) => this.apply('GatherElements', [of, places], places.dims, { axis: 1 });
    return this.put('GatherElements', [x, from], from.dims, (d) => [this.times(take(d, to), counts)], { axis: 1 });
  }

  /** Any operation through which nothing comes back. */
  apply(
    kind: string,
    inputs: readonly Value[],
    dims: readonly Length[],
    attributes: Record<string, number | number[]> = {},
  ): Value {
    return {
      name: this.graph.op(
        kind,
        inputs.map(({ name }) => name),
        attributes,
      ),
      dims,
      learned: false,
    };
  }

  /**
   * The gradients of a value [1] by others that are learned.
   * @throws RangeError when it does not depend on one of them
   */
  gradients(of: Value, by: readonly Value[]): Value[] {
    this.recording = false;
    const known = new Map<string, Value>([[of.name, this.number(1)]]);
    for (const { inputs, outputs, back } of this.steps.toReversed()) {
      const ds = outputs.map(({ name }) => known.get(name));
      if (ds.every((d) => d === undefined)) continue;
      for (const [i, d] of back(ds).entries()) {
        const input = inputs[i]!;
        if (!d || !input.learned) continue;
        const before = known.get(input.name);
        known.set(input.name, before ? this.apply('Add', [before, d], input.dims) : d);
      }
    }
    this.recording = true;
    return by.map(({ name }) => {
      const found = known.get(name);
      if (!found) throw new RangeError(`the loss does not depend on ${name}`);
      return found;
    });
  }

  /** Puts down an operation with one output. */
  private put(
    kind: string,
    inputs: readonly Value[],
    dims: readonly Length[],
    back: (d: Value) => (Value | undefined)[],
    attributes: Record<string, number | number[]> = {},
  ): Value {
    const learned = this.recording && inputs.some((input) => input.learned);
    const y: Value = { ...this.apply(kind, inputs, dims, attributes), learned };
    if (learned) this.record({ inputs, outputs: [y], back: ([d]) => back(d!) });
    return y;
  }

  /** d [..., c] times b [k, c] turned over. */
  private backProduct(d: Value, b: Value, dims: readonly Length[]): Value {
    if (dims.length === 2) return this.apply('Gemm', [d, b], dims, { transB: 1 });
    return this.apply('MatMul', [d, this.apply('Transpose', [b], [b.dims[1]!, b.dims[0]!], { perm: [1, 0] })], dims);
  }

  private record(step: Step): void {
    if (this.recording && step.inputs.some(({ learned }) => learned)) this.steps.push(step);
  }

  /** A gradient summed over the dimensions along which `to` was repeated. */
  private fitted(d: Value, to: Value): Value | undefined {
    if (!to.learned) return undefined;
    const missing = d.dims.length - to.dims.length;
    const repeated = to.dims.flatMap((n, i) => (n === 1 && d.dims[i + missing] !== 1 ? [i + missing] : []));
    const axes = [...Array.from({ length: missing }, (_, i) => i), ...repeated];
    if (axes.length === 0) return d;
    const sum = this.apply('ReduceSum', [d, this.whole(axes)], to.dims, {
      keepdims: missing > 0 && repeated.length === 0 ? 0 : 1,
    });
    return missing > 0 && repeated.length > 0 ? this.reshaped(sum, to.dims) : sum;
  }

  /** d, repeated until it has the shape of x. */
  private expanded(d: Value, x: Value): Value {
    const shape: Value = { name: this.graph.op('Shape', [x.name]), dims: [x.dims.length], learned: false };
    return this.apply('Expand', [d, shape], x.dims);
  }

  private whole(list: readonly number[]): Value {
    return { name: this.graph.ints(list), dims: [list.length], learned: false };
  }
}

const lastOne = (dims: readonly Length[]) => shortened(dims, dims.length - 1);
const shortened = (dims: readonly Length[], axis: number) => dims.map((n, i) => (i === axis ? 1 : n));

/** The shape of what two values give together. */
function broadcast(a: Pick<Value, 'dims'>, b: Pick<Value, 'dims'>): Length[] {
  const [long, short] = a.dims.length >= b.dims.length ? [a.dims, b.dims] : [b.dims, a.dims];
  const skipped = long.length - short.length;
  return long.map((n, i) => {
    const other = short[i - skipped] ?? 1;
    if (n !== other && n !== 1 && other !== 1) throw new RangeError(`shapes ${a.dims} and ${b.dims} do not fit`);
    return n === 1 ? other : n;
  });
}
