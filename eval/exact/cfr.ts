/**
 * Predictive CFR+ with quadratic averaging (Farina, Kroer, Sandholm 2021) over the whole tree of a game. In zero-sum games of
 * two the average policy comes to an equilibrium; with more seats, or other sums, there is no such promise, and only the
 * measured NashConv says how near it came.
 */
import { exploitation, type PolicyTable, uniformPolicy } from './best-response.js';
import { CHANCE, type GameTree, TERMINAL } from './tree.js';

/** When to stop: whichever comes first. */
export interface RegretBudget {
  /** What best responses may gain, summed over the seats. */
  nashConv: number;
  iterations: number;
  /** Called at every look at the NashConv. */
  onLook?: ((iterations: number, nashConv: number) => void) | undefined;
}

/** Iterations between two looks at how far the policy can be exploited. */
const LOOK = 50;

/**
 * @returns the average policy, and how often the tree was gone over
 * @throws UserError when observations forget, so that there is no such thing as a policy over them
 */
export function minimiseRegret(tree: GameTree, budget: RegretBudget): { policy: PolicyTable; iterations: number } {
  const solver = new Solver(tree);
  for (let t = 1; ; t++) {
    for (let seat = 0; seat < tree.players; seat++) solver.iterate(t, seat);
    if (t % LOOK !== 0 && t < budget.iterations) continue;
    const policy = solver.average();
    const { nashConv } = exploitation(tree, policy);
    budget.onLook?.(t, nashConv);
    if (nashConv <= budget.nashConv || t >= budget.iterations) return { policy, iterations: t };
  }
}

/** The tree as flat arrays, since every iteration goes over all of it once for each seat. */
class Solver {
  private readonly seat: Int8Array;
  private readonly first: Int32Array;
  private readonly count: Int32Array;
  private readonly children: Int32Array;
  /** [nodes] where a node's actions stand in the tables; 0 where nobody decides. */
  private readonly offset: Int32Array;
  /** [nodes, players] returns at the ends. */
  private readonly ends: Float64Array;
  /** [nodes] how likely chance leads there. */
  private readonly chance: Float64Array;
  /** By seat, [nodes] how likely it goes there. */
  private readonly reach: readonly Float64Array[];
  private readonly values: Float64Array;
  private readonly current: PolicyTable;
  private readonly regret: Float64Array;
  /** What the last iteration gave; the prediction of what the next will. */
  private readonly latest: Float64Array;
  private readonly sums: Float64Array;

  constructor(private readonly tree: GameTree) {
    const { players } = tree;
    const nodes = tree.seat.length;
    this.seat = Int8Array.from(tree.seat);
    this.first = Int32Array.from(tree.first);
    this.count = Int32Array.from(tree.count);
    this.children = Int32Array.from(tree.children);
    this.offset = Int32Array.from(tree.information, (id) => (id < 0 ? 0 : tree.informationStates[id]!.offset));
    this.ends = new Float64Array(nodes * players);
    this.chance = new Float64Array(nodes).fill(1);
    for (let node = 0; node < nodes; node++) {
      if (tree.seat[node] === TERMINAL)
        for (let i = 0; i < players; i++) this.ends[node * players + i] = tree.returns[tree.outcome[node]! + i]!;
      for (let k = 0; k < tree.count[node]!; k++) {
        const at = tree.first[node]! + k;
        this.chance[tree.children[at]!] = this.chance[node]! * (tree.seat[node] === CHANCE ? tree.probability[at]! : 1);
      }
    }
    this.reach = Array.from({ length: players }, () => new Float64Array(nodes).fill(1));
    this.values = new Float64Array(nodes);
    this.current = uniformPolicy(tree);
    this.regret = new Float64Array(tree.tableSize);
    this.latest = new Float64Array(tree.tableSize);
    this.sums = new Float64Array(tree.tableSize);
  }

  /** One seat's regrets move; then its policy does. */
  iterate(t: number, mover: number): void {
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

  /** The average policy, later iterations weighing more. */
  average(): PolicyTable {
    const table = uniformPolicy(this.tree);
    for (const { offset, actions } of this.tree.informationStates) {
      let total = 0;
      for (let i = offset; i < offset + actions.length; i++) total += this.sums[i]!;
      if (total > 0) for (let i = offset; i < offset + actions.length; i++) table[i] = this.sums[i]! / total;
    }
    return table;
  }

  /** How likely each seat goes to each node; the mover's average grows by it. */
  private goDown(t: number, mover: number): void {
    const { seat, first, count, children, offset, current, sums, reach } = this;
    const own = reach[mover]!;
    const weight = t * t;
    for (let node = 0; node < seat.length; node++) {
      const who = seat[node]!;
      const from = first[node]!;
      const table = offset[node]!;
      for (let k = 0; k < count[node]!; k++) {
        const child = children[from + k]!;
        for (let i = 0; i < reach.length; i++)
          reach[i]![child] = who === i ? reach[i]![node]! * current[table + k]! : reach[i]![node]!;
        if (who === mover) sums[table + k]! += weight * own[child]!;
      }
    }
  }

  /** What each node is worth to the mover, and the regrets of this iteration. */
  private comeBack(mover: number): void {
    const { seat, first, count, children, offset, current, values, chance, latest, ends, reach } = this;
    const { probability, informationStates, players } = this.tree;
    for (const { seat: who, offset: from, actions } of informationStates)
      if (who === mover) latest.fill(0, from, from + actions.length);
    for (let node = seat.length - 1; node >= 0; node--) {
      const who = seat[node]!;
      if (who === TERMINAL) {
        values[node] = ends[node * players + mover]!;
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
      let weight = chance[node]!;
      for (let i = 0; i < players; i++) if (i !== mover) weight *= reach[i]![node]!;
      for (let k = 0; k < n; k++) latest[table + k]! += weight * (values[children[from + k]!]! - sum);
    }
  }
}
