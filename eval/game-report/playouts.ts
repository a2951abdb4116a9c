/**
 * Chances in the middle of a game, estimated without a model: the game is stopped, played on many times by the same
 * players with other luck, and the ends are counted. What is hidden lies as it lay. That is the chance of a seat among
 * these players, given everything that is on the table, face down or up.
 */
import { z } from 'zod';
import type { Agent } from '../../env/agent.js';
import { type Seed, SeededChance } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { firstShares, placesByScore } from '../../env/returns.js';
import type { TurnEnv } from '../../env/turn-env.js';
import { LiveView } from '../../env/view.js';
import { outcomeSchema, playMatch, seatNumbers } from '../match.js';

/** A moment of a game at which it was looked at. */
const lookSchema = z.strictObject({
  round: z.number(),
  /** First places of each side in the games played on from there; ties shared. See `sidesOf`. */
  wins: seatNumbers,
});

/** One moment: see `lookSchema`. */
export type Look = z.infer<typeof lookSchema>;

/** A game with the chances on its way. */
export const lookedSchema = z.strictObject({ outcome: outcomeSchema, looks: z.array(lookSchema) });

/** A game that was looked at: see `lookedSchema`. */
export type GamePlayouts = z.infer<typeof lookedSchema>;

/** What each side made of a game: the seats; of one seat alone, the seat and what it loses against. */
export function sidesOf(places: ArrayLike<number>): number[] {
  const firsts = firstShares(places);
  return firsts.length === 1 ? [firsts[0]!, 1 - firsts[0]!] : firsts;
}

interface Moment {
  state: State;
  round: number;
  gained: number[];
}

/**
 * Plays a game, and from the beginning of each of `rounds` that it reaches so many games more.
 * @param agents who play it
 * @param others as many of the same, who play on
 * @param rounds ascending
 */
export function lookAtGame(
  env: TurnEnv,
  agents: readonly Agent[],
  others: readonly Agent[],
  seed: Seed,
  rounds: readonly number[],
  playouts: number,
): GamePlayouts {
  const moments: Moment[] = [];
  const gained = agents.map(() => 0);
  let next = 0;
  const { agents: _, ...outcome } = playMatch(env, agents, seed, true, undefined, ({ state, rewards }) => {
    rewards.forEach((reward, seat) => void (gained[seat]! += reward));
    if (next < rounds.length && state.round >= rounds[next]!) {
      moments.push({ state: state.clone(), round: state.round, gained: [...gained] });
      while (next < rounds.length && rounds[next]! <= state.round) next++;
    }
  });
  const looks = moments.map(({ state, round, gained: so }): Look => {
    const wins = sidesOf(outcome.places).map(() => 0);
    for (let n = 0; n < playouts; n++) {
      const places = playOn(env, state.clone(), others, so, `${seed}/round ${round}/${n}`);
      sidesOf(places).forEach((share, side) => void (wins[side]! += share));
    }
    return { round, wins };
  });
  return { outcome, looks };
}

/** Plays a position to its end. @param so what the seats have earned by then. @returns places */
function playOn(env: TurnEnv, state: State, agents: readonly Agent[], so: readonly number[], seed: string): number[] {
  const { game } = env;
  const chance = new SeededChance(seed, game.streams);
  agents.forEach((agent, seat) => {
    agent.reset(`${seed}/agent ${seat}`);
  });
  const view = new LiveView(game);
  const rewards = new Float64Array(agents.length);
  const returns = [...so];
  while (!state.over) {
    state.apply(agents[state.actor]!.act(view.show(state)), chance);
    if (game.scoring !== 'rewards') continue;
    state.rewards(rewards);
    rewards.forEach((reward, seat) => void (returns[seat]! += reward));
  }
  if (game.scoring === 'rewards' && agents.length > 1) return placesByScore(returns);
  const places = new Uint8Array(agents.length);
  state.places(places);
  return [...places];
}
