/**
 * What a zero-sum game of two is worth when both play best: by backward induction where nothing is hidden, else by
 * counterfactual regret minimisation (cfr.ts) until both sides' bounds meet.
 */
import { bestResponse, type PolicyTable } from './best-response.js';
import { minimiseRegret } from './cfr.js';
import { CHANCE, type GameTree, TERMINAL } from './tree.js';

/** A game's value for seat 0, and how far off it may be. */
export interface GameValue {
  value: number;
  /** The true value is within this; 0 where it is exact. */
  within: number;
  /** The policy it was found with: an equilibrium up to `within`. */
  policy: PolicyTable;
  /** Times that the whole tree was gone over; 0 where once was enough. */
  iterations: number;
}

/** Whether both seats playing best is worth something definite. */
const hasValue = (tree: GameTree): boolean => tree.players === 2 && tree.game.utility === 'zero-sum';

/** @returns null where there is no such value: another number of seats, or a game that is not zero-sum */
export function solve(tree: GameTree, settings: { within?: number; iterations?: number } = {}): GameValue | null {
  if (!hasValue(tree)) return null;
  if (tree.game.information === 'perfect') return induct(tree);
  const { within = 5e-7, iterations = 5000 } = settings;
  const found = minimiseRegret(tree, { nashConv: 2 * within, iterations });
  // Seat 0 gets at least what its policy keeps against the best answer, and at most the mirror of that.
  const high = bestResponse(tree, found.policy, 0).value;
  const low = -bestResponse(tree, found.policy, 1).value;
  return { value: (high + low) / 2, within: Math.max(0, (high - low) / 2), ...found };
}

/** From the ends to the beginning. */
function induct(tree: GameTree): GameValue {
  const values = new Float64Array(tree.seat.length);
  const policy = new Float64Array(tree.tableSize);
  for (let node = tree.seat.length - 1; node >= 0; node--) {
    const seat = tree.seat[node]!;
    const child = (k: number) => values[tree.children[tree.first[node]! + k]!]!;
    if (seat === TERMINAL) values[node] = tree.returns[tree.outcome[node]!]!;
    else if (seat === CHANCE)
      for (let k = 0; k < tree.count[node]!; k++) values[node]! += tree.probability[tree.first[node]! + k]! * child(k);
    else {
      const sign = seat === 0 ? 1 : -1;
      let best = 0;
      for (let k = 1; k < tree.count[node]!; k++) if (sign * child(k) > sign * child(best)) best = k;
      values[node] = child(best);
      const { offset, actions } = tree.informationStates[tree.information[node]!]!;
      policy.fill(0, offset, offset + actions.length)[offset + best] = 1;
    }
  }
  return { value: values[0]!, within: 0, policy, iterations: 0 };
}
