/**
 * Potential-based shaping (Ng, Harada and Russell 1999): between two decisions of a seat every seat receives
 * gamma * potential after - potential before, which changes what is learned first, not what is best in the end.
 */
import type { Potential } from '../../env/judges.js';
import type { VectorEnv } from '../../env/vector-env.js';
import type { Rows } from './rows.js';

/** Shaping rewards of the rows of a rollout. */
export class Shaping {
  /** Sum of shaping rewards given to the deciding seats since `begin`. */
  given = 0;
  private weight = 0;
  private gamma = 1;

  /** @param potential of a seat in a position; without it nothing is shaped */
  constructor(
    private readonly env: VectorEnv,
    private readonly rows: Rows,
    private readonly potential: Potential | undefined,
  ) {}

  begin(weight: number, gamma: number): void {
    this.weight = weight;
    this.gamma = gamma;
    this.given = 0;
  }

  /** Notes in a row the weighted potentials of game i as it stands, `seat` first; zeros without shaping. */
  note(i: number, seat: number, row: number): void {
    if (!this.potential) return;
    const V = this.rows.sizes.values;
    this.write(i, seat, this.rows.potential.subarray(row * V, (row + 1) * V));
  }

  /** Adds the reward between two decisions of a seat. */
  between(last: number, next: number): void {
    this.add(last, this.rows.potential, next * this.rows.sizes.values);
  }

  /** Adds the reward between a seat's last decision and the end of its game, whose potential is 0. */
  toTheEnd(last: number): void {
    this.add(last);
  }

  /** Adds the reward between a seat's last decision and game i as it stands, where it was cut off. */
  toTheCut(last: number, i: number, seat: number): void {
    if (!this.potential) return;
    const potentials = new Float32Array(this.rows.sizes.values);
    this.write(i, seat, potentials);
    this.add(last, potentials);
  }

  private write(i: number, seat: number, out: Float32Array): void {
    const { env, potential, weight } = this;
    out.fill(0);
    if (!potential || weight === 0) return;
    const seats = env.seats(i);
    for (let k = 0; k < seats; k++) out[k] = weight * potential(env.state(i), (seat + k) % seats);
  }

  /** @param after where the potentials afterwards are, from `offset`; without it they are 0 */
  private add(last: number, after?: Float32Array, offset = 0): void {
    if (!this.potential) return;
    const { rows, gamma } = this;
    const V = rows.sizes.values;
    for (let k = 0; k < V; k++) {
      const gain = gamma * (after ? after[offset + k]! : 0) - rows.potential[last * V + k]!;
      rows.reward[last * V + k]! += gain;
      if (k === 0) this.given += gain;
    }
  }
}
