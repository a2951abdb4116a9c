/**
 * Who plays each seat of the games in flight, and what those choose whose decisions are not learned from: other agents
 * and snapshots of the policy. Belongs to one thread.
 */
import { WasmInference } from '../../agents/network/engines/wasm-inference.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import { featureSize, type NetworkShape, POLICY, type Weights } from '../../agents/network/network.js';
import type { Agent } from '../../env/agent.js';
import { createRng, type Rng } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';
import type { VectorEnv } from '../../env/vector-env.js';
import { BOT, drawSeats, SNAPSHOT } from './opponents.js';
import type { RolloutOrder } from './rollout-order.js';

/** What the other players are made with. */
export interface SeatsSetup {
  seed: string;
  /** Shape of the policy and of its snapshots. */
  shape: NetworkShape;
  /** Makes the i-th of the run's agents (`RunSpec.agents`). */
  makeAgent: (agent: number) => Agent;
  /** The weights of an earlier version, by its slot. */
  snapshotWeights: (slot: number) => Weights;
  /** Draws the actions of snapshots. */
  actionRng: Rng;
}

/** Stands for the imitated agent among the run's agents, which `RolloutOrder.imitation` names. */
const IMITATED = -1;

/** The players at the tables of all games in flight. */
export class Seats {
  /** [games * players] `LEARNER`, `TEACHER`, `BOT + i` or `SNAPSHOT + id`. */
  readonly who: Int32Array;
  /** Draws who plays. */
  readonly rng: Rng;
  /** By game, seat, and which of the run's agents; made when first met. */
  private readonly agents = new Map<string, Agent>();
  /** By their ids; made when first met, kept while they are in the pool. */
  private readonly snapshots = new Map<number, WasmInference>();
  private readonly logits: Float32Array;
  private readonly distribution: MaskedDistribution;
  private order!: RolloutOrder;

  constructor(
    private readonly setup: SeatsSetup,
    private readonly env: VectorEnv,
  ) {
    this.who = new Int32Array(env.size * env.players);
    this.rng = createRng(`${setup.seed}/seats`);
    this.logits = new Float32Array(env.actions);
    this.distribution = new MaskedDistribution(env.actions);
  }

  /**
   * Begins a rollout. Agents keep no memory from one to the next (they cannot be saved): each starts with a seed of its
   * own, in a run that goes on and in one that was resumed alike.
   */
  begin(order: RolloutOrder): void {
    this.order = order;
    for (const id of this.snapshots.keys()) if (!order.slots.some((s) => s.id === id)) this.snapshots.delete(id);
    for (const [name, agent] of this.agents) agent.reset(`${this.setup.seed}/${order.number}/${name}`);
  }

  /** Forgets all other agents. */
  clear(): void {
    this.agents.clear();
  }

  /** Draws who plays the new game i. */
  draw(i: number): void {
    const { env, who, setup } = this;
    const first = i * env.players;
    const seats = env.seats(i);
    drawSeats(this.order.mix, this.rng, seats, who, first);
    for (let seat = 0; seat < seats; seat++) {
      const player = who[first + seat]!;
      const seed = `${setup.seed}/game/${i}/${env.episode[i]}/${seat}`;
      if (player >= BOT && player < SNAPSHOT) this.agent(i, seat, player - BOT).reset(seed);
      if (this.order.imitation && player < BOT) this.imitated(i, seat).reset(seed);
    }
  }

  /** The action of another agent or a snapshot, whose turn it is in game i. @param player as in `who` */
  act(i: number, seat: number, player: number): number {
    return player < SNAPSHOT ? this.chosen(i, this.agent(i, seat, player - BOT)) : this.snapshotAction(i, player);
  }

  /** The imitated agent for a seat. */
  imitated(i: number, seat: number): Agent {
    return this.agent(i, seat, IMITATED);
  }

  /** What an agent chooses in game i. One that neither draws nor reads anything hidden is spared the view. */
  chosen(i: number, agent: Agent): number {
    const { env } = this;
    const action = agent.choose && env.legal[i]! > 1 ? agent.choose(env.state(i)) : agent.act(env.view(i));
    if (env.mask[i * env.game.actions + action] !== 1)
      throw new UserError(`agent ${agent.name} chose action ${action} in ${env.game.id}, which is not legal`);
    return action;
  }

  /** Takes up who plays. Snapshots may have other weights from now on. */
  load(who: readonly number[]): void {
    this.snapshots.clear();
    this.who.set(who);
  }

  private agent(i: number, seat: number, which: number): Agent {
    const name = `${i}/${seat}/${which}`;
    let agent = this.agents.get(name);
    if (!agent) {
      agent = this.setup.makeAgent(which === IMITATED ? this.order.imitation!.agent : which);
      agent.reset(`${this.setup.seed}/${this.order.number}/${name}`);
      this.agents.set(name, agent);
    }
    return agent;
  }

  private snapshotAction(i: number, player: number): number {
    const { env, setup } = this;
    const inference = this.snapshot(player - SNAPSHOT);
    env.write(i);
    const { actions, features } = env;
    const own = i * actions;
    const at = own * featureSize(setup.shape);
    inference.run(env.observation, i * env.observationSize, { [POLICY]: this.logits }, env.mask, own, features, at);
    return this.distribution.set(this.logits, 0, env.mask, own).sample(setup.actionRng);
  }

  /** A version that has left the pool hands its games in flight to the oldest one still there. */
  private snapshot(id: number): WasmInference {
    const { slots } = this.order;
    const snapshot = slots.find((s) => s.id === id) ?? slots[0]!;
    let inference = this.snapshots.get(snapshot.id);
    if (!inference) {
      inference = new WasmInference(this.setup.shape, this.setup.snapshotWeights(snapshot.slot));
      this.snapshots.set(snapshot.id, inference);
    }
    return inference;
  }
}
