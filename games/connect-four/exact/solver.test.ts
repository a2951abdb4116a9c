import { describe, expect, it } from 'vitest';
import { Position, COLUMNS as WIDTH } from '../../../games/connect-four/position.js';
import { randomGame } from '../test/random-game.js';
import { COLUMNS, ConnectFourSolver, canPlay, discsAfter, type Outcome, winsAt } from './solver.js';

const randomMoves = (seed: string, count: number): number[] | null => randomGame(seed, count)?.moves ?? null;

/** The same answer by the game's own rules and nothing else. */
function slowly(position: Position, known = new Map<string, number>()): number {
  const key = position.board.join('');
  const old = known.get(key);
  if (old !== undefined) return old;
  let best = -1;
  for (let column = 0; column < WIDTH && best < 1; column++) {
    if (position.heights[column]! >= 6) continue;
    const next = position.clone() as Position;
    next.drop(column);
    best = Math.max(best, next.winner >= 0 ? 1 : next.over ? 0 : 0 - slowly(next, known));
  }
  known.set(key, best);
  return best;
}

function positionAfter(moves: readonly number[]): Position {
  const position = new Position();
  position.actor = 0;
  position.winner = -1;
  for (const column of moves) position.drop(column);
  return position;
}

describe('the solver of Connect Four', () => {
  it('agrees with the rules of the game, played out, on 200 positions of 27 discs and more', () => {
    const solver = new ConnectFourSolver(16);
    const seen = { [-1]: 0, 0: 0, 1: 0 };
    for (let i = 0, found = 0; found < 200; i++) {
      const moves = randomMoves(`late ${i}`, 27 + (i % 14));
      if (!moves) continue;
      found++;
      const outcome = solver.solve(discsAfter(moves));
      expect({ moves, outcome }).toEqual({ moves, outcome: slowly(positionAfter(moves)) });
      seen[outcome]++;
    }
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(5);
  });

  it('knows which columns are full and which make four, as the rules do', () => {
    for (let i = 0, found = 0; found < 300; i++) {
      const moves = randomMoves(`any ${i}`, i % 41);
      if (!moves) continue;
      found++;
      const position = positionAfter(moves);
      const discs = discsAfter(moves);
      for (let column = 0; column < COLUMNS; column++) {
        const fits = position.heights[column]! < 6;
        expect(canPlay(discs, column)).toBe(fits);
        if (!fits) continue;
        const next = position.clone() as Position;
        next.drop(column);
        expect({ moves, column, wins: winsAt(discs, column) }).toEqual({ moves, column, wins: next.winner >= 0 });
      }
    }
  });

  it('is worth what its best move is worth, and the same in a mirror', () => {
    const solver = new ConnectFourSolver(18);
    for (let i = 0, found = 0; found < 30; i++) {
      const moves = randomMoves(`middle ${i}`, 20);
      if (!moves) continue;
      found++;
      const discs = discsAfter(moves);
      const values = solver.moves(discs);
      const best = Math.max(...values.filter((value): value is Outcome => value !== null));
      expect(solver.solve(discs)).toBe(best);
      const mirrored = solver.moves(discsAfter(moves.map((column) => COLUMNS - 1 - column)));
      expect(mirrored.reverse()).toEqual(values);
    }
  });

  it('refuses moves that cannot have been played', () => {
    expect(() => discsAfter([0, 0, 0, 0, 0, 0, 0])).toThrow('move 7: column 0 is full');
    expect(() => discsAfter([7])).toThrow('move 1: column 7 is full, or there is none');
    expect(() => discsAfter([0, 1, 0, 1, 0, 1, 0])).toThrow('move 7: column 0 makes four in a row');
  });
});
