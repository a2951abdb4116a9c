import { expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import type { Outcome } from '../outcome.js';
import { decided, roundsToLookAt } from './decided.js';
import type { GamePlayouts } from './playouts.js';

const outcome = (winner: number, rounds: number): Outcome => ({
  places: [0, 1, 2, 3].map((seat) => (seat === winner ? 0 : 1)),
  returns: [0, 0, 0, 0],
  ending: 'end',
  rounds,
  decisions: rounds,
  truncated: false,
});

it('looks at rounds that are evenly spread', () => {
  expect(roundsToLookAt([7, 7, 7])).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(roundsToLookAt(Array.from({ length: 10 }, () => 40))).toEqual([1, 5, 9, 13, 17, 21, 25, 29, 33, 37]);
  expect(roundsToLookAt([1])).toEqual([1]);
});

it('does not flatter a favourite that luck has picked, and finds when games are decided', () => {
  const rng = createRng('decided');
  const playouts = 8;
  // At round 1 all are equal; at round 5 the winner has won 9 times of 10; round 9 is the end.
  const games: GamePlayouts[] = Array.from({ length: 2000 }, () => {
    const strong = rng.int(4);
    const draw = (chance: number) => (rng.uniform() < chance ? strong : (strong + 1 + rng.int(3)) % 4);
    const wins = (chance: number) => {
      const counts = [0, 0, 0, 0];
      for (let n = 0; n < playouts; n++) counts[draw(chance)]!++;
      return counts;
    };
    const winner = draw(0.9);
    return {
      outcome: outcome(winner, 9),
      looks: [
        {
          round: 1,
          wins: Array.from({ length: playouts }, () => rng.int(4)).reduce((c, s) => c.with(s, c[s]! + 1), [0, 0, 0, 0]),
          alike: true,
        },
        { round: 5, wins: wins(0.9), alike: false },
      ],
    };
  });
  const result = decided(games, [1, 5], playouts);
  const [first, later] = result.rounds;
  expect([first!.alike, later!.alike]).toEqual([2000, 0]);
  // The most of eight draws among four is far more than two of them, yet it wins its share.
  expect(first!.favourite.low).toBeLessThan(0.25);
  expect(first!.favourite.high).toBeGreaterThan(0.25);
  expect(first!.winner.mean).toBeCloseTo(0.25, 1);
  expect(later!.favourite.mean).toBeCloseTo(0.9, 1);
  expect(result.from).toEqual([
    { share: 0.5, round: 5 },
    { share: 0.75, round: 5 },
    { share: 0.9, round: later!.favourite.mean >= 0.9 ? 5 : null },
  ]);
  expect(result.turned.mean).toBeCloseTo(1 - later!.favourite.mean, 6);
  expect(result.fromLast.mean).toBeLessThan(0.06);
});
