import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../env/chance.js';
import { game } from '../../env/games/doomspire/game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { potential } from '../potentials/doomspire.js';
import { potentialOf } from '../potentials/index.js';
import { presetConfig, presetNames } from './index.js';

describe('presets', () => {
  it.each(['doomspire', 'any-other-game'])('of %s are complete configurations', (id) => {
    for (const name of presetNames) {
      const config = presetConfig(id, `${id}.ts`, name, { seed: 7 });
      expect(config).toMatchObject({ game: `${id}.ts`, preset: name, seed: 7 });
    }
  });

  it('are refused by another name', () => {
    expect(() => presetConfig('doomspire', 'doomspire', 'best')).toThrow(UserError);
  });

  it('lay what the user says over them', () => {
    const config = presetConfig('doomspire', 'doomspire', 'standard', {
      phases: [{ algorithm: 'ppo', epochs: 9 }],
    });
    expect(config.phases).toHaveLength(1);
    expect(config.phases[0]).toMatchObject({ epochs: 9, minibatch: 2048 });
  });
});

describe('the potential of Doomspire', () => {
  it('is declared, equal for all seats at first, and rises with what a seat has', () => {
    expect(potentialOf('doomspire')).toBe(potential);
    expect(potentialOf('any-other-game')).toBeUndefined();
    const state = game.newState(parseOptions(game, {}), new SeededChance(1, game.streams));
    const first = [0, 1, 2, 3].map((seat) => potential(state, seat));
    expect(Math.max(...first)).toBeLessThan(0.3);
    state.fame[2] = 15;
    expect(potential(state, 2)).toBeGreaterThan(first[2]! + 0.4);
    state.knightTile[6] = 27;
    const near = potential(state, 2);
    state.knightTile[6] = 63;
    expect(near).toBeGreaterThan(potential(state, 2) + 0.05);
    expect(potential(state, 1)).toBe(first[1]);
  });
});
