/** A search as plain data: everything that its strength follows from, so that it plays the same wherever it is set up. */
import type { Agent } from '../../env/agent.js';
import type { Evaluate } from '../../env/judges.js';
import type { ReturnRule } from '../../env/returns.js';
import { LookaheadAgent } from './lookahead.js';
import { type OpponentWeights, simulatedOpponents, UNIFORM } from './opponents.js';
import { SearchAgent } from './search.js';
import type { SearchBudget } from './simulation.js';

/** A search, as plain data. */
export interface SearchPlan extends SearchBudget {
  /** Name of the bot that plays its simulations, or `random`. */
  rollout: string;
  /** Names of those who play the other seats in them. Default: `rollout` does. */
  opponents?: OpponentWeights | undefined;
  /** Rounds after which simulations are cut and judged. Default: played to the end. */
  rounds?: number | undefined;
  /** Decisions after which they are; of a tree alone. */
  depth?: number | undefined;
  /** It looks ahead, and plays another action than the bot's for so much. Default: it grows a tree. */
  margin?: number | undefined;
  exploration?: number | undefined;
  widening?: number | undefined;
  returns: ReturnRule;
}

/**
 * The agent of a plan.
 * @param bots by name: those that the plan names
 * @param evaluate judges where simulations are cut; needed where they are
 */
export function plannedSearch(
  name: string,
  plan: SearchPlan,
  bots: Readonly<Record<string, () => Agent>>,
  evaluate: Evaluate | undefined,
): Agent {
  const { simulations, milliseconds, rounds = Infinity, depth = Infinity, returns, margin } = plan;
  const { exploration, widening } = plan;
  const uniform = plan.rollout === UNIFORM && !Object.hasOwn(bots, UNIFORM);
  const bot = uniform ? undefined : bots[plan.rollout];
  const opponents = plan.opponents && simulatedOpponents(plan.opponents, bots);
  const cut = Math.min(rounds, depth) < Infinity;
  const settings = { simulations, milliseconds, opponents, rounds, returns, evaluate: cut ? evaluate : undefined };
  if (margin === undefined) return new SearchAgent(name, { ...settings, exploration, widening, rollout: bot, depth });
  return new LookaheadAgent(name, { ...settings, margin, usual: bot!(), rollout: bot!() });
}
