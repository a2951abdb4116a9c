/**
 * Determinised Monte-Carlo tree search for any game: each simulation starts from a fresh sample of what the seat cannot
 * know, plays on with dice of its own, and ends in a rollout by fast players. It sees the position only through
 * `View.sample`; the live state and its dice are out of reach.
 *
 * Information-set tree search with open-loop chance nodes (Cowling, Powley and Whitehouse 2012; Perez et al. 2015): nodes
 * are action sequences, legal actions are asked anew at every visit, UCB1 counts how often an action was available.
 * New actions are let in slowly (progressive widening, Coulom 2007), the rollout player's own choice first: with few
 * simulations the search plays like its rollout player, and every further one can only correct it.
 */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed, shuffle } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import type { Evaluate } from '../../env/judges.js';
import { defaultReturns, type ReturnRule } from '../../env/returns.js';
import { randomAction } from '../random.js';
import { Rivals, type SimulatedOpponent } from './opponents.js';
import { SearchTree } from './search-tree.js';
import { checkBudget, type SearchBudget, Simulation, spending } from './simulation.js';

/** How to search. */
export interface SearchSettings extends SearchBudget {
  /** Makes a player for the rollouts, one a seat; it may not carry anything from one decision to the next. Default: uniform. */
  rollout?: () => Agent;
  /** Who plays the seats that do not search instead, in rollouts. Default: as `rollout` says. */
  opponents?: readonly SimulatedOpponent[] | undefined;
  /** Cuts rollouts after this many decisions; needs `evaluate`. Default: played to the end. */
  depth?: number;
  /**
   * Cuts rollouts when this many rounds (`State.round`) have gone by since the decision; needs `evaluate`. Positions are
   * then compared at the same moment of the game, which decisions alone do not see to: who ends its turn early would be
   * judged later, with a harvest more.
   */
  rounds?: number;
  evaluate?: Evaluate;
  /** How final places count. Default: `searchDefaults.returns`. */
  returns?: ReturnRule;
  /** UCB1's constant, for returns scaled to 0..1. */
  exploration?: number;
  /** A new action is tried at the root after every so many simulations. */
  widening?: number;
}

/**
 * Mostly for the first place, since matches are counted by it: in Big Pig at four seats a search for the first place
 * alone won 35 % against three by all places, all with 100 simulations. A fifth by all places tells bad from worse.
 */
export const searchDefaults = {
  exploration: 0.7,
  widening: 6,
  returns: { ...defaultReturns, winWeight: 0.8 } as ReturnRule,
};

/** What is set up once per game and used by every simulation. */
class Table extends Simulation {
  readonly tree: SearchTree;
  readonly path: number[] = [];
  /** Who searches. */
  seat = 0;

  constructor(
    { game, players }: View,
    private readonly bots: readonly Agent[] | null,
    readonly rivals: Rivals | null,
    rule: ReturnRule,
  ) {
    super(game, players, rule);
    this.tree = new SearchTree(players);
  }

  /** Who plays a seat in rollouts; null: uniform play. */
  player(seat: number): Agent | null {
    return this.rivals && seat !== this.seat ? this.rivals.at(seat) : (this.bots?.[seat] ?? null);
  }
}

/**
 * An agent that looks ahead by determinised Monte-Carlo tree search, in any game: each simulation starts from a fresh
 * sample of what its seat cannot know, plays on with dice of its own, and ends in a rollout by fast players.
 * @throws RangeError without a budget (simulations or milliseconds), or with a cut rollout and no evaluation
 */
export class SearchAgent implements Agent {
  simulations = 0;
  private seed: Seed = 0;
  private rng: Rng = createRng(0);
  private table: Table | null = null;
  /** Smallest and largest return seen in this decision: UCB1 needs returns on a known scale. */
  private low = 0;
  private high = 0;
  /** Round at which rollouts are cut. */
  private lastRound = Infinity;
  private readonly exploration: number;
  private readonly widening: number;
  private readonly rule: ReturnRule;

  constructor(
    readonly name: string,
    private readonly settings: SearchSettings,
  ) {
    checkBudget(settings);
    if (Math.min(settings.depth ?? Infinity, settings.rounds ?? Infinity) < Infinity && !settings.evaluate)
      throw new RangeError('a cut rollout needs an evaluation');
    this.exploration = settings.exploration ?? searchDefaults.exploration;
    this.widening = settings.widening ?? searchDefaults.widening;
    this.rule = settings.returns ?? searchDefaults.returns;
  }

  reset(seed: Seed): void {
    this.seed = seed;
    this.rng = createRng(`${seed}/search`);
    this.table = null;
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    const table = this.prepare(view);
    const order = this.rootOrder(view, table);
    const seed = this.rng.int(0x1_0000_0000);
    const { tree } = table;
    tree.clear();
    this.low = Infinity;
    this.high = -Infinity;

    const spent = spending(this.settings);
    let done = 0;
    do {
      // The n-th simulation of every root action has the same draws.
      const child = this.rootChild(view, table, order);
      table.chance.start(seed, tree.visits[child]!);
      table.rivals?.draw(table.chance, view.players);
      this.simulate(view, table, child);
      done++;
    } while (spent(done) < 1);
    this.simulations += done;
    return tree.mostTried(view.seat);
  }

  private prepare(view: View): Table {
    if (this.table?.fits(view)) {
      this.table.seat = view.seat;
      return this.table;
    }
    const { rollout, opponents } = this.settings;
    const bots = rollout ? Array.from({ length: view.players }, rollout) : null;
    bots?.forEach((bot, seat) => {
      bot.reset(`${this.seed}/rollout ${seat}`);
    });
    const rivals = opponents ? new Rivals(opponents) : null;
    rivals?.reset();
    this.table = new Table(view, bots, rivals, this.rule);
    this.table.seat = view.seat;
    return this.table;
  }

  /**
   * The legal actions in the order in which the root lets them in: by the rollout player's probabilities where it has
   * them, else its choice first; what it has no opinion on, by chance.
   */
  private rootOrder(view: View, table: Table): Int32Array {
    const order = new Int32Array(view.legal);
    for (let a = 0, n = 0; n < order.length; a++) if (view.mask[a]) order[n++] = a;
    shuffle(order, this.rng);
    const bot = table.player(view.seat);
    if (bot) {
      const state = (table.state = view.sample(this.rng, table.state));
      table.mask.set(view.mask);
      const shown = table.show(state, view.legal);
      if (bot.probabilities) {
        const p = new Float32Array(view.mask.length);
        bot.probabilities(shown, p);
        order.sort((a, b) => p[b]! - p[a]!);
      } else swap(order, 0, order.indexOf(bot.act(shown)));
    }
    return order;
  }

  private rootChild(view: View, table: Table, order: Int32Array): number {
    const { tree } = table;
    const visits = tree.visits[0]!;
    const children = tree.size > 1 ? countChildren(tree) : 0;
    const wanted = Math.min(order.length, 2 + Math.floor(visits / this.widening));
    if (children < wanted) return tree.add(0, order[children]!);
    return this.select(tree, 0, view.seat, null);
  }

  /** One simulation: sample, walk down the tree, roll out, count. */
  private simulate(view: View, table: Table, child: number): void {
    const { tree, mask, path } = table;
    const state = table.begin(view);
    if (this.settings.rounds !== undefined) this.lastRound = state.round + this.settings.rounds;
    path.length = 0;
    path.push(0, child);
    for (let node = child; ; ) {
      table.apply(state, tree.action[node]!);
      if (state.over) break;
      const fresh = tree.visits[node] === 0;
      if (fresh) {
        this.rollout(state, table);
        break;
      }
      const legal = state.legal(mask);
      node = this.descend(state, table, node, legal);
      path.push(node);
    }
    if (!state.over) this.settings.evaluate!(state, table.returns);
    table.end(state);
    for (const node of path) tree.count(node, table.returns);
    const mine = table.returns[view.seat]!;
    if (mine < this.low) this.low = mine;
    if (mine > this.high) this.high = mine;
  }

  /** The next node below `node`: a new one while few are tried, else by UCB1 among those that are legal now. */
  private descend(state: State, table: Table, node: number, legal: number): number {
    const { tree, mask } = table;
    const tried = tree.countLegal(node, mask);
    const wanted = Math.min(legal, 1 + Math.floor(Math.sqrt(tree.visits[node]! / 2)));
    if (tried >= wanted) return this.select(tree, node, state.actor, mask);
    let action = -1;
    const bot = table.player(state.actor);
    if (bot) {
      action = table.ask(bot, state, legal);
      if (child(tree, node, action)) action = -1;
    }
    if (action < 0) {
      for (let c = tree.first[node]!; c !== 0; c = tree.sibling[c]!) mask[tree.action[c]!] = 0;
      action = randomAction(mask, legal - tried, table.chance);
    }
    return tree.add(node, action);
  }

  /** UCB1 for the seat that chooses. @param mask which children may be chosen; all when null */
  private select(tree: SearchTree, node: number, seat: number, mask: Uint8Array | null): number {
    const spread = this.high > this.low ? this.high - this.low : 1;
    let best = 0;
    let bestScore = -Infinity;
    for (let c = tree.first[node]!; c !== 0; c = tree.sibling[c]!) {
      if (mask && !mask[tree.action[c]!]) continue;
      const available = ++tree.available[c]!;
      const visits = tree.visits[c]!;
      const score =
        (tree.mean(c, seat) - this.low) / spread + this.exploration * Math.sqrt(Math.log(available + 1) / visits);
      if (score > bestScore) {
        bestScore = score;
        best = c;
      }
    }
    return best;
  }

  private rollout(state: State, table: Table): void {
    const { mask } = table;
    const depth = this.settings.depth ?? Infinity;
    for (let made = 0; made < depth && !state.over && state.round < this.lastRound; made++) {
      const legal = state.legal(mask);
      table.apply(state, table.ask(table.player(state.actor), state, legal));
    }
  }
}

function swap(values: Int32Array, i: number, j: number): void {
  const kept = values[i]!;
  values[i] = values[j]!;
  values[j] = kept;
}

function countChildren(tree: SearchTree): number {
  let n = 0;
  for (let c = tree.first[0]!; c !== 0; c = tree.sibling[c]!) n++;
  return n;
}

/** Whether `node` has a child for this action. */
function child(tree: SearchTree, node: number, action: number): boolean {
  for (let c = tree.first[node]!; c !== 0; c = tree.sibling[c]!) if (tree.action[c] === action) return true;
  return false;
}
