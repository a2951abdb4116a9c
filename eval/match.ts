/**
 * One game between agents. All luck follows from one seed: the deal's and, seat by seat, the agents' own. Games with
 * the same seed and the agents rotated over the seats therefore share their luck: they are one block.
 */
import type { DeferredAgent } from '../agents/deferred/deferred-agent.js';
import { DeviceLost } from '../agents/network/engines/device.js';
import type { Agent } from '../env/agent.js';
import type { Seed } from '../env/chance.js';
import type { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { gameFrame } from '../env/user-frame.js';
import type { MatchResult } from './outcome.js';
import { courseOf, type MatchSettings, playGame } from './play-game.js';

/** Calls an agent; whatever it throws becomes one line that says who failed where. */
function ask<T>(agent: Player, seat: number, env: TurnEnv, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw failed(error, agent, seat, env);
  }
}

type Player = Agent | DeferredAgent;

function failed(error: unknown, agent: Player, seat: number, env: TurnEnv): Error {
  // Nothing that the agent could do anything about.
  if (error instanceof DeviceLost) return error;
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  // Whose code it was: the agent's, or that of the game it tries actions in.
  const frame = error instanceof UserError ? undefined : gameFrame(error);
  return new UserError(
    `agent ${agent.name} failed in ${env.game.id} (seat ${seat}, decision ${env.decisions}, seed ${env.seed}): ${message}${frame === undefined ? '' : ` at ${frame}`}`,
    { cause: error },
  );
}

/**
 * Plays one game to its end.
 * @param env whose game and options are played; started anew
 * @param agents one for each seat; an instance may sit in one seat only
 * @param seed of the block: equal seeds mean equal deals and equal luck of the agent in each seat
 * @throws UserError when an agent throws or answers with an action that is not legal
 */
export const playMatch = (
  env: TurnEnv,
  agents: readonly Agent[],
  seed: Seed,
  settings: MatchSettings = {},
): MatchResult => playGame(env, agents, seed, settings, ask);

/**
 * The same with agents that may answer later.
 * @param signal gives the game up at the next such answer
 */
export async function playDeferredMatch(
  env: TurnEnv,
  agents: readonly Player[],
  seed: Seed,
  settings: MatchSettings,
  signal: AbortSignal | undefined,
): Promise<MatchResult> {
  const course = courseOf(env, agents, seed, settings, ask);
  let step = course.next();
  while (!step.done) {
    const { agent, seat } = step.value;
    const action = await agent.decide(env.view()).catch((error: unknown) => {
      throw failed(error, agent, seat, env);
    });
    signal?.throwIfAborted();
    step = course.next(action);
  }
  return step.value;
}
