/**
 * A network of afterstates as the guide of a search: what an action leads to says how much it is worth a look, and the
 * best of them what the position is worth.
 */
import type { State } from '../../env/game.js';
import type { Judge } from '../../env/judges.js';
import { Outcomes } from '../../env/outcomes.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { SearchChance } from '../search/search-chance.js';
import { NOT_FINITE, OwnTurn, type OwnTurnSetup } from './own-turn.js';
import { Spread, softmax } from './spread.js';

/** How a network of afterstates guides a search. */
export interface GuideOptions {
  /** Of the softmax of values, in units of how far they lie apart (`Spread`); above 0. */
  temperature?: number | undefined;
  /** Of luck, for each action. */
  samples?: number | undefined;
}

export const guideDefaults = { temperature: 0.5, samples: 2 };

/**
 * A judge of the games of one table; belongs to one thread. An action's probability is that of the softmax of values; the
 * seat to act may expect what its best action is worth, and the others what the network says to them there.
 * @param temperature of the softmax, in units of how far values lie apart (`Spread`); above 0
 */
export function afterstateJudge(setup: OwnTurnSetup, temperature: number): Judge {
  const { game, players, observer, network } = setup;
  const turn = new OwnTurn(setup);
  const view = new LiveView(game);
  const chance = new SearchChance(game.streams.length);
  const outcomes = new Outcomes(game, players, setup.outcomes);
  const spread = new Spread();
  const earned = new Float64Array(players);
  const expected = new Float32Array(network.values);
  const observation = new Float32Array(network.inputs);
  const shares = new Float64Array(game.actions);
  let after: State | null = null;

  return (state, _mask, priors, returns) => {
    const seat = state.actor;
    // Of the position alone, so that the same search finds the same.
    const seed = state.hash();
    turn.judge(view.show(state), seed);
    const { values, legal, ids, best } = turn;
    spread.add(values, legal);
    // Where values never differed, all actions are alike.
    softmax(values, legal, temperature * spread.mean || Number.MIN_VALUE, shares);
    priors.fill(0);
    for (let i = 0; i < legal; i++) priors[ids[i]!] = shares[i]!;

    after ??= state.clone();
    after.copyFrom(state);
    chance.start(seed, 0);
    after.apply(ids[best]!, chance);
    returns.fill(0);
    if (outcomes.reward > 0) {
      after.rewards(earned);
      for (let i = 0; i < players; i++) returns[i] = outcomes.reward * earned[i]!;
    }
    if (after.over) {
      outcomes.write(after, earned);
      for (let i = 0; i < players; i++) returns[i]! += earned[i]!;
    } else {
      observer.write(after, seat, observation, 0);
      network.runOne(observation, expected);
      for (let i = 0; i < players; i++) returns[(seat + i) % players]! += expected[i]!;
    }
    returns[seat] = values[best]!;
    // A search would go round in circles with them.
    if (!returns.every(Number.isFinite)) throw new UserError(NOT_FINITE);
  };
}
