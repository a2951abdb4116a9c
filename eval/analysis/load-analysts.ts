/** Loads the analysts of a game by the specs of agents. */

import { scriptedSpec } from '../../agents/bots/scripted-spec.js';
import { RememberingAgent } from '../../agents/memory/remembering-agent.js';
import { defaultOpponent, rivals } from '../../agents/panel.js';
import { FilePlayer, importPlayer } from '../../agents/player-file/file-player.js';
import { shippedPlayer } from '../../agents/player-file/shipped.js';
import type { AgentContext } from '../../agents/spec/kind.js';
import { createAgent } from '../../agents/spec/load.js';
import type { Agent } from '../../env/agent.js';
import { UserError } from '../../env/user-error.js';
import { type Analysts, cutOf, isSure, opinionOf, SEARCHES } from './analysts.js';
import { exactValuesOf } from './exact-values.js';

/**
 * Specs of analysts; those that are not named are chosen for the game.
 * @inline
 */
export interface AnalystSpecs {
  /** Plays positions on to their end. Default: the game's fast bot, or a search where nothing is left to luck or hidden. */
  rollout?: string | undefined;
  /** Says how likely moves are. Default: the shipped player, else the strongest bot that plays these options. */
  thinker?: string | undefined;
  /** Rounds after which play-outs are cut and judged by the game's evaluation; Infinity: never. Default: as the game says. */
  rounds?: number | undefined;
}

/**
 * Makes the agents that an analysis needs: some that play positions on, and one that says how likely moves are.
 * @param named specs; those left out are chosen for the game
 * @param seats number of seats
 * @throws UserError as `createAgent`
 */
export async function loadAnalysts(named: AnalystSpecs, context: AgentContext, seats: number): Promise<Analysts> {
  const rollout = named.rollout ?? defaultRollout(context);
  const agents = await Promise.all(Array.from({ length: seats }, () => createAgent(rollout, context)));
  const [thinker, agent] = await thinkerFor(named.thinker, context);
  for (const [spec, one] of [[rollout, agents[0]!] as const, [thinker, agent] as const]) refuseMemory(spec, one);
  const exact = exactValuesOf(context, context.options ?? context.game.options.parse({}));
  if (named.rounds !== undefined && named.rounds < Infinity && !context.evaluate)
    throw new UserError(`${context.game.id} has no evaluation of unfinished positions; leave out rounds`);
  return { agents, thinker, opinion: opinionOf(agent, thinker), exact, cut: cutOf(context, named.rounds) };
}

/** Positions are looked at one by one: whoever chooses by what came before would be somebody else there. */
function refuseMemory(spec: string, agent: Agent): void {
  if (agent instanceof RememberingAgent || (agent instanceof FilePlayer && agent.remembers))
    throw new UserError(
      `agent ${spec} remembers its earlier decisions, and an analysis looks at single positions: name another`,
    );
}

/** Who plays positions of a game on where nobody was named. */
export function defaultRollout({ game, search, bots = {} }: AgentContext): string {
  if (isSure(game)) return `search:${SEARCHES}`;
  const bot = search?.rollout ?? Object.keys(bots)[0];
  return bot === undefined ? 'random' : scriptedSpec(bot);
}

/** Who values positions is sure of one action; made weaker, it tells how near the others come. */
async function thinkerOf(spec: string, context: AgentContext): Promise<string> {
  if (spec !== 'player') return spec;
  const { meta } = await importPlayer(await shippedPlayer(context));
  return meta.afterstates ? `${spec}?difficulty=easy` : spec;
}

async function thinkerFor(spec: string | undefined, context: AgentContext) {
  if (spec !== undefined) return [spec, await createAgent(spec, context)] as const;
  const strongest = await thinkerOf(defaultOpponent(context), context);
  try {
    return [strongest, await createAgent(strongest, context)] as const;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The shipped player does not play these options.
    const other = rivals(context)[0] ?? 'random';
    return [other, await createAgent(other, context)] as const;
  }
}
