/** The scripted bots of Fuzzy Knights, by plan. */

import { botsByPlan } from '../../../agents/bots/plan-bot.js';
import { features } from './features.js';
import { planner } from './planner.js';
import { limits, plans, units } from './plans.js';
import { STANDING, standingNames, writeStanding } from './standing.js';

export const bots = botsByPlan({
  plans,
  planner,
  reading: {
    size: 4 * STANDING,
    about: `how each seat stands: ${standingNames.join(', ')}`,
    write: writeStanding,
  },
  features,
  units,
  limits,
});
