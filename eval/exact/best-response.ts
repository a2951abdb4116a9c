/**
 * What a policy is worth over the whole tree of a game, and what the best answer to it is worth: exact up to rounding.
 * A policy is a table with the probability of each action of each information state (`InformationState.offset`).
 */
import type { Agent } from '../../env/agent.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { CHANCE, type GameTree, TERMINAL } from './tree.js';

/** Probability of each action of each information state. */
export type PolicyTable = Float64Array;

/** The same probability for every action. */
export function uniformPolicy(tree: GameTree): PolicyTable {
  const table = new Float64Array(tree.tableSize);
  for (const { actions, offset } of tree.informationStates)
    table.fill(1 / actions.length, offset, offset + actions.length);
  return table;
}

/**
 * An agent's choices as a table. One and the same agent plays all seats.
 * @throws UserError when it cannot tell its probabilities, or tells something that is none
 */
export function tabulate(tree: GameTree, agent: Agent): PolicyTable {
  if (!agent.probabilities)
    throw new UserError(
      `agent ${agent.name} has no probabilities; exact tools take random, policy:<run> and scripted players that have them`,
    );
  agent.reset(0);
  const view = new LiveView(tree.game);
  const table = new Float64Array(tree.tableSize);
  const out = new Float32Array(tree.game.actions);
  for (const { actions, offset, state } of tree.informationStates) {
    out.fill(0);
    agent.probabilities(view.show(state), out);
    const total = out.reduce((sum, p) => sum + p, 0);
    const least = Math.min(...out);
    if (!(least >= 0) || Math.abs(total - 1) > 1e-4 || actions.reduce((sum, a) => sum + out[a]!, 0) < total - 1e-6)
      throw new UserError(`agent ${agent.name}: its probabilities add up to ${total} over legal and illegal actions`);
    // They come in single precision.
    for (const [k, action] of actions.entries()) table[offset + k] = out[action]! / total;
  }
  return table;
}

/** Expected returns by seat when everybody plays the policy. */
export function expectedReturns(tree: GameTree, policy: PolicyTable): number[] {
  const { players } = tree;
  const values = new Float64Array(tree.seat.length * players);
  for (let node = tree.seat.length - 1; node >= 0; node--) {
    const outcome = tree.outcome[node]!;
    for (let seat = 0; seat < players; seat++) {
      let sum = 0;
      if (tree.seat[node] === TERMINAL) sum = tree.returns[outcome + seat]!;
      else
        for (let k = 0; k < tree.count[node]!; k++)
          sum += edge(tree, policy, node, k) * values[tree.children[tree.first[node]! + k]! * players + seat]!;
      values[node * players + seat] = sum;
    }
  }
  return [...values.subarray(0, players)];
}

/** Probability of the k-th child of a node. */
export function edge(tree: GameTree, policy: PolicyTable, node: number, k: number): number {
  if (tree.seat[node] === CHANCE) return tree.probability[tree.first[node]! + k]!;
  return policy[tree.informationStates[tree.information[node]!]!.offset + k]!;
}

/** The best that a seat can do. */
export interface BestResponse {
  /** Its expected return. */
  value: number;
  /** By information state, the index of the best action among its actions; -1 for those of other seats or unreached. */
  choices: Int32Array;
  /** [nodes] how likely chance and the others lead there, if the seat goes there. */
  reach: Float64Array;
  /** Expected return of the seat from a node on. */
  valueAt(node: number): number;
}

/**
 * The best answer of one seat while all others play the policy.
 * @throws UserError when observations forget, so that there is no such thing as a policy over them
 */
export function bestResponse(tree: GameTree, policy: PolicyTable, seat: number): BestResponse {
  if (tree.forgets && tree.game.information === 'imperfect')
    throw new UserError(
      `${tree.game.id}: its observations do not hold all that a seat saw and did, so there is no exact answer`,
    );
  const size = tree.seat.length;
  // How likely chance and the others lead to each node, if this seat goes there.
  const reach = new Float64Array(size);
  const members: number[][] = tree.informationStates.map(() => []);
  reach[0] = 1;
  for (let node = 0; node < size; node++) {
    const own = tree.seat[node] === seat;
    if (own) members[tree.information[node]!]!.push(node);
    for (let k = 0; k < tree.count[node]!; k++)
      reach[tree.children[tree.first[node]! + k]!] = reach[node]! * (own ? 1 : edge(tree, policy, node, k));
  }
  const values = new Float64Array(size).fill(Number.NaN);
  const choices = new Int32Array(tree.informationStates.length).fill(-1);

  const choose = (id: number): number => {
    if (choices[id]! >= 0) return choices[id]!;
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < tree.informationStates[id]!.actions.length; k++) {
      let sum = 0;
      for (const node of members[id]!)
        if (reach[node]! > 0) sum += reach[node]! * value(tree.children[tree.first[node]! + k]!);
      if (sum > most) {
        most = sum;
        best = k;
      }
    }
    return (choices[id] = best);
  };
  const value = (node: number): number => {
    if (!Number.isNaN(values[node])) return values[node]!;
    let sum = 0;
    if (tree.seat[node] === TERMINAL) sum = tree.returns[tree.outcome[node]! + seat]!;
    else if (tree.seat[node] === seat) sum = value(tree.children[tree.first[node]! + choose(tree.information[node]!)]!);
    else
      for (let k = 0; k < tree.count[node]!; k++) {
        const probability = edge(tree, policy, node, k);
        if (probability > 0) sum += probability * value(tree.children[tree.first[node]! + k]!);
      }
    return (values[node] = sum);
  };
  return { value: value(0), choices, reach, valueAt: value };
}

/** What all seats together could gain by answering best, each alone; 0 exactly in an equilibrium. */
export interface Exploitation {
  nashConv: number;
  /** Expected returns by seat when all play the policy. */
  returns: number[];
  /** Expected return of each seat when it alone answers best. */
  bestResponse: number[];
}

function checkPolicy({ game, tableSize, informationStates }: GameTree, policy: PolicyTable): void {
  if (policy.length !== tableSize)
    throw new UserError(`a policy of ${game.id} has ${tableSize} probabilities, and ${policy.length} were given`);
  for (const [number, { offset, actions }] of informationStates.entries()) {
    const own = policy.subarray(offset, offset + actions.length);
    const sum = own.reduce((a, b) => a + b, 0);
    if (!(Math.abs(sum - 1) < 1e-6) || own.some((p) => p < 0))
      throw new UserError(
        `the policy's probabilities at information state ${number} are ${own.join(', ')}: their sum must be 1`,
      );
  }
}

/**
 * How far a policy is from an equilibrium: what each seat gains by answering it best, exactly, over the whole game.
 * @param policy probabilities of the actions at each information state, as `tabulate` makes them; all seats play it
 * @throws UserError when they are no probabilities: nothing gained by an answer to no policy would look like an equilibrium
 */
export function exploitation(tree: GameTree, policy: PolicyTable): Exploitation {
  checkPolicy(tree, policy);
  const returns = expectedReturns(tree, policy);
  const best = returns.map((_, seat) => bestResponse(tree, policy, seat).value);
  return { nashConv: best.reduce((sum, v, seat) => sum + v - returns[seat]!, 0), returns, bestResponse: best };
}
