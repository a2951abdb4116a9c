/**
 * `tabletop-gym/bots`: what makes the scripted players of a game that weigh its positions, so that training may move their
 * weights. Needs nothing of Node.js, since exported players carry it.
 */
export type { Agent, View } from '../../env/agent.js';
export { byWorth } from './by-worth.js';
export {
  type Plan,
  PlanBot,
  type PlanKind,
  type Planner,
  type PlanReading,
  type Plans,
  planBots,
} from './plan-bot.js';
export type { Parameter, ScriptedPlayer, Tuned, Tuning } from './scripted-player.js';
export { readTuned, type TunedJson, tunedJson } from './tuned-json.js';
export { type Limits, PLAN, type PlanFeatures } from './tuning.js';
