/**
 * The checkpoint file: 52 bytes of header (magic, format version, length, SHA-256), then the value as MessagePack.
 * Length and hash are checked before anything is decoded, the caller's schema after it. Knows nothing of what a
 * checkpoint is about. No time and no path is written: the same value makes the same bytes.
 *
 * | bytes | what |
 * |---|---|
 * | 0..7 | `TGYMCKPT` |
 * | 8..11 | format version, unsigned 32 bits, little endian |
 * | 12..19 | length of the rest, unsigned 64 bits, little endian |
 * | 20..51 | SHA-256 of the rest |
 * | 52.. | the value, MessagePack |
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { Packr } from 'msgpackr';
import type { z } from 'zod';
import { UserError } from '../env/user-error.js';
import { checkOrdinary, fileError, writeAtomic } from './atomic.js';

const magic = Buffer.from('TGYMCKPT', 'latin1');
const headerSize = 52;

/** Version of the file format, not of the contents. */
const formatVersion = 1;

/** A checkpoint that cannot be used. The message names the file, what is wrong and what to do. */
export class CheckpointError extends UserError {
  constructor(
    readonly file: string,
    /** `unexpected`: whole and undamaged, but it does not fit the caller's schema. */
    readonly reason: 'foreign' | 'newer' | 'truncated' | 'damaged' | 'unexpected',
    message: string,
  ) {
    super(`${file}: ${message}`);
  }

  /** Whether it was a good checkpoint once, as far as one can tell: cut off, or other bytes than were written. */
  get damaged(): boolean {
    return this.reason === 'truncated' || this.reason === 'damaged' || this.reason === 'foreign';
  }

  /** The same, with what else can be done. */
  with(advice: string): CheckpointError {
    return new CheckpointError(this.file, this.reason, `${this.message.slice(this.file.length + 2)}: ${advice}`);
  }
}

// Records and typed-array extensions would tie the file to msgpackr; plain maps, numbers, texts and bytes do not.
const packr = new Packr({ useRecords: false, moreTypes: false });

/** The bytes of a checkpoint file. @throws TypeError when the value is not made of what `writeCheckpoint` lists */
export function encodeCheckpoint(value: unknown): Uint8Array {
  const body = packr.pack(canonical(value, '', 0));
  const header = Buffer.alloc(headerSize);
  magic.copy(header);
  header.writeUInt32LE(formatVersion, 8);
  header.writeBigUInt64LE(BigInt(body.length), 12);
  createHash('sha256').update(body).digest().copy(header, 20);
  return Buffer.concat([header, body]);
}

/**
 * Writes a value made of plain objects, arrays, texts, finite or infinite numbers, booleans, null and `Uint8Array`s.
 * Keys are sorted and fields that are undefined left out, so equal values make equal files. The file is replaced in one
 * step (`writeAtomic`).
 * @throws TypeError naming the field, for anything else: other typed arrays go through `packTensor`
 * @throws UserError when the file cannot be written; the old one is untouched then
 */
export function writeCheckpoint(file: string, value: unknown): void {
  writeAtomic(file, encodeCheckpoint(value));
}

/**
 * Reads and checks a checkpoint.
 * @param schema what the caller expects; fields it does not name are handled as it says
 * @throws UserError when the file is missing, foreign, newer, truncated, damaged, or does not fit the schema
 */
export function readCheckpoint<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  let bytes: Uint8Array;
  checkOrdinary(file);
  try {
    const handle = openSync(file, 'r');
    try {
      // The header first: a wrong file of many gigabytes is refused without reading it.
      const header = Buffer.alloc(headerSize);
      const read = readSync(handle, header, 0, headerSize, 0);
      checkHeader(header.subarray(0, read), fstatSync(handle).size, file);
      bytes = readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw fileError(error, `cannot read ${file}`);
  }
  return decodeCheckpoint(bytes, schema, file);
}

/**
 * Like `readCheckpoint`, for bytes already in memory.
 * @param name what to call them in errors
 */
export function decodeCheckpoint<S extends z.ZodType>(bytes: Uint8Array, schema: S, name: string): z.output<S> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkHeader(buffer.subarray(0, headerSize), buffer.length, name);
  const body = buffer.subarray(headerSize);
  if (!createHash('sha256').update(body).digest().equals(buffer.subarray(20, headerSize)))
    throw new CheckpointError(
      name,
      'damaged',
      'its content does not match its checksum, so the file was damaged after it was written; use an earlier checkpoint or another copy',
    );
  let value: unknown;
  try {
    value = packr.unpack(body);
  } catch (error) {
    throw new CheckpointError(
      name,
      'damaged',
      `its checksum is right but its content cannot be decoded (${oneLine(error)}); it was not written by tabletop-gym, use another file`,
    );
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const where = issue.path.length > 0 ? ` at ${issue.path.map(String).join('.')}` : '';
    throw new CheckpointError(
      name,
      'unexpected',
      `is an undamaged checkpoint, but not of the expected kind or version${where}: ${oneLine(issue.message)}; check that it is the file you mean`,
    );
  }
  return parsed.data;
}

function checkHeader(header: Uint8Array, size: number, name: string): void {
  const buffer = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
  if (size === 0) throw new CheckpointError(name, 'truncated', 'is empty; use an earlier checkpoint or another copy');
  const known = Math.min(buffer.length, magic.length);
  if (!buffer.subarray(0, known).equals(magic.subarray(0, known)))
    throw new CheckpointError(name, 'foreign', 'is not a tabletop-gym checkpoint; check the path');
  if (buffer.length >= 12) {
    const version = buffer.readUInt32LE(8);
    if (version === 0)
      throw new CheckpointError(name, 'damaged', 'has a damaged header; use an earlier checkpoint or another copy');
    if (version > formatVersion)
      throw new CheckpointError(
        name,
        'newer',
        `has file format ${version}, and this tabletop-gym reads up to ${formatVersion}; update tabletop-gym`,
      );
  }
  const expected = buffer.length < headerSize ? null : buffer.readBigUInt64LE(12) + BigInt(headerSize);
  if (expected === null || BigInt(size) < expected)
    throw new CheckpointError(
      name,
      'truncated',
      `is cut off: ${size} bytes${expected === null ? '' : ` of ${expected}`}; use an earlier checkpoint or another copy`,
    );
  if (BigInt(size) > expected)
    throw new CheckpointError(
      name,
      'damaged',
      `is longer than its header declares (${size} bytes, not ${expected}); use an earlier checkpoint or another copy`,
    );
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);
}

/** Deep enough for any honest value; a cycle ends here with an error instead of a stack overflow. */
const maxDepth = 64;

/** The same value with sorted keys; refuses what would come back as something else. */
function canonical(value: unknown, path: string, depth: number): unknown {
  const wrong = (what: string) => new TypeError(`checkpoint field ${path || '(top)'} ${what}`);
  if (depth > maxDepth) throw wrong('lies too deep or contains itself');
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // Written as 0 by MessagePack; made plain here so that nobody relies on it.
      return Object.is(value, -0) ? 0 : value;
    case 'object':
      break;
    default:
      throw wrong(`is a ${typeof value}, which a checkpoint cannot hold`);
  }
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item, i) => canonical(item, `${path}[${i}]`, depth + 1));
  // A Uint8Array comes back as a Buffer, which is one.
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (ArrayBuffer.isView(value)) throw wrong(`is a ${value.constructor.name}; use packTensor`);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw wrong(`is a ${value.constructor?.name ?? 'class instance'}, which a checkpoint cannot hold`);
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[key];
    if (key === '__proto__') throw wrong('has a field __proto__');
    if (field !== undefined) sorted[key] = canonical(field, path ? `${path}.${key}` : key, depth + 1);
  }
  return sorted;
}
