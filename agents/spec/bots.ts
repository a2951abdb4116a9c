/** Scripted players that specs name: found by name, as parts of an agent, and as simulated opponents of a search. */
import type { Agent } from '../../env/agent.js';
import { botMakers, type GamePackage, scriptedBots } from '../../env/game-package.js';
import { nearest } from '../../env/spelling.js';
import { UserError } from '../../env/user-error.js';
import { scriptedName, scriptedSpec } from '../bots/scripted-spec.js';
import { type OpponentWeights, opponentsProblem, splitOpponents, UNIFORM } from '../search/opponents.js';
import type { Option } from './grammar.js';
import type { AgentContext, Part } from './kind.js';

/** What makes a bot. @param where begins the message of an error. @throws UserError when the game has no such bot */
export function botNamed(name: string, where: string, context: GamePackage): () => Agent {
  const bots = botMakers(context);
  if (Object.hasOwn(bots, name)) return bots[name]!;
  const names = Object.keys(bots);
  const meant = nearest(name, names);
  throw new UserError(
    `${where}: ${context.game.id} has ${names.length === 0 ? 'no scripted bots' : `no bot '${name}'`}` +
      `${meant ? `, did you mean ${meant}?` : ''}${names.length > 0 ? `${meant ? ' It has' : '; it has'} ${names.join(', ')}` : ''}`,
  );
}

/** A bot that is part of an agent, and those whose weights became its own. @param spec `scripted:<name>` */
export function botParts(spec: string, how: string, context: AgentContext): Part[] {
  const bots = scriptedBots(context);
  const parts: Part[] = [{ agent: spec, how }];
  for (let from = bots[scriptedName(spec)]?.from; from !== undefined; from = bots[from]?.from) {
    const agent = scriptedSpec(from);
    if (parts.some((part) => part.agent === agent)) break;
    parts.push({ agent, how: 'its weights were trained from this' });
  }
  return parts;
}

/** The same by the name of a bot, or `random`. */
export function playerParts(name: string, how: string, context: AgentContext): Part[] {
  return name === UNIFORM ? [{ agent: UNIFORM, how }] : botParts(scriptedSpec(name), how, context);
}

/** Those who play the rivals in simulations, as parts of an agent. */
export function opponentsParts(weights: OpponentWeights | undefined, context: AgentContext): Part[] {
  return Object.keys(weights ?? {}).flatMap((name) => playerParts(name, 'plays rivals in its simulations', context));
}

/** Simulated opponents as they are written: `mixed`, `mixed+fame:2+random`. Commas stand between agents. */
export const opponentsOption: Option<OpponentWeights> = { read: splitOpponents };

/**
 * The bots that simulated opponents name.
 * @param where begins the message of an error
 * @throws UserError when there is no such bot, or a weight is not above 0
 */
export function opponentBots(
  weights: OpponentWeights,
  where: string,
  context: GamePackage,
): Record<string, () => Agent> {
  const problem = opponentsProblem(weights);
  if (problem) throw new UserError(`${where}: ${problem}`);
  const bots = botMakers(context);
  const named = Object.keys(weights).filter((name) => name !== UNIFORM || Object.hasOwn(bots, name));
  return Object.fromEntries(named.map((name) => [name, botNamed(name, `${where}: opponents`, context)]));
}
