import { expect, it } from 'vitest';
import { pack, sha256, unpack } from './codec.js';

const value = {
  text: 'a',
  nothing: null,
  numbers: [1, -0.5, 2 ** 40, Number.POSITIVE_INFINITY],
  small: Float32Array.of(1, 2),
  large: Float32Array.from({ length: 5000 }, (_, i) => i / 7),
  doubles: Float64Array.from({ length: 3000 }, (_, i) => i / 3),
  bytes: new Uint8Array(20_000).fill(7),
  inner: [{ large: Int32Array.from({ length: 9000 }, (_, i) => -i) }],
};

it('gives values back as they were, arrays by their kind', () => {
  const { bytes, blobs } = pack(value);
  expect([...blobs.values()].map((blob) => blob.length).sort((a, b) => a - b)).toEqual([
    20_000, 20_000, 24_000, 36_000,
  ]);
  expect(bytes.length).toBeLessThan(1000);
  const asked: string[] = [];
  const back = unpack(bytes, (hash) => {
    asked.push(hash);
    return blobs.get(hash)!;
  });
  expect(back).toEqual(value);
  expect(asked).toEqual([...blobs.keys()]);
});

it('takes views of other memory, at whatever place they begin', () => {
  const memory = new Float32Array(10_000).fill(3);
  const { bytes, blobs } = pack({ part: memory.subarray(1, 9000) });
  // A blob as a file or a connection gives it: a part of something larger.
  const odd = (blob: Uint8Array) => {
    const larger = new Uint8Array(blob.length + 3);
    larger.set(blob, 3);
    return larger.subarray(3);
  };
  expect(unpack(bytes, (hash) => odd(blobs.get(hash)!))).toEqual({ part: memory.slice(1, 9000) });
});

it('names equal arrays once, by their content', () => {
  const { blobs } = pack({ a: new Float32Array(9000), b: new Float32Array(9000), c: new Uint8Array(36_000) });
  expect([...blobs.keys()]).toEqual([sha256(new Uint8Array(36_000))]);
});

it('leaves out what is not defined, and holds no array apart where none may be', () => {
  expect(unpack(pack({ a: undefined, b: 1 }).bytes, () => new Uint8Array())).toEqual({ b: 1 });
  const { bytes, blobs } = pack(value, Infinity);
  expect(blobs.size).toBe(0);
  expect(unpack(bytes, () => new Uint8Array())).toEqual(value);
});

it('throws at what is no message, and lets no name change what objects are', () => {
  expect(() => unpack(Uint8Array.of(0xc1, 1, 2), () => new Uint8Array())).toThrow();
  const back = unpack(pack(JSON.parse('{"__proto__": {"evil": 1}, "a": 1}')).bytes, () => new Uint8Array()) as object;
  expect('evil' in back).toBe(false);
});
