/** What analyses say of Connect Four. */
import { expect, it } from 'vitest';
import { COLUMNS } from '../position.js';
import { randomGame } from '../test/random-game.js';
import { MOST_DISCS, Openings, openingValue } from './openings.js';
import { afterMove, ConnectFourSolver, canPlay, discsAfter, winsAt } from './solver.js';
import { exactValues } from './values.js';

/** Positions of 8 to 11 discs that are looked at: those that are solved in a hurry, since others take long. */
const EARLY = 4;

it('is exact in 200 positions from eight discs on, and the same in a hurry, or nothing', () => {
  const solver = new ConnectFourSolver(20);
  let hurried = 0;
  for (let i = 0, found = 0; found < 200; i++) {
    const early = found < EARLY;
    const one = randomGame(`values ${i}`, early ? 8 + (found % 4) : 14 + (found % 23));
    if (!one) continue;
    const { moves, position } = one;
    const quick = exactValues(position, { quick: true });
    if (early && !quick) continue;
    found++;
    if (quick) hurried++;
    const values = exactValues(position, { quick: false })!;
    if (quick) expect({ moves, quick }).toEqual({ moves, quick: values });
    // Nothing of what is learned of the mirror is of use for the position.
    const mirrored = solver.moves(discsAfter(moves.map((column) => COLUMNS - 1 - column))).reverse();
    expect(values).toEqual(mirrored.map((outcome) => (outcome === null ? null : (1 + outcome) / 2)));
    const best = Math.max(...values.flatMap((value) => value ?? []));
    if (!early) expect(best).toBe((1 + solver.solve(discsAfter(moves))) / 2);
  }
  expect(hurried).toBeGreaterThan(195);
});

it('gives up in a hurry at the same place, whatever was asked before', () => {
  const empty = discsAfter([]);
  const solver = new ConnectFourSolver(18);
  expect(solver.movesWithin(empty, 20_000)).toBeNull();
  const games = Array.from({ length: 40 }, (_, i) => randomGame(`late ${i}`, 22));
  const late = discsAfter(games.find((one) => one !== null)!.moves);
  const before = solver.nodes;
  const moves = solver.movesWithin(late, 1e6);
  const looked = solver.nodes - before;
  expect(moves).toEqual(solver.moves(late));
  expect(solver.movesWithin(late, looked)).toEqual(moves);
  expect(solver.movesWithin(late, looked - 1)).toBeNull();
});

it('is exact from the empty board on, without a search', () => {
  const solver = new ConnectFourSolver(22);
  // The values of eight discs, spread evenly, against the solver; those before follow from them.
  const openings = new Openings();
  const positions = openings.positions(MOST_DISCS);
  expect(positions).toHaveLength(91_295);
  const some = Array.from({ length: 16 }, (_, i) => positions[Math.floor(((i + 0.5) * positions.length) / 16)]!);
  expect(some.map(openingValue)).toEqual(some.map((at) => solver.solve(at)));
  for (let discs = 0; discs < MOST_DISCS; discs++)
    for (const at of openings.positions(discs).slice(0, 500)) {
      const moves = Array.from({ length: COLUMNS }, (_, column) => {
        if (!canPlay(at, column)) return -1;
        return winsAt(at, column) ? 1 : 0 - openingValue(afterMove(at, column));
      });
      expect(openingValue(at)).toBe(Math.max(...moves));
    }
  for (let discs = 0; discs < MOST_DISCS; discs++) {
    const position = Array.from({ length: 40 }, (_, i) => randomGame(`opening ${i}`, discs)).find(
      (one) => one !== null,
    )!.position;
    const values = exactValues(position, { quick: false });
    expect(values).toEqual(exactValues(position, { quick: true }));
    // In the middle it is won, beside it drawn, at the sides lost (Allis 1988).
    if (discs === 0) expect(values).toEqual([0, 0, 0.5, 1, 0.5, 0, 0]);
  }
});
