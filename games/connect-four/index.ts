/** Connect Four as one package: rules, bots and everything else that comes with it. */
import type { GamePackage } from '../../env/game-package.js';
import { bots } from './bots/index.js';
import { exactValues } from './exact/values.js';
import { game } from './game.js';
import type { Position } from './position.js';
import { presets } from './presets.js';

// By name as well: an exported player carries only what it names.
export { bots, exactValues, game };

export default {
  game,
  bots,
  search: { rollout: 'random' },
  panel: ['random', 'middle', 'tactical', 'perfect'],
  presets,
  exactValues,
  solved: async () => (await import('./exact/positions.js')).solvedPositions(),
  ladder: './ladder.json',
} satisfies GamePackage<Position>;
