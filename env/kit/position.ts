/**
 * One position as one block of memory that all its fields are views of. So a copy is one memory move, a hash one pass over
 * the bytes, and a saved position is the block behind a checksum. No rules here.
 */
import type { z } from 'zod';
import { hashBytes } from '../hash.js';
import { parseJson } from '../json.js';
import {
  arrayOf,
  defineSingles,
  type Field,
  type FieldPlace,
  type Fields,
  type Layout,
  layOut,
  outOfRange,
  type Values,
  viewOf,
  wholeArrays,
} from './fields.js';
import { areGuarded, guarded, guardedSingle } from './guarded.js';

/** What every position can do, whatever its fields. */
export interface PositionBlock {
  /** Its fields and where they lie. */
  readonly layout: Layout;
  /** The whole position. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Memory copy of another position of this game. */
  copyFrom(other: this): void;
  clone(): this;
  /** A number of 53 bits, equal for equal positions. */
  hash(): number;
  /** The first value that is out of its field's range, in words; empty when all are in. */
  outOfRange(): string;
  /** What else is wrong with it, for a game to say; empty when it is a position that can come up. */
  fault(): string;
  save(): Uint8Array;
  /** @throws Error in one line, changing nothing, when the bytes are not a saved position */
  load(bytes: Uint8Array): void;
}

/** Bytes that blocks are cut off. Making a buffer costs more than all the views of a small position. */
const SLAB = 4096;

/** A class of positions over such a memory, with the fields as properties. */
function blockOf(layout: Layout) {
  // Bytes apart: most lists are of bytes, and a known type is made faster.
  const ofBytes = ({ type, entries }: Field) => type === 'u8' && entries === null;
  const lists = layout.places.filter(({ field }) => field.shape && !ofBytes(field));
  const byteLists = layout.places.filter(({ field }) => field.shape && ofBytes(field));
  const view = (list: FieldPlace, block: Uint8Array<ArrayBuffer>) => {
    const cells = viewOf(list, block);
    return list.Entries ? new list.Entries(cells) : cells;
  };
  const wholes = wholeArrays(layout);
  const known = new Map<unknown, object>();
  // Rounded up, so that arrays of every type fit.
  const room = (layout.size + 7) & ~7;
  let slab = new ArrayBuffer(0);
  let free = 0;

  class Memory {
    readonly bytes: Uint8Array<ArrayBuffer>;

    constructor() {
      if (free + room > slab.byteLength) {
        slab = new ArrayBuffer(Math.max(SLAB, room));
        free = 0;
      }
      const block = new Uint8Array(slab, free, layout.size);
      free += room;
      this.bytes = block;
      const self = this as Record<string, unknown>;
      self.u8 = block;
      // V8 would turn an object with so many keyed properties into a dictionary; once the first of a class has them by
      // definition, those after it follow its shape.
      if (known.has(new.target)) {
        for (let i = 0; i < wholes.length; i++) self[wholes[i]![0]] = arrayOf(wholes[i]![0], block, wholes[i]![1]);
        for (let i = 0; i < lists.length; i++) self[lists[i]!.name] = view(lists[i]!, block);
        for (let i = 0; i < byteLists.length; i++) {
          const { name, byte, length } = byteLists[i]!;
          self[name] = new Uint8Array(block.buffer, block.byteOffset + byte, length);
        }
      } else {
        const define = (name: string, value: unknown) =>
          Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
        for (const [type, length] of wholes) define(type, arrayOf(type, block, length));
        for (const list of [...lists, ...byteLists]) define(list.name, view(list, block));
        known.set(new.target, this);
      }
      block.set(layout.start);
      if (areGuarded()) this.guard();
    }

    get layout(): Layout {
      return layout;
    }
    hash(): number {
      return hashBytes(this.bytes, 0, layout.hashed);
    }
    /** From now on its fields refuse what typed arrays swallow. */
    private guard(): void {
      for (const place of layout.places) {
        const { name, field, Entries } = place;
        const cells = viewOf(place, this.bytes);
        if (!field.shape) Object.defineProperty(this, name, guardedSingle(name, cells, field.flag));
        else {
          const list = guarded(name, cells);
          (this as Record<string, unknown>)[name] = Entries ? new Entries(list) : list;
        }
      }
    }
    outOfRange(): string {
      return outOfRange(layout, this.bytes);
    }
    fault(): string {
      return '';
    }
  }
  defineSingles(Memory.prototype, layout);
  return Memory;
}

/** @throws Error in words, when a position with these bytes is none */
function check(position: PositionBlock, block: Uint8Array, refuse: (why: string) => Error): void {
  position.bytes.set(block);
  const wrong = position.outOfRange() || position.fault();
  if (wrong) throw refuse(wrong);
}

/** What positions with options and tables besides their memory have in common. */
export interface PositionForm<Options, Tables, F extends Fields> {
  /** The game, for error messages. */
  readonly title: string;
  /** Four ASCII characters a saved position begins with: the game and the version of its layout. */
  readonly magic: string;
  readonly schema: z.ZodType<Options>;
  /** What follows from the options; called once for each set of them. Games may have nothing of the kind. */
  readonly tables?: (options: Options) => Tables;
  readonly fields: F;
}

/** A position with options beside its memory; a copy takes them over. */
export interface OptionedBlock<Options, Tables> extends PositionBlock {
  options: Options;
  tables: Tables;
}

/** Header of a saved position: magic, length of the options (32 bits), checksum of all that follows (a double). */
const HEAD = 16;

/**
 * Positions with options beside the memory: `class Position extends positions({...}) { ... }`. Saved: header, options as
 * JSON, block.
 */
export function positions<Options extends object, Tables, F extends Fields>(
  form: PositionForm<Options, Tables, F>,
): new (
  options: Options,
) => OptionedBlock<Options, Tables> & Values<F> {
  const { title, schema } = form;
  const layout = layOut(form.fields);
  const magic = new TextEncoder().encode(form.magic);
  if (!/^[ -~]{4}$/.test(form.magic))
    throw new Error(`${title}: magic is '${form.magic}', wanted four ASCII characters`);
  const shared = sharing(form);
  const refuse = (why: string) => new Error(`not a saved position of ${title}: ${why}`);

  class Position extends blockOf(layout) implements OptionedBlock<Options, Tables> {
    options: Options;
    tables: Tables;

    constructor(options: Options) {
      super();
      const of = shared(options);
      this.options = of.options;
      this.tables = of.tables;
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
      if (bytes.length < HEAD || magic.some((b, i) => bytes[i] !== b)) throw refuse('wrong header');
      const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const length = head.getUint32(4, true);
      if (bytes.length !== HEAD + length + layout.size) throw refuse('wrong length');
      if (head.getFloat64(8, true) !== hashBytes(bytes.subarray(HEAD))) throw refuse('wrong checksum');
      let json: unknown;
      try {
        json = parseJson(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length)));
      } catch {
        throw refuse('unreadable options');
      }
      const parsed = schema.safeParse(json);
      if (!parsed.success) throw refuse('wrong options');
      const read = new (this.constructor as new (options: Options) => this)(parsed.data);
      check(read, bytes.subarray(HEAD + length), refuse);
      this.copyFrom(read);
    }
  }
  return Position as unknown as new (
    options: Options,
  ) => OptionedBlock<Options, Tables> & Values<F>;
}

/** Bytes of the checksum that a saved small position begins with. */
const SUM = 8;

/**
 * Positions of small games, whose options are fields like all else: `class Position extends smallPositions({...}) { ... }`.
 * Saved: checksum, block.
 */
export function smallPositions<F extends Fields>(form: {
  /** What it is a position of, with the version of the layout; part of every checksum. */
  readonly kind: string;
  readonly fields: F;
}): new () => PositionBlock & Values<F> {
  const layout = layOut(form.fields);
  const seed = hashBytes(new TextEncoder().encode(form.kind));
  const refuse = (why: string) => new Error(`not a saved position of ${form.kind}: ${why}`);

  class Position extends blockOf(layout) implements PositionBlock {
    copyFrom(other: this): void {
      this.bytes.set(other.bytes);
    }

    clone(): this {
      const copy = new (this.constructor as new () => this)();
      copy.copyFrom(this);
      return copy;
    }

    save(): Uint8Array {
      const out = new Uint8Array(SUM + layout.size);
      new DataView(out.buffer).setFloat64(0, hashBytes(this.bytes, seed));
      out.set(this.bytes, SUM);
      return out;
    }

    load(bytes: Uint8Array): void {
      const wanted = SUM + layout.size;
      if (bytes.length !== wanted) throw refuse(`${bytes.length} bytes, ${wanted} wanted`);
      const block = bytes.subarray(SUM);
      if (new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0) !== hashBytes(block, seed))
        throw refuse('its checksum is wrong');
      const read = new (this.constructor as new () => this)();
      check(read, block, refuse);
      this.copyFrom(read);
    }
  }
  return Position as unknown as new () => PositionBlock & Values<F>;
}

/** Options as first seen, and their tables: positions with equal options share both. */
function sharing<Options extends object, Tables>({ tables }: { tables?: (options: Options) => Tables }) {
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
      shared = { options, tables: tables?.(options) as Tables };
      byText.set(key, shared);
    }
    byObject.set(options, shared);
    return shared;
  };
}
