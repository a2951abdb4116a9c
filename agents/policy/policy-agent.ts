/** The players that play a policy: by its choice alone, or looking ahead from it. Exported players carry this file. */
import type { Agent, View } from '../../env/agent.js';
import type { Seed } from '../../env/chance.js';
import type { Evaluate } from '../../env/judges.js';
import { DrawingAgent, type DrawnPlay } from '../drawing-agent.js';
import type { MaskedDistribution } from '../network/masked.js';
import { LookaheadAgent, type LookaheadStrength, lookaheadDefaults, lookaheadJudge } from '../search/lookahead.js';
import { simulatedOpponents } from '../search/opponents.js';
import { type ActorCritic, policyValue } from './actor-critic.js';
import type { Advisor } from './advice.js';

/** How a policy is played. */
export interface PolicyPlay extends DrawnPlay {
  /** Its spec string. */
  name?: string;
}

/**
 * An agent that plays a policy: draws each action from its distribution with a generator of its own, or takes the
 * likeliest (`argmax`).
 */
export class PolicyAgent extends DrawingAgent {
  /** @param policy its `values` are those of the last decision */
  constructor(
    private readonly policy: ActorCritic,
    { name = 'policy', ...play }: PolicyPlay = {},
  ) {
    super(name, play);
  }

  override reset(seed: Seed): void {
    super.reset(seed);
    this.policy.observer.reset?.();
  }

  protected look(view: View): MaskedDistribution {
    return this.policy.decideView(view, this.play.temperature);
  }
}

/**
 * A policy that looks ahead (lookahead.ts): its likeliest action is the usual one, its value head judges, with its advisor's
 * evaluation where that has a share. Games are played on by its advisor, who is fast, or by itself.
 * @param policy makes one
 * @param bots those that `opponents` names, by name
 * @throws RangeError when `evaluation` is above 0 and there is no advisor that has one, or a bot is not there
 */
export function lookaheadPolicy(
  policy: () => ActorCritic,
  advisor: Advisor | undefined,
  { evaluation = 0, ...strength }: LookaheadStrength & { name: string },
  bots: Readonly<Record<string, () => Agent>> = {},
): LookaheadAgent {
  const likeliest = () => new PolicyAgent(policy(), { argmax: true });
  return lookaheadFrom(
    likeliest(),
    advisor?.create() ?? likeliest(),
    lookaheadJudge(policyValue(policy()), advisor, evaluation),
    strength,
    bots,
  );
}

/**
 * A scripted player that looks ahead, such as one with trained weights: its choice is the usual one, it plays games on, and
 * the game's evaluation judges.
 * @param bot makes one
 * @param bots those that `opponents` names, by name
 * @throws RangeError when a bot is not there
 */
export function lookaheadBot(
  bot: () => Agent,
  evaluate: Evaluate,
  strength: Omit<LookaheadStrength, 'evaluation'> & { name: string },
  bots: Readonly<Record<string, () => Agent>> = {},
): LookaheadAgent {
  return lookaheadFrom(bot(), bot(), evaluate, strength, bots);
}

function lookaheadFrom(
  usual: Agent,
  rollout: Agent,
  evaluate: Evaluate,
  { name, opponents, capped, ...strength }: Omit<LookaheadStrength, 'evaluation'> & { name: string },
  bots: Readonly<Record<string, () => Agent>>,
): LookaheadAgent {
  return new LookaheadAgent(name, {
    ...strength,
    usual,
    rollout,
    ...(opponents && { opponents: simulatedOpponents(opponents, bots) }),
    evaluate,
    returns: { ...lookaheadDefaults.returns, ...(capped && { capped }) },
  });
}
