/** CartPole against games recorded with Gymnasium. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../../../agents/spec.js';
import { SeededChance } from '../../../env/chance.js';
import { TurnEnv } from '../../../env/turn-env.js';
import { CartPoleState, game } from '../game.js';
import pack from '../index.js';

interface Recorded {
  name: string;
  actions: string;
  /** By number of steps: position, its speed, angle, its speed. */
  states: Record<string, number[]>;
  observation: number[];
  return: number;
  terminated: boolean;
  truncated: boolean;
}
const { games } = JSON.parse(readFileSync(new URL('./data/cartpole.json', import.meta.url), 'utf8')) as {
  games: Recorded[];
};
/** Position, its speed, angle, its speed. */
const numbers = ({ x, xDot, theta, thetaDot }: CartPoleState): number[] => [x, xDot, theta, thetaDot];
const luck = new SeededChance(1, game.streams);

function startAt(state: number[]): CartPoleState {
  const s = new CartPoleState();
  const [x, xDot, theta, thetaDot] = state;
  return Object.assign(s, { x, xDot, theta, thetaDot, limit: 500 });
}

describe.each(games.map((recorded) => [`${recorded.name}, ${recorded.actions.length} steps`, recorded] as const))(
  '%s',
  (_, recorded) => {
    it('goes the recorded way', () => {
      const s = startAt(recorded.states[0]!);
      const rewards = new Float64Array(1);
      let sum = 0;
      for (const [i, action] of [...recorded.actions].entries()) {
        expect(s.over).toBe(false);
        s.apply(Number(action), luck);
        s.rewards(rewards);
        sum += rewards[0]!;
        // Sine and cosine of different libraries differ in the last digit, and the pole doubles that in time.
        const want = recorded.states[i + 1];
        if (want) for (let k = 0; k < 4; k++) expect(numbers(s)[k]).toBeCloseTo(want[k]!, 9);
      }
      expect(s.over).toBe(true);
      expect(s.truncated).toBe(recorded.truncated);
      expect(s.truncated).toBe(!recorded.terminated);
      expect(sum).toBe(recorded.return);
      const seen = new Float32Array(5);
      s.observe(0, seen, 0);
      for (let k = 0; k < 4; k++) expect(seen[k]).toBeCloseTo(recorded.observation[k]!, 6);
    });

    it('one step is right to the last digits', () => {
      let count = 0;
      for (const [at, state] of Object.entries(recorded.states)) {
        const want = recorded.states[Number(at) + 1];
        if (!want) continue;
        const s = startAt(state);
        s.apply(Number(recorded.actions[Number(at)]), luck);
        for (let k = 0; k < 4; k++) {
          const gap = Math.abs(numbers(s)[k]! - want[k]!);
          expect(gap).toBeLessThanOrEqual(4 * Number.EPSILON * Math.max(1, Math.abs(want[k]!)));
        }
        count++;
      }
      expect(count).toBeGreaterThan(3);
    });
  },
);

describe('CartPole', () => {
  it('starts within 0.05 of zero, spread over all of it', () => {
    const lows = new Array<number>(4).fill(1);
    const highs = new Array<number>(4).fill(-1);
    for (let seed = 0; seed < 300; seed++) {
      const start = numbers(game.newState(game.options.parse({}), new SeededChance(seed, game.streams)));
      for (let k = 0; k < 4; k++) {
        lows[k] = Math.min(lows[k]!, start[k]!);
        highs[k] = Math.max(highs[k]!, start[k]!);
      }
    }
    expect(Math.min(...lows)).toBeGreaterThanOrEqual(-0.05);
    expect(Math.max(...highs)).toBeLessThan(0.05);
    expect(Math.max(...lows)).toBeLessThan(-0.048);
    expect(Math.min(...highs)).toBeGreaterThan(0.048);
  });

  it('is cut at its limit: truncated, not terminated, and every push paid', async () => {
    const bot = await createAgent('scripted:balance', pack);
    for (const limit of [500, 37]) {
      const env = new TurnEnv(game, { options: { limit } });
      let turn = env.reset({ seed: 5 });
      let sum = 0;
      while (turn.seat >= 0) {
        turn = env.step(bot.act(env.view()));
        sum += turn.rewards[0]!;
      }
      expect(turn).toMatchObject({ terminated: false, truncated: true, info: { ending: 'time limit' } });
      expect(sum).toBe(limit);
    }
  });

  it('the balancing bot always reaches the limit, the leaning one never', async () => {
    const returns = async (spec: string) => {
      const bot = await createAgent(spec, pack);
      const env = new TurnEnv(game);
      return Array.from({ length: 40 }, (_, seed) => {
        env.start({ seed });
        while (!env.over) env.play(bot.act(env.view()));
        return env.decisions;
      });
    };
    expect(Math.min(...(await returns('scripted:balance')))).toBe(500);
    expect(Math.max(...(await returns('scripted:lean')))).toBeLessThan(100);
  });
});
