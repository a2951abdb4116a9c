/**
 * TensorBoard event files: scalars only. A file is a sequence of records framed as TFRecord (length, masked CRC-32C of
 * the length, data, masked CRC-32C of the data; tensorflow/core/lib/io/record_writer.h), each an `Event` message in
 * protocol-buffer encoding (tensorflow/core/util/event.proto).
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '../../checkpoints/atomic.js';
import { ProtoWriter } from '../../env/protobuf.js';

const crcTable = new Uint32Array(256);
for (let i = 0; i < 256; i++) {
  let c = i;
  // Castagnoli's polynomial, bits reversed.
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1;
  crcTable[i] = c;
}

/** CRC-32C (Castagnoli; RFC 3720, appendix B.4). */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = crcTable[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The masked form TFRecord stores, so that a CRC of data that holds CRCs stays useful. */
export function maskedCrc(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** One record of a TFRecord file. */
export function frame(data: Uint8Array): Buffer {
  const record = Buffer.alloc(16 + data.length);
  record.writeBigUInt64LE(BigInt(data.length), 0);
  record.writeUInt32LE(maskedCrc(record.subarray(0, 8)), 8);
  record.set(data, 12);
  record.writeUInt32LE(maskedCrc(data), 12 + data.length);
  return record;
}

/** The first record of every file. */
function versionEvent(wallTime: number): Uint8Array {
  return new ProtoWriter().double(1, wallTime).bytes(3, 'brain.Event:2').finish();
}

/**
 * One `Event` with a summary of scalars.
 * @param wallTime seconds since 1970, which TensorBoard shows as dates and differences
 * @param step what curves are drawn over, >= 0
 */
export function scalarEvent(wallTime: number, step: number, scalars: Record<string, number>): Uint8Array {
  const event = new ProtoWriter().double(1, wallTime).int(2, step);
  event.message(5, (summary) => {
    for (const [tag, value] of Object.entries(scalars))
      summary.message(1, (scalar) => scalar.bytes(1, tag).float(2, value));
  });
  return event.finish();
}

/**
 * Appends scalars to one event file. Each record is complete or, after a kill, a torn tail that readers skip. The clock
 * is in what is added, so the same additions make the same file again.
 */
export class EventWriter {
  private readonly file: string;
  private begun = false;

  /** Begins the file anew. @param folder where it lies, existing */
  constructor(folder: string) {
    // Readers want "tfevents" in the name; a constant name instead of time and host keeps one file a run.
    this.file = join(folder, 'events.out.tfevents.0.tabletop');
    this.attempt(() => writeFileSync(this.file, ''));
  }

  /** Adds one step; nothing for no scalars. Numbers that are not finite are left out. */
  add(wallTime: number, step: number, scalars: Record<string, number>): void {
    const finite = Object.fromEntries(Object.entries(scalars).filter(([, value]) => Number.isFinite(value)));
    if (Object.keys(finite).length > 0) this.write(wallTime, scalarEvent(wallTime, step, finite));
  }

  /** Adds a finished summary, at no step. */
  append(wallTime: number, summary: Uint8Array): void {
    this.write(wallTime, new ProtoWriter().double(1, wallTime).bytes(5, summary).finish());
  }

  private write(wallTime: number, event: Uint8Array): void {
    // TensorBoard takes the time of the first record for the beginning of the run.
    const head = this.begun ? [] : [frame(versionEvent(wallTime))];
    this.attempt(() => appendFileSync(this.file, Buffer.concat([...head, frame(event)])));
    this.begun = true;
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw fileError(error, `cannot write ${this.file}`);
    }
  }
}
