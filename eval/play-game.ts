/** The course of one game between agents. Needs nothing of Node, so that pages play games too; elsewhere see match.ts. */

import type { DeferredAgent } from '../agents/deferred/deferred-agent.js';
import { randomAction } from '../agents/random.js';
import type { Agent } from '../env/agent.js';
import { createRng, type Seed } from '../env/chance.js';
import { endingOf, roundOf } from '../env/finished.js';
import { hashNumbers } from '../env/hash.js';
import { isLegal } from '../env/illegal-action.js';
import { placesByScore } from '../env/returns.js';
import type { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import type { EffortMeter } from './effort.js';
import type { MatchResult } from './outcome.js';

/** Calls an agent, and says what it throws. */
export type Asking = <T>(agent: Agent | DeferredAgent, seat: number, env: TurnEnv, call: () => T) => T;

/**
 * How a game is played, and what is noted of it.
 * @inline
 */
export interface MatchSettings {
  /** Count decisions by prompt, tell the turn order and whether a rival of the rules was ahead too. */
  detail?: boolean | undefined;
  /** By seat, where it is to be noted what decisions cost. */
  meters?: readonly EffortMeter[] | undefined;
  /** Is shown each decision before it is played. */
  witness?: ((env: TurnEnv, action: number) => void) | undefined;
  /** So many of the first decisions among several actions are random; they follow from the seed. */
  opening?: number | undefined;
}

/**
 * Plays one game to its end: see `playMatch`.
 * @param ask calls agents
 */
export function playGame(
  env: TurnEnv,
  agents: readonly Agent[],
  seed: Seed,
  settings: MatchSettings,
  ask: Asking,
): MatchResult {
  const played = courseOf(env, agents, seed, settings, ask).next();
  if (!played.done) throw new Error('an agent that answers later plays in a game that does not wait');
  return played.value;
}

/** A decision that is waited for: the seat whose agent answers later. Its action is to be told. */
export type Awaited = { agent: DeferredAgent; seat: number };

/**
 * The course of a game in which agents may answer later: waits for them only.
 * @param ask as of `playGame`
 */
export function* courseOf(
  env: TurnEnv,
  agents: readonly (Agent | DeferredAgent)[],
  seed: Seed,
  { detail = false, meters, witness, opening = 0 }: MatchSettings,
  ask: Asking,
): Generator<Awaited, MatchResult, number> {
  env.start({ seed: `${seed}/deal` });
  const { game, state } = env;
  if (agents.length !== state.players)
    throw new UserError(`${game.id} has ${state.players} seats here, ${agents.length} agents were given`);
  agents.forEach((agent, seat) => {
    ask(agent, seat, env, () => agent.reset(`${seed}/agent ${seat}`));
  });
  const returns = new Array<number>(agents.length).fill(0);
  const asked = detail ? new Float64Array(2 * game.prompts.length) : null;
  const begins = game.turnPrompt === undefined ? -1 : game.prompts.indexOf(game.turnPrompt);
  const order: number[] = [];
  const moves: number[] = [];
  const first = opening > 0 ? createRng(`${seed}/opening`) : null;
  let opened = 0;
  let openingMoves = 0;
  while (!env.over) {
    const seat = env.actor;
    const agent = agents[seat]!;
    if (asked) {
      asked[2 * state.prompt]!++;
      asked[2 * state.prompt + 1]! += env.legal;
      if (order.length < agents.length && (begins < 0 || state.prompt === begins) && !order.includes(seat))
        order.push(seat);
    }
    const random = first && opened < opening && env.legal > 1;
    const meter = meters && env.legal > 1 && !random ? meters[seat]! : null;
    meter?.begin(agent);
    const action = random
      ? randomAction(env.mask, env.legal, first)
      : 'act' in agent
        ? ask(agent, seat, env, () => agent.act(env.view()))
        : yield { agent, seat };
    meter?.end(agent);
    moves.push(action);
    if (random) {
      opened++;
      openingMoves = moves.length;
    }
    if (!isLegal(env.mask, action)) ask(agent, seat, env, () => env.play(action));
    else {
      witness?.(env, action);
      env.play(action);
    }
    for (let i = 0; i < returns.length; i++) returns[i]! += env.rewards[i]!;
  }
  const result: MatchResult = {
    agents: agents.map((agent) => agent.name),
    places: game.scoring === 'rewards' && agents.length > 1 ? placesByScore(returns) : [...env.places()],
    returns,
    ending: endingOf(state),
    rounds: roundOf(state),
    decisions: env.decisions,
    truncated: state.truncated,
    ...(opening > 0 && { opening }),
    ...(env.drewLuck && { course: hashNumbers([...moves, state.hash()]) }),
    ...(!env.drewLuck && { line: [hashNumbers(moves.slice(0, openingMoves)), hashNumbers(moves)] }),
  };
  if (asked) {
    result.prompts = [];
    for (let i = 0; i < game.prompts.length; i++)
      if (asked[2 * i]! > 0) result.prompts.push([i, asked[2 * i]!, asked[2 * i + 1]!]);
    for (let seat = 0; seat < agents.length; seat++) if (!order.includes(seat)) order.push(seat);
    result.order = order;
    const ahead = state.rivalAhead?.() ?? null;
    if (ahead !== null) result.rivalAhead = ahead;
  }
  return result;
}
