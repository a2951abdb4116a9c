/**
 * What each seat saw when it decided, as a part of a position: copied, saved and loaded with it. Networks with a memory
 * (agents/network/encoder.ts) read it; nobody else sees a difference. Exported players carry this file.
 */
import type { Chance, Rng } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { hashBytes } from '../../env/hash.js';
import { type MemoryShape, rememberedSize } from '../network/encoder.js';

/** By position. One that is not here remembers nothing. */
const histories = new WeakMap<State, History>();

/** What a position remembers; undefined: it is none that does. */
export const historyOf = (state: State): History | undefined => histories.get(state);

/** What is remembered, and how. Belongs to one thread. */
export class Memory {
  /** Numbers of a decision. */
  readonly size: number;
  private readonly seen: Float32Array;

  constructor(
    game: Game,
    readonly shape: MemoryShape,
  ) {
    this.size = rememberedSize(shape);
    this.seen = new Float32Array(observationSize(game));
  }

  /** What is remembered of what a seat sees here. */
  of(state: State, seat: number): Float32Array {
    state.observe(seat, this.seen, 0);
    return this.pick(this.seen);
  }

  /** The same of an observation. */
  pick(observation: Float32Array): Float32Array {
    const row = new Float32Array(this.size);
    let to = 0;
    for (const { from, to: end } of this.shape.of) {
      row.set(observation.subarray(from, end), to);
      to += end - from;
    }
    return row;
  }
}

/** The latest decisions of each seat, oldest first. Lists and rows are never changed, so that copies share them. */
export class History {
  private seats: (readonly Float32Array[])[];

  constructor(
    readonly memory: Memory,
    players: number,
  ) {
    this.seats = Array.from({ length: players }, () => []);
  }

  /** A seat decided where it saw this. @param row of `Memory.of` */
  add(seat: number, row: Float32Array): void {
    const most = this.memory.shape.decisions;
    this.seats[seat] = [...this.seats[seat]!.slice(Math.max(0, this.seats[seat]!.length + 1 - most)), row];
  }

  /** Forgets what all seats but this one saw. */
  keepOnly(seat: number): void {
    this.seats = this.seats.map((rows, i) => (i === seat ? rows : []));
  }

  /** Forgets all. */
  clear(): void {
    this.keepOnly(-1);
  }

  /** Writes [decisions, numbers], oldest first; zeros before the first. */
  write(seat: number, out: Float32Array, offset: number): void {
    const { shape, size } = this.memory;
    const rows = this.seats[seat]!;
    const first = offset + (shape.decisions - rows.length) * size;
    out.fill(0, offset, first);
    for (const [i, row] of rows.entries()) out.set(row, first + i * size);
  }

  /** Becomes a copy. */
  copyFrom({ seats }: History): void {
    this.seats = [...seats];
  }

  /** By seat, all numbers. */
  save(): Float32Array[] {
    const { size } = this.memory;
    return this.seats.map((rows) => {
      const all = new Float32Array(rows.length * size);
      for (const [i, row] of rows.entries()) all.set(row, i * size);
      return all;
    });
  }

  /** A number of 53 bits that depends on all of it. @param seed another one */
  hash(seed: number): number {
    const ofRow = (hash: number, row: Float32Array) => hashBytes(new Uint8Array(row.buffer), hash);
    return this.seats.reduce((hash, rows) => rows.reduce(ofRow, hash + rows.length), seed);
  }

  /** @throws Error, changing nothing, when it is no such history */
  load(saved: readonly Float32Array[]): void {
    const { size, shape } = this.memory;
    const fits = saved.length === this.seats.length;
    if (!fits || saved.some(({ length }) => length % size !== 0 || length > size * shape.decisions))
      throw new Error('what its seats remember is damaged');
    this.seats = saved.map((all) =>
      Array.from({ length: all.length / size }, (_, i) => all.slice(i * size, (i + 1) * size)),
    );
  }
}

/** The same game, whose positions remember; itself where there is nothing to be remembered. */
export function remembering<G extends Game>(game: G, shape: MemoryShape | undefined): G {
  if (!shape) return game;
  const memory = new Memory(game, shape);
  const newState: Game['newState'] = (options, chance) => {
    const state = game.newState(options as never, chance);
    return withHistory(state, new History(memory, state.players));
  };
  return Object.create(game, { newState: { value: newState, enumerable: true } }) as G;
}

/**
 * Lets a position remember from now on, whatever it remembered before.
 * @returns itself
 */
export function withHistory<S extends State>(state: S, history: History): S {
  if (!histories.has(state)) Object.setPrototypeOf(state, prototypeOver(Object.getPrototypeOf(state) as State));
  histories.set(state, history);
  return state;
}

/**
 * What a call reads of a position that others own, which goes on remembering what it did.
 * @param history for this call
 */
export function lending<T>(state: State, history: History, call: () => T): T {
  const own = histories.get(state);
  histories.set(state, history);
  try {
    return call();
  } finally {
    if (own) histories.set(state, own);
    else histories.delete(state);
  }
}

/** By the prototype of positions, the one over it. */
const prototypes = new WeakMap<State, object>();

/** Methods of positions that remember: the game's own, which take the history along. */
function prototypeOver(base: State): object {
  const known = prototypes.get(base);
  if (known) return known;
  const methods: Partial<State> & ThisType<State> = {
    apply(action: number, chance: Chance) {
      const history = historyOf(this)!;
      history.add(this.actor, history.memory.of(this, this.actor));
      base.apply.call(this, action, chance);
    },
    copyFrom(other: State) {
      base.copyFrom.call(this, other);
      const [own, theirs] = [historyOf(this)!, historyOf(other)];
      if (theirs) own.copyFrom(theirs);
      else own.clear();
    },
    clone(): never {
      const { memory } = historyOf(this)!;
      const copy = withHistory(base.clone.call(this), new History(memory, this.players));
      historyOf(copy)!.copyFrom(historyOf(this)!);
      return copy as never;
    },
    save() {
      return joined(base.save.call(this), historyOf(this)!.save());
    },
    load(bytes: Uint8Array) {
      const { position, rows } = apart(bytes);
      const history = new History(historyOf(this)!.memory, rows.length);
      history.load(rows);
      base.load.call(this, position);
      histories.set(this, history);
    },
    hash() {
      return historyOf(this)!.hash(base.hash.call(this));
    },
    // What the others saw may tell what this seat must not know, and follows from what is drawn anew.
    resample(seat: number, rng: Rng) {
      base.resample.call(this, seat, rng);
      historyOf(this)!.keepOnly(seat);
    },
  };
  const made = Object.create(base, Object.getOwnPropertyDescriptors(methods)) as object;
  prototypes.set(base, made);
  return made;
}

/**
 * Whole numbers of 32 bits: length of the position, seats, numbers of each; then the position, then the numbers, then a
 * checksum of all.
 */
function joined(position: Uint8Array, rows: readonly Float32Array[]): Uint8Array {
  const head = new Uint32Array([position.length, rows.length, ...rows.map(({ length }) => length)]);
  const parts = [new Uint8Array(head.buffer), position, ...rows.map((all) => new Uint8Array(all.buffer))];
  const length = parts.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(length + CHECKSUM);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  new DataView(bytes.buffer).setFloat64(length, hashBytes(bytes.subarray(0, length)));
  return bytes;
}

/** Bytes of a checksum. */
const CHECKSUM = 8;

/** @throws Error when they are not of `joined` */
function apart(given: Uint8Array): { position: Uint8Array; rows: Float32Array[] } {
  // A slice of Node's Buffer would be no copy.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  const damaged = new Error('this is no saved position that remembers');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - CHECKSUM;
  if (end < 0 || view.getFloat64(end) !== hashBytes(bytes.subarray(0, end))) throw damaged;
  const number = (i: number) => {
    if (4 * (i + 1) > end) throw damaged;
    return view.getUint32(4 * i, true);
  };
  const [length, seats] = [number(0), number(1)];
  // Each has a number in the head, which is not longer than the bytes.
  if (seats > end) throw damaged;
  const sizes = Array.from({ length: seats }, (_, i) => number(2 + i));
  let at = 4 * (2 + seats);
  const next = (count: number) => bytes.slice(at, (at += count));
  if (at + length + 4 * sizes.reduce((a, b) => a + b, 0) !== end) throw damaged;
  const position = next(length);
  return { position, rows: sizes.map((size) => new Float32Array(next(4 * size).buffer)) };
}
