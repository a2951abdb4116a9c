/**
 * Chances in the middle of a game, estimated without a model: the game is stopped, played on many times by the same
 * players with other luck, and the ends are counted. What no seat knows, such as a deck, is drawn again; what a seat holds
 * stays. That is the chance of a seat among these players, given what all of them together know.
 */

import { z } from 'zod';
import type { Agent } from '../../env/agent.js';
import { createRng, type Seed, SeededChance } from '../../env/chance.js';
import { finalPlaces } from '../../env/finished.js';
import type { State } from '../../env/game.js';
import { hashNumbers } from '../../env/hash.js';
import { illegalAction, isLegal } from '../../env/illegal-action.js';
import { placesByScore } from '../../env/returns.js';
import type { TurnEnv } from '../../env/turn-env.js';
import { redrawUnseen } from '../../env/unseen.js';
import { LiveView } from '../../env/view.js';
import { playMatch } from '../match.js';
import { outcomeSchema, seatNumbers } from '../outcome.js';
import { sidesOf } from './sides.js';

/** A moment of a game at which it was looked at. */
const lookSchema = z.strictObject({
  round: z.number(),
  /** First places of each side in the games played on from there; ties shared. See `sidesOf`. */
  wins: seatNumbers,
  /** Several were played on, and all of them were the same game: nothing was left to chance. */
  alike: z.boolean(),
});

/** One moment: see `lookSchema`. */
export type Look = z.infer<typeof lookSchema>;

/** A game with the chances on its way. */
export const lookedSchema = z.strictObject({ outcome: outcomeSchema, looks: z.array(lookSchema) });

/** A game that was looked at: see `lookedSchema`. */
export type GamePlayouts = z.infer<typeof lookedSchema>;

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
 * @param opening random first moves
 */
export function lookAtGame(
  env: TurnEnv,
  agents: readonly Agent[],
  others: readonly Agent[],
  seed: Seed,
  rounds: readonly number[],
  playouts: number,
  opening: number,
): GamePlayouts {
  const moments: Moment[] = [];
  const gained = agents.map(() => 0);
  let next = 0;
  const witness = ({ state, rewards }: TurnEnv) => {
    rewards.forEach((reward, seat) => void (gained[seat]! += reward));
    if (next < rounds.length && state.round >= rounds[next]!) {
      moments.push({ state: state.clone(), round: state.round, gained: [...gained] });
      while (next < rounds.length && rounds[next]! <= state.round) next++;
    }
  };
  const { agents: _, ...outcome } = playMatch(env, agents, seed, { detail: true, witness, opening });
  const looks = moments.map(({ state, round, gained: so }): Look => {
    const wins = sidesOf(outcome.places).map(() => 0);
    const different = new Set<number>();
    for (let n = 0; n < playouts; n++) {
      const { places, played } = playOn(env, state.clone(), others, so, `${seed}/round ${round}/${n}`);
      sidesOf(places).forEach((share, side) => void (wins[side]! += share));
      different.add(played);
    }
    return { round, wins, alike: playouts > 1 && different.size === 1 };
  });
  return { outcome, looks };
}

/**
 * Plays a position to its end.
 * @param so what the seats have earned by then
 * @returns places, and a number that is the same for the same choices and the same end
 */
function playOn(env: TurnEnv, state: State, agents: readonly Agent[], so: readonly number[], seed: string) {
  const { game } = env;
  const chance = new SeededChance(seed, game.streams);
  agents.forEach((agent, seat) => {
    agent.reset(`${seed}/agent ${seat}`);
  });
  redrawUnseen(game, state, createRng(`${seed}/unseen`));
  const view = new LiveView(game);
  const rewards = new Float64Array(agents.length);
  const returns = [...so];
  const actions: number[] = [];
  while (!state.over) {
    const action = agents[state.actor]!.act(view.show(state));
    if (!isLegal(view.mask, action)) throw illegalAction(game, state, view.mask, action, actions.length);
    actions.push(action);
    state.apply(action, chance);
    if (game.scoring !== 'rewards') continue;
    state.rewards(rewards);
    rewards.forEach((reward, seat) => void (returns[seat]! += reward));
  }
  const places = new Uint8Array(agents.length);
  if (game.scoring === 'rewards' && agents.length > 1) places.set(placesByScore(returns));
  else finalPlaces(state, places);
  return { places, played: hashNumbers([...actions, ...places, ...returns]) };
}
