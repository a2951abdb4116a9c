import { expect, it } from 'vitest';
import { SeededChance } from '../../env/chance.js';
import { game } from '../../env/games/crown-of-ash/game.js';
import { potential } from '../potentials/crown-of-ash.js';
import { potentialOf } from '../potentials/index.js';
import { settingOf } from '../run/config.js';
import { presetConfig, presetNames } from './index.js';

it('the presets of Crown of Ash are complete configurations', () => {
  for (const name of presetNames) {
    const config = presetConfig('crown-of-ash', 'crown-of-ash', name);
    expect(settingOf(config, 'imitation.agent')).toBe('scripted:regent');
  }
});

it('the potential rises with what a seat has, and adds up to nothing', () => {
  expect(potentialOf('crown-of-ash')).toBe(potential);
  const s = game.newState(game.options.parse({ players: 4 }), new SeededChance(1, game.streams));
  const all = () => [0, 1, 2, 3].map((seat) => potential(s, seat));
  const first = all();
  expect(Math.abs(first.reduce((a, b) => a + b))).toBeLessThan(1e-9);
  s.vp[2] = 12;
  s.gold[2]! += 4;
  expect(potential(s, 2)).toBeGreaterThan(first[2]! + 0.4);
  expect(potential(s, 0)).toBeLessThan(first[0]!);
});
