/** Islebound as one package: rules, bots and everything else that comes with it. */
import type { GamePackage } from '../../env/game-package.js';
import { bots } from './bots/index.js';
import { potential } from './bots/potential.js';
import { game } from './game.js';
import { presets } from './presets.js';

// By name as well: an exported player carries only what it names.
export { bots, game };

export default {
  game,
  bots,
  potential,
  // By games won: bench/results/tournaments.md.
  panel: ['random', 'builder', 'trader', 'raider', 'diplomat', 'mixed', 'tuned'],
  search: { rollout: 'mixed', margin: 0.05 },
  presets,
  ladder: './ladder.json',
  players: [{ file: './player.mjs' }],
} satisfies GamePackage;
