import { describe, expect, it } from 'vitest';
import { ProtoWriter } from './protobuf.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the wire format', () => {
  it('is that of the examples in the documentation of Protocol Buffers', () => {
    expect(hex(new ProtoWriter().int(1, 150).finish())).toBe('089601');
    expect(hex(new ProtoWriter().bytes(2, 'testing').finish())).toBe('120774657374696e67');
    expect(hex(new ProtoWriter().message(3, (inner) => inner.int(1, 150)).finish())).toBe('1a03089601');
    expect(hex(new ProtoWriter().int(1, -2).finish())).toBe('08feffffffffffffffff01');
    // Field 16 is the first whose number takes two bytes.
    expect(hex(new ProtoWriter().int(16, 0).finish())).toBe('800100');
    // 1.0 in IEEE 754, little endian.
    expect(hex(new ProtoWriter().float(1, 1).finish())).toBe('0d0000803f');
    expect(hex(new ProtoWriter().double(2, 1).finish())).toBe('11000000000000f03f');
  });
});
