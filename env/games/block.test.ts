import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { hashBytes } from '../hash.js';
import { BlockPosition, blockForm, Parts, writeMask } from './block.js';

const schema = z.object({ size: z.number().int().min(1).max(9).default(3) });
type Options = z.infer<typeof schema>;
let made = 0;
const form = blockForm('Pebbles', 'PEB1', schema, ({ size }: Options) => {
  made++;
  return { area: size * size };
});

/** Eight bytes of facts, and four that follow from them. */
class Pebbles extends BlockPosition<Options, { area: number }> {
  readonly score: Int16Array;
  readonly heap: Uint8Array;
  readonly list: Uint8Array;
  constructor(options: Options) {
    super(form, options, 12, 8);
    const parts = new Parts(this.bytes.buffer);
    this.score = parts.i16(2);
    this.heap = parts.u8(4);
    this.list = parts.u8(4);
  }
}

let s: Pebbles;
beforeEach(() => {
  s = new Pebbles({ size: 4 });
  s.score.set([-2, 300]);
  s.heap.set([1, 2, 3, 4]);
  s.list.set([9, 8, 7, 6]);
});

it('parts lie one behind the other, each as wide as asked', () => {
  const parts = new Parts(new ArrayBuffer(40), 4);
  const views = [parts.i32(1), parts.u32(2), parts.i16(1), parts.u16(3), parts.u8(5)];
  expect(views.map((v) => [v.constructor.name, v.byteOffset, v.length])).toEqual([
    ['Int32Array', 4, 1],
    ['Uint32Array', 8, 2],
    ['Int16Array', 16, 1],
    ['Uint16Array', 18, 3],
    ['Uint8Array', 24, 5],
  ]);
  expect([...s.bytes]).toEqual([254, 255, 44, 1, 1, 2, 3, 4, 9, 8, 7, 6]);
});

it('equal options share their tables, others have their own', () => {
  const before = made;
  const [a, b, c] = [{ size: 5 }, { size: 5 }, { size: 6 }].map((options) => new Pebbles(options));
  expect(a!.tables.area).toBe(25);
  expect(b!.tables).toBe(a!.tables);
  expect(b!.options).toBe(a!.options);
  expect(c!.tables.area).toBe(36);
  expect(made).toBe(before + 2);
});

it('a copy is equal and apart', () => {
  const copy = s.clone();
  expect(copy).toBeInstanceOf(Pebbles);
  expect(copy.bytes).toEqual(s.bytes);
  copy.heap[0] = 7;
  expect(s.heap[0]).toBe(1);
  const other = new Pebbles({ size: 2 });
  other.copyFrom(s);
  expect(other.tables).toBe(s.tables);
  expect(other.options).toEqual({ size: 4 });
});

it('the hash reads the facts and nothing behind them', () => {
  const hash = s.hash();
  expect(hash).toBe(hashBytes(s.bytes.subarray(0, 8)));
  s.list.fill(0);
  expect(s.hash()).toBe(hash);
  s.heap[3] = 5;
  expect(s.hash()).not.toBe(hash);
});

it('a saved position comes back with its options', () => {
  const other = new Pebbles({ size: 2 });
  other.load(s.save());
  expect(other.bytes).toEqual(s.bytes);
  expect(other.options).toEqual({ size: 4 });
  expect(other.tables).toBe(s.tables);
  // Where the bytes lie in a larger block does not matter.
  const wide = new Uint8Array(200);
  wide.set(s.save(), 7);
  other.load(wide.subarray(7, 7 + s.save().length));
  expect(other.save()).toEqual(s.save());
});

/** A saved position with other options in it, its checksum right. */
function withOptions(text: string): Uint8Array {
  const json = new TextEncoder().encode(text);
  const out = new Uint8Array(16 + json.length + 12);
  out.set(s.save().subarray(0, 4));
  out.set(json, 16);
  const head = new DataView(out.buffer);
  head.setUint32(4, json.length, true);
  head.setFloat64(8, hashBytes(out.subarray(16)), true);
  return out;
}
const changed = (at: number, by: number) => {
  const bytes = s.save();
  bytes[at]! ^= by;
  return bytes;
};

it.each<[string, () => Uint8Array]>([
  ['wrong header', () => changed(3, 1)],
  ['wrong header', () => s.save().subarray(0, 15)],
  ['wrong header', () => new Uint8Array(0)],
  ['wrong length', () => s.save().subarray(0, -1)],
  ['wrong length', () => changed(4, 1)],
  ['wrong length', () => changed(7, 128)],
  ['wrong checksum', () => changed(s.save().length - 1, 1)],
  ['wrong checksum', () => changed(9, 1)],
  ['wrong checksum', () => changed(16, 1)],
  ['unreadable options', () => withOptions('{"size":')],
  ['wrong options', () => withOptions('{"size":10}')],
  ['wrong options', () => withOptions('[]')],
])('what is not a saved position is refused and changes nothing: %s', (why, bytes) => {
  const spoiled = bytes();
  const other = new Pebbles({ size: 2 });
  other.heap[0] = 9;
  const before = other.save();
  expect(() => other.load(spoiled)).toThrow(`not a saved position of Pebbles: ${why}`);
  expect(other.save()).toEqual(before);
  expect(other.tables.area).toBe(4);
});

it('options that lack a default come back whole', () => {
  s.load(withOptions('{}'));
  expect(s.options).toEqual({ size: 3 });
});

it('a mask has a 1 for what is listed, and only for the first n', () => {
  const mask = new Uint8Array(12).fill(5);
  expect(writeMask(Uint8Array.of(2, 11, 3, 4), 2, mask)).toBe(2);
  expect([...mask]).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});
