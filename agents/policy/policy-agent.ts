/** The players that play a policy: by its choice alone, or looking ahead from it. Exported players carry this file. */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { Evaluate } from '../judges.js';
import type { MaskedDistribution } from '../network/masked.js';
import { LookaheadAgent, type LookaheadStrength, lookaheadDefaults, lookaheadJudge } from '../search/lookahead.js';
import { simulatedOpponents } from '../search/opponents.js';
import { type ActorCritic, policyValue } from './actor-critic.js';
import type { Advisor } from './advice.js';

/** How a policy is played. */
export interface PolicyPlay {
  /** Its spec string. */
  name?: string;
  /** Always the most likely action instead of a drawn one. */
  argmax?: boolean;
  /** Above 1 more adventurous, below 1 less; > 0. */
  temperature?: number | undefined;
}

/** Plays a policy: draws each action from it with a generator of its own. */
export class PolicyAgent implements Agent {
  readonly name: string;
  private rng: Rng = createRng(0);

  /** @param policy its `values` are those of the last decision */
  constructor(
    private readonly policy: ActorCritic,
    private readonly play: PolicyPlay = {},
  ) {
    this.name = play.name ?? 'policy';
  }

  reset(seed: Seed): void {
    this.rng = createRng(seed);
    this.policy.observer.reset?.();
  }

  act(view: View): number {
    const distribution = this.look(view);
    return this.play.argmax ? distribution.argmax() : distribution.sample(this.rng);
  }

  probabilities(view: View, out: Float32Array): void {
    const distribution = this.look(view);
    if (this.play.argmax) out.fill(0)[distribution.argmax()] = 1;
    else distribution.write(out);
  }

  private look(view: View): MaskedDistribution {
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
