/**
 * Plays games and writes the decisions to learn from into rows: one trajectory a seat and game, its own decisions only.
 * What a decision earned is everything its seat received until that seat decided again. Belongs to one thread.
 *
 * A decision whose successor is not known when the rollout ends waits: it becomes one of the first rows of the next
 * rollout, and its value bootstraps the decision before it. So nothing is guessed and nothing lost at the seam.
 *
 * The loop is here. Its parts: who plays (seats.ts), what an imitated agent would do (labels.ts), which decision
 * follows which (trajectories.ts), shaping rewards (shaping.ts), games cut by a limit of time (cut-games.ts), targets
 * of auxiliary heads (foreseen.ts), and the numbers of the metrics (rollout-stats.ts).
 */
import type { ActionFeatures } from '../../agents/network/action-head.js';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Outputs, POLICY, VALUE, type Weights } from '../../agents/network/network.js';
import type { Agent } from '../../env/agent.js';
import { createRng, type Rng, type RngState } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { Potential } from '../../env/judges.js';
import { EMPTY_GAMES, nobodyAsked } from '../../env/nobody-asked.js';
import type { Observer } from '../../env/observer.js';
import type { ReturnRule } from '../../env/returns.js';
import { RUNNING, TRUNCATED, VectorEnv, type VectorEnvState } from '../../env/vector-env.js';
import { CutGames } from './cut-games.js';
import { Foreseen } from './foreseen.js';
import { lambdaReturns } from './gae.js';
import { Labels } from './labels.js';
import { BOT } from './opponents.js';
import type { RolloutOrder } from './rollout-order.js';
import { countGame, noStats, type RolloutStats } from './rollout-stats.js';
import type { Rows, WaitingRows } from './rows.js';
import { Seats } from './seats.js';
import { Shaping } from './shaping.js';
import { NONE, Trajectories } from './trajectories.js';

/** What a rollout is made of. */
export interface RolloutSetup {
  game: Game;
  /** What the policy sees; default: the game's own observation. */
  observer?: Observer | undefined;
  /** Checked options of the game; where there are several, each game draws one of them. */
  variants: readonly unknown[];
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

/** Most rows that a rollout of a number of steps can need. */
export function rowsNeeded(games: number, players: number, steps: number): number {
  return games * steps + games * players;
}

/** The games in flight of one thread, played on rollout after rollout. */
export class Rollout {
  readonly env: VectorEnv;
  private readonly rows: Rows;
  private readonly seats: Seats;
  private readonly labels: Labels;
  private readonly trajectories: Trajectories;
  private readonly shaping: Shaping;
  private readonly cut: CutGames;
  private readonly foreseen: Foreseen;
  private readonly actionRng: Rng;
  /** The network's outputs for each game's position, and the distribution of the one being decided. */
  private readonly logits: Float32Array;
  private readonly values: Float32Array;
  private readonly outputs: Outputs;
  private readonly distribution: MaskedDistribution;
  /** Where the features of each game's actions begin in what the environment writes; undefined where there are none. */
  private readonly features: ActionFeatures | undefined;
  /** [games * players] what each seat received so far, for games that score along the way. */
  private readonly received: Float64Array;
  private stats!: RolloutStats;
  private started = false;

  constructor(private readonly setup: RolloutSetup) {
    const { game, observer, variants, games, seed, returns, policy, makeAgent, snapshotWeights, potential, rows } =
      setup;
    const env = new VectorEnv({ game, observer, variants, games, seed, returns });
    this.env = env;
    this.rows = rows;
    this.actionRng = createRng(`${seed}/actions`);
    const { actionRng } = this;
    this.seats = new Seats({ seed, shape: policy.shape, makeAgent, snapshotWeights, actionRng }, env);
    this.labels = new Labels(env, this.seats, rows);
    this.trajectories = new Trajectories(rows, env);
    this.shaping = new Shaping(env, rows, potential);
    this.cut = new CutGames(env, rows, policy);
    this.foreseen = new Foreseen(game, policy.shape, rows);
    this.logits = new Float32Array(games * env.actions);
    this.values = new Float32Array(games * rows.sizes.values);
    this.outputs = { [POLICY]: this.logits, [VALUE]: this.values };
    this.distribution = new MaskedDistribution(env.actions);
    const first = Int32Array.from({ length: games }, (_, i) => i * env.actions);
    this.features = env.features.length > 0 ? { values: env.features, first } : undefined;
    this.received = new Float64Array(game.scoring === 'rewards' ? games * env.players : 0);
  }

  /**
   * Plays `order.steps` learned decisions in every game. Afterwards rows 0..count-1 are filled, with targets and
   * advantages where `next` is not `OPEN`.
   */
  async play(order: RolloutOrder): Promise<{ rows: number; stats: RolloutStats }> {
    const began = performance.now();
    const { env, setup, trajectories, rows } = this;
    this.stats = noStats();
    const { stats } = this;
    if (order.restart && this.started) this.restart();
    trajectories.begin();
    this.seats.begin(order);
    this.labels.begin(order.imitation);
    this.shaping.begin(order.shaping, order.gamma);
    this.cut.begin();
    this.foreseen.begin();
    if (!this.started) for (let i = 0; i < env.size; i++) this.seats.draw(i);
    this.started = true;

    for (let step = 0; step < order.steps; step++) {
      if (setup.stopped?.()) throw new Error('the rollout was given up');
      for (let i = 0; i < env.size; i++) this.playOthers(i);
      const written = performance.now();
      for (let i = 0; i < env.size; i++) env.write(i);
      const before = performance.now();
      stats.observeMs += before - written;
      await setup.policy.run(env.size, env.observation, this.outputs, env.mask, this.features);
      stats.inferMs += performance.now() - before;
      for (let i = 0; i < env.size; i++) this.decide(i);
    }
    stats.inferMs += await this.cut.bootstrap(order.gamma);
    this.foreseen.handBack(trajectories.used);
    const { next, reward, value, advantage, targets, sizes } = rows;
    const seatRows = { rows: trajectories.used, values: sizes.values, next, reward, value };
    lambdaReturns(seatRows, order.gamma, order.lambda, targets[VALUE]!, advantage);
    stats.shaping = this.shaping.given;
    stats.totalMs = performance.now() - began;
    return { rows: trajectories.used, stats };
  }

  /** Gives up the games in flight and what waits. */
  private restart(): void {
    this.trajectories.clear();
    this.received.fill(0);
    this.seats.clear();
    this.started = false;
    for (let i = 0; i < this.env.size; i++) this.env.reset(i);
  }

  /** Plays game i on until a seat must decide whose decisions are learned from. */
  private playOthers(i: number): void {
    const { env, seats } = this;
    for (let empty = 0; ; ) {
      if (env.ended[i] !== RUNNING) {
        if (++empty > EMPTY_GAMES) throw nobodyAsked(env.game, empty);
        env.reset(i);
        seats.draw(i);
        continue;
      }
      const seat = env.actor[i]!;
      const player = seats.who[i * env.players + seat]!;
      if (player < BOT) return;
      this.step(i, seats.act(i, seat, player));
    }
  }

  /** Takes the learned decision of game i: writes its row and plays it. */
  private decide(i: number): void {
    const { env, rows, trajectories, distribution, stats } = this;
    const { observation: D, actions: A, values: V, features: F = 0 } = rows.sizes;
    const seat = env.actor[i]!;
    const slot = i * env.players + seat;
    const row = trajectories.add(slot);

    distribution.set(this.logits, i * A, env.mask, i * A);
    const drawn = distribution.sample(this.actionRng);
    const { label, action } = this.labels.label(i, seat, this.seats.who[slot]!, row, drawn);

    rows.observation.set(env.observation.subarray(i * D, (i + 1) * D), row * D);
    rows.legal(row, env.mask.subarray(i * A, (i + 1) * A), env.legal[i]!, env.features, i * A * F);
    rows.value.set(this.values.subarray(i * V, (i + 1) * V), row * V);
    rows.action[row] = label;
    rows.logProb[row] = distribution.logProb(label);
    this.shaping.note(i, seat, row);

    const last = trajectories.last(slot);
    if (last !== NONE) this.shaping.between(last, row);
    trajectories.follow(slot, row);

    stats.decisions++;
    if (env.legal[i]! > 1) {
      stats.entropyShare += distribution.entropy() / Math.log(env.legal[i]!);
      stats.entropyCount++;
    }
    this.step(i, action);
  }

  /** Plays an action and hands out what everybody received to the decisions that wait. */
  private step(i: number, action: number): void {
    const { env, trajectories, received, stats } = this;
    const { players, rewards } = env;
    env.stepGame(i, action);
    stats.allDecisions++;
    const over = env.ended[i] !== RUNNING;
    if (received.length > 0)
      for (let slot = i * players; slot < (i + 1) * players; slot++) received[slot]! += rewards[slot]!;
    // Games scored by places give nothing before the end.
    else if (!over) return;
    for (let seat = 0; seat < players; seat++) {
      const row = trajectories.last(i * players + seat);
      if (row === NONE) continue;
      trajectories.earn(i, seat, row, rewards);
      if (over) this.end(i, seat, row);
    }
    if (!over) return;
    countGame(stats, env, i, this.seats.who, received.length > 0 ? received : rewards);
    if (received.length > 0) received.fill(0, i * players, (i + 1) * players);
  }

  /**
   * Game i is over, and with it the trajectory of a seat. The end of a game is the end of what it earns, also where it
   * was cut, unless the cut is a limit of time (`Game.timeLimit`).
   * @param row the seat's last decision
   */
  private end(i: number, seat: number, row: number): void {
    const { env } = this;
    if (env.ended[i] === TRUNCATED && env.game.timeLimit) {
      this.cut.note(i, seat, row);
      this.shaping.toTheCut(row, i, seat);
    } else this.shaping.toTheEnd(row);
    this.foreseen.end(env.state(i), seat, row);
    this.trajectories.end(i * env.players + seat);
  }

  /** Between two rollouts. Leaves the rows as they are. */
  save(): RolloutState {
    return {
      env: this.env.save(),
      actionRng: this.actionRng.save(),
      seatRng: this.seats.rng.save(),
      seats: [...this.seats.who],
      received: [...this.received],
      waiting: this.trajectories.save(this.labels.heads),
    };
  }

  load(state: RolloutState): void {
    const { seats, received } = state;
    if (seats.length !== this.seats.who.length || received.length !== this.received.length)
      throw new RangeError('it has other seats');
    this.env.load(state.env);
    this.actionRng.load(state.actionRng);
    this.seats.rng.load(state.seatRng);
    this.started = true;
    this.seats.load(seats);
    this.received.set(received);
    this.trajectories.load(state.waiting);
  }
}
