import { expect, it } from 'vitest';
import { put } from './put.js';

const whole = {
  numbers: { gold: 2, costs: { knight: [3, 1] } },
  cards: [
    { id: 'a', cost: 1 },
    { id: 'b', cost: 2 },
  ],
};

it('replaces single fields of objects, and lists as a whole', () => {
  expect(put({}, whole, ['numbers', 'gold'], 5)).toEqual({ numbers: { gold: 5 } });
  expect(put({ numbers: { gold: 5 } }, whole, ['numbers', 'costs', 'knight'], [1, 1])).toEqual({
    numbers: { gold: 5, costs: { knight: [1, 1] } },
  });
  expect(put({}, whole, ['cards', 1, 'cost'], 9)).toEqual({
    cards: [
      { id: 'a', cost: 1 },
      { id: 'b', cost: 9 },
    ],
  });
});

it('changes nothing that is given', () => {
  const before = structuredClone(whole);
  put(whole, whole, ['cards', 0, 'cost'], 7);
  expect(whole).toEqual(before);
});
