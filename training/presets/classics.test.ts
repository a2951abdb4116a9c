import { describe, expect, it } from 'vitest';
import { loadAgent } from '../../agents/index.js';
import { games } from '../../games/index.js';
import { agentsOf, settingOf } from '../run/config.js';
import { presetConfig, presetsFor, presetsOf } from './index.js';

const small = ['kuhn', 'leduc', 'tic-tac-toe', 'connect-four', 'cartpole', 'invalid-actions'];

describe.each(small)('presets of %s', (id) => {
  it.each(presetsFor({ id, source: id }))('%s is complete, and all its agents are there', async (name) => {
    const config = presetConfig({ id, source: id }, name);
    const game = games.find((one) => one.id === id)!;
    for (const spec of [...agentsOf(config), ...config.evaluation.against]) await loadAgent(spec, { game });
    expect(config.minutes + (settingOf(config, `${config.phases[0]!.name}.decisions`) as number)).toBeGreaterThan(0);
  });

  it('is its own', () => {
    expect(presetsOf({ id, source: id })).not.toBe(presetsOf({ id: 'any-other-game', source: id }));
  });
});

it('entropy stays high where cards are hidden', () => {
  for (const id of ['kuhn', 'leduc'])
    for (const name of ['quickstart', 'standard'])
      expect(settingOf(presetConfig({ id, source: id }, name), 'ppo.entropy')).toEqual({
        from: 0.2,
        to: 0.2,
        until: 1,
      });
});

it('no checkpoint is picked by wins where wins say little', () => {
  expect(presetConfig({ id: 'tic-tac-toe', source: 'tic-tac-toe' }, 'standard').evaluation.every).toBe(0);
});

it('lays its own settings of expert iteration over those of any game', () => {
  const game = { id: 'connect-four', source: 'connect-four' };
  const own = presetConfig(game, 'expert-iteration');
  expect(own.network.trunk).toEqual([512, 512, 512]);
  expect(own.evaluation).toMatchObject({ against: presetConfig(game, 'standard').evaluation.against, lookahead: 0 });
  expect(own.phases).toMatchObject([{ algorithm: 'expert-iteration', decisions: 0, simulations: 32, learned: 1 }]);
});
