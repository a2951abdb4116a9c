/**
 * The tree of a search: nodes are sequences of actions (open loop: dice and hidden cards differ from one visit to the
 * next, so a node stands for all positions that the sequence may lead to). Flat arrays; one node is added a simulation.
 */
export class SearchTree {
  /** Times a simulation went through the node. */
  visits: Int32Array;
  /** Times the node's action was legal when its parent was visited. */
  available: Int32Array;
  /** The action that leads here. */
  action: Int32Array;
  /** How likely a policy takes the action; 0 where none was asked. */
  prior: Float32Array;
  /** Sums of returns, `players` a node. */
  totals: Float64Array;
  /** First child and next sibling; 0 (the root) where there is none. */
  first: Int32Array;
  sibling: Int32Array;
  size = 1;

  constructor(
    readonly players: number,
    capacity = 256,
  ) {
    this.visits = new Int32Array(capacity);
    this.available = new Int32Array(capacity);
    this.action = new Int32Array(capacity);
    this.prior = new Float32Array(capacity);
    this.totals = new Float64Array(capacity * players);
    this.first = new Int32Array(capacity);
    this.sibling = new Int32Array(capacity);
  }

  /** Back to a root that was never visited. */
  clear(): void {
    this.visits[0] = 0;
    this.first[0] = 0;
    this.totals.fill(0, 0, this.players);
    this.size = 1;
  }

  /** Adds a child and returns it. */
  add(parent: number, action: number): number {
    const node = this.size++;
    if (node === this.visits.length) this.grow();
    this.visits[node] = 0;
    this.available[node] = 0;
    this.action[node] = action;
    this.prior[node] = 0;
    this.totals.fill(0, node * this.players, (node + 1) * this.players);
    this.first[node] = 0;
    this.sibling[node] = this.first[parent]!;
    this.first[parent] = node;
    return node;
  }

  /** Counts one simulation through a node. @param returns one number a seat */
  count(node: number, returns: Float64Array): void {
    this.visits[node]!++;
    for (let s = 0; s < this.players; s++) this.totals[node * this.players + s]! += returns[s]!;
  }

  /** Mean return of a seat over the simulations through a visited node. */
  mean(node: number, seat: number): number {
    return this.totals[node * this.players + seat]! / this.visits[node]!;
  }

  /** How many of the legal actions a node has children for. */
  countLegal(node: number, mask: Uint8Array): number {
    let n = 0;
    for (let c = this.first[node]!; c !== 0; c = this.sibling[c]!) if (mask[this.action[c]!]) n++;
    return n;
  }

  /** The action at the root that was tried most often; of equals the one that did better for the seat. */
  mostTried(seat: number): number {
    let best = this.first[0]!;
    for (let c = this.sibling[best]!; c !== 0; c = this.sibling[c]!) {
      const more = this.visits[c]! - this.visits[best]!;
      if (more > 0 || (more === 0 && this.mean(c, seat) > this.mean(best, seat))) best = c;
    }
    return this.action[best]!;
  }

  private grow(): void {
    const doubled = <A extends Int32Array | Float32Array | Float64Array>(a: A, larger: A): A => {
      larger.set(a);
      return larger;
    };
    this.visits = doubled(this.visits, new Int32Array(this.visits.length * 2));
    this.available = doubled(this.available, new Int32Array(this.available.length * 2));
    this.action = doubled(this.action, new Int32Array(this.action.length * 2));
    this.prior = doubled(this.prior, new Float32Array(this.prior.length * 2));
    this.totals = doubled(this.totals, new Float64Array(this.totals.length * 2));
    this.first = doubled(this.first, new Int32Array(this.first.length * 2));
    this.sibling = doubled(this.sibling, new Int32Array(this.sibling.length * 2));
  }
}
