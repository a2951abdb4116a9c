/**
 * Scripted players that weigh positions by numbers, so that evolution can train their weights. Needs nothing of Node, since
 * exported players carry it.
 */
export { byWorth } from './by-worth.js';
export { type Plan, type Planner, planBots } from './plan-bot.js';
export { readTuned } from './tuned-json.js';
