import { it } from 'vitest';
import { checkFeatures } from '../../../agents/bots/testing/weighed.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import { game, type IsleboundState } from '../game.js';
import { features } from './features.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';

/** Shows every decision of random games, and of games of the bots. */
function visit(look: (s: IsleboundState) => void): void {
  const chance = new SeededChance('', game.streams);
  const rng = createRng('positions');
  const names = Object.keys(plans);
  for (let i = 0; i < 30; i++) {
    chance.reseed(`features ${i}`);
    const planner = i % 2 === 0 ? undefined : new Planner(plans[names[i % names.length]!]!.weights);
    const s = game.newState(game.options.parse({}), chance);
    while (!s.over) {
      look(s);
      s.apply(planner ? planner.choose(s) : s.legalActions[rng.int(s.count)]!, chance);
    }
  }
}

it('features lie about between -1 and 1, each of them moves, and they depend on nothing hidden', () => {
  checkFeatures(features, visit, { low: -1.5, high: 1.5, moves: 0.9 });
});
