/**
 * Values as bytes: MessagePack with typed arrays. Large arrays and files stand apart, as blobs by their SHA-256, so
 * that each travels once.
 */
import { createHash } from 'node:crypto';
import { Packr } from 'msgpackr';

const packr = new Packr({ useRecords: false, moreTypes: true });

/** Arrays from so many bytes on are blobs. */
const APART = 16_384;

/** A blob in a packed value. */
const MARK = '$blob';

/** Kinds of arrays that may be blobs. */
const arrays = { Uint8Array, Float32Array, Float64Array, Int32Array } as const;
type ArrayKind = keyof typeof arrays;

/** SHA-256 in hexadecimal. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a typed array, as they lie in memory (little endian wherever Node runs today). */
const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** What `pack` makes. */
export interface Packed {
  bytes: Uint8Array;
  /** By SHA-256. */
  blobs: Map<string, Uint8Array>;
}

/** @param value plain data, typed arrays, numbers, texts; fields that are undefined are left out */
export function pack(value: unknown, apart = APART): Packed {
  const blobs = new Map<string, Uint8Array>();
  const walk = (part: unknown): unknown => {
    if (ArrayBuffer.isView(part)) {
      const kind = part.constructor.name === 'Buffer' ? 'Uint8Array' : part.constructor.name;
      if (part.byteLength < apart || !Object.hasOwn(arrays, kind)) return part;
      const bytes = bytesOf(part);
      const hash = sha256(bytes);
      blobs.set(hash, bytes);
      return { [MARK]: hash, kind };
    }
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, inner]) => (inner === undefined ? [] : [[key, walk(inner)]])),
    );
  };
  return { bytes: packr.pack(walk(value)), blobs };
}

/**
 * @param blob the bytes of a blob, checked against its hash when they were stored
 * @throws Error when the bytes are not what `pack` makes
 */
export function unpack(bytes: Uint8Array, blob: (sha256: string) => Uint8Array): unknown {
  const walk = (part: unknown): unknown => {
    if (ArrayBuffer.isView(part)) return part;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    const { [MARK]: hash, kind } = part as { [MARK]?: unknown; kind?: ArrayKind };
    if (typeof hash === 'string' && kind !== undefined && Object.hasOwn(arrays, kind)) {
      // Copied: a view of other numbers must begin where they may.
      const found = Uint8Array.from(blob(hash));
      const Kind = arrays[kind];
      return new Kind(found.buffer, 0, found.byteLength / Kind.BYTES_PER_ELEMENT);
    }
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(packr.unpack(bytes));
}
