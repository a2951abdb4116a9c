/**
 * TensorBoard event files: scalars only. A file is a sequence of records framed as TFRecord (length, masked CRC-32C of
 * the length, data, masked CRC-32C of the data; tensorflow/core/lib/io/record_writer.h), each an `Event` message in
 * protocol-buffer encoding (tensorflow/core/util/event.proto).
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../checkpoints/atomic.js';
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
 * One `Event` with which a writer begins again: readers drop what they have of this step and later ones, and go on with
 * what follows (`SessionLog.START`).
 */
function restartEvent(wallTime: number, step: number): Uint8Array {
  return new ProtoWriter()
    .double(1, wallTime)
    .int(2, step)
    .message(7, (log) => log.int(1, 1))
    .finish();
}

/**
 * Appends scalars to one event file. Each record is complete or, after a kill, a torn tail that readers skip. The clock
 * is in what is added, so the same additions make the same file again.
 */
export class EventWriter {
  private readonly file: string;
  private begun = false;
  /** From which step on files before this one are taken back, with the first event that is added. */
  private restart: number | null = null;

  /**
   * @param folder where the file lies, existing
   * @param number files of this run before this one: readers take them in the order of their names
   */
  constructor(folder: string, number = 0) {
    // Readers want "tfevents" in the name.
    this.file = join(folder, `events.out.tfevents.${String(number).padStart(6, '0')}.tabletop`);
  }

  /** Adds one step; nothing for no scalars. Numbers that are not finite are left out. */
  add(wallTime: number, step: number, scalars: Record<string, number>): void {
    const finite = Object.fromEntries(Object.entries(scalars).filter(([, value]) => Number.isFinite(value)));
    if (Object.keys(finite).length === 0) return;
    if (this.restart !== null) this.append(wallTime, restartEvent(wallTime, this.restart));
    this.restart = null;
    this.append(wallTime, scalarEvent(wallTime, step, finite));
  }

  /** Takes back what files before this one have of a step and later ones, once something is added. */
  restartAt(step: number): void {
    this.restart = step;
  }

  private append(wallTime: number, event: Uint8Array): void {
    // TensorBoard takes the time of the first record for the beginning of the run.
    const head = this.begun ? [] : [frame(versionEvent(wallTime))];
    attempt(`cannot write ${this.file}`, () => appendFileSync(this.file, Buffer.concat([...head, frame(event)])));
    this.begun = true;
  }
}
