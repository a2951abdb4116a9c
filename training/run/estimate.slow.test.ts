import { expect, it } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { presetConfig } from '../presets/index.js';
import { type ConfigInput, parseConfig } from './config.js';
import { estimateTraining } from './estimate.js';
import { mergeConfig } from './merge-config.js';
import { presetGame } from './preset-game.js';

const knights = presetGame(await loadGame('fuzzy-knights'));
const evolved = (over: ConfigInput) =>
  parseConfig(mergeConfig(presetConfig(knights, 'evolution', {}, 'scripted:marshal'), over));

it('says the budget of evolution, and not what it does not know', async () => {
  const phases = [{ algorithm: 'evolution' as const, decisions: 1e6 }];
  expect(await estimateTraining(evolved({ minutes: 7, phases }))).toMatchObject({ minutes: 7, how: 'the budget' });
  expect(await estimateTraining(evolved({ minutes: 0, phases }))).toMatchObject({
    minutes: null,
    how: 'the speed of evolution is not measured before it trains',
    decisionsPerSecond: null,
  });
});

it('adds the training of the advisor', async () => {
  const over: ConfigInput = { minutes: 40, advisor: 'scripted:marshal', bot: { minutes: 20 } };
  const config = presetConfig(knights, 'standard', over);
  expect(await estimateTraining(config)).toMatchObject({
    minutes: 60,
    how: 'the bot: the budget; the policy: the budget',
  });
});
