import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Packr } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRng } from '../env/chance.js';
import { UserError } from '../env/user-error.js';
import { scratch } from '../test/scratch.js';
import { CheckpointError, decodeCheckpoint, encodeCheckpoint, readCheckpoint, writeCheckpoint } from './format.js';
import { packTensor, tensorSchema, unpackTensor } from './tensor.js';

const folder = scratch('checkpoint');

const anything = z.unknown();
const schema = z.strictObject({ step: z.number(), name: z.string(), weights: tensorSchema });
const value = () => ({ step: 12, name: 'été', weights: packTensor(Float32Array.of(1, -2.5, 0.1, 4), [2, 2]) });

it('reads the same with msgpackr, its native part and what the build makes of it', () => {
  const value = {
    bytes: new Uint8Array([0, 255]),
    sizes: [1, -1.5, 2 ** 40],
    texts: ['é'.repeat(40), '', 'a long text of plain letters '.repeat(9)],
  };
  const body = Buffer.from(encodeCheckpoint(value)).subarray(52).toString('hex');
  const read = (from: string, withoutNative: boolean) =>
    execFileSync(
      process.execPath,
      [
        ...['--input-type=module', '-e'],
        `import { Packr } from '${from}';
         const packr = new Packr({ useRecords: false, moreTypes: false });
         const value = packr.unpack(Buffer.from('${body}', 'hex'));
         console.log(JSON.stringify([packr.pack(value).toString('hex'), value]));`,
      ],
      { encoding: 'utf8', env: { ...process.env, MSGPACKR_NATIVE_ACCELERATION_DISABLED: String(withoutNative) } },
    );
  const plain = read('msgpackr', true);
  expect(JSON.parse(plain)).toMatchObject([body, { sizes: value.sizes, texts: value.texts }]);
  expect(read('msgpackr', false)).toBe(plain);
  expect(read('./dist/msgpackr.js', false)).toBe(plain);
});

describe('a checkpoint file', () => {
  it('gives back what was written', () => {
    const file = join(folder, 'a.tgym');
    writeCheckpoint(file, value());
    const back = readCheckpoint(file, schema);
    expect(back.step).toBe(12);
    expect(back.name).toBe('été');
    expect(unpackTensor(back.weights, 'float32', [2, 2])).toEqual(Float32Array.of(1, -2.5, 0.1, 4));
    expect(readdirSync(folder)).toEqual(['a.tgym']);
  });

  it('gives back any value of plain data', () => {
    const plain = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.double({ noNaN: false }).map((x) => (Object.is(x, -0) ? 0 : x)),
        fc.integer(),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          tie('value'),
          { noNullPrototype: true },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(plain, (x) => {
        expect(decodeCheckpoint(encodeCheckpoint(x), anything, 'x')).toEqual(x);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('has the same bytes for the same value, whatever the order of its keys', () => {
    const a = encodeCheckpoint({ one: 1, two: [{ a: 1, b: undefined, c: 3 }] });
    const b = encodeCheckpoint({ two: [{ c: 3, a: 1 }], one: 1 });
    expect(Buffer.from(a).equals(Buffer.from(b))).toBe(true);
  });

  it('refuses to write what it could not give back', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const [bad, where] of [
      [{ a: { b: Float32Array.of(1) } }, 'a.b is a Float32Array; use packTensor'],
      [{ list: [1, new Date(0)] }, 'list[1] is a Date'],
      [new Map(), '(top) is a Map'],
      [{ f: () => 1 }, 'f is a function'],
      [[undefined], '[0] is a undefined'],
      [{ n: 1n }, 'n is a bigint'],
      [cycle, 'contains itself'],
    ] as const)
      expect(() => encodeCheckpoint(bad)).toThrow(where);
  });

  it('says what is wrong with a file that is not one', () => {
    const cases: [string, Uint8Array | string, string][] = [
      ['empty', '', 'truncated'],
      ['text', 'hello, this is a long enough text file but no checkpoint at all, none', 'foreign'],
      ['short text', 'hello', 'foreign'],
      ['zeros', new Uint8Array(4096), 'foreign'],
      ['magic only', 'TGYMCKPT', 'truncated'],
    ];
    for (const [name, content, reason] of cases) {
      const file = join(folder, name);
      writeFileSync(file, content);
      const error = failure(() => readCheckpoint(file, anything));
      expect(error).toBeInstanceOf(CheckpointError);
      expect((error as CheckpointError).reason, name).toBe(reason);
      expect(error.message).toContain(file);
      expect(error.message).not.toContain('\n');
    }
    expect(failure(() => readCheckpoint(join(folder, 'none'), anything)).message).toMatch(/none: no such file/);
    expect(failure(() => readCheckpoint(folder, anything)).message).toMatch(/it is a folder/);
  });

  it('says that a newer format needs an update, also when that changed everything after the version', () => {
    const bytes = Buffer.from(encodeCheckpoint(value()));
    bytes.writeUInt32LE(2, 8);
    bytes.fill(7, 12);
    expect(failure(() => decodeCheckpoint(bytes, anything, 'x')).message).toMatch(/reads up to 1; update/);
  });

  it('says where the content differs from what is expected', () => {
    const error = failure(() => decodeCheckpoint(encodeCheckpoint({ ...value(), step: 'many' }), schema, 'f.tgym'));
    expect((error as CheckpointError).reason).toBe('unexpected');
    expect(error.message).toMatch(/^f\.tgym: .* at step: /);
    const cut = value();
    cut.weights.bytes = cut.weights.bytes.subarray(1);
    expect(failure(() => decodeCheckpoint(encodeCheckpoint(cut), schema, 'f')).message).toMatch(/at weights: .*shape/);
  });

  it('notices every flipped bit, every cut and every added byte', () => {
    const bytes = encodeCheckpoint(value());
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = Uint8Array.from(bytes);
        damaged[at]! ^= 1 << bit;
        expect(failure(() => decodeCheckpoint(damaged, anything, 'x'))).toBeInstanceOf(CheckpointError);
      }
      const cut = failure(() => decodeCheckpoint(bytes.subarray(0, at), anything, 'x'));
      expect((cut as CheckpointError).reason, `cut at ${at}`).toBe('truncated');
    }
    expect(failure(() => decodeCheckpoint(Buffer.concat([bytes, bytes]), anything, 'x')).message).toMatch(/longer/);
  });

  it('notices them on disk too', () => {
    const file = join(folder, 'disk.tgym');
    for (const size of [0, 5, 8, 11, 12, 51, 52, 60]) {
      writeCheckpoint(file, value());
      truncateSync(file, size);
      expect((failure(() => readCheckpoint(file, anything)) as CheckpointError).reason).toBe('truncated');
    }
  });

  it('survives any content behind a right checksum', () => {
    const rng = createRng('forged');
    const real = Buffer.from(encodeCheckpoint(value())).subarray(52);
    for (let i = 0; i < 3000; i++) {
      const body = i % 2 ? Buffer.from(real) : Buffer.alloc(1 + rng.int(60));
      for (let k = 0; k < (i % 2 ? 3 : body.length); k++) body[rng.int(body.length)] = rng.int(256);
      try {
        decodeCheckpoint(forge(body), schema, 'x');
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    }
    // Nested arrays without end, and a header that promises four thousand million items.
    for (const body of [
      Buffer.alloc(200_000, 0x91),
      Buffer.from([0xdd, 255, 255, 255, 255]),
      Buffer.from([0xdf, 255, 255, 255, 255]),
    ])
      expect(failure(() => decodeCheckpoint(forge(body), anything, 'x'))).toBeInstanceOf(CheckpointError);
    const polluting = new Packr({ useRecords: false }).pack(new Map([['__proto__', { bad: true }]]));
    decodeCheckpoint(forge(polluting), anything, 'x');
    expect('bad' in {}).toBe(false);
  });
});

describe('tensors', () => {
  it('keep every kind of number', () => {
    for (const [dtype, values] of [
      ['float32', Float32Array.of(1, Number.NaN, -0)],
      ['float64', Float64Array.of(Math.PI, -1)],
      ['int32', Int32Array.of(-5)],
      ['uint32', Uint32Array.of(2 ** 32 - 1)],
      ['int16', Int16Array.of(-300, 2)],
      ['uint16', Uint16Array.of(65535)],
      ['int8', Int8Array.of(-1, 2, 3)],
      ['uint8', Uint8Array.of(255)],
    ] as const) {
      const bytes = encodeCheckpoint({ pad: 'x', t: packTensor(values) });
      const back = decodeCheckpoint(bytes, z.object({ t: tensorSchema }), 'x').t;
      expect(unpackTensor(back, dtype)).toEqual(values);
    }
  });

  it('are copies', () => {
    const values = Float32Array.of(1, 2);
    const tensor = packTensor(values);
    values[0] = 9;
    const back = unpackTensor(tensor);
    back[1] = 9;
    expect([...unpackTensor(tensor)]).toEqual([1, 2]);
  });

  it('refuse the wrong shape and kind', () => {
    expect(() => packTensor(Float32Array.of(1, 2), [3])).toThrow(RangeError);
    expect(() => unpackTensor(packTensor(Int32Array.of(1)))).toThrow(/int32 numbers where float32/);
    expect(() => unpackTensor(packTensor(Float32Array.of(1, 2)), 'float32', [2, 1])).toThrow(/\[2\] where \[2, 1\]/);
  });
});

it('a file cut while it is read again and again never loads by half', () => {
  const file = join(folder, 'big.tgym');
  writeCheckpoint(file, { weights: packTensor(new Float32Array(100_000).fill(0.5)) });
  const whole = readFileSync(file);
  for (const size of [1000, 200_000, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, size));
    expect(failure(() => readCheckpoint(file, anything)).message).toMatch(/is cut off/);
  }
});

/** A file with the right header for any body. */
function forge(body: Uint8Array): Uint8Array {
  const whole = Buffer.from(encodeCheckpoint(null));
  const header = Buffer.from(whole.subarray(0, 52));
  header.writeBigUInt64LE(BigInt(body.length), 12);
  createHash('sha256').update(body).digest().copy(header, 20);
  return Buffer.concat([header, body]);
}

function failure(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
