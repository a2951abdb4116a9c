/** Makes rows to learn from of searched games (self-play.ts): each game is played again, action by action. */

import { furtherHeads, type Heads, POLICY, VALUE, widthOf } from '../../agents/network/network.js';
import { AuxiliaryTargets } from '../../agents/policy/auxiliary.js';
import type { Rng } from '../../env/chance.js';
import { finalPlaces } from '../../env/finished.js';
import { writeFinite } from '../../env/finite.js';
import type { Game, Symmetry } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import { placeReturns, type ReturnRule } from '../../env/returns.js';
import type { Decisions } from './batch.js';
import { dealOf, type SearchedGame } from './self-play.js';

/** What the games were played with, and what is learned of them. */
export interface SearchedRowsSetup {
  game: Game;
  /** Checked. */
  options: unknown;
  players: number;
  observer: Observer;
  returns: ReturnRule;
  /** Heads of the learning network. */
  shape: Heads;
}

/** What came of a game. */
export interface SearchedOutcome {
  /** Return of each seat, from the beginning of the game. */
  returns: Float64Array;
  truncated: boolean;
}

/** Plays searched games again and writes rows to learn from. Belongs to one thread. */
export class SearchedRows {
  private readonly mask: Uint8Array;
  private readonly places: Uint8Array;
  private readonly rewards: Float64Array;
  private readonly sums: Float64Array;
  /** How positions may be turned: known where the network sees what the game shows, and nothing else. */
  private readonly symmetries: readonly Symmetry[];
  private readonly unturned: Float32Array;
  private readonly auxiliary: AuxiliaryTargets;
  /** Width of the value head. */
  private readonly values: number;

  constructor(private readonly setup: SearchedRowsSetup) {
    const { game, players, observer, shape } = setup;
    const plain = observer.pieces === game.observation && !observer.actions;
    this.symmetries = plain ? (game.symmetries ?? []) : [];
    const widths = shape.heads.map(({ width }) => width);
    this.unturned = new Float32Array(Math.max(observer.size, game.actions, ...widths));
    this.auxiliary = new AuxiliaryTargets(game, shape);
    this.values = widthOf(shape, VALUE);
    this.mask = new Uint8Array(game.actions);
    this.places = new Uint8Array(players);
    this.rewards = new Float64Array(players);
    this.sums = new Float64Array(players);
  }

  /**
   * The decisions of these games that were searched to be learned from, game after game: the policy's target is the
   * search's improved policy, the values' are a mixture of what came of the game and what the search expected.
   * @param outcome share of what came of the game, 0..1
   * @param turns draws for each decision how it is turned, where the game has symmetries; without it none is
   * @throws RangeError when a game cannot have been played so
   */
  of(games: readonly SearchedGame[], outcome: number, turns?: Rng): Decisions {
    const { game, observer, shape } = this.setup;
    const { values } = this;
    const rows = games.reduce((sum, { searched }) => sum + searched.length, 0);
    const size = observer.actions?.size ?? 0;
    const legal = games.reduce((sum, { policies }) => sum + policies.length, 0);
    const batch: Decisions = {
      rows,
      observation: shared(rows * observer.size),
      mask: new Uint8Array(new SharedArrayBuffer(rows * game.actions)),
      ...(size > 0 && {
        features: { values: shared(legal * size), first: new Int32Array(new SharedArrayBuffer(4 * rows)) },
      }),
      action: new Int32Array(new SharedArrayBuffer(4 * rows)),
      targets: {
        [POLICY]: shared(rows * game.actions),
        [VALUE]: shared(rows * values).fill(Number.NaN),
        ...Object.fromEntries(furtherHeads(shape).map(({ name, width }) => [name, shared(rows * width)])),
      },
    };
    let row = 0;
    let features = 0;
    for (const one of games) {
      this.replay(one, batch, row, features, outcome);
      row += one.searched.length;
      features += one.policies.length;
    }
    if (turns && this.symmetries.length > 0) this.turn(batch, turns);
    return batch;
  }

  /**
   * Turns each row by one of the symmetries, or by none. Values are not touched: who wins is the same, and so are the
   * places.
   */
  private turn({ rows, observation, mask, action, targets }: Decisions, rng: Rng): void {
    const { game, observer } = this.setup;
    for (let row = 0; row < rows; row++) {
      const symmetry = this.symmetries[rng.int(this.symmetries.length + 1)];
      if (!symmetry) continue;
      this.move(observation, row * observer.size, symmetry.observation);
      this.move(mask, row * game.actions, symmetry.actions);
      this.move(targets[POLICY]!, row * game.actions, symmetry.actions);
      for (const [name, places] of Object.entries(symmetry.auxiliary ?? {}))
        if (targets[name]) this.move(targets[name], row * places.length, places);
      action[row] = symmetry.actions[action[row]!]!;
    }
  }

  /** Each number goes to its place. */
  private move(numbers: Float32Array | Uint8Array, from: number, places: readonly number[]): void {
    const { unturned } = this;
    for (let i = 0; i < places.length; i++) unturned[i] = numbers[from + i]!;
    for (let i = 0; i < places.length; i++) numbers[from + places[i]!] = unturned[i]!;
  }

  /** What came of a game. @throws RangeError when it cannot have been played so */
  outcome(searched: SearchedGame): SearchedOutcome {
    return this.replay(searched);
  }

  /** Plays a game again. @param row where its rows begin in the batch @param legal where the features of its actions do */
  private replay(searched: SearchedGame, batch?: Decisions, row = 0, legal = 0, share = 0): SearchedOutcome {
    const { game, options, players, observer, returns } = this.setup;
    const { mask, places, rewards, sums, values } = this;
    const { seed, actions, policies } = searched;
    const broken = (why: string) => new RangeError(`the game ${seed} cannot have been played so: ${why}`);
    if (searched.values.length !== searched.searched.length * players) throw broken('values are missing');
    const chance = dealOf(game, seed);
    const state = game.newState(options, chance);
    const byRewards = game.scoring === 'rewards';
    const target = batch?.targets[VALUE];
    const actors: number[] = [];
    observer.reset?.();
    sums.fill(0);
    let at = 0;
    for (const [i, action] of actions.entries()) {
      if (state.over) throw broken(`it was over before action ${i + 1}`);
      const count = state.legal(mask);
      if (mask[action] !== 1) throw broken(`action ${i + 1}, ${action}, was not legal`);
      if (searched.searched[actors.length] === i) {
        const here = row + actors.length;
        const seat = state.actor;
        if (at + count > policies.length) throw broken('probabilities are missing');
        if (batch) {
          writeFinite(observer, state, seat, batch.observation, here * observer.size);
          batch.mask.set(mask, here * game.actions);
          if (batch.features) {
            const { first, values: out } = batch.features;
            first[here] = legal + at;
            const { size } = observer.actions!;
            observer.actions!.write(state, mask, batch.observation, here * observer.size, out, (legal + at) * size);
          }
          batch.action[here] = action;
          const wanted = batch.targets[POLICY]!;
          for (let a = 0, k = at; a < game.actions; a++)
            if (mask[a] === 1) wanted[here * game.actions + a] = policies[k++]!;
          // What was earned before is known; what the search expects comes after it.
          for (let s = 0; s < players; s++) {
            const value = searched.values[actors.length * players + s]!;
            target![here * values + ((s - seat + players) % players)] = (1 - share) * value - share * sums[s]!;
          }
        }
        at += count;
        actors.push(seat);
      }
      state.apply(action, chance);
      if (!byRewards) continue;
      state.rewards(rewards);
      for (let s = 0; s < players; s++) sums[s]! += rewards[s]!;
    }
    if (!state.over) throw broken('it is not over');
    if (actors.length !== searched.searched.length || at !== policies.length) throw broken('its searches do not fit');
    if (!byRewards) {
      finalPlaces(state, places);
      placeReturns(places, state.truncated, returns, sums);
    }
    if (target)
      for (const [k, seat] of actors.entries())
        for (let s = 0; s < players; s++)
          target[(row + k) * values + ((s - seat + players) % players)]! += share * sums[s]!;
    if (batch) for (const [k, seat] of actors.entries()) this.auxiliary.write(state, seat, batch.targets, row + k);
    return { returns: sums.slice(), truncated: state.truncated };
  }
}

/** Learners of several threads read them. */
const shared = (length: number) => new Float32Array(new SharedArrayBuffer(4 * length));
