/**
 * A network that values positions, and chooses by what its actions lead to (agents/afterstates). It draws nothing at full
 * strength. Below it draws from softmax(value / T) with T = temperature * 2 * (1 - strength) * spread, where the spread is how
 * far the best action is from the average one: in one game that is a tenth of the outcome, in another a thousandth. Each
 * decision is judged for itself, since a view tells nothing of the chain of decisions it stands in. Part of every exported file.
 */

import { OwnTurn } from '../../agents/afterstates/own-turn.js';
import { Spread } from '../../agents/afterstates/spread.js';
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import type { NetworkShape, Weights } from '../../agents/network/network.js';
import type { PlayerMeta } from '../../agents/player-file/player-module.js';
import { SearchChance } from '../../agents/search/search-chance.js';
import { writeFinite } from '../../env/finite.js';
import type { Game, State } from '../../env/game.js';
import { gameObserver, type Observer } from '../../env/observer.js';
import { Outcomes } from '../../env/outcomes.js';
import { LiveView } from '../../env/view.js';
import type { Chooser } from './chooser.js';
import { hashObservation, type Opinion } from './self-test.js';

/** A strength of a half draws at the temperature itself. */
const SOFTNESS = 2;

/** What chooses in a file by the values of positions. */
export const valuesChooser = (
  game: Game,
  shape: NetworkShape,
  weights: Weights,
  how: NonNullable<PlayerMeta['afterstates']>,
): Chooser => new AfterstateChooser(game, new ValueNetwork(shape, weights), how);

export class AfterstateChooser implements Chooser {
  /** Of the decisions it was asked for so far. */
  readonly seen = new Spread();
  private readonly observer: Observer;
  private readonly view: LiveView;
  private readonly chance: SearchChance;
  private readonly choice: MaskedDistribution;
  private readonly logits: Float32Array;
  private turn: OwnTurn | undefined;
  private outcomes: Outcomes | undefined;
  private players = 0;

  constructor(
    private readonly game: Game,
    private readonly network: ValueNetwork,
    private readonly how: NonNullable<PlayerMeta['afterstates']>,
  ) {
    this.observer = gameObserver(game);
    this.view = new LiveView(game);
    this.chance = new SearchChance(game.streams.length);
    this.choice = new MaskedDistribution(game.actions);
    this.logits = new Float32Array(game.actions);
  }

  decide(state: State, mask: Uint8Array, temperature = 1, strength = 1): MaskedDistribution {
    const { logits } = this;
    const turn = this.judged(state, this.encode(state, state.actor));
    const { best } = turn;
    if (turn.legal > 1) this.seen.add(turn.values, turn.legal);
    const softness = temperature * SOFTNESS * (1 - strength) * this.how.spread;
    for (let i = 0; i < turn.legal; i++) {
      const behind = turn.values[best]! - turn.values[i]!;
      logits[turn.ids[i]!] = softness > 0 ? -behind / softness : i === best ? 0 : -Infinity;
    }
    return this.choice.set(logits, 0, mask, 0);
  }

  judge(state: State): Opinion {
    // As its seat sees it, which is the input of a player.
    const known = this.game.parseView!(state.view!(state.actor));
    const { actor, players } = known;
    const observation = this.encode(known, actor);
    const turn = this.judged(known, observation);
    const [legal, worths] = [[...turn.ids.subarray(0, turn.legal)], [...turn.values.subarray(0, turn.legal)]];
    const choice = turn.ids[turn.best]!;
    const own = this.evaluate(known, actor);
    const values = own.map((_, i) => own[(actor + i) % players]!);
    return { observation, legal, probabilities: [], worths, values, choice };
  }

  /** The seat to act sees what its best action leads to: it is such positions that were learned. */
  evaluate(state: State, seat: number): number[] {
    const { players } = state;
    if (this.network.values < players)
      throw new Error(`view: a game of ${players} seats; this network judges up to ${this.network.values}`);
    const out = new Float64Array(players);
    const { turn, outcomes } = this.at(players);
    if (state.over || seat !== state.actor) return [...this.expected(state, seat, outcomes, out)];
    const observation = this.encode(state, seat);
    const { best } = this.judged(state, observation);
    const { samples } = this.how;
    const rewards = new Float64Array(players);
    for (let n = 0; n < samples; n++) {
      this.chance.start(hashObservation(observation), n);
      const next = this.view.sample(this.chance);
      next.apply(turn.ids[best]!, this.chance);
      this.expected(next, seat, outcomes, rewards);
      for (let i = 0; i < players; i++) out[i]! += rewards[i]! / samples;
      if (outcomes.reward === 0) continue;
      next.rewards(rewards);
      for (let i = 0; i < players; i++) out[i]! += (outcomes.reward * rewards[i]!) / samples;
    }
    out[seat] = turn.values[best]!;
    return [...out];
  }

  encode(state: State, seat: number): Float32Array {
    const observation = new Float32Array(this.observer.size);
    writeFinite(this.observer, state, seat, observation, 0);
    return observation;
  }

  /** Judges the actions of the seat to act. All that is drawn for it follows from what the seat sees. */
  private judged(state: State, observation: Float32Array): OwnTurn {
    const { turn } = this.at(state.players);
    turn.release();
    turn.judge(this.view.show(state), hashObservation(observation));
    return turn;
  }

  /** What the seats may expect of a position, or got at the end, as a seat sees it. @returns `out` */
  private expected(state: State, seat: number, outcomes: Outcomes, out: Float64Array): Float64Array {
    if (state.over) {
      outcomes.write(state, out);
      return out;
    }
    const { network } = this;
    const values = new Float32Array(network.values);
    network.runOne(this.encode(state, seat), values);
    for (let i = 0; i < out.length; i++) out[(seat + i) % out.length] = values[i]!;
    return out;
  }

  private at(players: number): { turn: OwnTurn; outcomes: Outcomes } {
    const { game, observer, network, how } = this;
    if (!this.turn || !this.outcomes || this.players !== players) {
      this.turn = new OwnTurn({ ...how, game, players, observer, network });
      this.outcomes = new Outcomes(game, players, how.outcomes);
      this.players = players;
    }
    return { turn: this.turn, outcomes: this.outcomes };
  }
}
