import { expect, it } from 'vitest';
import { RandomAgent } from '../../agents/random.js';
import type { Agent } from '../../env/agent.js';
import { loadGame } from '../../env/load-game.js';
import { PaceTest } from './pace.js';

const { game } = await loadGame('connect-four');

/** A player that takes so many milliseconds by the clock of the test, and the clock. */
function thinking(milliseconds: (decision: number) => number) {
  let now = 0;
  let made = 0;
  const random = new RandomAgent();
  const player: Agent = {
    name: 'slow',
    reset: (seed) => random.reset(seed),
    act(view) {
      now += milliseconds(made++);
      return random.act(view);
    },
  };
  return { player, clock: () => now };
}

it('tells the milliseconds of a decision without the first one, which sets up', () => {
  const { player, clock } = thinking((decision) => (decision === 0 ? 1000 : 20));
  const pace = new PaceTest(game, {}, new RandomAgent(), player, clock).work(() => true);
  expect(pace).toMatchObject({ median: 20, slow: 20, finished: true });
  expect(pace.n).toBeGreaterThan(7);
});

it('works in slices, and asks a slow player for a few decisions only', () => {
  const { player, clock } = thinking((decision) => (decision === 3 ? 2000 : 400));
  const test = new PaceTest(game, {}, new RandomAgent(), player, clock);
  expect(test.work(() => false)).toMatchObject({ n: 1, finished: false });
  expect(test.work(() => true)).toEqual({ n: 8, median: 400, slow: 2000, finished: true });
});
