/** Crown of Ash as one package: rules, bots and everything else that comes with it. */
import type { GamePackage } from '../../env/game-package.js';
import type { Evaluate } from '../../env/judges.js';
import { evaluate as evaluatePosition } from './bots/evaluate.js';
import { bots } from './bots/index.js';
import { potential } from './bots/potential.js';
import { game } from './game.js';
import { presets } from './presets.js';
import type { Position } from './state.js';

export const evaluate: Evaluate = (state, out) => evaluatePosition(state as unknown as Position, out);

// By name as well: an exported player carries only what it names.
export { bots, game };

export default {
  game,
  bots,
  evaluate,
  potential,
  // By games won: bench/results/tournaments.md.
  panel: ['random', 'necromancer', 'builder', 'warlord', 'regent', 'tuned'],
  search: { rollout: 'regent', rounds: 2, margin: 0.05 },
  // Against playouts to the end: docs/analyze.md.
  analysis: { rounds: 2, error: 0.07 },
  presets,
  ladder: './ladder.json',
  players: [{ file: './player.mjs' }],
} satisfies GamePackage;
