import { expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import { KIND_TIER, PILES } from '../data.js';
import { game } from '../game.js';
import { violations } from '../invariants.js';

import { P } from '../state.js';
import { drawWorth, pileWorth } from './cards.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';
import { Reading } from './reading.js';

it('a deck of edition airef is worth exactly the same whatever order its hidden cards lie in', () => {
  const { weights } = plans.mixed!;
  const planner = new Planner(weights);
  const reading = new Reading();
  const rng = createRng('orders');
  const options = game.options.parse({ edition: 'airef' });
  let asked = 0;
  let orders = 0;
  for (let seed = 0; seed < 8; seed++) {
    const chance = new SeededChance(`deck/${seed}`, game.streams);
    const s = game.newState(options, chance);
    const other = s.clone();
    while (!s.over) {
      if (s.prompt === P.DECK) {
        asked++;
        const tier = KIND_TIER[s.kind[s.focusTile]!]! - 1;
        const worths = (of: typeof s) => {
          const r = reading.read(of, of.actor, weights);
          const piles = [...Array(PILES).keys()].filter((pile) => of.pileSize[tier * PILES + pile]! > 0);
          return [...piles.map((pile) => pileWorth(r, tier, pile, 4, 1.3)), drawWorth(r, tier, 4, 1.3)];
        };
        const here = worths(s);
        const choice = planner.choose(s);
        for (let i = 0; i < 8; i++) {
          other.copyFrom(s);
          other.resample(s.actor, rng);
          if (other.deckCards.join() !== s.deckCards.join()) orders++;
          expect(violations(other)).toEqual([]);
          expect(worths(other)).toEqual(here);
          expect(planner.choose(other)).toBe(choice);
        }
      }
      s.apply(planner.choose(s), chance);
    }
  }
  expect(asked).toBeGreaterThan(30);
  expect(orders).toBeGreaterThan(6 * asked);
});
