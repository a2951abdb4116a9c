import { describe, expect, it } from 'vitest';
import { loadAgent } from '../../agents/spec.js';
import { loadGame } from '../../env/load-game.js';
import { agentsOf, settingOf } from '../run/config.js';
import { presetConfig, presetsFor, presetsOf } from './index.js';

const small = ['kuhn', 'leduc', 'tic-tac-toe', 'connect-four', 'cartpole', 'invalid-actions'];

const packs = Object.fromEntries(await Promise.all(small.map(async (id) => [id, await loadGame(id)] as const)));
const gameOf = (id: string) => ({ id, source: id, presets: packs[id]!.presets });

describe.each(small)('presets of %s', (id) => {
  it.each(presetsFor(gameOf(id)))('%s is complete, and all its agents are there', async (name) => {
    const config = presetConfig(gameOf(id), name);
    for (const spec of [...agentsOf(config), ...config.evaluation.against]) await loadAgent(spec, packs[id]!);
    expect(config.minutes + (settingOf(config, `${config.phases[0]!.name}.decisions`) as number)).toBeGreaterThan(0);
  });

  it('is its own', () => {
    expect(presetsOf(gameOf(id))).not.toEqual(presetsOf({ id, source: id, presets: undefined }));
  });
});

it('entropy stays high where cards are hidden', () => {
  for (const id of ['kuhn', 'leduc'])
    for (const name of ['quickstart', 'standard'])
      expect(settingOf(presetConfig(gameOf(id), name), 'ppo.entropy')).toEqual({
        from: 0.2,
        to: 0.2,
        until: 1,
      });
});

it('no checkpoint is picked by wins where wins say little', () => {
  expect(presetConfig(gameOf('tic-tac-toe'), 'standard').evaluation.every).toBe(0);
});

it('lays its own settings of expert iteration over those of any game', () => {
  const game = gameOf('connect-four');
  const own = presetConfig(game, 'expert-iteration');
  expect(own.network.trunk).toEqual([512, 512, 512]);
  expect(own.evaluation).toMatchObject({ against: presetConfig(game, 'standard').evaluation.against, lookahead: 0 });
  expect(own.phases).toMatchObject([{ algorithm: 'expert-iteration', decisions: 0, simulations: 32, learned: 1 }]);
});
