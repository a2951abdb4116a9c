/**
 * What a rollout takes from an imitated agent: which of its own decisions are only played, and the label of every other
 * decision, an action or a distribution over the legal ones. Belongs to one thread.
 */
import type { MaskedDistribution } from '../../agents/network/masked.js';
import { POLICY } from '../../agents/network/network.js';
import { randomAction } from '../../agents/random.js';
import { createRng, type Rng } from '../../env/chance.js';
import type { VectorEnv } from '../../env/vector-env.js';
import { TEACHER } from './opponents.js';
import type { ImitationOrder } from './rollout-order.js';
import type { Rows } from './rows.js';
import type { Seats } from './seats.js';

/** The labels of the decisions of all games in flight. */
export class Labels {
  /** How an agent is imitated; null: none is. */
  private order: ImitationOrder | null = null;
  /** [games] each game's own part of `ImitationOrder.epsilon`, 0..1; follows from the seed. */
  private readonly epsilons: Float64Array;
  private readonly values: Float64Array;

  /** @param rng draws what is only played, and labels that are any legal action */
  constructor(
    private readonly env: VectorEnv,
    private readonly seats: Seats,
    private readonly rows: Rows,
    private readonly rng: Rng,
    private readonly seed: string,
  ) {
    this.epsilons = new Float64Array(env.size);
    this.values = new Float64Array(env.actions);
  }

  begin(order: ImitationOrder | null): void {
    this.order = order;
  }

  /** Heads whose targets it writes. */
  get heads(): string[] {
    return this.order && this.order.temperature > 0 ? [POLICY] : [];
  }

  /** Begins the new game i. */
  newGame(i: number): void {
    if (this.order && this.order.epsilon > 0) this.epsilons[i] = this.epsilonOf(i);
  }

  /** Takes up the games in flight where they stand. */
  load(): void {
    for (let i = 0; i < this.env.size; i++) this.epsilons[i] = this.epsilonOf(i);
  }

  /** The imitated agent's decision, where it is only played; -1 where it is to be learned from. @param player as in `Seats.who` */
  onlyPlayed(i: number, seat: number, player: number): number {
    const { order, env, rng, seats } = this;
    if (player !== TEACHER || !order || order.subsample >= 1 || rng.uniform() < order.subsample) return -1;
    if (order.epsilon === 0 || rng.uniform() >= order.epsilon * this.epsilons[i]!)
      return seats.chosen(i, seats.imitated(i, seat));
    return randomAction(env.view(i).mask, env.legal[i]!, rng);
  }

  /**
   * The action that is learned in the decision of game i, and the one that is played. A distribution to imitate is written to
   * the row's targets.
   * @param drawn what the policy has drawn, from `distribution`
   * @param player as in `Seats.who`
   */
  label(
    i: number,
    seat: number,
    player: number,
    row: number,
    drawn: number,
    distribution: MaskedDistribution,
  ): { label: number; action: number } {
    const { order, seats, rng } = this;
    if (!order) return { label: drawn, action: drawn };
    const chosen = seats.chosen(i, seats.imitated(i, seat));
    const action = player === TEACHER ? chosen : drawn;
    if (order.temperature > 0) this.writeChoice(i, seat, row, order);
    else if (order.smoothing > 0 && rng.uniform() < order.smoothing)
      return { label: distribution.ids[rng.int(distribution.legal)]!, action };
    return { label: chosen, action };
  }

  /** Writes the distribution to imitate: softmax(action values / temperature), smoothed. */
  private writeChoice(i: number, seat: number, row: number, { temperature, smoothing }: ImitationOrder): void {
    const { rows, values, env, seats } = this;
    const A = rows.sizes.actions;
    const agent = seats.imitated(i, seat);
    if (!agent.actionValues) throw new Error(`${agent.name} has no action values (Agent.actionValues)`);
    agent.actionValues(env.view(i), values);
    const best = values.reduce((most, worth) => Math.max(most, worth), -Infinity);
    let total = 0;
    for (let a = 0; a < A; a++) total += values[a] = Math.exp((values[a]! - best) / temperature);
    const any = smoothing / env.legal[i]!;
    const choice = rows.targets[POLICY]!;
    for (let a = 0; a < A; a++)
      choice[row * A + a] = env.mask[i * A + a] === 0 ? 0 : any + ((1 - smoothing) * values[a]!) / total;
  }

  /** Squared, so that most games have little of it and stay like those to come. */
  private epsilonOf(i: number): number {
    // The stream keeps the name it was given first: another one would draw other games.
    return createRng(`${this.seed}/stir/${i}/${this.env.episode[i]}`).uniform() ** 2;
  }
}
