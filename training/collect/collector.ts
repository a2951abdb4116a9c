/**
 * The collector: plays games with the current policy and brings home the decisions to learn from. It splits games over
 * threads and puts what they bring together in a fixed order, so that a run is the same every time for a given number
 * of threads. It measures policies too.
 */
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { countWeights, flattenWeights, type NetworkShape, POLICY, type Weights } from '../../agents/network/network.js';
import type { Answer, Call, Fleet, OpenService } from '../../env/fleet.js';
import { LocalService } from '../../env/local-fleet.js';
import { type Hearing, OtherThread, type Place, ThisThread } from '../../env/place.js';
import type { AfterstateOrder, AfterstateShard } from './afterstate-play.js';
import { AnsweringNetwork, networkCall } from './asked-network.js';
import type { Batch } from './batch.js';
import { BatchMemory } from './batch-memory.js';
import partService, { type CollectorPart, type PartSetup } from './collector-part.js';
import { rowSizes } from './columns.js';
import type { ContestOrder, ContestScores } from './contest.js';
import { normaliseAdvantages, OPEN } from './gae.js';
import { joinParts, type MeasuredGames, type MeasureJob } from './measure.js';
import { type RolloutState, rowsNeeded } from './rollout.js';
import type { RolloutOrder } from './rollout-order.js';
import { addStats, noStats, type RolloutStats } from './rollout-stats.js';
import { Rows, rowMemory } from './rows.js';
import type { RunSpec } from './run-spec.js';
import type { SelfPlayed, SelfPlayOrder } from './self-play.js';
import { callAfterstates, callContest, callSelfPlay } from './shard-calls.js';
import shardService, { arithmetic, type ShardService } from './shard-service.js';

/** The result of a rollout. */
export interface RolloutResult {
  /** Rows written by each thread. */
  rows: number[];
  stats: RolloutStats;
  /** Whether rows hold the imitated agent's values of all actions. */
  imitated: boolean;
}

/** Plays games with the current policy, in threads or in this one, and collects the decisions to learn from. */
export class Collector {
  /** Learned decisions a game in each rollout. */
  readonly steps: number;
  /** State of each thread after the last rollout; empty before the first. */
  states: RolloutState[] = [];
  private readonly whole: BatchMemory;
  /** Shards, played by the members. */
  private readonly shards: LocalService<CollectorPart>;
  private readonly stop = new AbortController();

  private constructor(
    readonly spec: RunSpec,
    private readonly members: Member[],
    private readonly rows: Rows[],
    private readonly acting: Float32Array,
    private readonly measured: Float32Array,
    private readonly snapshots: Float32Array,
    /** Games in flight, over all threads. */
    readonly games: number,
    /** Shards, played on other machines. */
    private readonly elsewhere: OpenService<ShardService> | undefined,
    /** Judges positions of self-play. */
    private readonly judge: BatchPolicy | undefined,
  ) {
    this.shards = new LocalService(members);
    const capacity = rows.reduce((sum, part) => sum + part.sizes.capacity, 0);
    this.steps = stepsFor(spec.decisionsPerUpdate, games);
    this.whole = new BatchMemory({ ...rows[0]!.sizes, capacity });
  }

  /**
   * @param fleet plays shards on other machines: self-play and the games by which changes are judged
   * @param judge judges the positions of self-play in this thread, for all others of this machine; disposed of with the
   *   collector. Default: every thread has a network of its own
   * @throws UserError when the game or an agent cannot be loaded, or cannot travel
   */
  static async create(spec: RunSpec, fleet?: Fleet, judge?: BatchPolicy): Promise<Collector> {
    const { shape, players, workers } = spec;
    const count = Math.max(1, workers);
    const games = gamesEach(spec);
    const size = countWeights(shape);
    const memory = (slots: number) => new SharedArrayBuffer(4 * size * slots);
    const [acting, measured, snapshots] = [memory(1), memory(1), memory(spec.snapshots)];
    // A bot's weights are judged by whole games, and shards bring rows of their own: there are none.
    const capacity =
      spec.agent || spec.afterstates ? 0 : rowsNeeded(games, players, stepsFor(spec.decisionsPerUpdate, games * count));
    const sizes = rowSizes(shape, capacity, spec.choices);
    const answering = judge && new AnsweringNetwork(judge);
    const setups: PartSetup[] = Array.from({ length: count }, (_, i) => ({
      spec,
      games,
      seed: `${spec.seed}/thread ${i}`,
      rows: rowMemory(sizes),
      acting,
      measured,
      snapshots,
      stop: new SharedArrayBuffer(4),
      ...(answering && { judge: workers > 0 ? 'asked' : answering.here() }),
    }));
    const members = setups.map((setup) => new Member(setup, workers > 0, answering));
    let elsewhere: OpenService<ShardService> | undefined;
    try {
      await allSettled(members.map((member) => member.opened));
      elsewhere = await fleet?.open(shardService, { spec, arithmetic: await arithmetic(spec) });
    } catch (error) {
      await Promise.all(members.map((member) => member.close()));
      throw error;
    }
    return new Collector(
      spec,
      members,
      setups.map((one) => new Rows(one.rows)),
      new Float32Array(acting),
      new Float32Array(measured),
      new Float32Array(snapshots),
      games * count,
      elsewhere,
      judge,
    );
  }

  /** Whether it plays beside this thread, which may learn meanwhile. */
  get ahead(): boolean {
    return this.spec.workers > 0 || this.elsewhere !== undefined;
  }

  /** Shape of the policy whose decisions it collects. */
  get shape(): NetworkShape {
    return this.spec.shape;
  }

  /** Plays with these weights. Other calls must wait until it is done. */
  async play(weights: Weights, order: RolloutOrder): Promise<RolloutResult> {
    this.acting.set(flattenWeights(this.shape, weights));
    const parts = await Promise.all(this.members.map((member) => member.call('play', order)));
    this.states = parts.map((part) => part.state);
    return {
      rows: parts.map((part) => part.rows),
      imitated: (order.imitation?.temperature ?? 0) > 0,
      stats: parts.reduce((sum, part) => addStats(sum, part.stats), noStats()),
    };
  }

  /**
   * The decisions of the last rollout whose targets are known, thread after thread, as one batch with normalised
   * advantages. Copied out of the threads' memory: they may play on; the next call overwrites it.
   */
  batch(played: RolloutResult): Batch {
    const { whole } = this;
    whole.begin(played.imitated ? [] : [POLICY]);
    for (const [i, part] of this.rows.entries()) {
      const count = played.rows[i]!;
      for (let from = 0; from < count; from++) {
        if (part.next[from] === OPEN) continue;
        let end = from + 1;
        while (end < count && part.next[end] !== OPEN) end++;
        whole.append(part, from, end);
        from = end;
      }
    }
    const batch = whole.batch();
    normaliseAdvantages(batch.advantage, batch.rows);
    return batch;
  }

  /**
   * Plays the games by which changes of weights are judged. Other calls must wait until it is done.
   * @param centre of the changes, flat
   */
  async contest(centre: Float32Array, order: ContestOrder): Promise<ContestScores> {
    if (this.elsewhere) {
      const slots = order.slots.map(({ id }, slot) => ({ id, slot }));
      const weights = { acting: centre.slice(), snapshots: order.slots.map(({ slot }) => this.snapshot(slot)) };
      return callContest(this.elsewhere, { ...order, slots }, weights, this.stop.signal);
    }
    this.acting.set(centre);
    return callContest(this.shards, order, {}, this.stop.signal);
  }

  /**
   * Plays shards of games that a search guided by these weights plays against itself. Other calls must wait until it is
   * done.
   */
  async selfPlay(weights: Weights, order: SelfPlayOrder): Promise<SelfPlayed> {
    const acting = flattenWeights(this.shape, weights);
    if (this.elsewhere) return callSelfPlay(this.elsewhere, order, { acting, snapshots: [] }, this.stop.signal);
    this.acting.set(acting);
    this.judge?.setWeights(weights);
    return callSelfPlay(this.shards, order, {}, this.stop.signal);
  }

  /**
   * Plays shards of games in which these weights judge every action by the position that it leads to. Other calls but
   * `measure` must wait until it is done.
   * @param acting flat
   */
  async afterstates(acting: Float32Array, order: AfterstateOrder): Promise<AfterstateShard[]> {
    if (this.elsewhere) {
      const slots = order.slots.map(({ id }, slot) => ({ id, slot }));
      const snapshots = order.slots.map(({ slot }) => this.snapshot(slot));
      return callAfterstates(this.elsewhere, { ...order, slots }, { acting, snapshots }, this.stop.signal, this.shape);
    }
    this.acting.set(acting);
    return callAfterstates(this.shards, order, {}, this.stop.signal, this.shape);
  }

  /** Keeps the flat weights of a snapshot. Not while a rollout is under way. */
  setSnapshot(slot: number, flat: Float32Array): void {
    this.snapshots.set(flat, slot * flat.length);
  }

  /** Flat weights of a snapshot: a copy. */
  snapshot(slot: number): Float32Array {
    const size = this.acting.length;
    return this.snapshots.slice(slot * size, (slot + 1) * size);
  }

  /**
   * Plays blocks of games with these weights against one agent. Not while a rollout is under way.
   * @param onGames called now and then with the number of finished games; what it throws ends the waiting
   */
  async measure(
    weights: Weights,
    job: Omit<MeasureJob, 'part' | 'parts'>,
    onGames?: (games: number) => void,
  ): Promise<MeasuredGames> {
    this.measured.set(flattenWeights(this.shape, weights));
    const parts = this.members.length;
    const over = new Array<number>(parts).fill(0);
    return new Promise((resolve, reject) => {
      const played = this.members.map((member, part) => {
        const note = (games: number) => {
          over[part] = games;
          try {
            onGames?.(over.reduce((sum, one) => sum + one, 0));
          } catch (error) {
            reject(error);
          }
        };
        return member.call('measure', { ...job, part, parts }, { note });
      });
      Promise.all(played).then((games) => resolve(joinParts(games)), reject);
    });
  }

  /** Puts the threads back to where they were. @param states of as many threads as there are */
  async load(states: RolloutState[]): Promise<void> {
    const { length } = this.members;
    if (states.length !== length) throw new RangeError(`it has games of ${states.length} threads, not of ${length}`);
    await Promise.all(this.members.map((member, i) => member.call('load', states[i]!)));
    this.states = states;
  }

  async close(): Promise<void> {
    this.stop.abort(new Error('the run has ended'));
    await this.elsewhere?.close();
    await Promise.all(this.members.map((member) => member.close()));
    this.judge?.dispose();
  }
}

/** Waits for all of them. @throws what the first of them threw that failed */
async function allSettled(promises: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** One part of the collector, in a thread of its own or in this one. */
class Member implements Place<CollectorPart> {
  readonly opened: Promise<void>;
  private readonly place: Place<CollectorPart>;
  private readonly stop: Int32Array;
  private playing: Promise<unknown> = Promise.resolve();

  constructor(
    setup: PartSetup,
    private readonly threaded: boolean,
    private readonly answering?: AnsweringNetwork,
  ) {
    this.place = threaded
      ? new OtherThread<CollectorPart>(partService, setup)
      : new ThisThread<CollectorPart>(partService, setup);
    this.opened = this.place.opened;
    this.stop = new Int32Array(setup.stop);
  }

  call<K extends keyof CollectorPart>(
    method: K,
    argument: Call<CollectorPart, K>,
    hearing?: Hearing,
  ): Promise<Answer<CollectorPart, K>> {
    const answer = this.answering
      ? this.judged(this.answering, method, argument, hearing)
      : this.place.call(method, argument, hearing);
    if (method === 'play' || method === 'contest' || method === 'selfPlay' || method === 'afterstates')
      this.playing = answer;
    return answer;
  }

  /** A call in which the part may ask for judgments. @throws as the part does; what the network threw, where that failed */
  private async judged<K extends keyof CollectorPart>(
    answering: AnsweringNetwork,
    method: K,
    argument: Call<CollectorPart, K>,
    hearing: Hearing = {},
  ): Promise<Answer<CollectorPart, K>> {
    const note = (told: unknown) => {
      const asked = networkCall(told);
      if (asked) answering.answer(asked);
      else hearing.note?.(told as never);
    };
    try {
      return await this.place.call(method, argument, { ...hearing, note });
    } catch (error) {
      throw answering.error ?? error;
    }
  }

  async close(): Promise<void> {
    // ONNX Runtime ends the process when its memory or its thread goes while it computes.
    Atomics.store(this.stop, 0, 1);
    await this.playing.catch(() => {}); // Its caller hears why.
    // One that could not be opened has nothing to free, and has said why.
    if (!this.threaded)
      await this.opened.then(
        () => this.place.call('dispose', undefined),
        () => {},
      );
    await this.place.close();
  }
}

/** Games in flight in each thread. */
export function gamesEach({ games, workers }: Pick<RunSpec, 'games' | 'workers'>): number {
  return Math.max(1, Math.round(games / Math.max(1, workers)));
}

/** Learned decisions a game of a rollout. */
export function stepsFor(decisions: number, games: number): number {
  return Math.max(1, Math.ceil(decisions / games));
}
