import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadPolicy } from '../../agents/policy/policy.js';
import { scratch } from '../../test/scratch.js';
import { parseConfig } from '../run/config.js';
import { train } from '../run/train.js';

const folder = scratch('expert-iteration');

it('learns from turned positions where the game says how they may be turned', async () => {
  const unturned = fileURLToPath(new URL('../testing/unturned-connect-four.ts', import.meta.url));
  const weights = async (game: string, name: string) => {
    const runDir = path.join(folder, name);
    const phase = { shards: 1, games: 2, simulations: 4, fastSimulations: 4, learningRate: 1e-2, decisions: 1 };
    const config = parseConfig({
      ...{ game, workers: 0, learnerThreads: 1, network: { trunk: [8] } },
      evaluation: { every: 0, reportBlocks: 0 },
      phases: [{ algorithm: 'expert-iteration', ...phase }],
    });
    await train(config, { runDir });
    return loadPolicy(runDir).weights;
  };
  const turned = await weights('connect-four', 'turned');
  expect(await weights(unturned, 'unturned')).not.toEqual(turned);
  // Nothing else makes the difference.
  expect(await weights('connect-four', 'again')).toEqual(turned);
});
