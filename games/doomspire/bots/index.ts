/** The scripted bots of Lords of Doomspire, by plan. */

import { botsByPlan } from '../../../agents/bots/plan-bot.js';
import type { Position } from '../state.js';
import { READING, readingFeatures, writeReading } from './evaluate.js';
import { features } from './features.js';
import { Planner } from './planner.js';
import { limits, plans, units } from './plans.js';

export const bots = botsByPlan({
  plans,
  planner: (weights) => new Planner(weights),
  reading: {
    size: 4 * READING,
    about: `how each seat stands: ${readingFeatures.join(', ')}`,
    write: writeReading,
  },
  features,
  variant: ({ tables }: Position) => (tables.airef ? 'airef' : 'rulebook'),
  units,
  limits,
});
