/** CartPole as one package: rules, bots and everything else that comes with it. */
import type { GamePackage } from '../../env/game-package.js';
import { bots } from './bots/index.js';
import { game } from './game.js';
import { presets } from './presets.js';

// By name as well: an exported player carries only what it names.
export { bots, game };

export default {
  game,
  bots,
  presets,
} satisfies GamePackage;
