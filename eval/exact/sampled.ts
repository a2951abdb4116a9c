/**
 * External-sampling Monte-Carlo counterfactual regret minimisation (Lanctot, Waugh, Zinkevich, Bowling 2009): for games whose
 * trees are too large to go over. Each iteration plays one sampled game for each seat in turn: that seat tries all its
 * actions, chance and the others draw one. The policy of the seat after it is averaged where it is met on the way, as
 * OpenSpiel does ("simple" averaging). Nothing is kept but what a policy needs at the information states that came up.
 */

import { randomAction } from '../../agents/random.js';
import { informationKey } from '../../agents/solved/information-state.js';
import { observationText, type SolvedState } from '../../agents/solved/solved-file.js';
import { type Chance, createRng, type Rng } from '../../env/chance.js';
import { finalPlaces } from '../../env/finished.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { defaultReturns, placeReturns } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { askingAll } from './outcomes.js';

/** Iterations between two looks at the clock; each block draws from a seed of its own, so that sampling can go on. */
const BLOCK = 100;

/** Information states that are kept at most: about a gigabyte. */
const MOST_STATES = 1_000_000;

/** Positions that one sampled game may lead to, since a seat tries all its actions. More would never end. */
const MOST_POSITIONS = 1_000_000;
/** Random games that say how many those are. */
const PROBES = 20;

/**
 * Refuses games in which a seat has too many decisions to try all its actions at each: the product of its choices along a
 * random game estimates how many positions one sampled game leads to (Knuth 1975).
 * @throws UserError
 */
function refuseLong(game: Game, options: unknown): void {
  const rng = createRng('probe');
  const luck: Chance = { draw: (_stream, n) => rng.int(n) };
  const mask = new Uint8Array(game.actions);
  let logs = 0;
  for (let i = 0; i < PROBES; i++) {
    const state = game.newState(options as never, luck);
    const own = new Float64Array(state.players);
    while (!state.over) {
      const legal = state.legal(mask);
      own[state.actor]! += Math.log(legal);
      state.apply(randomAction(mask, legal, rng), luck);
    }
    logs += Math.max(...own) / PROBES;
  }
  if (logs <= Math.log(MOST_POSITIONS)) return;
  throw new UserError(
    `${game.id}: a seat has too many decisions to try all its actions at each (about 10^${(logs / Math.LN10).toFixed(1)} ways ` +
      `through a game, at most 10^${Math.log10(MOST_POSITIONS)}): train a policy by PPO instead`,
  );
}

/** What is kept of an information state. */
interface Met {
  seat: number;
  actions: number[];
  observation: Float32Array;
  regrets: Float64Array;
  sums: Float64Array;
}

/** Samples games and learns from them. */
export class Sampler {
  iterations = 0;
  readonly players: number;
  private readonly options: unknown;
  private readonly met = new Map<string, Met>();
  private readonly mask: Uint8Array;
  private readonly observed: Float32Array;
  /** A state of each depth, to play on from. */
  private readonly pool: State[] = [];
  private readonly gain = new Float64Array(16);
  private readonly ranks = new Uint8Array(16);
  private rng: Rng = createRng(0);
  private readonly luck: Chance = { draw: (_stream, n) => this.rng.int(n) };

  /**
   * @param options checked
   * @param seed of all that is drawn
   * @throws UserError when games are too long to be sampled in this way
   */
  constructor(
    private readonly game: Game,
    options: unknown,
    private readonly seed: string,
  ) {
    this.options = askingAll(options);
    this.players = game.players(options as never);
    refuseLong(game, this.options);
    this.mask = new Uint8Array(game.actions);
    this.observed = new Float32Array(observationSize(game));
  }

  /** How many information states came up. */
  get size(): number {
    return this.met.size;
  }

  /**
   * The next iterations, each one sampled game a seat.
   * @throws UserError when more information states came up than can be kept
   */
  block(): void {
    this.rng = createRng(`${this.seed}/${this.iterations}`);
    for (let i = 0; i < BLOCK; i++)
      for (let mover = 0; mover < this.players; mover++)
        this.visit(this.game.newState(this.options as never, this.luck), mover, 0, false);
    this.iterations += BLOCK;
  }

  /** Goes on from what was kept. @param states with regrets and sums @throws UserError when one has none */
  load(states: readonly SolvedState[], iterations: number): void {
    for (const { seat, actions, observation, regrets, sums } of states) {
      if (!regrets || !sums) throw new UserError('this policy was not sampled: sampling cannot go on from it');
      const seen = new Float32Array(Uint8Array.from(Buffer.from(observation, 'base64')).buffer);
      this.mask.fill(0);
      for (const action of actions) this.mask[action] = 1;
      const kept = { regrets: Float64Array.from(regrets), sums: Float64Array.from(sums) };
      this.met.set(informationKey(seat, this.mask, seen), { seat, actions, observation: seen, ...kept });
    }
    this.iterations = iterations;
  }

  /** The average policy at what came up, in the order in which it did, with what sampling goes on from. */
  states(): SolvedState[] {
    return [...this.met.values()].map(({ seat, actions, observation, regrets, sums }) => {
      const total = sums.reduce((sum, x) => sum + x, 0);
      const probabilities = Array.from(sums, (x) => (total > 0 ? x / total : 1 / actions.length));
      const kept = { regrets: [...regrets], sums: [...sums] };
      return { seat, observation: observationText(observation), actions, probabilities, ...kept };
    });
  }

  /** @param moved whether an action led here @returns what the mover gets from here on */
  private visit(state: State, mover: number, depth: number, moved: boolean): number {
    let got = 0;
    if (moved && this.game.scoring === 'rewards') {
      state.rewards(this.gain.subarray(0, this.players));
      got = this.gain[mover]!;
    }
    if (state.over) return this.game.scoring === 'places' ? this.placed(state, mover) : got;
    const one = this.look(state);
    const { seat, actions, regrets, sums } = one;
    const policy = matched(regrets);
    if (seat !== mover) {
      if (seat === (mover + 1) % this.players) for (let k = 0; k < actions.length; k++) sums[k]! += policy[k]!;
      return got + this.play(state, actions[drawn(policy, this.rng)]!, mover, depth);
    }
    const values = actions.map((action) => this.play(state, action, mover, depth));
    const value = values.reduce((sum, v, k) => sum + policy[k]! * v, 0);
    for (let k = 0; k < actions.length; k++) regrets[k]! += values[k]! - value;
    // Alone there is nobody after it whose policy could be averaged.
    if (this.players === 1) for (let k = 0; k < actions.length; k++) sums[k]! += policy[k]!;
    return got + value;
  }

  private play(state: State, action: number, mover: number, depth: number): number {
    let copy = this.pool[depth];
    if (copy) copy.copyFrom(state);
    else copy = this.pool[depth] = state.clone();
    copy.apply(action, this.luck);
    return this.visit(copy, mover, depth + 1, true);
  }

  private placed(state: State, mover: number): number {
    const ranks = this.ranks.subarray(0, this.players);
    const returns = this.gain.subarray(0, this.players);
    finalPlaces(state, ranks);
    placeReturns(ranks, state.truncated, defaultReturns, returns);
    return returns[mover]!;
  }

  /** What is kept of the position that a seat must decide in. */
  private look(state: State): Met {
    const { mask, observed, met } = this;
    const seat = state.actor;
    state.legal(mask);
    state.observe(seat, observed, 0);
    const key = informationKey(seat, mask, observed);
    const found = met.get(key);
    if (found) return found;
    if (met.size >= MOST_STATES)
      throw new UserError(
        `${this.game.id}: more than ${MOST_STATES.toLocaleString('en-US')} information states came up, too many to keep`,
      );
    const actions = [...mask.keys()].filter((action) => mask[action] === 1);
    const [regrets, sums] = [new Float64Array(actions.length), new Float64Array(actions.length)];
    const one = { seat, actions, observation: observed.slice(), regrets, sums };
    met.set(key, one);
    return one;
  }
}

/** Regret matching: in proportion to positive regrets, uniform where there are none. */
function matched(regrets: Float64Array): Float64Array {
  const policy = new Float64Array(regrets.length);
  let total = 0;
  for (let k = 0; k < regrets.length; k++) total += policy[k] = Math.max(0, regrets[k]!);
  for (let k = 0; k < regrets.length; k++) policy[k] = total > 0 ? policy[k]! / total : 1 / regrets.length;
  return policy;
}

function drawn(policy: Float64Array, rng: Rng): number {
  let left = rng.uniform();
  for (let k = 0; k < policy.length; k++) if ((left -= policy[k]!) < 0) return k;
  // Probabilities may add up to a little less than 1.
  return policy.findLastIndex((p) => p > 0);
}
