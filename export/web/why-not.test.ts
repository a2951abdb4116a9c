import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { closedOf } from './why-not.js';

const game = connectFour as unknown as Game;

/** A rack with a full first column. */
function full() {
  const chance = new SeededChance('full', game.streams);
  const state = game.newState(game.options.parse({}) as never, chance);
  for (let disc = 0; disc < 6; disc++) state.apply(0, chance);
  const mask = new Uint8Array(game.actions);
  state.legal(mask);
  return { state, mask };
}

describe('what cannot be chosen', () => {
  it('is told with its things and why', () => {
    const { state, mask } = full();
    expect(closedOf(game, state, mask)).toEqual([
      { text: expect.stringMatching(/1/), things: ['column 1'], why: 'the column is full' },
    ]);
  });

  it('is not told where the game says nothing of it', () => {
    const { state, mask } = full();
    expect(closedOf({ ...game, whyNot: undefined } as unknown as Game, state, mask)).toEqual([]);
  });
});
