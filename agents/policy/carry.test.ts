import { describe, expect, it } from 'vitest';
import { columns } from '../../env/migration.js';
import { UserError } from '../../env/user-error.js';
import { carryPieces, gather } from './carry.js';

const old = [
  { name: 'a', shape: [2] },
  { name: 'b', shape: [2, 2] },
  { name: 'c', shape: [1] },
];

describe('pieces', () => {
  it('are found by name, wherever they stand; what is new and what is gone is told', () => {
    const carried = carryPieces(old, [
      { name: 'b', shape: [2, 2] },
      { name: 'new', shape: [3] },
      { name: 'a', shape: [2] },
    ]);
    expect([...carried.from]).toEqual([2, 3, 4, 5, -1, -1, -1, 0, 1]);
    expect(carried.added).toEqual([{ piece: 'new', numbers: 3 }]);
    expect(carried.gone).toEqual([{ piece: 'c', numbers: 1 }]);
  });

  it('are found as the game declares it: renamed, reshaped, taken apart', () => {
    const now = [
      { name: 'b', shape: [2, 3] },
      { name: 'first', shape: [1] },
      { name: 'c', shape: [2] },
      { name: 'both', shape: [2] },
    ];
    const carried = carryPieces(old, now, {
      b: { numbers: columns(2, 2, [1, -1, 0]) },
      first: { from: 'a', numbers: [0] },
      c: { numbers: [0, 0] },
      both: { from: ['c', 'b'], numbers: [0, 4] },
    });
    expect([...carried.from]).toEqual([3, -1, 2, 5, -1, 4, 0, 6, 6, 6, 5]);
    expect(carried.added).toEqual([{ piece: 'b', numbers: 2 }]);
    expect(carried.gone).toEqual([{ piece: 'a', numbers: 1 }]);
    const out = new Float32Array(carried.size).fill(9);
    gather(carried, Float32Array.from([1, 2, 3, 4, 5, 6, 7, 0, 8, 10, 20]), out);
    expect([...out]).toEqual([7, 0, 3, 1, 6, 24, 18]);
  });

  it.each([
    [[{ name: 'b', shape: [2, 3] }], {}, /piece b is 2 x 3 now, b was 2 x 2: the game must say what became/],
    [old, { x: {} }, /there is no piece x/],
    [old, { a: { from: 'x' } }, /a: there was no piece x/],
    [old, { a: { numbers: [0] } }, /a: 1 numbers, the piece has 2/],
    [old, { a: { numbers: [0, 2] } }, /a: a had no number 2/],
    [old, { a: { numbers: [0, 0.5] } }, /a: a had no number 0.5/],
  ])('are refused where nothing fitting is declared (%#)', (now, declared, message) => {
    const carry = () => carryPieces(old, now, declared);
    expect(carry).toThrow(UserError);
    expect(carry).toThrow(message);
  });
});
