/** Who analyses, by the spec of an agent: the agent says what is usually played, and how games are played on. */
import { gamePlayers, scriptedBots } from '../bots/index.js';
import { LookaheadAgent, lookaheadDefaults } from '../search/lookahead.js';
import { UNIFORM } from '../search/opponents.js';
import { type AgentContext, createAgent } from '../spec.js';
import type { Analyst } from './analysis.js';

/**
 * An agent that looks ahead analyses as it plays. A scripted one plays games on itself; for any other one it is the bot that
 * plays the simulations of a search. The game's evaluation judges where they led after some rounds; where there is none, they
 * go to the end.
 * @throws UserError as `createAgent`
 */
export async function loadAnalyst(spec: string, context: AgentContext): Promise<Analyst> {
  const { game } = context;
  const agent = await createAgent(spec, context);
  // Nothing but the end of a game that is scored by rewards says who wins.
  const judged = game.scoring === 'places';
  if (agent instanceof LookaheadAgent) {
    const { usual, rollout, opponents, rounds, margin, evaluate } = agent.settings;
    const path = /^policy\+lookahead:\d+:([^?]+)/.exec(spec)?.[1];
    // What it usually plays is the likeliest action; the policy says how likely each of them is.
    const policy = path === undefined ? undefined : await createAgent(`policy:${path}`, context);
    const prior = policy?.probabilities ? policy : undefined;
    return { usual, rollout, opponents, margin, prior, ...(judged ? { rounds, evaluate } : { rounds: Infinity }) };
  }
  const players = gamePlayers(game.id);
  const bots = { ...scriptedBots(game.id), ...context.bots };
  const own = /^scripted:([^?]+)/.exec(spec)?.[1];
  const name = own ?? players.rollout ?? Object.keys(bots)[0] ?? UNIFORM;
  const evaluate = judged ? players.evaluate : undefined;
  return {
    usual: agent,
    rollout: Object.hasOwn(bots, name) ? bots[name]!() : null,
    evaluate,
    rounds: evaluate ? (players.rounds ?? lookaheadDefaults.rounds) : Infinity,
    margin: 0,
  };
}
