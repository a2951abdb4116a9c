/**
 * What the larger games do alike: a position is one block of memory that all its fields are views of, beside options and
 * the component tables that follow from them. So a copy is one memory move, a hash one pass over the bytes, and a saved
 * position is the options and the block behind a checksum. No rules here. (Small games: cells.ts.)
 */
import type { z } from 'zod';
import { hashBytes } from '../hash.js';

/** Options, and the tables they give. */
interface Shared<Options, Tables> {
  readonly options: Options;
  readonly tables: Tables;
}

/** What all positions of one game have in common. */
export interface BlockForm<Options, Tables> {
  /** The game, for error messages. */
  readonly title: string;
  /** First four bytes of a saved position. */
  readonly magic: Uint8Array;
  readonly schema: z.ZodType<Options>;
  /** The options, as first seen, and their tables: positions with equal options share both. */
  shared(options: Options): Shared<Options, Tables>;
}

/**
 * @param magic four ASCII characters: the game and the version of its layout
 * @param makeTables called once for each set of options
 */
export function blockForm<Options extends object, Tables>(
  title: string,
  magic: string,
  schema: z.ZodType<Options>,
  makeTables: (options: Options) => Tables,
): BlockForm<Options, Tables> {
  const byObject = new WeakMap<Options, Shared<Options, Tables>>();
  const byText = new Map<string, Shared<Options, Tables>>();
  return {
    title,
    magic: new TextEncoder().encode(magic),
    schema,
    shared(options) {
      // A new game mostly comes with the very object of the last one; only others are compared by their content.
      let shared = byObject.get(options);
      if (shared) return shared;
      const key = JSON.stringify(options);
      shared = byText.get(key);
      if (!shared) {
        shared = { options, tables: makeTables(options) };
        byText.set(key, shared);
      }
      byObject.set(options, shared);
      return shared;
    },
  };
}

/** Cuts views off a buffer, one behind the other; the caller keeps wide ones aligned. */
export class Parts {
  constructor(
    private readonly buffer: ArrayBuffer,
    private at = 0,
  ) {}

  u8(n: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.buffer, this.next(n), n);
  }
  i16(n: number): Int16Array<ArrayBuffer> {
    return new Int16Array(this.buffer, this.next(2 * n), n);
  }
  u16(n: number): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.buffer, this.next(2 * n), n);
  }
  i32(n: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.buffer, this.next(4 * n), n);
  }
  u32(n: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.buffer, this.next(4 * n), n);
  }

  private next(bytes: number): number {
    const start = this.at;
    this.at += bytes;
    return start;
  }
}

/** Header of a saved position: magic, length of the options (32 bits), checksum of all that follows (a double). */
const HEAD = 16;

/** One position of such a game. Subclasses have a constructor that takes the options alone. */
export abstract class BlockPosition<Options, Tables> {
  /** The whole position. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  options: Options;
  tables: Tables;
  private readonly hashed: Uint8Array;

  /**
   * @param size bytes of the block
   * @param facts so many of them are hashed; what lies behind them follows from them
   */
  constructor(
    private readonly form: BlockForm<Options, Tables>,
    options: Options,
    size: number,
    facts = size,
  ) {
    const shared = form.shared(options);
    this.options = shared.options;
    this.tables = shared.tables;
    this.bytes = new Uint8Array(size);
    this.hashed = this.bytes.subarray(0, facts);
  }

  /** Memory copy; the other has the same options, or this one takes them over. */
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

  /** A number of 53 bits, equal for equal positions. */
  hash(): number {
    return hashBytes(this.hashed);
  }

  /** Header, options as JSON, block. */
  save(): Uint8Array {
    const json = new TextEncoder().encode(JSON.stringify(this.options));
    const out = new Uint8Array(HEAD + json.length + this.bytes.length);
    const head = new DataView(out.buffer);
    out.set(this.form.magic);
    head.setUint32(4, json.length, true);
    out.set(json, HEAD);
    out.set(this.bytes, HEAD + json.length);
    head.setFloat64(8, hashBytes(out.subarray(HEAD)), true);
    return out;
  }

  /** @throws Error, changing nothing, when the bytes are not a saved position */
  load(bytes: Uint8Array): void {
    const { title, magic, schema } = this.form;
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
    const shared = this.form.shared(parsed.data);
    this.bytes.set(bytes.subarray(HEAD + length));
    this.options = shared.options;
    this.tables = shared.tables;
  }
}

/** Writes 1 for each of the first `n` actions listed and 0 for every other. @returns n */
export function writeMask(list: Uint8Array, n: number, mask: Uint8Array): number {
  mask.fill(0);
  for (let i = 0; i < n; i++) mask[list[i]!] = 1;
  return n;
}
