/**
 * What the small games do alike: a position is a few numbers in one typed array, so that a copy is one memory move, a
 * hash is one pass over its bytes, and a saved position is those bytes with a checksum before them. No rules here.
 */
import type { z } from 'zod';
import type { Chance, Rng } from '../chance.js';
import type { State } from '../game.js';
import { hashBytes } from '../hash.js';

/** Bytes of the checksum that a saved position begins with. */
const HEAD = 8;

/** A position whose whole content is `cells`. Subclasses have a constructor without arguments. */
export abstract class CellState<Cells extends Int16Array | Float64Array = Int16Array> implements State {
  private readonly bytes: Uint8Array;
  private readonly seed: number;

  /** @param kind what it is a position of, with the version of the layout; part of every saved position */
  constructor(
    readonly cells: Cells,
    private readonly kind: string,
  ) {
    this.bytes = new Uint8Array(cells.buffer);
    this.seed = hashBytes(new TextEncoder().encode(kind));
  }

  abstract readonly players: number;
  abstract readonly actor: number;
  abstract readonly prompt: number;
  abstract readonly round: number;
  abstract readonly over: boolean;
  abstract readonly truncated: boolean;
  abstract legal(mask: Uint8Array): number;
  abstract apply(action: number, chance: Chance): void;
  abstract observe(seat: number, out: Float32Array, offset: number): void;
  abstract rewards(out: Float64Array): void;
  abstract places(out: Uint8Array): void;
  abstract ending(): string;
  abstract actionText(action: number): string;
  abstract text(seat: number): string;
  /** What is wrong with these cells; empty when they are a position that can come up. */
  abstract fault(cells: Cells): string;

  copyFrom(other: this): void {
    (this.cells as Int16Array).set(other.cells as Int16Array);
  }

  clone(): this {
    const copy = new (this.constructor as new () => this)();
    copy.copyFrom(this);
    return copy;
  }

  save(): Uint8Array {
    const out = new Uint8Array(HEAD + this.bytes.length);
    new DataView(out.buffer).setFloat64(0, hashBytes(this.bytes, this.seed));
    out.set(this.bytes, HEAD);
    return out;
  }

  load(bytes: Uint8Array): void {
    const refuse = (why: string) => new Error(`not a saved position of ${this.kind}: ${why}`);
    if (bytes.length !== HEAD + this.bytes.length)
      throw refuse(`${bytes.length} bytes, ${HEAD + this.bytes.length} wanted`);
    const body = Uint8Array.from(bytes.subarray(HEAD));
    if (new DataView(bytes.buffer, bytes.byteOffset, HEAD).getFloat64(0) !== hashBytes(body, this.seed))
      throw refuse('its checksum is wrong');
    const cells = new (this.cells.constructor as new (buffer: ArrayBuffer) => Cells)(body.buffer);
    const wrong = this.fault(cells);
    if (wrong) throw refuse(wrong);
    this.bytes.set(body);
  }

  hash(): number {
    return hashBytes(this.bytes);
  }

  /** Nothing is hidden, unless a game says otherwise. */
  resample(_seat: number, _rng: Rng): void {}
}

/** The first of these cells that is no whole number from `low` to `high`, in words; empty when all are. */
export function outOfRange(
  cells: ArrayLike<number>,
  ranges: readonly (readonly [name: string, cell: number, low: number, high: number])[],
): string {
  for (const [name, cell, low, high] of ranges) {
    const value = cells[cell]!;
    if (!Number.isInteger(value) || value < low || value > high) return `${name} is ${value}, wanted ${low}..${high}`;
  }
  return '';
}

/** This state, if its cells can come up. @throws Error that begins with what they were read from */
export function sound<S extends CellState<Int16Array> | CellState<Float64Array>>(state: S, from: string): S {
  const wrong = (state as CellState<Int16Array>).fault(state.cells as Int16Array);
  if (wrong) throw new Error(`${from}: ${wrong}`);
  return state;
}

/** Reads a view. @throws Error with the path of the first wrong field */
export function readView<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new Error(`${issue.path.join('.') || 'view'}: ${issue.message}`);
}
