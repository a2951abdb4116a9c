/** The scripted bots of Islebound, by plan. */
import { botsByPlan } from '../../../agents/bots/plan-bot.js';
import { features } from './features.js';
import { Planner } from './planner.js';
import { limits, plans, units } from './plans.js';

export const bots = botsByPlan({ plans, planner: (weights) => new Planner(weights), features, units, limits });
