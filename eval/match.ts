/**
 * One game between agents. All luck follows from one seed: the deal's and, seat by seat, the agents' own. Games with
 * the same seed and the agents rotated over the seats therefore share their luck: they are one block.
 */
import { z } from 'zod';
import { randomAction } from '../agents/random.js';
import type { Agent } from '../env/agent.js';
import { createRng, type Seed } from '../env/chance.js';
import { hashNumbers } from '../env/hash.js';
import { placesByScore } from '../env/returns.js';
import type { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { gameFrame } from '../env/user-frame.js';
import type { EffortMeter } from './effort.js';

/** Numbers by seat. */
export const seatNumbers = z.array(z.number()).max(1000);

/** How one game went. Arrays by seat. */
const outcomeFields = z.strictObject({
  /** Final places, 0 first, ties share; by score where the game is scored by rewards. */
  places: z.array(z.int().nonnegative()).max(1000),
  /** Returns of the rules' rewards, or of the places (a game truncated by the round cap counts half). */
  returns: seatNumbers,
  /** In the game's words. */
  ending: z.string().max(1000),
  rounds: z.number().nonnegative(),
  /** Decisions that were asked. */
  decisions: z.int().nonnegative(),
  /** Cut at a cap that is not in the rules. */
  truncated: z.boolean(),
  /** Per kind of decision: index of the prompt, decisions, sum of their legal actions. Only when asked for. */
  prompts: z.array(z.tuple([z.number(), z.number(), z.number()])).optional(),
  /**
   * Seats in the order in which they had their first turns (`Game.turnPrompt`); who never had one comes last, by seat. Only when
   * asked for.
   */
  order: seatNumbers.optional(),
  /** Whether a side that the rules play came out before every seat. Only when asked for, and where there is one. */
  rivalAhead: z.boolean().optional(),
  /** Random legal first moves, where there were any. */
  opening: z.int().positive().max(1000).optional(),
  /** Hashes of its random first moves and of all its moves; only where the rules drew no luck (different-games.ts). */
  line: z.tuple([z.number(), z.number()]).optional(),
});

/**
 * Places as games have them: as many seats come before a seat as its place says. A single player has its place among
 * rivals that the rules play, which have no seats.
 */
function arePlaces(places: readonly number[]): boolean {
  if (places.length === 1) return true;
  return places.length > 0 && places.every((place) => places.filter((other) => other < place).length === place);
}

/**
 * How one game went, of a file or a worker: also what only a game that was never played would have is refused. Sums of
 * returns up to 1e12 lose nothing that is shown.
 */
export const outcomeSchema = outcomeFields
  .refine(({ places }) => arePlaces(places), { path: ['places'], message: 'are no places' })
  .refine(({ places, returns }) => returns.length === places.length && returns.every((sum) => Math.abs(sum) <= 1e12), {
    path: ['returns'],
    message: 'are not one for each seat, from -1e12 to 1e12',
  })
  .refine(({ places, order }) => !order || areSeats(order, places.length), {
    path: ['order'],
    message: 'is not each seat once',
  });

/** Whether each of so many seats is there once. */
function areSeats(order: readonly number[], seats: number): boolean {
  return order.length === seats && [...order].sort((a, b) => a - b).every((seat, i) => seat === i);
}

/** How one game went: see `outcomeSchema`. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** How one game went and who sat where. */
export interface MatchResult extends Outcome {
  /** The agents' spec strings, by seat. */
  agents: string[];
}

/** Calls an agent; whatever it throws becomes one line that says who failed where. */
function ask<T>(agent: Agent, seat: number, env: TurnEnv, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    // Whose code it was: the agent's, or that of the game it tries actions in.
    const frame = error instanceof UserError ? undefined : gameFrame(error);
    throw new UserError(
      `agent ${agent.name} failed in ${env.game.id} (seat ${seat}, decision ${env.decisions}, seed ${env.seed}): ${message}${frame === undefined ? '' : ` at ${frame}`}`,
      { cause: error },
    );
  }
}

/**
 * How a game is played, and what is noted of it.
 * @inline
 */
interface MatchSettings {
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
 * Plays one game to its end.
 * @param env whose game and options are played; started anew
 * @param agents one for each seat; an instance may sit in one seat only
 * @param seed of the block: equal seeds mean equal deals and equal luck of the agent in each seat
 * @throws UserError when an agent throws or answers with an action that is not legal
 */
export function playMatch(
  env: TurnEnv,
  agents: readonly Agent[],
  seed: Seed,
  { detail = false, meters, witness, opening = 0 }: MatchSettings = {},
): MatchResult {
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
      : ask(agent, seat, env, () => agent.act(env.view()));
    meter?.end(agent);
    moves.push(action);
    if (random) {
      opened++;
      openingMoves = moves.length;
    }
    if (env.mask[action] !== 1) ask(agent, seat, env, () => env.play(action));
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
    ending: state.ending(),
    rounds: state.round,
    decisions: env.decisions,
    truncated: state.truncated,
    ...(opening > 0 && { opening }),
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
