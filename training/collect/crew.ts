/**
 * All players of a run as one: splits games over threads, and puts what they bring home together in a fixed order, so
 * that a run is the same every time for a given number of workers.
 */
import type { Engine } from '../../agents/network/engines/engines.js';
import {
  countWeights,
  flattenWeights,
  furtherHeads,
  type NetworkShape,
  POLICY,
  VALUE,
  type Weights,
  widthOf,
} from '../../agents/network/network.js';
import type { ReturnRule } from '../../env/returns.js';
import type { Batch } from '../learn/learner.js';
import { addTally, type MeasureJob, type Tally } from '../run/measure.js';
import { normaliseAdvantages, OPEN } from './gae.js';
import { createRemotePlayer } from './remote-player.js';
import { addStats, noStats, type RolloutOrder, type RolloutState, type RolloutStats, rowsNeeded } from './rollout.js';
import { createPlayer, type Player, type PlayerSetup } from './rollout-player.js';
import { Rows, rowMemory } from './rows.js';

/** What a crew is made of. */
export interface CrewSetup {
  game: string;
  options: unknown;
  players: number;
  /** Threads; 0: play in this one. */
  workers: number;
  /** Games in flight over all threads; at least one a thread is made. */
  games: number;
  /** Learned decisions of the longest rollout, over all threads. */
  decisions: number;
  seed: string;
  returns: ReturnRule;
  /** What computes the acting policy. */
  engine: Engine;
  shape: NetworkShape;
  bots: string[];
  teacher: string;
  advisor: string;
  poolSize: number;
}

/** What a rollout brought. */
export interface Played {
  rows: number[];
  stats: RolloutStats;
  /** Of each thread, after this rollout. */
  states: RolloutState[];
}

/** See the head of the file. */
export class Crew {
  /** Learned decisions a game in each rollout. */
  readonly steps: number;
  private readonly batch: Batch;

  private constructor(
    private readonly setup: CrewSetup,
    private readonly members: Player[],
    private readonly rows: Rows[],
    private readonly acting: Float32Array,
    private readonly measured: Float32Array,
    private readonly pool: Float32Array,
    /** Games in flight, over all threads. */
    readonly games: number,
  ) {
    const { observation, actions, values, further = {} } = rows[0]!.sizes;
    this.steps = stepsFor(setup.decisions, games);
    const capacity = rows.reduce((sum, part) => sum + part.sizes.capacity, 0);
    const floats = (width: number) => new Float32Array(new SharedArrayBuffer(4 * capacity * width));
    this.batch = {
      rows: 0,
      observation: floats(observation),
      mask: new Uint8Array(new SharedArrayBuffer(capacity * actions)),
      action: new Int32Array(new SharedArrayBuffer(4 * capacity)),
      logProb: floats(1),
      advantage: floats(1),
      targets: {
        [VALUE]: floats(values),
        ...Object.fromEntries(Object.entries(further).map(([head, width]) => [head, floats(width)])),
      },
    };
  }

  /** @throws UserError when the game or an agent cannot be loaded */
  static async create(setup: CrewSetup): Promise<Crew> {
    const { shape, players, workers } = setup;
    const count = Math.max(1, workers);
    const each = Math.max(1, Math.round(setup.games / count));
    const size = countWeights(shape);
    const memory = (slots: number) => new SharedArrayBuffer(4 * size * slots);
    const [acting, measured, pool] = [memory(1), memory(1), memory(setup.poolSize)];
    const sizes = {
      capacity: rowsNeeded(each, players, stepsFor(setup.decisions, each * count)),
      observation: shape.inputs,
      actions: widthOf(shape, POLICY),
      values: widthOf(shape, VALUE),
      further: Object.fromEntries(furtherHeads(shape).map(({ name, width }) => [name, width])),
    };
    const setups: PlayerSetup[] = Array.from({ length: count }, (_, i) => ({
      game: setup.game,
      options: setup.options,
      games: each,
      seed: `${setup.seed}/thread ${i}`,
      returns: setup.returns,
      engine: setup.engine,
      shape,
      bots: setup.bots,
      teacher: setup.teacher,
      advisor: setup.advisor,
      rows: rowMemory(sizes),
      acting,
      measured,
      pool,
      stop: new SharedArrayBuffer(4),
    }));
    const make = workers > 0 ? createRemotePlayer : createPlayer;
    const made = await Promise.allSettled(setups.map((one) => make(one)));
    const members = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = made.find((one) => one.status === 'rejected');
    if (failed) {
      await Promise.all(members.map((member) => member.close()));
      throw failed.reason;
    }
    return new Crew(
      setup,
      members,
      setups.map((one) => new Rows(one.rows)),
      new Float32Array(acting),
      new Float32Array(measured),
      new Float32Array(pool),
      each * count,
    );
  }

  /** Plays with these weights. Other calls must wait until it is done. */
  async play(weights: Weights, order: RolloutOrder): Promise<Played> {
    this.acting.set(flattenWeights(this.setup.shape, weights));
    const parts = await Promise.all(this.members.map((member) => member.play(order)));
    return {
      rows: parts.map((part) => part.rows),
      stats: parts.reduce((sum, part) => addStats(sum, part.stats), noStats()),
      states: parts.map((part) => part.state),
    };
  }

  /**
   * The decisions of the last rollout whose targets are known, thread after thread, as one batch with normalised
   * advantages. Copied out of the players' memory: they may play on; the next call overwrites it.
   */
  collect(played: Played): Batch {
    const { batch } = this;
    const { observation: D, actions: A, values: V, further = {} } = this.rows[0]!.sizes;
    let to = 0;
    for (const [i, part] of this.rows.entries()) {
      const count = played.rows[i]!;
      for (let from = 0; from < count; from++) {
        if (part.next[from] === OPEN) continue;
        let end = from + 1;
        while (end < count && part.next[end] !== OPEN) end++;
        batch.observation.set(part.observation.subarray(from * D, end * D), to * D);
        batch.mask.set(part.mask.subarray(from * A, end * A), to * A);
        batch.targets[VALUE]!.set(part.target.subarray(from * V, end * V), to * V);
        for (const [head, width] of Object.entries(further))
          batch.targets[head]!.set(part.further[head]!.subarray(from * width, end * width), to * width);
        batch.action.set(part.action.subarray(from, end), to);
        batch.logProb.set(part.logProb.subarray(from, end), to);
        batch.advantage.set(part.advantage.subarray(from, end), to);
        to += end - from;
        from = end;
      }
    }
    normaliseAdvantages(batch.advantage, to);
    return {
      rows: to,
      observation: batch.observation.subarray(0, to * D),
      mask: batch.mask.subarray(0, to * A),
      action: batch.action.subarray(0, to),
      logProb: batch.logProb.subarray(0, to),
      advantage: batch.advantage.subarray(0, to),
      targets: {
        [VALUE]: batch.targets[VALUE]!.subarray(0, to * V),
        ...Object.fromEntries(
          Object.entries(further).map(([head, width]) => [head, batch.targets[head]!.subarray(0, to * width)]),
        ),
      },
    };
  }

  /** Keeps the weights of a snapshot. Not while a rollout is under way. */
  setSnapshot(slot: number, weights: Weights): void {
    const flat = flattenWeights(this.setup.shape, weights);
    this.pool.set(flat, slot * flat.length);
  }

  /** Flat weights of a snapshot: a copy. */
  snapshot(slot: number): Float32Array {
    const size = this.acting.length;
    return this.pool.slice(slot * size, (slot + 1) * size);
  }

  /** Plays blocks of games with these weights against one agent. Not while a rollout is under way. */
  async measure(weights: Weights, job: Omit<MeasureJob, 'part' | 'parts'>): Promise<Tally> {
    this.measured.set(flattenWeights(this.setup.shape, weights));
    const parts = this.members.length;
    const tallies = await Promise.all(this.members.map((member, part) => member.measure({ ...job, part, parts })));
    return tallies.reduce(addTally);
  }

  async load(states: RolloutState[]): Promise<void> {
    await Promise.all(this.members.map((member, i) => member.load(states[i]!)));
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }
}

/** Learned decisions a game of a rollout. */
export function stepsFor(decisions: number, games: number): number {
  return Math.max(1, Math.ceil(decisions / games));
}
