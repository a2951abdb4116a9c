/**
 * The collector: plays games with the current policy and brings home the decisions to learn from. It splits games over
 * threads and puts what they bring together in a fixed order, so that a run is the same every time for a given number of
 * threads. It measures policies too.
 */
import {
  countWeights,
  featureSize,
  flattenWeights,
  furtherHeads,
  type NetworkShape,
  POLICY,
  VALUE,
  type Weights,
  widthOf,
} from '../../agents/network/network.js';
import type { Answer, Call, Fleet, OpenService } from '../../env/fleet.js';
import { LocalService } from '../../env/local-fleet.js';
import { type Hearing, OtherThread, type Place, ThisThread } from '../../env/place.js';
import type { Batch } from './batch.js';
import partService, { type Part, type PartSetup } from './collector-part.js';
import type { ContestOrder, ContestScores } from './contest.js';
import { normaliseAdvantages, OPEN } from './gae.js';
import { addTally, type MeasureJob, type Tally } from './measure.js';
import { addStats, noStats, type RolloutOrder, type RolloutState, type RolloutStats, rowsNeeded } from './rollout.js';
import { Rows, rowMemory } from './rows.js';
import type { RunSpec } from './run-spec.js';
import type { SelfPlayed, SelfPlayOrder } from './self-play.js';
import { callContest, callSelfPlay } from './shard-calls.js';
import shardService, { arithmetic, type ShardService } from './shard-service.js';
import { whileTold } from './while-told.js';

/** What a rollout brought. */
export interface Played {
  /** Of each thread. */
  rows: number[];
  stats: RolloutStats;
  /** Whether rows say what the imitated agent makes of all actions. */
  imitated: boolean;
}

/** Plays games with the current policy, in threads or in this one, and brings home the decisions to learn from. */
export class Collector {
  /** Learned decisions a game in each rollout. */
  readonly steps: number;
  /** Of each thread, after the last rollout; empty before the first. */
  states: RolloutState[] = [];
  private readonly whole: Batch;
  /** Shards, played by the members. */
  private readonly shards: LocalService<Part>;
  private readonly stop = new AbortController();

  private constructor(
    readonly spec: RunSpec,
    private readonly members: Member[],
    private readonly rows: Rows[],
    private readonly acting: Float32Array,
    private readonly measured: Float32Array,
    private readonly gamesMeasured: Int32Array,
    private readonly snapshots: Float32Array,
    /** Games in flight, over all threads. */
    readonly games: number,
    /** Shards, played on other machines. */
    private readonly elsewhere: OpenService<ShardService> | undefined,
  ) {
    this.shards = new LocalService(members);
    const { observation, actions, values, features = 0, choices, further = {} } = rows[0]!.sizes;
    this.steps = stepsFor(spec.decisionsPerUpdate, games);
    const capacity = rows.reduce((sum, part) => sum + part.sizes.capacity, 0);
    const floats = (width: number) => new Float32Array(new SharedArrayBuffer(4 * capacity * width));
    this.whole = {
      rows: 0,
      observation: floats(observation),
      mask: new Uint8Array(new SharedArrayBuffer(capacity * actions)),
      ...(features > 0 && {
        features: { values: floats(actions * features), first: new Int32Array(new SharedArrayBuffer(4 * capacity)) },
      }),
      action: new Int32Array(new SharedArrayBuffer(4 * capacity)),
      logProb: floats(1),
      advantage: floats(1),
      targets: {
        [VALUE]: floats(values),
        ...(choices && { [POLICY]: floats(actions) }),
        ...Object.fromEntries(Object.entries(further).map(([head, width]) => [head, floats(width)])),
      },
    };
  }

  /**
   * @param fleet plays shards on other machines: self-play and the games by which changes are judged
   * @throws UserError when the game or an agent cannot be loaded, or cannot travel
   */
  static async create(spec: RunSpec, fleet?: Fleet): Promise<Collector> {
    const { shape, players, workers } = spec;
    const count = Math.max(1, workers);
    const games = gamesEach(spec);
    const size = countWeights(shape);
    const memory = (slots: number) => new SharedArrayBuffer(4 * size * slots);
    const [acting, measured, snapshots] = [memory(1), memory(1), memory(spec.snapshots)];
    const gamesMeasured = new SharedArrayBuffer(4);
    const sizes = {
      // A bot's weights are judged by whole games: there are no rows.
      capacity: spec.agent ? 0 : rowsNeeded(games, players, stepsFor(spec.decisionsPerUpdate, games * count)),
      observation: shape.inputs,
      actions: spec.agent ? 0 : widthOf(shape, POLICY),
      values: spec.agent ? 0 : widthOf(shape, VALUE),
      features: featureSize(shape),
      choices: spec.choices,
      further: Object.fromEntries(furtherHeads(shape).map(({ name, width }) => [name, width])),
    };
    const setups: PartSetup[] = Array.from({ length: count }, (_, i) => ({
      spec,
      games,
      seed: `${spec.seed}/thread ${i}`,
      rows: rowMemory(sizes),
      acting,
      measured,
      gamesMeasured,
      snapshots,
      stop: new SharedArrayBuffer(4),
    }));
    const members = setups.map((setup) => new Member(setup, workers > 0));
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
      new Int32Array(gamesMeasured),
      new Float32Array(snapshots),
      games * count,
      elsewhere,
    );
  }

  /** Of the policy whose decisions it collects. */
  get shape(): NetworkShape {
    return this.spec.shape;
  }

  /** Plays with these weights. Other calls must wait until it is done. */
  async play(weights: Weights, order: RolloutOrder): Promise<Played> {
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
  batch(played: Played): Batch {
    const { whole: batch } = this;
    const { observation: D, actions: A, values: V, features: F = 0, choices, further = {} } = this.rows[0]!.sizes;
    const told = choices && played.imitated;
    let to = 0;
    let legal = 0;
    for (const [i, part] of this.rows.entries()) {
      const count = played.rows[i]!;
      for (let from = 0; from < count; from++) {
        if (part.next[from] === OPEN) continue;
        let end = from + 1;
        while (end < count && part.next[end] !== OPEN) end++;
        batch.observation.set(part.observation.subarray(from * D, end * D), to * D);
        batch.mask.set(part.mask.subarray(from * A, end * A), to * A);
        if (told) batch.targets[POLICY]!.set(part.choice.subarray(from * A, end * A), to * A);
        if (batch.features) {
          const [begin, over] = [part.first[from]!, part.first[end]!];
          batch.features.values.set(part.features.subarray(begin * F, over * F), legal * F);
          for (let row = from; row < end; row++)
            batch.features.first[to + row - from] = legal + part.first[row]! - begin;
          legal += over - begin;
        }
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
      ...(batch.features && {
        features: { values: batch.features.values, first: batch.features.first.subarray(0, to) },
      }),
      action: batch.action.subarray(0, to),
      logProb: batch.logProb.subarray(0, to),
      advantage: batch.advantage.subarray(0, to),
      targets: {
        [VALUE]: batch.targets[VALUE]!.subarray(0, to * V),
        ...(told && { [POLICY]: batch.targets[POLICY]!.subarray(0, to * A) }),
        ...Object.fromEntries(
          Object.entries(further).map(([head, width]) => [head, batch.targets[head]!.subarray(0, to * width)]),
        ),
      },
    };
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

  /** Plays shards of games that a search guided by these weights plays against itself. Other calls must wait until it is done. */
  async selfPlay(weights: Weights, order: SelfPlayOrder): Promise<SelfPlayed> {
    const acting = flattenWeights(this.shape, weights);
    if (this.elsewhere) return callSelfPlay(this.elsewhere, order, { acting, snapshots: [] }, this.stop.signal);
    this.acting.set(acting);
    return callSelfPlay(this.shards, order, {}, this.stop.signal);
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
   * @param onGames told now and then how many games are over; never where the main thread plays
   */
  async measure(
    weights: Weights,
    job: Omit<MeasureJob, 'part' | 'parts'>,
    onGames?: (games: number) => void,
  ): Promise<Tally> {
    this.measured.set(flattenWeights(this.shape, weights));
    this.gamesMeasured[0] = 0;
    const parts = this.members.length;
    const played = Promise.all(this.members.map((member, part) => member.call('measure', { ...job, part, parts })));
    const tallies = onGames
      ? await whileTold(played, () => onGames(Atomics.load(this.gamesMeasured, 0)))
      : await played;
    return tallies.reduce(addTally);
  }

  /** Puts the threads back to where they were. @param states of as many threads as there are */
  async load(states: RolloutState[]): Promise<void> {
    await Promise.all(this.members.map((member, i) => member.call('load', states[i]!)));
    this.states = states;
  }

  async close(): Promise<void> {
    this.stop.abort(new Error('the run has ended'));
    await this.elsewhere?.close();
    await Promise.all(this.members.map((member) => member.close()));
  }
}

/** Waits for all of them. @throws what the first of them threw that failed */
async function allSettled(promises: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** One part of the collector, in a thread of its own or in this one. */
class Member implements Place<Part> {
  readonly opened: Promise<void>;
  private readonly place: Place<Part>;
  private readonly stop: Int32Array;
  private playing: Promise<unknown> = Promise.resolve();

  constructor(
    setup: PartSetup,
    private readonly threaded: boolean,
  ) {
    this.place = threaded ? new OtherThread<Part>(partService, setup) : new ThisThread<Part>(partService, setup);
    this.opened = this.place.opened;
    this.stop = new Int32Array(setup.stop);
  }

  call<K extends keyof Part>(method: K, argument: Call<Part, K>, hearing?: Hearing): Promise<Answer<Part, K>> {
    const answer = this.place.call(method, argument, hearing);
    if (method === 'play' || method === 'contest' || method === 'selfPlay') this.playing = answer;
    return answer;
  }

  async close(): Promise<void> {
    // ONNX Runtime ends the process when its memory or its thread goes while it computes.
    Atomics.store(this.stop, 0, 1);
    await this.playing.catch(() => {});
    if (!this.threaded) await this.place.call('dispose', undefined).catch(() => {});
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
