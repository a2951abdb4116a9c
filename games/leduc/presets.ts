/** Settings for training: games/poker-presets.ts explains them. */
import type { GamePresets } from '../../training/presets/game-presets.js';
import { poker } from '../poker-presets.js';

export const presets = { quickstart: poker(300_000, 0.01), standard: poker(1_000_000, 0.01) } satisfies GamePresets;
