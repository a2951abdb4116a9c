import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { observationOf } from './pieces.js';

interface Position {
  readonly players: number;
}
const see = (sight: ReturnType<ReturnType<typeof observationOf<Position>>>, players: number, seat: number) => {
  const out = new Float32Array(sight.size + 1).fill(-1);
  sight.observe({ players }, seat, out, 1);
  return [...out];
};

afterEach(() => void z.config({ jitless: false }));

it.each([false, true])(
  'asks for each number of a piece by its place, or takes the list of all (without code: %s)',
  (jitless) => {
    z.config({ jitless });
    const sight = observationOf<Position>()((piece) => [
      piece.values('one', [1], 'One.', (_, me) => me),
      piece.values('row', [3], 'By index.', (_, me, i) => 10 * me + i),
      piece.values('table', [2, 3], 'By row and column.', (_, __, row, column) => 10 * row + column),
      piece.values('list', [2, 2], 'All at once.', () => [1, 2, 3, 4]),
      piece.values(
        'cube',
        [2, 2, 2],
        'By row of the last size, and column.',
        (_, __, row, column) => 10 * row + column,
      ),
    ]);
    expect(see(sight, 2, 1)).toEqual([
      -1, 1, 10, 11, 12, 0, 1, 2, 10, 11, 12, 1, 2, 3, 4, 0, 1, 10, 11, 20, 21, 30, 31,
    ]);
  },
);

it.each([false, true])(
  'writes a row for each seat that is in the game, the viewer first (without code: %s)',
  (jitless) => {
    z.config({ jitless });
    const sight = observationOf<Position>()((piece) => [
      piece.seats('one', [4], 'Seat.', (_, seat) => seat + 1),
      piece.seats('row', [4, 2], 'Seat and index.', (_, seat, i) => 10 * seat + i),
      piece.seats('list', [4, 2], 'A list.', (_, seat) => [seat, -seat]),
    ]);
    const [one, row, list] = [
      [2, 3, 1, 0],
      [10, 11, 20, 21, 0, 1, 0, 0],
      [1, -1, 2, -2, 0, -0, 0, 0],
    ];
    expect(see(sight, 3, 1)).toEqual([-1, ...one!, ...row!, ...list!]);
    expect(sight.bySeat.map(({ name }) => name)).toEqual(['one', 'row', 'list']);
  },
);

it('names a piece whose list has another length', () => {
  const sight = observationOf<Position>()((piece) => [piece.values('gems', [6], 'Gems.', () => [1, 2])]);
  expect(() => see(sight, 2, 0)).toThrow('piece gems: 2 values, 6 wanted');
});
