import { expect, it } from 'vitest';
import { initialWeights } from '../agents/network/network.js';
import { createRng } from '../env/chance.js';
import { Collector } from './collect/collector.js';
import { selfPlay } from './collect/rollout-order.js';
import { createLearner } from './learn/create-learner.js';
import { ppoUpdate, type UpdateSettings } from './learn/ppo.js';
import { parseConfig } from './run/config.js';
import { prepare } from './run/prepare.js';

const settings: UpdateSettings = {
  ...{ epochs: 4, minibatch: 128, learningRate: 2e-3, clip: 0.2, entropy: 0.01 },
  ...{ weights: { value: 0.001 }, gradientNorm: 0.5, targetKl: 1 },
};

it('collecting and learning need no run: a loop of a few lines learns', async () => {
  const network = { trunk: [32], activation: 'tanh' } as const;
  const config = parseConfig({ game: 'cartpole', workers: 0, games: 8, decisionsPerUpdate: 512, gamma: 0.99, network });
  const { spec } = await prepare(config);
  const collector = await Collector.create(spec);
  const learner = await createLearner(spec.engine, spec.shape, initialWeights(spec.shape, createRng('weights')));
  const rng = createRng('shuffle');
  const lengths: number[] = [];
  try {
    for (let number = 0; number < 30; number++) {
      const order = { ...selfPlay, number, steps: collector.steps, gamma: 0.99 };
      const played = await collector.play(learner.weights(), order);
      const batch = collector.batch(played);
      expect(batch.observation.length).toBe(batch.rows * spec.shape.inputs);
      lengths.push(played.stats.gameDecisions / Math.max(1, played.stats.games));
      await ppoUpdate(learner, batch, settings, rng);
    }
  } finally {
    await collector.close();
    learner.dispose();
  }
  const mean = (some: number[]) => some.reduce((a, b) => a + b, 0) / some.length;
  expect(mean(lengths.slice(-5))).toBeGreaterThan(3 * mean(lengths.slice(0, 3)));
});
