/** Reads an observation before the trunk does (encoder.ts), one position at a time, in plain TypeScript. */
import { activate, denseRow } from './dense-row.js';
import {
  attentionBlocks,
  convolutions,
  type EntitiesShape,
  encodedSize,
  entityLayers,
  hasEncoder,
  MEMORY,
  type MemoryShape,
  type PlanesShape,
  plainStretches,
  rememberedSize,
} from './encoder.js';
import type { NetworkShape, Weights } from './network.js';

type Activation = NetworkShape['activation'];

/** Belongs to one thread. */
export class Encoder {
  /** What the trunk reads. */
  private readonly out: Float32Array;
  private readonly plain: { from: number; to: number }[];
  private readonly board: Board | undefined;
  private readonly things: Things[];
  private readonly memory: Memory | undefined;

  private constructor(shape: NetworkShape) {
    const { planes, entities, memory, activation } = shape;
    this.out = new Float32Array(encodedSize(shape));
    this.plain = plainStretches(shape);
    this.board = planes && new Board(planes, activation);
    this.things = entities ? entities.pieces.map((_, piece) => new Things(entities, piece, activation)) : [];
    this.memory = memory && new Memory(memory);
  }

  /** Undefined for a network whose trunk reads observations as they are. */
  static of(shape: NetworkShape): Encoder | undefined {
    return hasEncoder(shape) ? new Encoder(shape) : undefined;
  }

  /**
   * @param observation begins at `at`
   * @returns what the trunk reads; valid until the next call
   */
  read(weights: Weights, observation: Float32Array, at = 0): Float32Array {
    const { out, plain, board, things, memory } = this;
    let to = 0;
    for (const { from, to: end } of plain) {
      out.set(observation.subarray(at + from, at + end), to);
      to += end - from;
    }
    if (board) to += board.read(weights, observation, at, out, to);
    for (const one of things) to += one.read(weights, observation, at, out, to);
    memory?.read(weights, observation, at, out, to);
    return out;
  }
}

/** Planes through convolutions. Boards lie square by square, [height, width, filters]. */
class Board {
  private readonly layers;
  /** The planes, square by square. */
  private readonly seen: Float32Array;
  /** What the last block gave, and what is made of it. */
  private readonly boards: [Float32Array, Float32Array, Float32Array];

  constructor(
    private readonly planes: PlanesShape,
    private readonly activation: Activation,
  ) {
    const squares = planes.height * planes.width;
    this.layers = convolutions(planes);
    this.seen = new Float32Array(squares * this.layers[0]!.inputs);
    const board = () => new Float32Array(squares * planes.filters);
    this.boards = [board(), board(), board()];
  }

  /** @returns how many numbers were written */
  read(weights: Weights, observation: Float32Array, at: number, out: Float32Array, to: number): number {
    const { layers, activation } = this;
    let [board, half, next] = this.boards;
    this.gather(observation, at);
    this.convolve(weights, 0, this.seen, board);
    activate(activation, board, 0, board.length);
    for (let i = 1; i < layers.length; i += 2) {
      this.convolve(weights, i, board, half);
      activate(activation, half, 0, half.length);
      this.convolve(weights, i + 1, half, next);
      for (let k = 0; k < next.length; k++) next[k]! += board[k]!;
      activate(activation, next, 0, next.length);
      [board, next] = [next, board];
    }
    out.set(board, to);
    return board.length;
  }

  private gather(observation: Float32Array, at: number): void {
    const { planes, seen, layers } = this;
    const [squares, depth] = [planes.height * planes.width, layers[0]!.inputs];
    let plane = 0;
    for (const { from, to } of planes.pieces)
      for (let k = from; k < to; k += squares, plane++)
        for (let s = 0; s < squares; s++) seen[s * depth + plane] = observation[at + k + s]!;
  }

  /** Each number that is not zero is added to the squares that look at it: most numbers of a board are zero. */
  private convolve(weights: Weights, layer: number, from: Float32Array, to: Float32Array): void {
    const { height, width, filters, kernel: side } = this.planes;
    const { name, inputs } = this.layers[layer]!;
    const [kernel, bias] = [weights[`${name}.kernel`]!, weights[`${name}.bias`]!];
    const half = (side - 1) / 2;
    for (let at = 0; at < to.length; at += filters) to.set(bias, at);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const seen = (y * width + x) * inputs;
        for (let i = 0; i < inputs; i++) {
          const value = from[seen + i]!;
          if (value === 0) continue;
          for (let dy = 0; dy < side; dy++) {
            const row = y - dy + half;
            if (row < 0 || row >= height) continue;
            for (let dx = 0; dx < side; dx++) {
              const column = x - dx + half;
              if (column < 0 || column >= width) continue;
              const k = ((dy * side + dx) * inputs + i) * filters;
              const at = (row * width + column) * filters;
              for (let f = 0; f < filters; f++) to[at + f]! += value * kernel[k + f]!;
            }
          }
        }
      }
  }
}

/** Things through the same layers, perhaps looking at each other, then pooled. */
class Things {
  private readonly layers;
  private readonly size: number;
  private readonly rows: Float32Array[];
  private readonly attention: Attention | undefined;

  constructor(
    private readonly entities: EntitiesShape,
    private readonly piece: number,
    private readonly activation: Activation,
  ) {
    this.layers = entityLayers(entities, piece);
    this.size = this.layers[0]!.inputs;
    this.rows = this.layers.map(({ outputs }) => new Float32Array(outputs));
    this.attention = entities.attention && new Attention(entities, piece, activation);
  }

  /** @returns how many numbers were written: the mean over all places, then the largest */
  read(weights: Weights, observation: Float32Array, at: number, out: Float32Array, to: number): number {
    const { layers, rows, size, activation, attention } = this;
    const { from, places } = this.entities.pieces[this.piece]!;
    const last = rows.at(-1)!;
    const width = last.length;
    out.fill(0, to, to + width);
    out.fill(Number.NEGATIVE_INFINITY, to + width, to + 2 * width);
    attention?.clear();
    for (let place = 0; place < places; place++) {
      const start = at + from + place * size;
      let x = observation.subarray(start, start + size);
      const empty = x.every((number) => number === 0);
      if (empty) last.fill(0);
      else
        for (const [i, { name }] of layers.entries()) {
          const row = rows[i]!;
          denseRow(x, 0, x.length, weights[`${name}.kernel`]!, weights[`${name}.bias`]!, row, 0);
          activate(activation, row, 0, row.length);
          x = row;
        }
      if (!attention) this.pool(last, 0, out, to);
      else if (!empty) attention.add(place, last);
    }
    if (attention) {
      const things = attention.look(weights);
      for (let place = 0; place < places; place++) this.pool(things, place * width, out, to);
    }
    return 2 * width;
  }

  /** Adds what is made of a place, which begins at `at`. */
  private pool(things: Float32Array, at: number, out: Float32Array, to: number): void {
    const { places } = this.entities.pieces[this.piece]!;
    const width = this.rows.at(-1)!.length;
    for (let i = 0; i < width; i++) {
      const number = things[at + i]!;
      out[to + i]! += number / places;
      out[to + width + i] = Math.max(out[to + width + i]!, number);
    }
  }
}

/**
 * Blocks of self-attention among things x of one width. Of each head, whose columns are a share d of that width:
 *
 *     y_i = sum over j of softmax_j(x_i Q . x_j K / sqrt(d)) x_j V
 *
 * and x_i becomes activation(x_i + y_i O), with the y_i of all heads side by side. Empty places take no part.
 */
class Attention {
  private readonly blocks;
  private readonly heads: number;
  private readonly width: number;
  /** The places that are not empty. */
  private readonly used: number[] = [];
  /** [places, width] each. */
  private readonly things: Float32Array;
  private readonly queries: Float32Array;
  private readonly keys: Float32Array;
  private readonly values: Float32Array;
  /** What one place reads of the others, [width]. */
  private readonly read: Float32Array;
  private readonly shares: Float64Array;

  constructor(
    entities: EntitiesShape,
    piece: number,
    private readonly activation: Activation,
  ) {
    const { places } = entities.pieces[piece]!;
    this.blocks = attentionBlocks(entities, piece);
    this.heads = entities.attention!.heads;
    this.width = entities.layers.at(-1)!;
    const each = () => new Float32Array(places * this.width);
    [this.things, this.queries, this.keys, this.values] = [each(), each(), each(), each()];
    this.read = new Float32Array(this.width);
    this.shares = new Float64Array(places);
  }

  /** Leaves all places empty. */
  clear(): void {
    this.used.length = 0;
    this.things.fill(0);
  }

  /** @param thing [width], copied */
  add(place: number, thing: Float32Array): void {
    this.used.push(place);
    this.things.set(thing, place * this.width);
  }

  /** @returns what the things are after all blocks, [places, width], zeros in empty places; valid until the next call */
  look(weights: Weights): Float32Array {
    const { blocks, used, things, queries, keys, values, read, heads, width, activation } = this;
    for (const block of blocks) {
      for (const place of used) {
        this.project(weights[block.query]!, queries, place);
        this.project(weights[block.key]!, keys, place);
        this.project(weights[block.value]!, values, place);
      }
      for (const place of used) {
        read.fill(0);
        for (let head = 0; head < heads; head++) this.attend(place, head);
        const thing = things.subarray(place * width, (place + 1) * width);
        addProduct(read, weights[block.output]!, thing, 0, width);
        activate(activation, thing, 0, width);
      }
    }
    return things;
  }

  private project(kernel: Float32Array, to: Float32Array, place: number): void {
    const { things, width } = this;
    const [from, end] = [place * width, (place + 1) * width];
    addProduct(things.subarray(from, end), kernel, to.subarray(from, end).fill(0), 0, width);
  }

  /** Writes what a head of one place reads. */
  private attend(place: number, head: number): void {
    const { used, queries, keys, values, read, shares, width, heads } = this;
    const size = width / heads;
    const first = head * size;
    const query = place * width + first;
    let most = Number.NEGATIVE_INFINITY;
    for (const [n, other] of used.entries()) {
      let dot = 0;
      for (let i = 0; i < size; i++) dot += queries[query + i]! * keys[other * width + first + i]!;
      shares[n] = dot / Math.sqrt(size);
      most = Math.max(most, shares[n]!);
    }
    let sum = 0;
    for (let n = 0; n < used.length; n++) sum += shares[n] = Math.exp(shares[n]! - most);
    for (const [n, other] of used.entries()) {
      const share = shares[n]! / sum;
      for (let i = first; i < first + size; i++) read[i]! += share * values[other * width + i]!;
    }
  }
}

/**
 * Earlier decisions through a gated recurrent unit. Of the forms that there are it is the one whose reset gate comes before
 * the product, as in Cho et al. 2014, ONNX (`linear_before_reset` 0) and TensorFlow.js:
 *
 *     z = sigmoid(x Wz + h Uz + bz), r = sigmoid(x Wr + h Ur + br)
 *     c = tanh(x Wc + (r * h) Uc + bc), h' = z * h + (1 - z) * c
 */
class Memory {
  private readonly gates: Float32Array;
  private readonly reset: Float32Array;

  constructor(private readonly shape: MemoryShape) {
    this.gates = new Float32Array(3 * shape.units);
    this.reset = new Float32Array(shape.units);
  }

  read(weights: Weights, observation: Float32Array, at: number, out: Float32Array, to: number): void {
    const { shape, gates, reset } = this;
    const { piece, decisions, units } = shape;
    const size = rememberedSize(shape);
    const [kernel, recurrent, bias] = [weights[MEMORY.kernel]!, weights[MEMORY.recurrent]!, weights[MEMORY.bias]!];
    const state = out.fill(0, to, to + units).subarray(to, to + units);
    for (let decision = 0; decision < decisions; decision++) {
      const start = at + piece.from + decision * size;
      if (observation.subarray(start, start + size).every((number) => number === 0)) continue;
      denseRow(observation, start, size, kernel, bias, gates, 0);
      addProduct(state, recurrent, gates, 0, 2 * units);
      for (let i = 0; i < 2 * units; i++) gates[i] = 1 / (1 + Math.exp(-gates[i]!));
      for (let i = 0; i < units; i++) reset[i] = gates[units + i]! * state[i]!;
      addProduct(reset, recurrent, gates, 2 * units, 3 * units);
      for (let i = 0; i < units; i++)
        state[i] = gates[i]! * state[i]! + (1 - gates[i]!) * Math.tanh(gates[2 * units + i]!);
    }
  }
}

/** Adds `x` times the columns `from` to `to` of a kernel to those places of `out`, which is as wide as the kernel. */
function addProduct(x: Float32Array, kernel: Float32Array, out: Float32Array, from: number, to: number): void {
  const width = out.length;
  for (let i = 0; i < x.length; i++) {
    const value = x[i]!;
    if (value === 0) continue;
    for (let j = from; j < to; j++) out[j]! += value * kernel[i * width + j]!;
  }
}
