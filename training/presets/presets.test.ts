import { describe, expect, it } from 'vitest';
import { gamePlayers } from '../../agents/bots/index.js';
import { games } from '../../env/games/index.js';
import { UserError } from '../../env/user-error.js';
import { algorithmOf } from '../algorithms/index.js';
import { agentsOf, settingOf } from '../run/config.js';
import { presetConfig, presetNames } from './index.js';

const ids = games.map(({ id }) => id);

describe('presets', () => {
  it.each([...ids, 'any-other-game'])('of %s are complete configurations of what its bots know', (id) => {
    const { bots, potential } = gamePlayers(id);
    for (const name of presetNames) {
      const config = presetConfig(id, `${id}.ts`, name, { seed: 7 });
      expect(config).toMatchObject({ game: `${id}.ts`, preset: name, seed: 7 });
      const { advisor, evaluation, phases } = config;
      for (const agent of [...agentsOf(config), advisor, ...evaluation.against])
        if (agent.startsWith('scripted:')) expect(Object.keys(bots)).toContain(agent.slice('scripted:'.length));
      if (phases.some((phase) => algorithmOf(phase).shaped(phase))) {
        expect(settingOf(config, 'ppo.shaping')).toMatchObject({ to: 0 });
        expect(potential).toBeTypeOf('function');
      }
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
