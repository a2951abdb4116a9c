import { expect, it } from 'vitest';
import { motionsOf } from './motion.js';

const at = (place: string, ...names: string[]) => names.map((name) => ({ name, place }));

it('follows tokens to where they went, and tells those that came and left', () => {
  const before = [...at('a1', 'red knight', 'coin'), ...at('b1', 'blue knight')];
  const after = [...at('a1', 'coin'), ...at('b1', 'red knight'), ...at('c1', 'tower')];
  expect(motionsOf(before, after)).toEqual([
    { from: 1, to: 0 },
    { from: 0, to: 1 },
    { from: null, to: 2 },
    { from: 2, to: null },
  ]);
});

it('lets tokens of one name stay where some stand, before others go there', () => {
  const before = [...at('a1', 'wolf', 'wolf'), ...at('b1', 'wolf')];
  const after = [...at('b1', 'wolf', 'wolf'), ...at('a1', 'wolf')];
  // One of the two of a1 joins that of b1.
  expect(motionsOf(before, after)).toEqual([
    { from: 2, to: 0 },
    { from: 1, to: 1 },
    { from: 0, to: 2 },
  ]);
  expect(motionsOf([], [])).toEqual([]);
});
