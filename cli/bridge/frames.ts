/**
 * Frames on a stream of bytes: length of the body and kind, 32 bits each, little-endian, then the body. A body is JSON,
 * numbers as they lie in memory, or the length of JSON, that, and bytes that it speaks of.
 */
import { readSync, writeSync, writevSync } from 'node:fs';

export const JSON_FRAME = 0;
export const NUMBERS_FRAME = 1;
export const BYTES_FRAME = 2;
/** Numbers whose frame lies in memory that both sides see; only its header is sent. */
const MEMORY_FRAME = 3;

/** Bytes from which on memory is used: at 46 KB a pipe is as fast, at 461 KB slower (bench/results/python-steps.md). */
const LONG = 1 << 17;

/** Bytes before a body; the numbers after them are aligned. */
export const HEADER = 8;

/** What a peer may send: actions of a million games, options with whole tables, thousands of saved games. */
const LONGEST = 1 << 26;

export interface Frame {
  kind: number;
  body: Buffer;
}

/** The frames of a stream, until it ends. @throws Error when what comes is no frame */
export async function* framesOf(stream: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Frame> {
  let read: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
    for (let length = bodyLength(read); length <= read.length - HEADER; length = bodyLength(read)) {
      yield { kind: read.readUInt32LE(4), body: read.subarray(HEADER, HEADER + length) };
      read = read.subarray(HEADER + length);
    }
  }
}

/** What comes from a descriptor, until it ends. The thread sleeps while nothing comes. */
export function* chunksOf(descriptor: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1 << 16);
  for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
    yield Buffer.from(chunk.subarray(0, length));
}

/** Length of the first body; infinite where not even its header is there. */
function bodyLength(read: Buffer): number {
  if (read.length < HEADER) return Infinity;
  const length = read.readUInt32LE(0);
  if (length > LONGEST || read.readUInt32LE(4) > BYTES_FRAME)
    throw new Error('what came on standard input is not a frame: this command is for other programs');
  return length;
}

/** Writes the header of a frame whose body follows. */
export function writeHeader(out: Buffer, kind: number, length: number): void {
  out.writeUInt32LE(length, 0);
  out.writeUInt32LE(kind, 4);
}

/** Writes the parts one behind the other, at once where they fit. @param at where in a file; undefined: where it stands */
export function writeParts(descriptor: number, parts: readonly Buffer[], at?: number): void {
  const put = (sent: number) => (at !== undefined ? at + sent : undefined);
  let sent = writevSync(descriptor, parts, put(0));
  let before = 0;
  for (const part of parts) {
    for (; sent < before + part.length; ) sent += writeSync(descriptor, part, sent - before, undefined, put(sent));
    before += part.length;
  }
}

/**
 * What is sent of a frame where both sides see a file in memory: long numbers are written there, and told by a header.
 * The other side reads them before it asks again.
 */
export function viaMemory(parts: readonly Buffer[], descriptor: number): readonly Buffer[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length < LONG || parts[0]!.readUInt32LE(4) !== NUMBERS_FRAME) return parts;
  writeParts(descriptor, parts, 0);
  const header = Buffer.alloc(HEADER);
  writeHeader(header, MEMORY_FRAME, length - HEADER);
  return [header];
}

/** A frame of JSON. */
export function jsonFrame(value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  const header = Buffer.alloc(HEADER);
  writeHeader(header, JSON_FRAME, body.length);
  return Buffer.concat([header, body]);
}

/** A frame of JSON and bytes, in parts. */
export function bytesFrame(value: unknown, bytes: readonly Uint8Array[]): Buffer[] {
  const json = Buffer.from(JSON.stringify(value));
  const rest = Buffer.concat(bytes);
  const header = Buffer.alloc(HEADER + 4);
  writeHeader(header, BYTES_FRAME, 4 + json.length + rest.length);
  header.writeUInt32LE(json.length, HEADER);
  return [header, json, rest];
}

/** The JSON and the bytes of such a body. @throws RangeError when it is none */
export function partsOf(body: Buffer): { json: Buffer; bytes: Buffer } {
  const end = 4 + body.readUInt32LE(0);
  if (end > body.length) throw new RangeError('the JSON is longer than the frame');
  return { json: body.subarray(4, end), bytes: body.subarray(end) };
}

/** A frame of numbers. */
export function numbersFrame(numbers: Float32Array): Buffer {
  const header = Buffer.alloc(HEADER);
  writeHeader(header, NUMBERS_FRAME, numbers.byteLength);
  return Buffer.concat([header, Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)]);
}
