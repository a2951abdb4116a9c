/** The engine's masks against the slow enumerator, on 20,000 positions of random games. */
import { expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import { END, RETREAT } from './actions.js';
import { enumerate } from './enumerate.js';
import { type FuzzyState, game } from './game.js';
import type { FuzzyOptionsInput } from './options.js';
import { P } from './state.js';
import { at, board, city, hero, moving } from './test/fixture.js';

const legal = (s: FuzzyState) => [...s.legalActions.subarray(0, s.count)].sort((a, b) => a - b);
const sets: FuzzyOptionsInput[] = [
  { players: 2 },
  { players: 3, askForced: true },
  { players: 4 },
  { players: 4, tokenMayDecline: true, components: { setup: { startCoins: 90, cityIncome: 9 } } },
  { players: 2, maxDays: 40, components: { setup: { startCoins: 12, cityIncome: 0 } } },
];

it('masks and enumerator agree on 20,000 positions and all prompts', () => {
  const seen = new Set<string>();
  let compared = 0;
  for (let i = 0; compared < 20_000; i++) {
    const chance = new SeededChance(`enumerate/${i}`, game.streams);
    const rng = createRng(`enumerate/${i}`);
    const s = game.newState(game.options.parse(sets[i % sets.length]), chance);
    for (let d = 0; !s.over; d++) {
      if (d % 2 === 0 || s.prompt !== P.MOVE) {
        const wanted = enumerate(s);
        if (wanted.join() !== legal(s).join())
          throw new Error(`game ${i}, decision ${d}, ${game.prompts[s.prompt]}: ${legal(s)} but ${wanted}`);
        seen.add(game.prompts[s.prompt]!);
        compared++;
      }
      let action = s.legalActions[rng.int(s.count)]!;
      if (action === END || action === RETREAT) action = s.legalActions[rng.int(s.count)]!;
      s.apply(action, chance);
    }
    expect(enumerate(s)).toEqual([]);
  }
  expect(game.prompts.filter((name) => !seen.has(name) && name !== 'DISMISS')).toEqual([]);
});

it('differ when a mask is wrong', () => {
  const s = board();
  city(s, 0, at(0, 0));
  city(s, 1, at(9, 9));
  hero(s, 0, at(4, 4));
  moving(s, 0, 3);
  s.movement[0] = 2;
  expect(legal(s).filter((action) => !enumerate(s).includes(action)).length).toBeGreaterThan(0);
});
