/** Rewards before the learner's first decision: every environment gives a seat what the game paid it. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { RandomAgent } from '../../agents/random.js';
import { checkGame } from '../../env/conformance/index.js';
import { Env } from '../../env/env.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';

const { game } = await loadGame(fileURLToPath(new URL('pay.ts', import.meta.url)));

it.each([0, 1, 2])('seat %i gets what the game paid it', (seat) => {
  let early = 0;
  for (let seed = 0; seed < 20; seed++) {
    const actions: number[] = [];
    const opponents = Array.from({ length: 2 }, () => new RandomAgent());
    for (const agent of opponents) {
      const act = agent.act.bind(agent);
      agent.act = (view) => {
        actions.push(act(view));
        return actions.at(-1)!;
      };
    }
    const env = new Env(game, { opponents, seat });
    env.reset({ seed });
    const turns = new TurnEnv(game, {});
    turns.start({ seed });
    let [got, paid, decided] = [0, 0, false];
    const replay = () => {
      for (const action of actions.splice(0)) {
        turns.play(action);
        paid += turns.rewards[seat]!;
        if (!decided && turns.rewards[seat] !== 0) early++;
      }
    };
    replay();
    for (let over = false; !over; ) {
      decided = true;
      actions.push((seed + turns.decisions) % 3);
      const step = env.step(actions[0]!);
      got += step.reward;
      over = step.terminated || step.truncated;
      replay();
    }
    expect(got).toBe(paid);
  }
  // It proves nothing unless it happened.
  if (seat > 0) expect(early).toBeGreaterThan(0);
});

it('passes the check, which compares the environments', async () => {
  const { checks } = await checkGame(game, { games: 6 });
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
});
