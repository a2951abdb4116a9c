import { expect, it } from 'vitest';
import { createRng, SeededChance, shuffle, shuffleBy } from './chance.js';

it('shuffles all orders equally often', () => {
  const rng = createRng(1);
  const counts = new Map<string, number>();
  for (let i = 0; i < 12_000; i++) {
    const order = Int32Array.of(0, 1, 2);
    shuffle(order, rng);
    counts.set(order.join(), (counts.get(order.join()) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const n of counts.values()) expect(Math.abs(n - 2000)).toBeLessThan(200);
});

it('shuffles a part of a list by a stream of chance', () => {
  const list = [9, 0, 1, 2, 3, 4, 5, 6, 7, 9];
  shuffleBy(new SeededChance('deck', ['deck']), 0, list, 1, 8);
  expect([list[0], list[9]]).toEqual([9, 9]);
  expect(list.slice(1, 9)).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(list.slice(1, 9).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
