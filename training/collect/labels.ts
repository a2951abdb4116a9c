/**
 * Labels of the imitated agent for one thread's rollout: of every decision an action, or a distribution over the legal ones.
 */
import { POLICY } from '../../agents/network/network.js';
import type { VectorEnv } from '../../env/vector-env.js';
import { TEACHER } from './opponents.js';
import type { ImitationOrder } from './rollout-order.js';
import type { Rows } from './rows.js';
import type { Seats } from './seats.js';

/** The labels of the decisions of all games in flight. */
export class Labels {
  /** How an agent is imitated; null: none is. */
  private order: ImitationOrder | null = null;
  private readonly values: Float64Array;

  constructor(
    private readonly env: VectorEnv,
    private readonly seats: Seats,
    private readonly rows: Rows,
  ) {
    this.values = new Float64Array(env.actions);
  }

  begin(order: ImitationOrder | null): void {
    this.order = order;
  }

  /** Heads for which targets are written. */
  get heads(): string[] {
    return this.order && this.order.temperature > 0 ? [POLICY] : [];
  }

  /**
   * The action that is learned in the decision of game i, and the one that is played. A distribution to imitate is
   * written to the row's targets.
   * @param drawn what the policy has drawn
   * @param player as in `Seats.who`
   */
  label(i: number, seat: number, player: number, row: number, drawn: number): { label: number; action: number } {
    const { order, seats } = this;
    if (!order) return { label: drawn, action: drawn };
    const label = seats.chosen(i, seats.imitated(i, seat));
    if (order.temperature > 0) this.writeChoice(i, seat, row, order.temperature);
    return { label, action: player === TEACHER ? label : drawn };
  }

  /** Writes the imitated agent's choice as softmax(action values / temperature) over the legal actions. */
  private writeChoice(i: number, seat: number, row: number, temperature: number): void {
    const { rows, values, env, seats } = this;
    const A = rows.sizes.actions;
    const agent = seats.imitated(i, seat);
    if (!agent.actionValues) throw new Error(`${agent.name} has no action values (Agent.actionValues)`);
    agent.actionValues(env.view(i), values);
    const best = values.reduce((most, worth) => Math.max(most, worth), -Infinity);
    let total = 0;
    for (let a = 0; a < A; a++) total += values[a] = Math.exp((values[a]! - best) / temperature);
    const choice = rows.targets[POLICY]!;
    for (let a = 0; a < A; a++) choice[row * A + a] = env.mask[i * A + a] === 0 ? 0 : values[a]! / total;
  }
}
