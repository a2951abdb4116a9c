/**
 * Plays games and writes the decisions to learn from into rows: one trajectory a seat and game, its own decisions only.
 * What a decision earned is everything its seat received until that seat decided again. Belongs to one thread.
 *
 * A decision whose successor is not known when the rollout ends waits: it becomes one of the first rows of the next
 * rollout, and its value bootstraps the decision before it. So nothing is guessed and nothing lost at the seam.
 *
 * What auxiliary heads shall foresee is known when a game is over: decisions that were learned from before that do without.
 *
 * The end of a game is the end of what it earns, also where it was cut, unless the cut is a limit of time
 * (`Game.timeLimit`): then the network's value of the last position stands for what would have come.
 */

import type { ActionFeatures } from '../../agents/network/action-head.js';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { WasmInference } from '../../agents/network/engines/wasm-inference.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Outputs, POLICY, VALUE, type Weights } from '../../agents/network/network.js';
import { AuxiliaryTargets } from '../../agents/policy/auxiliary.js';
import { randomAction } from '../../agents/random.js';
import type { Agent } from '../../env/agent.js';
import { createRng, type Rng, type RngState } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { Potential } from '../../env/judges.js';
import type { Observer } from '../../env/observer.js';
import type { ReturnRule } from '../../env/returns.js';
import { RUNNING, TRUNCATED, VectorEnv, type VectorEnvState } from '../../env/vector-env.js';
import { ENDED, lambdaReturns, OPEN } from './gae.js';
import { BOT, drawSeats, type SeatMix, SNAPSHOT, TEACHER } from './opponents.js';
import type { Rows, WaitingRows } from './rows.js';

/** What a rollout is made of. */
export interface RolloutSetup {
  game: Game;
  /** What the policy sees; default: the game's own observation. */
  observer?: Observer | undefined;
  options: unknown;
  /** Games in flight. */
  games: number;
  seed: string;
  returns: ReturnRule;
  /** Computes for the learning seats. */
  policy: BatchPolicy;
  /** Makes the i-th of the run's agents (`RunSpec.agents`). */
  makeAgent: (agent: number) => Agent;
  /** The weights of an earlier version, by its slot. */
  snapshotWeights: (slot: number) => Weights;
  potential?: Potential | undefined;
  /** Asked at each step; once it is true the rollout is given up: `play` throws. */
  stopped?: (() => boolean) | undefined;
  /** At least (steps + 1) * games + games * players long; see `rowsNeeded`. */
  rows: Rows;
}

/** What one rollout is told. Plain data. */
export interface RolloutOrder {
  /** Counts up over the run; agents other than the learner are seeded anew by it. */
  number: number;
  /** Give up the games in flight and what waits first. */
  restart: boolean;
  /** Learned decisions a game. */
  steps: number;
  mix: SeatMix;
  /** Where the weights of each snapshot lie. */
  slots: { id: number; slot: number }[];
  /** How an agent is imitated; null: none is. */
  imitation: ImitationOrder | null;
  gamma: number;
  lambda: number;
  /** Weight of the shaping potential. */
  shaping: number;
}

/** What a rollout of self-play alone is told, but for its number and its length: the current policy in all seats. */
export const selfPlay: Omit<RolloutOrder, 'number' | 'steps'> = {
  restart: false,
  mix: { bots: [], snapshots: 0, pool: [], teacher: 0 },
  slots: [],
  imitation: null,
  gamma: 1,
  lambda: 0.95,
  shaping: 0,
};

/** How an agent is imitated. Its action is the label, whoever plays. */
export interface ImitationOrder {
  /** Which of the run's agents. */
  agent: number;
  /** Share of the labels that are any legal action instead. */
  smoothing: number;
  /** Share of the imitated agent's own decisions that are learned from; the rest it only plays. */
  subsample: number;
  /**
   * Above 0, what is learned is softmax(worths / temperature) of the agent, a distribution over the legal actions, in place of
   * its choice; the agent must have worths.
   */
  temperature: number;
  /** Largest chance of a decision it only plays to be any legal action instead; each game has one of its own. */
  epsilon: number;
}

/** What happened in one rollout. Sums, so that those of several threads add up. */
export interface RolloutStats {
  /** Decisions learned from. */
  decisions: number;
  /** All decisions, opponents' included. */
  allDecisions: number;
  /** Games that ended, and what they added up to. */
  games: number;
  truncated: number;
  gameDecisions: number;
  /** Final returns of seats that learn, and how many. */
  returns: number;
  returnCount: number;
  /** Sum of shaping rewards given to the deciding seats. */
  shaping: number;
  /** Sum over learned decisions of entropy / log(legal actions), and how many had a choice. */
  entropyShare: number;
  entropyCount: number;
  /** Scores of learning seats against others in the same game (1: ranked better, 1/2: tied), by who they were. */
  versus: Record<string, { score: number; meetings: number }>;
  /** Milliseconds writing the observations of the learning seats, in the network, and in all. */
  observeMs: number;
  inferMs: number;
  totalMs: number;
}

/** Everything needed to go on exactly. */
export interface RolloutState {
  env: VectorEnvState;
  actionRng: RngState;
  seatRng: RngState;
  /** Who plays each seat. */
  seats: number[];
  /** What each seat received so far in the running game; empty for games scored by places. */
  received: number[];
  waiting: WaitingRows;
}

/** Rows a rollout of so many steps can need. */
export function rowsNeeded(games: number, players: number, steps: number): number {
  return games * steps + games * players;
}

const NONE = -1;

/** See the head of the file. */
export class Rollout {
  readonly env: VectorEnv;
  private readonly rows: Rows;
  private readonly players: number;
  /** [games * players] who plays: `LEARNER`, `TEACHER`, `BOT + i`, `SNAPSHOT + id`. */
  private readonly seats: Int32Array;
  /** [games * players] row of the seat's last decision in the running game, or `NONE`. */
  private readonly waiting: Int32Array;
  /** [games * players] what each seat received so far, for games that score along the way. */
  private readonly received: Float64Array;
  /** [games] each game's own part of `ImitationOrder.epsilon`, 0..1; follows from the seed. */
  private readonly epsilons: Float64Array;
  private used = 0;
  private readonly actionRng: Rng;
  private readonly seatRng: Rng;
  private readonly distribution: MaskedDistribution;
  private readonly logits: Float32Array;
  private readonly values: Float32Array;
  /** Both. */
  private readonly outputs: Outputs;
  private readonly agents = new Map<string, Agent>();
  /** By their ids; made when first met, kept while they are in the pool. */
  private readonly snapshots = new Map<number, WasmInference>();
  private readonly oneLogits: Float32Array;
  private readonly auxiliary: AuxiliaryTargets;
  /** Names and widths of the heads beside policy and value. */
  private readonly furtherHeads: [head: string, width: number][];
  /** Where the features of each game's actions begin in what the environment writes; undefined where there are none. */
  private readonly features: ActionFeatures | undefined;
  /** Of the imitated agent. */
  private readonly worths: Float64Array;
  /** Rows whose game was cut by a limit of time in this rollout, and what their seats saw last. */
  private cut: { row: number; observation: Float32Array }[] = [];
  private order!: RolloutOrder;
  private stats!: RolloutStats;
  private started = false;

  constructor(private readonly setup: RolloutSetup) {
    const { game, observer, options, games, seed, returns, rows } = setup;
    this.env = new VectorEnv({ game, observer, options, games, seed, returns });
    this.rows = rows;
    this.players = this.env.players;
    this.seats = new Int32Array(games * this.players);
    this.waiting = new Int32Array(games * this.players).fill(NONE);
    this.received = new Float64Array(game.scoring === 'rewards' ? games * this.players : 0);
    this.epsilons = new Float64Array(games);
    this.actionRng = createRng(`${seed}/actions`);
    this.seatRng = createRng(`${seed}/seats`);
    const { actions } = this.env;
    const { values } = rows.sizes;
    this.distribution = new MaskedDistribution(actions);
    this.logits = new Float32Array(games * actions);
    this.values = new Float32Array(games * values);
    this.outputs = { [POLICY]: this.logits, [VALUE]: this.values };
    this.oneLogits = new Float32Array(actions);
    this.auxiliary = new AuxiliaryTargets(game, setup.policy.shape);
    this.furtherHeads = Object.entries(rows.sizes.further ?? {});
    const { features } = this.env;
    const first = Int32Array.from({ length: games }, (_, i) => i * actions);
    this.features = features.length > 0 ? { values: features, first } : undefined;
    this.worths = new Float64Array(actions);
  }

  /** Gives up the games in flight and what waits. */
  private restart(): void {
    this.waiting.fill(NONE);
    this.received.fill(0);
    this.agents.clear();
    this.used = 0;
    this.started = false;
    for (let i = 0; i < this.env.size; i++) this.env.reset(i);
  }

  /**
   * Plays `order.steps` learned decisions in every game. Afterwards rows 0..count-1 are filled, with targets and
   * advantages where `next` is not `OPEN`.
   */
  async play(order: RolloutOrder): Promise<{ rows: number; stats: RolloutStats }> {
    const began = performance.now();
    const { env, setup } = this;
    this.order = order;
    this.stats = noStats();
    this.cut = [];
    for (const [head] of this.furtherHeads) this.rows.targets[head]!.fill(Number.NaN);
    if (order.restart && this.started) this.restart();
    this.keepWaiting();
    this.freshAgents();
    if (!this.started) for (let i = 0; i < env.size; i++) this.begin(i);
    this.started = true;

    for (let step = 0; step < order.steps; step++) {
      if (setup.stopped?.()) throw new Error('the rollout was given up');
      for (let i = 0; i < env.size; i++) this.playOthers(i);
      const written = performance.now();
      for (let i = 0; i < env.size; i++) env.write(i);
      const before = performance.now();
      this.stats.observeMs += before - written;
      await setup.policy.run(env.size, env.observation, this.outputs, env.mask, this.features);
      this.stats.inferMs += performance.now() - before;
      for (let i = 0; i < env.size; i++) this.decide(i);
    }

    await this.bootstrapCut();
    if (this.auxiliary.some) this.handBack();

    const { rows, used } = this;
    const { values } = rows.sizes;
    const { next, reward, value } = rows;
    const { [VALUE]: target } = rows.targets;
    lambdaReturns({ rows: used, values, next, reward, value }, order.gamma, order.lambda, target!, rows.advantage);
    this.stats.totalMs = performance.now() - began;
    return { rows: used, stats: this.stats };
  }

  /** Hands what became of a game from each seat's last decision to those before it. */
  private handBack(): void {
    const { rows, used } = this;
    for (let row = used - 1; row >= 0; row--) {
      const after = rows.next[row]!;
      if (after < 0) continue;
      for (const [head, width] of this.furtherHeads)
        rows.targets[head]!.copyWithin(row * width, after * width, (after + 1) * width);
    }
  }

  /** Whose decisions wait, in the order they were played. */
  private waitingSlots(): number[] {
    const { waiting } = this;
    return [...waiting.keys()].filter((c) => waiting[c] !== NONE).sort((a, b) => waiting[a]! - waiting[b]!);
  }

  /** Moves the waiting rows to the front, in their order. */
  private keepWaiting(): void {
    const { rows, waiting } = this;
    const slots = this.waitingSlots();
    for (const [to, slot] of slots.entries()) {
      rows.move(waiting[slot]!, to);
      rows.next[to] = OPEN;
      waiting[slot] = to;
    }
    this.used = slots.length;
  }

  /**
   * Agents keep no memory from one rollout to the next (they cannot be saved): each starts with a seed of its own, in a
   * run that goes on and in one that was resumed alike.
   */
  private freshAgents(): void {
    for (const id of this.snapshots.keys()) if (!this.order.slots.some((s) => s.id === id)) this.snapshots.delete(id);
    for (const [name, agent] of this.agents) agent.reset(`${this.setup.seed}/${this.order.number}/${name}`);
  }

  /** @param bot which of the run's agents; `NONE`: the imitated one */
  private agent(i: number, seat: number, bot: number): Agent {
    const name = `${i}/${seat}/${bot}`;
    let agent = this.agents.get(name);
    if (!agent) {
      agent = this.setup.makeAgent(bot === NONE ? this.order.imitation!.agent : bot);
      agent.reset(`${this.setup.seed}/${this.order.number}/${name}`);
      this.agents.set(name, agent);
    }
    return agent;
  }

  /** Draws who plays the new game of slot i. */
  private begin(i: number): void {
    const { env, players, seats, setup } = this;
    drawSeats(this.order.mix, this.seatRng, players, seats, i * players);
    if (this.order.imitation && this.order.imitation.epsilon > 0) this.epsilons[i] = this.epsilonOf(i);
    for (let seat = 0; seat < players; seat++) {
      const who = seats[i * players + seat]!;
      const seed = `${setup.seed}/game/${i}/${env.episode[i]}/${seat}`;
      if (who >= BOT && who < SNAPSHOT) this.agent(i, seat, who - BOT).reset(seed);
      if (this.order.imitation && who < BOT) this.agent(i, seat, NONE).reset(seed);
    }
  }

  /** Squared, so that most games have little of it and stay like those to come. */
  private epsilonOf(i: number): number {
    // The stream keeps the name it was given first: another one would draw other games.
    return createRng(`${this.setup.seed}/stir/${i}/${this.env.episode[i]}`).uniform() ** 2;
  }

  /** The imitated agent's decision, where it is only played; -1 where it is to be learned from. */
  private unlearned(i: number, seat: number, who: number): number {
    const { order, env, actionRng } = this;
    const { imitation } = order;
    if (who !== TEACHER || !imitation || imitation.subsample >= 1 || actionRng.uniform() < imitation.subsample)
      return -1;
    if (imitation.epsilon === 0 || actionRng.uniform() >= imitation.epsilon * this.epsilons[i]!)
      return this.botAction(i, seat, NONE);
    return randomAction(env.view(i).mask, env.legal[i]!, actionRng);
  }

  /** Plays game i on until a seat must decide whose decisions are learned from. */
  private playOthers(i: number): void {
    const { env, players, seats } = this;
    for (;;) {
      if (env.ended[i] !== RUNNING) {
        env.reset(i);
        this.begin(i);
        continue;
      }
      const seat = env.actor[i]!;
      const who = seats[i * players + seat]!;
      const action = who < BOT ? this.unlearned(i, seat, who) : this.otherAction(i, seat, who);
      if (action < 0) return;
      this.step(i, action);
    }
  }

  private otherAction(i: number, seat: number, who: number): number {
    return who < SNAPSHOT ? this.botAction(i, seat, who - BOT) : this.snapshotAction(i, who);
  }

  /** Bots that neither draw nor read anything hidden are spared the view. @param bot as in `agent` */
  private botAction(i: number, seat: number, bot: number): number {
    const { env } = this;
    const agent = this.agent(i, seat, bot);
    return agent.choose && env.legal[i]! > 1 ? agent.choose(env.state(i)) : agent.act(env.view(i));
  }

  private snapshotAction(i: number, who: number): number {
    const { env, rows } = this;
    const inference = this.snapshot(who - SNAPSHOT);
    env.write(i);
    const { actions, features } = env;
    const own = i * actions;
    const logits = { [POLICY]: this.oneLogits };
    const at = own * (rows.sizes.features ?? 0);
    inference.run(env.observation, i * env.observationSize, logits, env.mask, own, features, at);
    return this.distribution.set(this.oneLogits, 0, env.mask, i * env.actions).sample(this.actionRng);
  }

  /** A version that has left the pool hands its games in flight to the oldest one still there. */
  private snapshot(id: number): WasmInference {
    const { slots } = this.order;
    const snapshot = slots.find((s) => s.id === id) ?? slots[0]!;
    let inference = this.snapshots.get(snapshot.id);
    if (!inference) {
      inference = new WasmInference(this.setup.policy.shape, this.setup.snapshotWeights(snapshot.slot));
      this.snapshots.set(snapshot.id, inference);
    }
    return inference;
  }

  /** Takes the learned decision of game i: writes its row and plays it. */
  private decide(i: number): void {
    const { env, players, rows, distribution, order, stats } = this;
    const { observation: D, actions: A, values: V } = rows.sizes;
    const seat = env.actor[i]!;
    const slot = i * players + seat;
    const row = this.used++;

    distribution.set(this.logits, i * A, env.mask, i * A);
    let action = distribution.sample(this.actionRng);
    let label = action;
    if (order.imitation) {
      const { smoothing, temperature } = order.imitation;
      label = this.botAction(i, seat, NONE);
      if (this.seats[slot] === TEACHER) action = label;
      if (temperature > 0) this.writeChoice(i, seat, row, temperature, smoothing);
      else if (smoothing > 0 && this.actionRng.uniform() < smoothing)
        label = distribution.ids[this.actionRng.int(distribution.legal)]!;
    }

    rows.observation.set(env.observation.subarray(i * D, (i + 1) * D), row * D);
    const legal = env.mask.subarray(i * A, (i + 1) * A);
    rows.legal(row, legal, env.legal[i]!, env.features, i * A * (rows.sizes.features ?? 0));
    rows.value.set(this.values.subarray(i * V, (i + 1) * V), row * V);
    rows.reward.fill(0, row * V, row * V + players);
    // Absent seats have no returns.
    rows.reward.fill(Number.NaN, row * V + players, (row + 1) * V);
    rows.action[row] = label;
    rows.logProb[row] = distribution.logProb(label);
    rows.agentSlot[row] = slot;
    rows.next[row] = OPEN;
    this.potentials(i, seat, rows.potential.subarray(row * V, (row + 1) * V));

    const last = this.waiting[slot]!;
    if (last !== NONE) {
      rows.next[last] = row;
      this.shape(last, row);
    }
    this.waiting[slot] = row;
    stats.decisions++;
    if (env.legal[i]! > 1) {
      stats.entropyShare += distribution.entropy() / Math.log(env.legal[i]!);
      stats.entropyCount++;
    }
    this.step(i, action);
  }

  /** Writes what the imitated agent makes of the legal actions: softmax(worths / temperature), smoothed. */
  private writeChoice(i: number, seat: number, row: number, temperature: number, smoothing: number): void {
    const { rows, worths, env } = this;
    const A = rows.sizes.actions;
    const agent = this.agent(i, seat, NONE);
    if (!agent.worths) throw new Error(`${agent.name} does not say what it makes of actions`);
    agent.worths(env.view(i), worths);
    const best = worths.reduce((most, worth) => Math.max(most, worth), -Infinity);
    let total = 0;
    for (let a = 0; a < A; a++) total += worths[a] = Math.exp((worths[a]! - best) / temperature);
    const any = smoothing / env.legal[i]!;
    const choice = rows.targets[POLICY]!;
    for (let a = 0; a < A; a++)
      choice[row * A + a] = env.mask[i * A + a] === 0 ? 0 : any + ((1 - smoothing) * worths[a]!) / total;
  }

  /** Writes the weighted potentials of game i as it stands, `seat` first; zeros without shaping. */
  private potentials(i: number, seat: number, out: Float32Array): void {
    const { env, players, setup, order } = this;
    out.fill(0);
    if (!setup.potential || order.shaping === 0) return;
    for (let k = 0; k < players; k++) out[k] = order.shaping * setup.potential(env.state(i), (seat + k) % players);
  }

  /**
   * Adds the shaping reward between two decisions of a seat: gamma * potential after - potential before.
   * @param after the later decision's row; or the potentials of the last position, one a seat; or `ENDED`: all are zero
   */
  private shape(last: number, after: number | Float32Array): void {
    const { rows, order, stats } = this;
    const V = rows.sizes.values;
    for (let k = 0; k < V; k++) {
      const potential = after === ENDED ? 0 : typeof after === 'number' ? rows.potential[after * V + k]! : after[k]!;
      const later = order.gamma * potential;
      const gain = later - rows.potential[last * V + k]!;
      rows.reward[last * V + k]! += gain;
      if (k === 0) stats.shaping += gain;
    }
  }

  /** Plays an action and hands out what everybody received to the decisions that wait. */
  private step(i: number, action: number): void {
    const { env, players, rows, waiting, received, stats } = this;
    env.stepGame(i, action);
    stats.allDecisions++;
    const over = env.ended[i] !== RUNNING;
    if (received.length > 0)
      for (let seat = 0; seat < players; seat++) received[i * players + seat]! += env.rewards[i * players + seat]!;
    // Games scored by places give nothing before the end.
    else if (!over) return;
    const V = rows.sizes.values;
    for (let seat = 0; seat < players; seat++) {
      const row = waiting[i * players + seat]!;
      if (row === NONE) continue;
      for (let k = 0; k < players; k++) rows.reward[row * V + k]! += env.rewards[i * players + ((seat + k) % players)]!;
      if (!over) continue;
      rows.next[row] = ENDED;
      if (env.ended[i] === TRUNCATED && env.game.timeLimit) this.cutOff(i, seat, row);
      else this.shape(row, ENDED);
      this.auxiliary.write(env.state(i), seat, rows.targets, row);
      waiting[i * players + seat] = NONE;
    }
    if (over) this.count(i);
  }

  /** Notes what a seat saw when a limit of time cut game i. The next game takes the place of this one at once. */
  private cutOff(i: number, seat: number, row: number): void {
    const { observation: D, values: V } = this.rows.sizes;
    const observation = new Float32Array(D);
    this.env.observer.write(this.env.state(i), seat, observation, 0);
    this.cut.push({ row, observation });
    const potentials = new Float32Array(V);
    this.potentials(i, seat, potentials);
    this.shape(row, potentials);
  }

  /** Adds gamma * value of what was seen last to the last reward of each row that a limit of time cut off. */
  private async bootstrapCut(): Promise<void> {
    const { cut, env, rows, setup, order, stats } = this;
    const { observation: D, values: V } = rows.sizes;
    const observations = new Float32Array(Math.min(cut.length, env.size) * D);
    for (let from = 0; from < cut.length; from += env.size) {
      const part = cut.slice(from, from + env.size);
      for (const [j, { observation }] of part.entries()) observations.set(observation, j * D);
      const before = performance.now();
      await setup.policy.run(part.length, observations, { [VALUE]: this.values });
      stats.inferMs += performance.now() - before;
      for (const [j, { row }] of part.entries())
        for (let k = 0; k < V; k++) rows.reward[row * V + k]! += order.gamma * this.values[j * V + k]!;
    }
  }

  /** Notes the result of a game that has ended. */
  private count(i: number): void {
    const { env, players, seats, received, stats } = this;
    const returns = received.length > 0 ? received : env.rewards;
    stats.games++;
    stats.gameDecisions += env.decisions[i]!;
    if (env.ended[i] === TRUNCATED) stats.truncated++;
    for (let seat = 0; seat < players; seat++) {
      if (seats[i * players + seat]! >= BOT) continue;
      stats.returns += returns[i * players + seat]!;
      stats.returnCount++;
      for (let other = 0; other < players; other++) {
        const who = seats[i * players + other]!;
        if (who < BOT) continue;
        const gap = Math.sign(env.places[i * players + other]! - env.places[i * players + seat]!);
        const entry = (stats.versus[who] ??= { score: 0, meetings: 0 });
        entry.score += (1 + gap) / 2;
        entry.meetings++;
      }
    }
    if (received.length > 0) received.fill(0, i * players, (i + 1) * players);
  }

  /** Between two rollouts. Leaves the rows as they are. */
  save(): RolloutState {
    const soft = (this.order?.imitation?.temperature ?? 0) > 0;
    const places = this.waitingSlots().map((slot) => this.waiting[slot]!);
    return {
      env: this.env.save(),
      actionRng: this.actionRng.save(),
      seatRng: this.seatRng.save(),
      seats: this.started ? [...this.seats] : [],
      received: [...this.received],
      waiting: this.rows.save(places, soft ? [POLICY] : []),
    };
  }

  load(state: RolloutState): void {
    const { rows, waiting } = this;
    this.snapshots.clear();
    this.env.load(state.env);
    this.actionRng.load(state.actionRng);
    this.seatRng.load(state.seatRng);
    for (let i = 0; i < this.env.size; i++) this.epsilons[i] = this.epsilonOf(i);
    this.started = state.seats.length > 0;
    this.seats.set(state.seats);
    this.received.set(state.received);
    this.used = rows.load(state.waiting);
    waiting.fill(NONE);
    for (const [row, slot] of state.waiting.agentSlot.entries()) waiting[slot] = row;
  }
}

/** Nothing yet. */
export function noStats(): RolloutStats {
  return {
    decisions: 0,
    allDecisions: 0,
    games: 0,
    truncated: 0,
    gameDecisions: 0,
    returns: 0,
    returnCount: 0,
    shaping: 0,
    entropyShare: 0,
    entropyCount: 0,
    versus: {},
    observeMs: 0,
    inferMs: 0,
    totalMs: 0,
  };
}

/** Adds the numbers of one thread to those of others. */
export function addStats(sum: RolloutStats, more: RolloutStats): RolloutStats {
  const { versus, ...numbers } = more;
  for (const key of Object.keys(numbers) as (keyof typeof numbers)[]) sum[key] += numbers[key];
  for (const [who, { score, meetings }] of Object.entries(versus)) {
    const entry = (sum.versus[who] ??= { score: 0, meetings: 0 });
    entry.score += score;
    entry.meetings += meetings;
  }
  return sum;
}
