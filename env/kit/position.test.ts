/** Positions as blocks of memory: what is shared, copied, hashed, saved, and what is refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hashBytes } from '../hash.js';
import { f64, i16, i32, u8, u16, u32 } from './fields.js';
import { positions, smallPositions } from './position.js';
import { writeMask } from './prompts.js';

const schema = z.object({ size: z.number().int().min(1).max(9).default(3) });
let made = 0;
/** Eight bytes of facts, and four that follow from them. */
class Pebbles extends positions({
  title: 'Pebbles',
  magic: 'PEB1',
  schema,
  tables: ({ size }) => {
    made++;
    return { area: size * size };
  },
  fields: {
    score: i16([2], 'Points.', { min: -9, max: 999 }),
    heap: u8([4], 'Pebbles in each heap.'),
    list: u8([4], 'What may be done.', { derived: true }),
  },
}) {}

let s: Pebbles;
beforeEach(() => {
  s = new Pebbles({ size: 4 });
  s.score.set([-2, 300]);
  s.heap.set([1, 2, 3, 4]);
  s.list.set([9, 8, 7, 6]);
});

it('fields lie one behind the other, each as wide as its type', () => {
  expect([...s.bytes]).toEqual([254, 255, 44, 1, 1, 2, 3, 4, 9, 8, 7, 6]);
  class Wide extends smallPositions({
    kind: 'wide 1',
    fields: {
      a: f64([1], 'a'),
      b: i32([1], 'b'),
      c: u32([2], 'c'),
      d: i16([1], 'd'),
      e: u16([3], 'e'),
      f: u8([5], 'f'),
    },
  }) {}
  const { a, b, c, d, e, f } = new Wide();
  expect([a, b, c, d, e, f].map((v) => [v.constructor.name, v.byteOffset, v.length])).toEqual([
    ['Float64Array', 0, 1],
    ['Int32Array', 8, 1],
    ['Uint32Array', 12, 2],
    ['Int16Array', 20, 1],
    ['Uint16Array', 22, 3],
    ['Uint8Array', 28, 5],
  ]);
});

describe('positions with options', () => {
  it('share options and tables where they are equal', () => {
    const before = made;
    const [a, b, c] = [{ size: 5 }, { size: 5 }, { size: 6 }].map((options) => new Pebbles(options));
    expect(a!.tables.area).toBe(25);
    expect(b!.tables).toBe(a!.tables);
    expect(b!.options).toBe(a!.options);
    expect(c!.tables.area).toBe(36);
    expect(made).toBe(before + 2);
  });

  it('are copied apart, and take options and tables over', () => {
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

  it('are hashed by their facts and nothing behind them', () => {
    const hash = s.hash();
    expect(hash).toBe(hashBytes(s.bytes.slice(0, 8)));
    s.list.fill(0);
    expect(s.hash()).toBe(hash);
    s.heap[3] = 5;
    expect(s.hash()).not.toBe(hash);
  });

  it('come back from a file with their options, wherever in a block of memory it lies', () => {
    const other = new Pebbles({ size: 2 });
    other.load(s.save());
    expect(other.bytes).toEqual(s.bytes);
    expect(other.options).toEqual({ size: 4 });
    expect(other.tables).toBe(s.tables);
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
  ])('refuse what is not a saved position and change nothing: %s', (why, bytes) => {
    const spoiled = bytes();
    const other = new Pebbles({ size: 2 });
    other.heap[0] = 9;
    const before = other.save();
    expect(() => other.load(spoiled)).toThrow(`not a saved position of Pebbles: ${why}`);
    expect(other.save()).toEqual(before);
    expect(other.tables.area).toBe(4);
  });

  it('come back whole where a file lacks an option that has a default', () => {
    s.load(withOptions('{}'));
    expect(s.options).toEqual({ size: 3 });
  });
});

it('many positions are apart, though their memory is cut off the same buffers', () => {
  const many = Array.from({ length: 1000 }, () => new Pebbles({ size: 4 }));
  many.forEach((one, i) => {
    one.bytes.fill(i % 256);
  });
  expect(
    many.every((one, i) => one.heap.every((pebbles) => pebbles === i % 256) && one.clone().hash() === one.hash()),
  ).toBe(true);
});

describe('small positions', () => {
  class Walk extends smallPositions({
    kind: 'walk 1',
    fields: {
      speed: f64('Any number.'),
      steps: f64('So far.', { min: 0, whole: true }),
      end: f64('How it ended.', { min: 0, names: ['', 'fell'] }),
      tired: f64.flag('Yes or no.'),
    },
  }) {}
  const other = new Walk();
  const walk = (facts: Partial<Walk>) => Object.assign(new Walk(), facts);

  it('are hashed and saved whole', () => {
    const w = walk({ speed: -0.5, steps: 2, end: 1, tired: true });
    other.load(w.save());
    expect([other.speed, other.steps, other.end, other.tired]).toEqual([-0.5, 2, 1, true]);
    expect(w.hash()).toBe(hashBytes(w.bytes));
    const wide = new Uint8Array(200);
    wide.set(w.save(), 7);
    other.load(wide.subarray(7, 7 + w.save().length));
    expect(other.hash()).toBe(w.hash());
  });

  it('refuse what is not a saved position and change nothing', () => {
    class Run extends smallPositions({ kind: 'run 1', fields: { speed: f64('Any.') } }) {}
    const saved = other.save();
    const flipped = saved.map((byte, i) => (i === 20 ? byte ^ 1 : byte));
    const before = other.hash();
    expect(() => other.load(saved.subarray(1))).toThrow('not a saved position of walk 1: 39 bytes, 40 wanted');
    expect(() => other.load(flipped)).toThrow('not a saved position of walk 1: its checksum is wrong');
    expect(() => other.load(new Run().save())).toThrow('16 bytes, 40 wanted');
    expect(other.hash()).toBe(before);
  });

  it.each<[Partial<Walk>, string]>([
    [{ steps: 0.5 }, 'steps is 0.5'],
    [{ steps: -1 }, 'steps is -1'],
    [{ end: 2 }, 'end is 2, wanted 0..1'],
    [{ speed: Number.POSITIVE_INFINITY }, 'speed is Infinity'],
  ])('hold doubles to whole numbers, names and what is finite', (facts, words) => {
    expect(() => other.load(walk(facts).save())).toThrow(words);
  });

  it('of another kind are refused, though they are as long', () => {
    const fields = { a: i16('One number.') };
    class First extends smallPositions({ kind: 'first 1', fields }) {}
    class Second extends smallPositions({ kind: 'second 1', fields }) {}
    expect(() => new First().load(new Second().save())).toThrow('its checksum is wrong');
  });

  it('have flags of the types that can hold one', () => {
    expect(() => smallPositions({ kind: 'x', fields: { a: u32.flag('x') } })).toThrow(
      'field a: a flag is u8, i16, i32 or f64',
    );
  });
});

it('a mask has a 1 for what is listed, and only for the first of it', () => {
  const mask = new Uint8Array(12).fill(5);
  const asked = { prompt: 0, actor: 0, count: 2, legalActions: Uint8Array.of(2, 11, 3, 4), over: false };
  expect(writeMask({ ...asked, options: { askForced: false } }, mask)).toBe(2);
  expect([...mask]).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});
