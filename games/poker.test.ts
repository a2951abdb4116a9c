/** The card games say at their end how many chips were won. */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../env/chance.js';
import type { Game, State } from '../env/game.js';
import { game as kuhn } from './kuhn/game.js';
import { game as leduc } from './leduc/game.js';
import { wonText } from './poker.js';

it('wonText', () => {
  expect(wonText([2, -1, -1], 1)).toBe(
    'The game is over: seat 0 wins 2 chips, seat 1 (you) loses 1 chip, seat 2 loses 1 chip.',
  );
  expect(wonText([0, 0], 0)).toBe('The game is over: seat 0 (you) wins nothing, seat 1 wins nothing.');
});

describe.each<[string, Game, Record<string, unknown>]>([
  ['kuhn', kuhn as Game, { players: 2 }],
  ['kuhn', kuhn as Game, { players: 4 }],
  ['leduc', leduc as Game, {}],
])('%s', (_, game, options) => {
  it('tells what each seat has won, in text and JSON, at the end only', () => {
    for (let i = 0; i < 60; i++) {
      const chance = new SeededChance(i, game.streams);
      const rng = createRng(i);
      const s: State = game.newState(game.options.parse(options) as never, chance);
      const mask = new Uint8Array(game.actions);
      while (!s.over) {
        expect(s.text(0)).not.toContain('is over');
        expect((s.view!(0) as { won: unknown }).won).toBeNull();
        s.legal(mask);
        const legal = [...mask.keys()].filter((action) => mask[action]);
        s.apply(legal[rng.int(legal.length)]!, chance);
      }
      const rewards = new Float64Array(s.players);
      s.rewards(rewards);
      for (let seat = 0; seat < s.players; seat++) {
        const view = s.view!(seat) as { won: number[] };
        expect(view.won).toEqual([...rewards]);
        expect(s.text(seat).split('\n').at(-1)).toBe(wonText([...rewards], seat));
        const json = JSON.parse(JSON.stringify(view)) as { won?: number[] };
        expect(game.parseView!(json).view!(seat)).toEqual(view);
        delete json.won;
        expect(game.parseView!(json).view!(seat)).toEqual(view);
        expect(() => game.parseView!({ ...view, won: view.won.map((chips) => chips + 1) })).toThrow(/^won: /);
      }
    }
  });
});
