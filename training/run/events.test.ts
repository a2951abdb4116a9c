import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../../test/scratch.js';
import { crc32c, EventWriter, frame, maskedCrc, scalarEvent } from './events.js';

const folder = scratch('tabletop-events');

/** Splits a TFRecord file and checks both sums of every record. */
function records(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Number(bytes.readBigUInt64LE(at));
    expect(bytes.readUInt32LE(at + 8)).toBe(maskedCrc(bytes.subarray(at, at + 8)));
    const data = bytes.subarray(at + 12, at + 12 + length);
    expect(bytes.readUInt32LE(at + 12 + length)).toBe(maskedCrc(data));
    found.push(data);
    at += 16 + length;
  }
  return found;
}

describe('TensorBoard events', () => {
  it('computes CRC-32C as RFC 3720 lists it', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
  });

  it('encodes an event byte for byte', () => {
    // Read back as step 300, loss 0.5 with TensorBoard's own event_file_loader.
    const event = Buffer.from(scalarEvent(1.5, 300, { loss: 0.5 })).toString('hex');
    expect(event).toBe('09000000000000f83f10ac022a0d0a0b0a046c6f7373150000003f');
    expect(frame(new Uint8Array(0)).length).toBe(16);
  });

  it('writes a version record, then one record a step', () => {
    const writer = new EventWriter(folder);
    writer.add(1, 100, { 'ppo/entropy': 0.25, 'ppo/kl': Number.NaN });
    writer.add(2, 2 ** 33, { 'ppo/entropy': 0.125 });
    writer.add(3, 400, { bad: Number.POSITIVE_INFINITY });
    const [name] = readdirSync(folder);
    expect(name).toContain('tfevents');
    const found = records(readFileSync(join(folder, name!)));
    expect(found.length).toBe(3);
    expect(found[0]!.toString('latin1')).toContain('brain.Event:2');
    expect(found[1]!.toString('latin1')).not.toContain('ppo/kl');
    expect(found[2]!.equals(Buffer.from(scalarEvent(2, 2 ** 33, { 'ppo/entropy': 0.125 })))).toBe(true);
  });
});
