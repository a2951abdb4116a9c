/** Settings for training: games/poker-presets.ts explains them. */
import type { GamePresets } from '../../training/presets/game-presets.js';
import { poker } from '../poker-presets.js';

export const presets = { quickstart: poker(120_000, 0.25), standard: poker(500_000, 0.25) } satisfies GamePresets;
