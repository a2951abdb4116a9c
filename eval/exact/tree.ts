/**
 * The whole tree of a small game: every history of actions and outcomes of chance, walked once over the contract by a
 * `Chance` that enumerates. Forced decisions are asked for too, and cards are drawn when they are dealt, so the counts
 * are those of the literature. Knows nothing of policies.
 */

import { informationKey } from '../../agents/solved/information-state.js';
import type { Chance } from '../../env/chance.js';
import { finalPlaces } from '../../env/finished.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { defaultReturns, placeReturns } from '../../env/returns.js';
import { askingAll, eachOutcome, MAX_HISTORIES, MAX_INFORMATION_STATES, probe, tooLarge } from './outcomes.js';

/** `GameTree.seat` of histories at which nobody decides. */
export const TERMINAL = -1;
export const CHANCE = -2;

/** Everything that looks the same to the seat that must decide. */
interface InformationState {
  seat: number;
  /** The legal actions, ascending. */
  actions: number[];
  /** Where its actions begin in tables of one number an action of each information state. */
  offset: number;
  /** One of its positions, to ask an agent about; not to be changed. */
  state: State;
}

/** Numbers of histories by what happens next. A step that draws several times is as many histories of chance. */
export interface Histories {
  chance: number;
  decision: number;
  terminal: number;
}

/** A tree as lists of nodes; parents stand before their children, node 0 is the root. */
export interface GameTree {
  game: Game;
  players: number;
  /** [nodes] who acts: a seat, `TERMINAL` or `CHANCE`. */
  seat: number[];
  /** [nodes] index of the information state; -1 where nobody decides. */
  information: number[];
  /** [nodes] where the children of a node begin in `children`, in the order of its actions. */
  first: number[];
  /** [nodes] how many there are. */
  count: number[];
  children: number[];
  /** [children] probability of an outcome of chance; 1 for actions. */
  probability: number[];
  /** [nodes] where the returns of a terminal node begin in `returns`; -1 elsewhere. */
  outcome: number[];
  /** By seat, for one terminal node after the other. */
  returns: number[];
  informationStates: InformationState[];
  /** Length of a table with one number for each action of each information state. */
  tableSize: number;
  histories: Histories;
  /** Distinct positions that can come up. */
  positions: number;
  /** Whether some seat forgets what it saw or did, so that its observation is no information state. */
  forgets: boolean;
  /** Index of the information state of the seat to act; undefined where none of this game looks like it. */
  find(state: State): number | undefined;
}

/**
 * Walks a game from its beginning to all its ends.
 * @param options checked options; `askForced` is set
 * @throws UserError when there are more than `most` histories
 */
export function walkTree(
  game: Game,
  options: unknown,
  most = MAX_HISTORIES,
  onProgress?: (histories: number) => void,
): GameTree {
  const all = askingAll(options);
  probe(game, all);
  return new Walker(game, all, most, onProgress).walk();
}

/** Histories between two words of how far it is. */
const TOLD = 10_000;

class Walker {
  private readonly tree: GameTree;
  private readonly ids = new Map<string, number>();
  private readonly seen = new Set<number>();
  /** [information states] what the seat did last before it, so that forgetting shows. */
  private readonly before: number[] = [];
  private readonly pool: State[] = [];
  private readonly mask: Uint8Array;
  private readonly observed: Float32Array;
  private readonly gain = new Float64Array(16);
  private readonly ranks = new Uint8Array(16);

  constructor(
    private readonly game: Game,
    private readonly options: unknown,
    private readonly most: number,
    private readonly onProgress: ((histories: number) => void) | undefined,
  ) {
    this.mask = new Uint8Array(game.actions);
    this.observed = new Float32Array(observationSize(game));
    this.tree = {
      game,
      players: 0,
      seat: [],
      information: [],
      first: [],
      count: [],
      children: [],
      probability: [],
      outcome: [],
      returns: [],
      informationStates: [],
      tableSize: 0,
      histories: { chance: 0, decision: 0, terminal: 0 },
      positions: 0,
      forgets: false,
      find: (state) => this.ids.get(this.key(state)),
    };
  }

  walk(): GameTree {
    const { game, options, tree } = this;
    this.step(
      (chance) => {
        const state = game.newState(options as never, chance);
        tree.players = state.players;
        return state;
      },
      0,
      [],
      [],
    );
    tree.positions = this.seen.size;
    return tree;
  }

  /** One node, or a node of chance over several. @returns its index */
  private step(play: (chance: Chance) => State, depth: number, received: number[], last: number[]): number {
    const { tree } = this;
    const nodes: number[] = [];
    const chances: number[] = [];
    let top = -1;
    const fresh = eachOutcome(this.game, play, (state, probability, drew) => {
      // Before its children, so that parents come first.
      if (drew && top < 0) top = this.add(CHANCE);
      nodes.push(this.visit(state, depth, received, last));
      chances.push(probability);
    });
    tree.histories.chance += fresh;
    if (top < 0) return nodes[0]!;
    this.link(top, nodes, chances);
    return top;
  }

  /** @param received by seat, so far; @param last by seat, its last information state and action as one number */
  private visit(state: State, depth: number, received: number[], last: number[]): number {
    const { tree, game } = this;
    const { players } = tree;
    this.seen.add(state.hash());
    let sums = received;
    if (game.scoring === 'rewards' && depth > 0) {
      state.rewards(this.gain.subarray(0, players));
      sums = Array.from({ length: players }, (_, i) => (received[i] ?? 0) + this.gain[i]!);
    }
    if (state.over) {
      const node = this.add(TERMINAL);
      tree.histories.terminal++;
      tree.outcome[node] = tree.returns.length;
      if (game.scoring === 'places') {
        const ranks = this.ranks.subarray(0, players);
        finalPlaces(state, ranks);
        placeReturns(ranks, state.truncated, defaultReturns, this.gain.subarray(0, players));
        sums = [...this.gain.subarray(0, players)];
      }
      for (let i = 0; i < players; i++) tree.returns.push(sums[i] ?? 0);
      return node;
    }
    const seat = state.actor;
    const node = this.add(seat);
    tree.histories.decision++;
    const id = this.inform(state, last);
    tree.information[node] = id;
    const { actions, offset } = tree.informationStates[id]!;
    const nodes: number[] = [];
    for (const [k, action] of actions.entries()) {
      const after = last.slice();
      after[seat] = offset + k;
      nodes.push(
        this.step(
          (chance) => {
            let copy = this.pool[depth];
            if (copy) copy.copyFrom(state);
            else copy = this.pool[depth] = state.clone();
            copy.apply(action, chance);
            return copy;
          },
          depth + 1,
          sums,
          after,
        ),
      );
    }
    this.link(node, nodes);
    return node;
  }

  private add(seat: number): number {
    const { tree } = this;
    const node = tree.seat.length;
    if (node >= this.most) throw tooLarge(this.game);
    if (node % TOLD === 0) this.onProgress?.(node);
    tree.seat.push(seat);
    tree.information.push(-1);
    tree.first.push(0);
    tree.count.push(0);
    tree.outcome.push(-1);
    return node;
  }

  private link(node: number, nodes: number[], chances?: number[]): void {
    const { tree } = this;
    tree.first[node] = tree.children.length;
    tree.count[node] = nodes.length;
    for (const [i, child] of nodes.entries()) {
      tree.children.push(child);
      tree.probability.push(chances?.[i] ?? 1);
    }
  }

  /** The information state of the seat to act: what it observes and may do. */
  private inform(state: State, last: number[]): number {
    const { tree, mask, ids } = this;
    const seat = state.actor;
    const key = this.key(state);
    const came = last[seat] ?? -1;
    let id = ids.get(key);
    if (id === undefined) {
      id = tree.informationStates.length;
      if (id >= MAX_INFORMATION_STATES) throw tooLarge(this.game);
      const actions = [...mask.keys()].filter((action) => mask[action] === 1);
      ids.set(key, id);
      tree.informationStates.push({ seat, actions, offset: tree.tableSize, state: state.clone() });
      tree.tableSize += actions.length;
      this.before.push(came);
    } else if (this.before[id] !== came) tree.forgets = true;
    return id;
  }

  /** What the seat to act observes and may do, as a text. */
  private key(state: State): string {
    const { mask, observed } = this;
    state.legal(mask);
    state.observe(state.actor, observed, 0);
    return informationKey(state.actor, mask, observed);
  }
}
