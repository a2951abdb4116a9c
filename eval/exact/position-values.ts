/**
 * What each information state of a solved game of two is worth, and each action in it: to the seat to act, which knows no
 * more than that, against a policy that nobody can exploit.
 */
import type { State } from '../../env/game.js';
import { bestResponse, edge } from './best-response.js';
import { solve } from './solve.js';
import { type GameTree, TERMINAL } from './tree.js';

/** Leduc poker is solved in a second, to a thousandth of a chip. */
const SOLVED = { within: 1e-4, iterations: 1000 };

interface PositionValue {
  values: Map<number, number>;
  chances: number[];
  earned: number[] | null;
  within: number;
}

/** What is summed up over the nodes of an information state. */
interface Sum {
  weight: number;
  /** Of each action, for the seat to act: what it earns. */
  actions: number[];
  /** The chance of seat 0 to win. */
  wins: number;
}

/**
 * @returns what a position is worth, null for one that cannot come up; or null where the game has no values: other numbers of
 *   seats, not zero-sum, or observations that forget
 */
export function positionValues(tree: GameTree): ((state: State) => PositionValue | null) | null {
  const { game } = tree;
  const solved = tree.forgets ? null : solve(tree, SOLVED);
  if (!solved) return null;
  const { policy, within } = solved;
  const size = tree.seat.length;
  // The chance of seat 0 to win when both play the policy.
  const wins = new Float64Array(size);
  for (let node = size - 1; node >= 0; node--) {
    if (tree.seat[node] === TERMINAL) wins[node] = (1 + Math.sign(tree.returns[tree.outcome[node]!]!)) / 2;
    for (let k = 0; k < tree.count[node]!; k++)
      wins[node]! += edge(tree, policy, node, k) * wins[tree.children[tree.first[node]! + k]!]!;
  }
  const sums = tree.informationStates.map(
    ({ actions }): Sum => ({ weight: 0, actions: actions.map(() => 0), wins: 0 }),
  );
  for (const seat of [0, 1]) {
    // What an action is worth if its seat plays best afterwards.
    const { valueAt, reach } = bestResponse(tree, policy, seat);
    for (let node = 0; node < size; node++) {
      if (tree.seat[node] !== seat) continue;
      const sum = sums[tree.information[node]!]!;
      // Where the policy of the other seat never leads, all that could lie there counts the same.
      const weight = reach[node]! + 1e-12;
      sum.weight += weight;
      sum.wins += weight * wins[node]!;
      for (let k = 0; k < sum.actions.length; k++)
        sum.actions[k]! += weight * valueAt(tree.children[tree.first[node]! + k]!);
    }
  }
  const byPlaces = game.scoring === 'places';
  return (state) => {
    const id = tree.find(state);
    if (id === undefined) return null;
    const { seat, actions } = tree.informationStates[id]!;
    const { weight, actions: totals, wins: won } = sums[id]!;
    const unit = (earned: number) => (byPlaces ? (1 + earned) / 2 : earned);
    const values = new Map(actions.map((action, k) => [action, unit(totals[k]! / weight)]));
    const best = Math.max(...values.values());
    const win = byPlaces ? (seat === 0 ? best : 1 - best) : won / weight;
    const earned = byPlaces ? null : seat === 0 ? [best, 0 - best] : [0 - best, best];
    return { values, chances: [win, 1 - win], earned, within };
  };
}
