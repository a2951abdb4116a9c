import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';
import { initialWeights, type NetworkShape } from '../network/network.js';
import { hasActionValues, SoftmaxAgent } from '../noisy.js';
import type { FeatureKind } from './action-features.js';
import { advisedObserver } from './advice.js';
import { beginAsAdvisor } from './advised-start.js';
import { advisorNamed } from './advisor.js';
import { actorCritic, networkFor, policyFor } from './policy.js';

const T = 0.3;

/** The policy of a game that begins as a bot. */
async function begin(id: string, bot: string, kinds: FeatureKind[]) {
  const loaded = await loadGame(id);
  const { game } = loaded;
  const advisor = advisorNamed(`scripted:${bot}`, loaded);
  const shape = networkFor(game, [16], 'relu', 4, advisedObserver(game, advisor, kinds));
  const weights = initialWeights(shape, createRng('weights'));
  beginAsAdvisor(shape, weights, T);
  return { game, advisor, policy: actorCritic(game, policyFor(game, shape, weights, { advisor })) };
}

describe('a policy that begins as its advisor', () => {
  it.each([
    ['doomspire', 'mixed'],
    ['crown-of-ash', 'regent'],
    ['fuzzy-knights', 'marshal'],
  ])('of %s chooses as the bot does, with the probabilities of its softmax', async (id, bot) => {
    const { game, advisor, policy } = await begin(id, bot, ['choice', 'worths', 'parts']);
    const agent = advisor.create();
    if (!hasActionValues(agent)) throw new Error(`${bot} has no worths`);
    const soft = new SoftmaxAgent('soft', agent, T, game.actions);
    const view = new LiveView(game);
    const chance = new SeededChance('deal', game.streams);
    const state = game.newState(game.options.parse({}), chance);
    const [wanted, found] = [0, 1].map(() => new Float32Array(game.actions)) as [Float32Array, Float32Array];
    let between = 0;
    for (let n = 0; n < 400 && !state.over; n++) {
      view.show(state);
      const choice = agent.act(view);
      if (view.legal > 1) {
        soft.probabilities(view, wanted);
        const distribution = policy.decideView(view);
        distribution.write(found);
        expect(distribution.argmax()).toBe(choice);
        let apart = 0;
        for (let a = 0; a < wanted.length; a++) apart = Math.max(apart, Math.abs(found[a]! - wanted[a]!));
        // A tenth more logit for the choice.
        expect(apart).toBeLessThan(0.03);
        if (wanted[choice]! < 0.9) between++;
      }
      state.apply(choice, chance);
    }
    expect(between).toBeGreaterThan(10);
  });

  it('is refused where the policy is not shown worths', async () => {
    await expect(begin('doomspire', 'mixed', ['board', 'choice'])).rejects.toThrow(
      'does not read the action values of an advisor',
    );
    const shape: NetworkShape = networkFor((await loadGame('doomspire')).game, [16]);
    expect(() => beginAsAdvisor(shape, initialWeights(shape, createRng(1)), T)).toThrow(RangeError);
  });
});
