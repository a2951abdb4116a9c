/**
 * One position as one block of memory that all its fields are views of. So a copy is one memory move, a hash one pass over
 * the bytes, and a saved position is the block behind a checksum. No rules here.
 */
import type { z } from 'zod';
import { hashBytes } from '../../hash.js';
import {
  arrayOf,
  defineSingles,
  type Fields,
  layOut,
  outOfRange,
  type Place,
  type Values,
  viewOf,
  wholeArrays,
} from './fields.js';

/** What all positions of one game have in common. */
export interface PositionForm<Options, Tables, F extends Fields> {
  /** The game, for error messages. */
  readonly title: string;
  /** Four ASCII characters a saved position begins with: the game and the version of its layout. */
  readonly magic: string;
  readonly schema: z.ZodType<Options>;
  /** What follows from the options; called once for each set of them. */
  readonly tables: (options: Options) => Tables;
  readonly fields: F;
}

/** The part of a position that has no names of the game. */
export interface Position<Options, Tables> {
  /** The whole position. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  options: Options;
  tables: Tables;
  /** Memory copy; the other has the same options, or this one takes them over. */
  copyFrom(other: this): void;
  clone(): this;
  /** A number of 53 bits, equal for equal positions. */
  hash(): number;
  /** The first value that is out of its field's range, in words; empty when all are in. */
  outOfRange(): string;
  /** Header, options as JSON, block. */
  save(): Uint8Array;
  /** @throws Error in one line, changing nothing, when the bytes are not a saved position */
  load(bytes: Uint8Array): void;
}

/** Header of a saved position: magic, length of the options (32 bits), checksum of all that follows (a double). */
const HEAD = 16;

/** A class of positions with these fields: `class Position extends positions({...}) { ... }`. */
export function positions<Options extends object, Tables, F extends Fields>(
  form: PositionForm<Options, Tables, F>,
): new (
  options: Options,
) => Position<Options, Tables> & Values<F> {
  const { title, schema, fields } = form;
  const layout = layOut(fields);
  const magic = new TextEncoder().encode(form.magic);
  const lists: readonly Place[] = layout.places.filter(({ field }) => field.shape);
  const wholes = wholeArrays(layout);
  const shared = sharing(form);
  const known = new Map<unknown, object>();

  class Base implements Position<Options, Tables> {
    readonly bytes: Uint8Array<ArrayBuffer>;
    options: Options;
    tables: Tables;
    private readonly facts: Uint8Array;

    constructor(options: Options) {
      const of = shared(options);
      // Rounded up, so that arrays of every type fit.
      const buffer = new ArrayBuffer((layout.size + 7) & ~7);
      this.bytes = new Uint8Array(buffer, 0, layout.size);
      this.options = of.options;
      this.tables = of.tables;
      this.facts = this.bytes.subarray(0, layout.hashed);
      const self = this as Record<string, unknown>;
      self.u8 = this.bytes;
      // V8 would turn an object with so many keyed properties into a dictionary; once the first of a class has them by
      // definition, those after it follow its shape.
      if (known.has(new.target)) {
        for (let i = 0; i < wholes.length; i++) self[wholes[i]![0]] = arrayOf(wholes[i]![0], buffer, wholes[i]![1]);
        for (let i = 0; i < lists.length; i++) self[lists[i]!.name] = viewOf(lists[i]!, buffer);
      } else {
        const define = (name: string, value: unknown) =>
          Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
        for (const [type, length] of wholes) define(type, arrayOf(type, buffer, length));
        for (const list of lists) define(list.name, viewOf(list, buffer));
        known.set(new.target, this);
      }
      this.bytes.set(layout.start);
    }

    copyFrom(other: this): void {
      this.bytes.set(other.bytes);
      this.options = other.options;
      this.tables = other.tables;
    }

    clone(): this {
      const copy = new (this.constructor as new (options: Options) => this)(this.options);
      copy.copyFrom(this);
      return copy;
    }

    hash(): number {
      return hashBytes(this.facts);
    }

    outOfRange(): string {
      return outOfRange(layout, this.bytes.buffer);
    }

    save(): Uint8Array {
      const json = new TextEncoder().encode(JSON.stringify(this.options));
      const out = new Uint8Array(HEAD + json.length + this.bytes.length);
      const head = new DataView(out.buffer);
      out.set(magic);
      head.setUint32(4, json.length, true);
      out.set(json, HEAD);
      out.set(this.bytes, HEAD + json.length);
      head.setFloat64(8, hashBytes(out.subarray(HEAD)), true);
      return out;
    }

    load(bytes: Uint8Array): void {
      const wrong = (what: string) => new Error(`not a saved position of ${title}: ${what}`);
      if (bytes.length < HEAD || magic.some((b, i) => bytes[i] !== b)) throw wrong('wrong header');
      const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const length = head.getUint32(4, true);
      if (bytes.length !== HEAD + length + this.bytes.length) throw wrong('wrong length');
      if (head.getFloat64(8, true) !== hashBytes(bytes.subarray(HEAD))) throw wrong('wrong checksum');
      let json: unknown;
      try {
        json = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length)));
      } catch {
        throw wrong('unreadable options');
      }
      const parsed = schema.safeParse(json);
      if (!parsed.success) throw wrong('wrong options');
      const block = Uint8Array.from(bytes.subarray(HEAD + length));
      const out = outOfRange(layout, block.buffer);
      if (out) throw wrong(out);
      const of = shared(parsed.data);
      this.bytes.set(block);
      this.options = of.options;
      this.tables = of.tables;
    }
  }
  defineSingles(Base.prototype, layout);
  return Base as unknown as new (
    options: Options,
  ) => Position<Options, Tables> & Values<F>;
}

/** Options as first seen, and their tables: positions with equal options share both. */
function sharing<Options extends object, Tables>({ tables }: { tables: (options: Options) => Tables }) {
  interface Shared {
    options: Options;
    tables: Tables;
  }
  const byObject = new WeakMap<Options, Shared>();
  const byText = new Map<string, Shared>();
  return (options: Options): Shared => {
    // A new game mostly comes with the very object of the last one; only others are compared by their content.
    let shared = byObject.get(options);
    if (shared) return shared;
    const key = JSON.stringify(options);
    shared = byText.get(key);
    if (!shared) {
      shared = { options, tables: tables(options) };
      byText.set(key, shared);
    }
    byObject.set(options, shared);
    return shared;
  };
}
