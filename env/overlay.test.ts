import { expect, it } from 'vitest';
import { overlay } from './overlay.js';

const base = { costs: { knight: [3, 1], boat: [0, 2] }, dice: 3, names: ['a', 'b'] };

it('merges objects at any depth and replaces lists and values', () => {
  expect(overlay(base, { costs: { knight: [1] }, names: [] })).toEqual({
    costs: { knight: [1], boat: [0, 2] },
    dice: 3,
    names: [],
  });
  expect(base.costs.knight).toEqual([3, 1]);
});

it('keeps what is replaced by nothing', () => {
  expect(overlay(base, undefined)).toEqual(base);
  expect(overlay(base, { dice: undefined, costs: { boat: undefined } })).toEqual(base);
});

it('takes no prototype for a table', () => {
  const over = overlay({ a: { b: 1 } } as object, JSON.parse('{"__proto__": {"c": 2}, "a": {"toString": 3}}'));
  expect(Object.getPrototypeOf(over)).toBe(Object.prototype);
  expect(({} as { c?: number }).c).toBeUndefined();
});
