/**
 * Judging actions by the positions that they lead to, their afterstates (Sutton and Barto, 2nd edition, 6.8; Tesauro 1995):
 * each legal action is tried on samples of what the seat cannot know, with drawn luck, and a network values what comes of
 * it. Where one action is only a link in a chain of the seat's own decisions (a die, then a unit, then where to), its
 * position says little, so a beam search goes on along the chain, until luck is drawn, another seat decides, or the game
 * ends.
 */
import type { View } from '../../env/agent.js';
import type { Rng } from '../../env/chance.js';
import { refuseNotFinite } from '../../env/finite.js';
import type { Game, State } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import { type OutcomeRule, Outcomes } from '../../env/outcomes.js';
import { UserError } from '../../env/user-error.js';
import { SearchChance } from '../search/search-chance.js';
import { drawByValue, type Spread } from './spread.js';
import type { ValueNetwork } from './value-network.js';

/** How actions are judged. Plain data. */
export interface AfterstateSearch {
  /** Samples of an action that draws luck, or shows what was hidden. */
  samples: number;
  /** Positions of the seat's own turn that are followed at each step; 0: only the next position counts. */
  beam: number;
}

/** What own turns are judged with. */
export interface OwnTurnSetup extends AfterstateSearch {
  game: Game;
  players: number;
  observer: Observer;
  network: ValueNetwork;
  outcomes: OutcomeRule;
}

export const NOT_FINITE = 'the value of a position is not finite: learning diverged; lower learningRate';

/** Steps of a chain after which it is judged unfinished. */
const LONGEST_CHAIN = 64;

/** A position that an action led to. */
interface Node {
  /** The position that it was played in; null: the one to be decided. */
  readonly parent: Node | null;
  readonly action: number;
  /** Which of the legal actions the chain began with. */
  readonly first: number;
  /** What the chain has earned the seat. */
  gain: number;
  /** Expected return. */
  value: number;
  /** The position itself, where the seat goes on from it: nothing new was seen on the way. */
  state: State | null;
  /** Another action has led to the same position, whose chain goes on from there. */
  twin: boolean;
  /** Rows of its samples that a network judges; the samples that ended the game count in `sum`. */
  readonly from: number;
  rows: number;
  sum: number;
  samples: number;
}

/** Judges the actions of one decision after the other. Belongs to one thread. */
export class OwnTurn {
  /** Legal actions of the last decision. */
  legal = 0;
  /** Their ids, ascending. */
  readonly ids: Int32Array;
  /** What the seat may expect of each. */
  readonly values: Float64Array;
  /** Samples of an action that draws luck, or shows what was hidden. */
  samples: number;
  /** Positions of the seat's own turn that are followed at each step. */
  beam: number;
  /** Index of the action with the greatest value. */
  best = 0;
  /** Positions that were judged since it was made. */
  judged = 0;
  private readonly chance: SearchChance;
  private readonly mask: Uint8Array;
  private readonly rewards: Float64Array;
  private readonly outcomes: Outcomes;
  private readonly hidden: boolean;
  /** Positions that are used again and again; the first `used` are in use. */
  private readonly pool: State[] = [];
  private used = 0;
  /** Samples of the position to be decided. */
  private readonly roots: State[] = [];
  private drawnRoots = 0;
  /** Samples of the position that is expanded, and how many of them are there. */
  private readonly redraws: State[] = [];
  private drawnAgain = 0;
  private redrawnOf: Node | null = null;
  private outputs: Float32Array;
  private rows = 0;
  private seed = 0;
  private seat = 0;
  /** Hashes of the position to be decided and of all that chains have led to. */
  private readonly seen = new Set<number>();
  /** Where the best chain of each first action ends. */
  private readonly leaves: (Node | null)[] = [];
  /** The rest of the chain that is being played: its positions, and what is played in them. */
  private plan: { state: State; action: number }[] = [];
  private readonly expected: Float32Array;
  private readonly shown: Float32Array;

  constructor(private readonly setup: OwnTurnSetup) {
    const { game, players, observer, network } = setup;
    if (network.inputs !== observer.size)
      throw new RangeError(
        `this network reads ${network.inputs} observation values, its observer writes ${observer.size}`,
      );
    this.samples = setup.samples;
    this.beam = setup.beam;
    this.chance = new SearchChance(game.streams.length);
    this.ids = new Int32Array(game.actions);
    this.values = new Float64Array(game.actions);
    this.mask = new Uint8Array(game.actions);
    this.rewards = new Float64Array(players);
    this.outcomes = new Outcomes(game, players, setup.outcomes);
    this.hidden = game.information === 'imperfect';
    this.outputs = new Float32Array(64 * network.values);
    this.expected = new Float32Array(observer.size);
    this.shown = new Float32Array(observer.size);
  }

  /** Forgets the chain that is being played. */
  reset(): void {
    this.plan = [];
  }

  /** Lets go of the positions that it writes into: those of the next game may have other options. */
  release(): void {
    this.reset();
    this.pool.length = 0;
    this.roots.length = 0;
    this.redraws.length = 0;
    this.redrawnOf = null;
  }

  /** What the chain under way plays next, where nothing but the expected has happened; -1: it must be judged anew. */
  planned(view: View): number {
    const next = this.plan.shift();
    if (!next) return -1;
    const { observer } = this.setup;
    if (next.state.actor === view.seat && view.mask[next.action] === 1) {
      observer.write(next.state, view.seat, this.expected, 0);
      view.observe(observer, this.shown, 0);
      if (this.expected.every((number, i) => number === this.shown[i])) return next.action;
    }
    this.plan = [];
    return -1;
  }

  /**
   * Judges all legal actions: `legal`, `ids`, `values` and `best`.
   * @param seed of all that is drawn
   */
  judge(view: View, seed: number): void {
    const { beam } = this;
    this.begin(view, seed);
    let level = this.expand(null, view);
    this.evaluate(level);
    // What a chain is worth that was not followed to its end.
    for (const node of level) this.values[node.first] = node.value;
    let inner = beam > 0 ? this.settle(level) : [];
    for (let depth = 1; beam > 0 && inner.length > 0 && depth < LONGEST_CHAIN; depth++) {
      if (inner.length > beam) inner = inner.sort((a, b) => b.value - a.value).slice(0, beam);
      this.rows = 0;
      level = inner.flatMap((node) => this.expand(node, view));
      this.evaluate(level);
      inner = this.settle(level);
    }
    this.best = 0;
    for (let i = 0; i < this.legal; i++) {
      const leaf = this.leaves[i];
      if (leaf) this.values[i] = leaf.value;
      if (this.values[i]! > this.values[this.best]!) this.best = i;
    }
  }

  /**
   * Judges all legal actions, and draws one by their values.
   * @param spread of values so far; this decision is added to it
   * @param temperature in units of the spread; 0: the best
   * @returns index of the action
   */
  choose(view: View, rng: Rng, spread: Spread, temperature: number): number {
    this.judge(view, rng.int(0x1_0000_0000));
    spread.add(this.values, this.legal);
    const uniform = temperature > 0 ? rng.uniform() : 0;
    return drawByValue(this.values, this.legal, temperature * spread.mean, uniform);
  }

  /** Goes on with the best chain that begins so. @param first index of the action that is played */
  follow(first: number): void {
    this.plan = [];
    for (let node = this.leaves[first]; node?.parent; node = node.parent)
      this.plan.unshift({ state: node.parent.state!, action: node.action });
  }

  private begin(view: View, seed: number): void {
    this.plan = [];
    this.seed = seed;
    this.seat = view.seat;
    this.used = 0;
    this.rows = 0;
    this.drawnRoots = 0;
    this.seen.clear();
    this.legal = 0;
    view.observe(this.setup.observer, this.shown, 0);
    this.setup.network.compareWith(this.shown);
    if (this.beam > 0) this.seen.add(this.root(view, 0).hash());
    for (let action = 0; action < view.mask.length; action++)
      if (view.mask[action] === 1) {
        this.leaves[this.legal] = null;
        this.ids[this.legal++] = action;
      }
  }

  /** The position to be decided, with what is hidden drawn for the n-th time. */
  private root(view: View, n: number): State {
    while (this.drawnRoots <= n) {
      this.chance.start(this.seed, this.drawnRoots);
      this.roots[this.drawnRoots] = view.sample(this.chance, this.roots[this.drawnRoots]);
      this.drawnRoots++;
    }
    return this.roots[n]!;
  }

  /** Plays every legal action of a position. Null: of the one to be decided. */
  private expand(node: Node | null, view: View): Node[] {
    const children: Node[] = [];
    if (!node) {
      for (let i = 0; i < this.legal; i++) children.push(this.child(null, this.ids[i]!, i, view)!);
      return children;
    }
    const { mask } = this;
    node.state!.legal(mask);
    for (let action = 0; action < mask.length; action++) {
      if (mask[action] !== 1) continue;
      const child = this.child(node, action, node.first, view);
      if (child) children.push(child);
    }
    return children;
  }

  /**
   * Plays one action, as often as what comes of it may differ.
   * @returns null: another chain has led to the same position, and goes on from there
   */
  private child(parent: Node | null, action: number, first: number, view: View): Node | null {
    const { samples, chance, hidden, seat, seen } = this;
    const gain = parent?.gain ?? 0;
    const child: Node = {
      parent,
      action,
      first,
      gain,
      value: 0,
      state: null,
      twin: false,
      from: this.rows,
      rows: 0,
      sum: 0,
      samples: 0,
    };
    let certain = true;
    let hash = 0;
    for (let n = 0; n < samples; n++) {
      const state = this.taken(view);
      if (!parent) state.copyFrom(this.root(view, hidden ? n : 0));
      else state.copyFrom(hidden && n > 0 ? this.redrawn(parent, n) : parent.state!);
      chance.start(this.seed, n);
      state.apply(action, chance);
      if (chance.drawn > 0) certain = false;
      const goesOn = n === 0 && certain && !state.over && state.actor === seat && this.beam > 0;
      if (goesOn) {
        hash = state.hash();
        if (parent && seen.has(hash)) {
          this.used--;
          return null;
        }
      }
      const reward = this.outcome(state, child);
      if (n === 0) {
        child.gain = gain + reward;
        if (goesOn) child.state = state;
      }
      if (child.state !== state) this.used--;
      if (!certain) continue;
      // Nothing was drawn: with nothing hidden, or nothing shown of it, there is no other outcome.
      if (!hidden) break;
      if (n === 1) {
        if (this.alike(child)) break;
        certain = false;
      }
    }
    if (!child.state) return child;
    if (certain) {
      child.twin = seen.has(hash);
      seen.add(hash);
    } else this.giveBack(child);
    return child;
  }

  /** A position with what is hidden drawn for the n-th time, the first from 1; the same for all its actions. */
  private redrawn(node: Node, n: number): State {
    const { redraws, chance } = this;
    if (this.redrawnOf !== node) {
      this.redrawnOf = node;
      this.drawnAgain = 0;
    }
    while (this.drawnAgain < n) {
      const state = (redraws[this.drawnAgain++] ??= node.state!.clone());
      state.copyFrom(node.state!);
      chance.start(this.seed, this.drawnAgain);
      state.resample(this.seat, chance);
    }
    return redraws[n - 1]!;
  }

  /** A sample more of what came of an action. @returns what it earned */
  private outcome(state: State, child: Node): number {
    const { seat, rewards, outcomes } = this;
    let reward = 0;
    if (outcomes.reward > 0) {
      state.rewards(rewards);
      reward = outcomes.reward * rewards[seat]!;
    }
    child.samples++;
    child.sum += reward;
    if (state.over) {
      outcomes.write(state, rewards);
      child.sum += rewards[seat]!;
    } else {
      child.rows++;
      this.observe(state);
    }
    return reward;
  }

  /** Whether two samples came to the same; the second is then forgotten. */
  private alike(child: Node): boolean {
    if (child.rows === 1) return false;
    if (child.rows === 2) {
      if (!this.setup.network.same(child.from, child.from + 1)) return false;
      child.rows = 1;
      this.rows--;
    }
    child.sum /= 2;
    child.samples = 1;
    return true;
  }

  /** Its position is one of several: the seat does not go on from it before it has seen which. */
  private giveBack(child: Node): void {
    // It was the last but for samples that were given back already.
    child.state = null;
    this.used--;
  }

  private taken(view: View): State {
    if (this.used === this.pool.length) this.pool.push(this.root(view, 0).clone());
    return this.pool[this.used++]!;
  }

  private observe(state: State): void {
    const { observer, network } = this.setup;
    network.reserve(this.rows + 1);
    observer.write(state, this.seat, network.observations, this.rows * network.stride);
    this.rows++;
  }

  /** Values of positions that were just observed. */
  private evaluate(level: readonly Node[]): void {
    const { rows } = this;
    const { network } = this.setup;
    if (rows * network.values > this.outputs.length) this.outputs = new Float32Array(2 * rows * network.values);
    const { outputs } = this;
    network.run(rows, outputs);
    this.judged += rows;
    for (const node of level) {
      let sum = node.sum;
      for (let row = node.from; row < node.from + node.rows; row++) sum += outputs[row * network.values]!;
      node.value = (node.parent?.gain ?? 0) + sum / node.samples;
      if (!Number.isFinite(node.value)) this.blame(node);
    }
  }

  /** @throws UserError naming the piece of the observation that is not finite */
  private blame({ from, rows }: Node): never {
    const { network, observer } = this.setup;
    const { observations, stride, inputs } = network;
    for (let row = from; row < from + rows; row++)
      refuseNotFinite(observer, observations.subarray(row * stride, row * stride + inputs));
    throw new UserError(NOT_FINITE);
  }

  /** Ends the chains that are over. @returns positions from which the seat goes on */
  private settle(level: readonly Node[]): Node[] {
    const { leaves } = this;
    const inner: Node[] = [];
    for (const node of level) {
      if (node.state) {
        if (!node.twin) inner.push(node);
        continue;
      }
      const best = leaves[node.first];
      if (!best || node.value > best.value) leaves[node.first] = node;
    }
    return inner;
  }
}
