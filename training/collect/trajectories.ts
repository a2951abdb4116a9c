/**
 * The rows of a rollout as trajectories, one a seat and game: which decision follows which, and what was earned in between.
 * A decision whose successor is not known yet waits; when the rollout ends it becomes one of the first rows of the next one.
 */
import type { VectorEnv } from '../../env/vector-env.js';
import { ENDED, OPEN } from './gae.js';
import type { Rows, WaitingRows } from './rows.js';

/** There is no such decision. */
export const NONE = -1;

/** The trajectories of all games in flight. A slot is game * players + seat. */
export class Trajectories {
  /** Rows in use. */
  used = 0;
  /** [games * players] row of the seat's last decision in the running game, or `NONE`. */
  private readonly waiting: Int32Array;

  constructor(
    private readonly rows: Rows,
    private readonly env: Pick<VectorEnv, 'size' | 'players' | 'seats'>,
  ) {
    this.waiting = new Int32Array(env.size * env.players).fill(NONE);
  }

  /** Gives up all decisions. */
  clear(): void {
    this.waiting.fill(NONE);
    this.used = 0;
  }

  /** Begins a rollout: moves the decisions that wait to the front, in their order. */
  begin(): void {
    const { rows, waiting } = this;
    const slots = this.waitingSlots();
    for (const [to, slot] of slots.entries()) {
      rows.move(waiting[slot]!, to);
      rows.next[to] = OPEN;
      waiting[slot] = to;
    }
    this.used = slots.length;
  }

  /** The row of the slot's decision that waits, or `NONE`. */
  last(slot: number): number {
    return this.waiting[slot]!;
  }

  /** Takes a row for a decision, which has earned nothing yet. Absent seats have no returns. */
  add(slot: number): number {
    const { rows, env } = this;
    const V = rows.sizes.values;
    const row = this.used++;
    const players = env.seats(Math.floor(slot / env.players));
    rows.reward.fill(0, row * V, row * V + players);
    rows.reward.fill(Number.NaN, row * V + players, (row + 1) * V);
    rows.agentSlot[row] = slot;
    rows.next[row] = OPEN;
    return row;
  }

  /** Makes a row the successor of the slot's last decision: it is the one that waits from here on. */
  follow(slot: number, row: number): void {
    const last = this.waiting[slot]!;
    if (last !== NONE) this.rows.next[last] = row;
    this.waiting[slot] = row;
  }

  /** Adds what all seats of game i received (one number a seat of each game) to a decision that waits. */
  earn(i: number, seat: number, row: number, rewards: Float64Array | Float32Array): void {
    const { rows, env } = this;
    const V = rows.sizes.values;
    const players = env.seats(i);
    for (let k = 0; k < players; k++) rows.reward[row * V + k]! += rewards[i * env.players + ((seat + k) % players)]!;
  }

  /** The game of the slot is over: nothing follows its last decision. */
  end(slot: number): void {
    this.rows.next[this.waiting[slot]!] = ENDED;
    this.waiting[slot] = NONE;
  }

  /** Copies of the decisions that wait. @param heads whose targets are kept */
  save(heads: readonly string[]): WaitingRows {
    return this.rows.save(
      this.waitingSlots().map((slot) => this.waiting[slot]!),
      heads,
    );
  }

  load(saved: WaitingRows): void {
    this.used = this.rows.load(saved);
    this.waiting.fill(NONE);
    for (const [row, slot] of saved.agentSlot.entries()) {
      if (this.waiting[slot] !== NONE) throw new RangeError(`a waiting decision is of seat ${slot}, which cannot be`);
      this.waiting[slot] = row;
    }
  }

  /** Whose decisions wait, in the order they were played. */
  private waitingSlots(): number[] {
    const { waiting } = this;
    return [...waiting.keys()].filter((c) => waiting[c] !== NONE).sort((a, b) => waiting[a]! - waiting[b]!);
  }
}
