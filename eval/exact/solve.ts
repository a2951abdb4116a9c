/**
 * What a zero-sum game of two is worth when both play best: by backward induction where nothing is hidden, else by
 * predictive CFR+ with quadratic averaging (Farina, Kroer, Sandholm 2021) until both sides' bounds meet.
 */
import { bestResponse, type PolicyTable, uniformPolicy } from './best-response.js';
import { CHANCE, type GameTree, TERMINAL } from './tree.js';

/** A game's value for seat 0, and how far off it may be. */
export interface GameValue {
  value: number;
  /** The true value is within this; 0 where it is exact. */
  within: number;
  /** The policy it was found with: an equilibrium up to `within`. */
  policy: PolicyTable;
}

/** @returns null where there is no such value: another number of seats, or a game that is not zero-sum */
export function solve(tree: GameTree, settings: { within?: number; iterations?: number } = {}): GameValue | null {
  if (tree.players !== 2 || tree.game.utility !== 'zero-sum') return null;
  return tree.game.information === 'perfect'
    ? induct(tree)
    : new Solver(tree).run(settings.within ?? 5e-7, settings.iterations ?? 5000);
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
  return { value: values[0]!, within: 0, policy };
}

/** Iterations between two looks at how far the bounds are apart. */
const LOOK = 50;

/** The tree as flat arrays, since every iteration goes over all of it twice. */
class Solver {
  private readonly seat: Int8Array;
  private readonly first: Int32Array;
  private readonly count: Int32Array;
  private readonly children: Int32Array;
  /** [nodes] where a node's actions stand in the tables; 0 where nobody decides. */
  private readonly offset: Int32Array;
  /** [nodes] returns of seat 0 at the ends. */
  private readonly ends: Float64Array;
  /** [nodes] how likely chance leads there. */
  private readonly chance: Float64Array;
  private readonly reach: readonly [Float64Array, Float64Array];
  private readonly values: Float64Array;
  private readonly current: PolicyTable;
  private readonly regret: Float64Array;
  /** What the last iteration gave; the prediction of what the next will. */
  private readonly latest: Float64Array;
  private readonly sums: Float64Array;

  constructor(private readonly tree: GameTree) {
    const nodes = tree.seat.length;
    this.seat = Int8Array.from(tree.seat);
    this.first = Int32Array.from(tree.first);
    this.count = Int32Array.from(tree.count);
    this.children = Int32Array.from(tree.children);
    this.offset = Int32Array.from(tree.information, (id) => (id < 0 ? 0 : tree.informationStates[id]!.offset));
    this.ends = Float64Array.from(tree.outcome, (at) => (at < 0 ? 0 : tree.returns[at]!));
    this.chance = new Float64Array(nodes).fill(1);
    for (let node = 0; node < nodes; node++)
      for (let k = 0; k < tree.count[node]!; k++) {
        const at = tree.first[node]! + k;
        this.chance[tree.children[at]!] = this.chance[node]! * (tree.seat[node] === CHANCE ? tree.probability[at]! : 1);
      }
    this.reach = [new Float64Array(nodes).fill(1), new Float64Array(nodes).fill(1)];
    this.values = new Float64Array(nodes);
    this.current = uniformPolicy(tree);
    this.regret = new Float64Array(tree.tableSize);
    this.latest = new Float64Array(tree.tableSize);
    this.sums = new Float64Array(tree.tableSize);
  }

  run(within: number, iterations: number): GameValue {
    for (let t = 1; ; t++) {
      this.iterate(t, 0);
      this.iterate(t, 1);
      if (t % LOOK !== 0 && t < iterations) continue;
      const policy = this.average();
      // Seat 0 gets at least what its average policy keeps against the best answer, and at most the mirror of that.
      const high = bestResponse(this.tree, policy, 0).value;
      const low = -bestResponse(this.tree, policy, 1).value;
      if (high - low <= 2 * within || t >= iterations)
        return { value: (high + low) / 2, within: Math.max(0, (high - low) / 2), policy };
    }
  }

  /** One seat's regrets move; then its policy does. */
  private iterate(t: number, mover: number): void {
    this.goDown(t, mover);
    this.comeBack(mover);
    const { current, regret, latest } = this;
    for (const { seat, offset, actions } of this.tree.informationStates) {
      if (seat !== mover) continue;
      const end = offset + actions.length;
      let total = 0;
      for (let i = offset; i < end; i++) {
        regret[i] = Math.max(0, regret[i]! + latest[i]!);
        current[i] = Math.max(0, regret[i]! + latest[i]!);
        total += current[i]!;
      }
      for (let i = offset; i < end; i++) current[i] = total > 0 ? current[i]! / total : 1 / actions.length;
    }
  }

  /** How likely each seat goes to each node; the mover's average grows by it. */
  private goDown(t: number, mover: number): void {
    const { seat, first, count, children, offset, current, sums } = this;
    const [zero, one] = this.reach;
    const own = this.reach[mover]!;
    const weight = t * t;
    for (let node = 0; node < seat.length; node++) {
      const who = seat[node]!;
      const from = first[node]!;
      const table = offset[node]!;
      for (let k = 0; k < count[node]!; k++) {
        const child = children[from + k]!;
        zero[child] = who === 0 ? zero[node]! * current[table + k]! : zero[node]!;
        one[child] = who === 1 ? one[node]! * current[table + k]! : one[node]!;
        if (who === mover) sums[table + k]! += weight * own[child]!;
      }
    }
  }

  /** What each node is worth to the mover, and the regrets of this iteration. */
  private comeBack(mover: number): void {
    const { seat, first, count, children, offset, current, values, chance, latest, ends } = this;
    const others = this.reach[1 - mover]!;
    const sign = mover === 0 ? 1 : -1;
    const { probability, informationStates } = this.tree;
    for (const { seat: who, offset: from, actions } of informationStates)
      if (who === mover) latest.fill(0, from, from + actions.length);
    for (let node = seat.length - 1; node >= 0; node--) {
      const who = seat[node]!;
      if (who === TERMINAL) {
        values[node] = sign * ends[node]!;
        continue;
      }
      const from = first[node]!;
      const table = offset[node]!;
      const n = count[node]!;
      let sum = 0;
      for (let k = 0; k < n; k++)
        sum += (who === CHANCE ? probability[from + k]! : current[table + k]!) * values[children[from + k]!]!;
      values[node] = sum;
      if (who !== mover) continue;
      const weight = chance[node]! * others[node]!;
      for (let k = 0; k < n; k++) latest[table + k]! += weight * (values[children[from + k]!]! - sum);
    }
  }

  /** The average policy, later iterations weighing more. */
  private average(): PolicyTable {
    const table = uniformPolicy(this.tree);
    for (const { offset, actions } of this.tree.informationStates) {
      let total = 0;
      for (let i = offset; i < offset + actions.length; i++) total += this.sums[i]!;
      if (total > 0) for (let i = offset; i < offset + actions.length; i++) table[i] = this.sums[i]! / total;
    }
    return table;
  }
}
