/** Writes the wire format of Protocol Buffers, for ONNX models and TensorBoard: no schema, fields by their numbers. */

const utf8 = new TextEncoder();

/** One message, field after field. */
export class ProtoWriter {
  private readonly parts: Uint8Array[] = [];
  private size = 0;

  /** An integer, enum or boolean field. Negative numbers as 64-bit two's complement, as int64 wants them. */
  int(field: number, value: number): this {
    return this.varint(field * 8).varint(value);
  }

  /** A field of 64-bit floating point. */
  double(field: number, value: number): this {
    return this.varint(field * 8 + 1).push(new Uint8Array(new Float64Array([value]).buffer));
  }

  /** A field of 32-bit floating point. */
  float(field: number, value: number): this {
    return this.varint(field * 8 + 5).push(new Uint8Array(new Float32Array([value]).buffer));
  }

  /** A bytes field; text as UTF-8. */
  bytes(field: number, value: Uint8Array | string): this {
    const bytes = typeof value === 'string' ? utf8.encode(value) : value;
    return this.varint(field * 8 + 2)
      .varint(bytes.length)
      .push(bytes);
  }

  /** A message inside this one. */
  message(field: number, write: (inner: ProtoWriter) => void): this {
    const inner = new ProtoWriter();
    write(inner);
    return this.bytes(field, inner.finish());
  }

  /** All that was written. */
  finish(): Uint8Array {
    const all = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /** Seven bits a byte, the lowest first; the top bit says that more follow. */
  private varint(value: number): this {
    let left = BigInt.asUintN(64, BigInt(value));
    const bytes: number[] = [];
    do {
      const low = Number(left & 127n);
      left >>= 7n;
      bytes.push(left > 0n ? low | 128 : low);
    } while (left > 0n);
    return this.push(Uint8Array.from(bytes));
  }

  private push(bytes: Uint8Array): this {
    this.parts.push(bytes);
    this.size += bytes.length;
    return this;
  }
}

/**
 * The contents of all fields of this number that hold bytes, in a message from elsewhere.
 * @throws RangeError when it is no message
 */
export function bytesFields(message: Uint8Array, field: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw new RangeError('a number does not end');
  };
  const skip = (size: number) => {
    at += size;
    if (at > message.length) throw new RangeError('a field is longer than the message');
  };
  while (at < message.length) {
    const tag = varint();
    const kind = tag % 8;
    if (kind === 0) varint();
    else if (kind === 1) skip(8);
    else if (kind === 5) skip(4);
    else if (kind === 2) {
      const size = varint();
      skip(size);
      if (Math.floor(tag / 8) === field) found.push(message.subarray(at - size, at));
    } else throw new RangeError(`a field is of the kind ${kind}`);
  }
  return found;
}
