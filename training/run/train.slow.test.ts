/** Training that takes a while: runs with threads that are killed and go on exactly, and a player that has learned. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { actorCritic, loadPolicy } from '../../agents/policy/policy.js';
import { PolicyAgent } from '../../agents/policy/policy-agent.js';
import { RandomAgent } from '../../agents/random.js';
import { game as pig } from '../../docs/examples/pig.js';
import { measure } from '../collect/measure.js';
import { config, killedAndStopped, learning, newRuns, ppo } from '../testing/small-runs.js';
import type { ConfigInput } from './config.js';
import { measured } from './metrics.js';
import { train } from './train.js';

const newRun = newRuns('tabletop-train');
const wrongSeat = fileURLToPath(new URL('../testing/wrong-seat.ts', import.meta.url));

/** Mean win rate of a run's policy at Big Pig against random play. */
function strength(runDir: string): number {
  const policy = loadPolicy(runDir);
  policy.game.id = 'pig';
  const options = { target: 100, rounds: 40 };
  const job = {
    variant: 0,
    against: 'random',
    seed: 'strength',
    temperature: 1,
    lookahead: 0,
    rounds: 0,
    blocks: 500,
    part: 0,
    parts: 1,
  };
  const { outcomes } = measure(pig, options, new PolicyAgent(actorCritic(pig, policy)), () => new RandomAgent(), job);
  return measured(outcomes).winRate.mean;
}

it('makes a player that beats random play, and none when seats are mixed up', async () => {
  const [right, wrong] = [newRun(), newRun()];
  await train(config(learning), { runDir: right });
  expect(strength(right)).toBeGreaterThan(0.62);
  await train(config(learning, { game: wrongSeat, phases: ppo({ decisions: 100_000 }) }), { runDir: wrong });
  expect(strength(wrong)).toBeLessThan(0.45);
});

it.each<[string, ConfigInput]>([
  ['with a worker', { workers: 1 }],
  ['with two workers and two threads to learn', { workers: 2, learnerThreads: 2 }],
])('goes on exactly after being killed or stopped, %s', (_, over) => killedAndStopped(over, newRun));
