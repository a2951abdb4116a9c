/** The style that the guide teaches is not paid for: pieces number by number against the same written by hand. */
import { expect, it } from 'vitest';
import { game } from '../../docs/examples/pig.js';
import { SeededChance } from '../chance.js';
import { observationOf } from './pieces.js';

/** As much slower as may be before something is wrong: it once was 25 times, and machines are noisy. */
const FACTOR = 3;

it("writes the guide's game number by number as fast as piece by piece", () => {
  const state = game.newState(game.options.parse({ players: 4 }), new SeededChance(1, game.streams));
  type Position = typeof state;
  const seats =
    (value: (s: Position, seat: number) => number) => (s: Position, me: number, out: Float32Array, at: number) => {
      const { players } = s;
      for (let i = 0; i < players; i++) out[at + i] = value(s, (me + i) % players);
    };
  const byHand = observationOf<Position>()((piece) => [
    piece(
      'scores',
      [4],
      'By hand.',
      seats((s, seat) => s.scores[seat]! / 100),
    ),
    piece(
      'seats',
      [4],
      'By hand.',
      seats(() => 1),
    ),
    piece(
      'actor',
      [4],
      'By hand.',
      seats((s, seat) => (seat === s.actor ? 1 : 0)),
    ),
    piece(
      'starter',
      [4],
      'By hand.',
      seats((s, seat) => (seat === s.starter ? 1 : 0)),
    ),
    piece('turn', [1], 'By hand.', (s, _, out, at) => {
      out[at] = s.turn / 100;
    }),
    piece('target', [1], 'By hand.', (s, _, out, at) => {
      out[at] = s.options.target / 100;
    }),
    piece('rounds left', [1], 'By hand.', (s, _, out, at) => {
      out[at] = (s.options.rounds - s.round) / 100;
    }),
  ]);
  const [taught, hand] = [new Float32Array(19), new Float32Array(19)];
  state.observe(2, taught, 0);
  byHand.observe(state, 2, hand, 0);
  expect(hand).toEqual(taught);

  const milliseconds = (write: () => void) => {
    const began = performance.now();
    for (let i = 0; i < 20_000; i++) write();
    return performance.now() - began;
  };
  const least = { taught: Infinity, hand: Infinity };
  for (let round = 0; round < 15; round++) {
    least.taught = Math.min(
      least.taught,
      milliseconds(() => state.observe(round % 4, taught, 0)),
    );
    least.hand = Math.min(
      least.hand,
      milliseconds(() => byHand.observe(state, round % 4, hand, 0)),
    );
  }
  console.log(`number by number ${(least.taught / least.hand).toFixed(2)} times the time`);
  expect(least.taught / least.hand).toBeLessThan(FACTOR);
});
