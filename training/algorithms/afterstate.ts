/**
 * Learning the values of positions, as a phase of a run: every action is judged by the position that it leads to, and the
 * network learns what comes of those positions: TD(lambda) on afterstates (Tesauro 1995, TD-Gammon; Sutton and Barto, 2nd
 * edition, 6.8 and 12). Nothing but the rules goes in. How games are played is training/collect/afterstate-play.ts.
 */
import { z } from 'zod';
import { countWeights, flattenWeights, furtherHeads, VALUE, widthOf } from '../../agents/network/network.js';
import { shuffle } from '../../env/chance.js';
import type { Game, Symmetry } from '../../env/game.js';
import { type AfterstateOrder, type AfterstateShard, afterstateOrderSchema } from '../collect/afterstate-play.js';
import type { Collector } from '../collect/collector.js';
import { crowded, opponentsSchema, shares } from '../collect/opponents.js';
import type { RunSpec } from '../collect/run-spec.js';
import { forgetMoments } from '../learn/learner.js';
import { addSums } from '../learn/losses.js';
import { cut } from '../learn/minibatches.js';
import { count, everAbove0, floats, schedule, scheduled, share, whole } from '../schedule.js';
import {
  type Algorithm,
  type AlgorithmKind,
  type Experience,
  headWeights,
  lossMetrics,
  type Moment,
  type Tools,
} from './algorithm.js';
import { changeableSnapshots, Snapshots, snapshotMemory, snapshotSettings } from './snapshots.js';

const settingsSchema = z.strictObject({
  samples: whole(1)
    .max(1000)
    .default(2)
    .describe(
      'Samples, in the games learned from, of an action that draws luck or shows what was hidden; with one, the luckiest action is chosen.',
    ),
  playSamples: whole(1).max(1000).default(8).describe('The same wherever the policy plays and is measured.'),
  beam: whole(0)
    .max(1000)
    .nullable()
    .default(null)
    .describe(
      'Positions followed along the own turn before an action is judged; 0: none; null: 8 in games whose actions are chains of decisions, unless they are very long, else none.',
    ),
  lead: share
    .default(0.3)
    .describe(
      'Weight of how far a seat is ahead at the end, in games that tell it; the rest is places or rewards (`returns`).',
    ),
  lambda: share
    .nullable()
    .default(null)
    .describe(
      'Weight of what came later against the next value (TD-lambda); 1: the outcome of the game alone; null: so that it reaches a tenth of the decisions of a seat in a game back, at least 0.8.',
    ),
  discount: share
    .default(0)
    .describe(
      'Where places count, share that is lost of what a seat gets above the last place for every so many own decisions as a game has, so that what is won is won soon; 0: none.',
    ),
  temperature: schedule(0, 100)
    .nullable()
    .default(null)
    .describe(
      'Exploration: temperature of the choice between actions, in units of the mean difference between the best and the average action; null: 0.1, or 0.5 where nothing is drawn or hidden.',
    ),
  average: share
    .max(0.999999)
    .default(0.999)
    .describe('Decay of the moving average of the weights, which plays and is saved; 0: the weights that learn play.'),
  epochs: whole(1).max(100).default(2).describe('Times each position is learned from.'),
  opponents: opponentsSchema
    .default([])
    .describe('Other agents in some seats: `share` of all seats, `allSeats` of games with it in all seats but one.'),
  snapshots: snapshotSettings,
  shards: whole(1).max(10_000).default(8).describe('Parts of the games of an update; each is played in one thread.'),
  learningRate: schedule(0, 1).prefault({ from: 1e-3, to: 1e-4 }).describe("Adam's step size."),
  minibatch: whole(1).default(256).describe('Positions of one gradient step.'),
  gradientNorm: z.number().gt(0).default(1).describe('Largest norm of a gradient; longer ones are scaled down to it.'),
  freshMoments: z
    .boolean()
    .default(false)
    .describe("Resets Adam's moments and step counts at the beginning of the phase."),
});

/** Settings of a phase of afterstate learning. */
export type AfterstatePhase = z.output<typeof settingsSchema>;

const memorySchema = z.strictObject({
  /** Decisions at which values were compared, older ones for less, and the sum of best minus mean value. */
  compared: z.number().nonnegative(),
  spread: z.number(),
  /** Decisions, and the seats that made them, one of each game; older ones for less. */
  decided: z.number().nonnegative(),
  seats: z.number().nonnegative(),
  /** Games, and those of them that were cut; older ones for less. */
  games: z.number().nonnegative(),
  cut: z.number().nonnegative(),
  /** How wide own turns are searched, once that has begun later (`RunSpec.laterBeam`). */
  laterBeam: count.nullable(),
  ...snapshotMemory,
  /** The games that are played next, or already: their order, and the flat weights that play them. */
  next: z.strictObject({ order: afterstateOrderSchema, acting: floats }).nullable(),
});

type AfterstateMemory = z.output<typeof memorySchema>;
type Remembered = Pick<AfterstateMemory, 'compared' | 'spread' | 'decided' | 'seats' | 'games' | 'cut' | 'laterBeam'>;

/** What is left of earlier updates in `memory` with each update. */
const FADING = 0.9;

/** Pages have no shared memory unless their host says so, and one thread learns there. */
const Memory = globalThis.SharedArrayBuffer ?? ArrayBuffer;

/** Positions that are made dense at a time. */
const CHUNK = 4096;

/** Positions and their values, by shard. */
interface Judged extends Experience {
  shards: AfterstateShard[];
}

/** What it needs of a collector: it plays in one thread where there is no other (training/demo/session.ts). */
export interface AfterstateCollector
  extends Pick<Collector, 'shape' | 'ahead' | 'afterstates' | 'snapshot' | 'setSnapshot'> {
  readonly spec: Pick<RunSpec, 'decisionsPerUpdate' | 'seed' | 'afterstates' | 'laterBeam'>;
}

/** What it works with. */
export interface AfterstateTools extends Pick<Tools, 'game' | 'learner' | 'rng' | 'firstAgent'> {
  collector: AfterstateCollector;
}

/** Afterstate learning at work. */
export class AfterstateAlgorithm implements Algorithm<Judged> {
  private memory: Remembered = { compared: 0, spread: 0, decided: 0, seats: 0, games: 0, cut: 0, laterBeam: null };
  private next: AfterstateMemory['next'] = null;
  /** Where games are played beside learning: those of `next`. */
  private playing: Promise<AfterstateShard[]> | null = null;
  private readonly snapshots: Snapshots;
  private readonly batches = new Map<string, Float32Array>();
  private readonly symmetries: readonly Symmetry[];
  /** The temperature where none was set. */
  private readonly usual: number;

  constructor(
    private readonly settings: AfterstatePhase,
    private readonly tools: AfterstateTools,
  ) {
    this.symmetries = tools.game.symmetries ?? [];
    this.usual = usualTemperature(tools.game);
    this.snapshots = new Snapshots(settings.snapshots, tools.collector);
  }

  async collect(at: Moment): Promise<Judged> {
    const { collector } = this.tools;
    this.next ??= this.prepared(at, 0);
    const { order, acting } = this.next;
    const judged = this.counted(await (this.playing ?? collector.afterstates(acting, order)), order);
    // The games of the next update are played while this one learns, with the weights as they are now.
    this.next = this.prepared(at, 1);
    this.playing = collector.ahead ? collector.afterstates(this.next.acting, this.next.order) : null;
    this.playing?.catch(() => {}); // Whoever waits for it hears why.
    return judged;
  }

  /** The games of this update, or of the one so many later, and the weights that play them. */
  private prepared(at: Moment, later: number): NonNullable<AfterstateMemory['next']> {
    const { settings, memory, snapshots } = this;
    const { game, collector, learner, firstAgent } = this.tools;
    const { decisionsPerUpdate, seed } = collector.spec;
    const acting = flattenWeights(collector.shape, learner.weights());
    snapshots.take(at.update + later, () => acting);
    const update = at.updates + later;
    // A seat's decisions in a game, as games are now.
    const length = memory.seats > 0 ? memory.decided / memory.seats : null;
    const order = {
      shards: Array.from({ length: settings.shards }, (_, i) => `${seed}/afterstates ${update}/shard ${i}`),
      rows: Math.max(1, Math.ceil(decisionsPerUpdate / settings.shards)),
      lambda: settings.lambda ?? usualLambda(length),
      gamma: length === null || game.scoring === 'rewards' ? 1 : 1 - settings.discount / Math.max(1, length),
      samples: settings.samples,
      beam: this.beam(),
      temperature: settings.temperature ? scheduled(settings.temperature, at.progress('temperature')) : this.usual,
      spread: memory.compared > 0 ? memory.spread / memory.compared : 0,
      mix: {
        bots: shares(settings.opponents, firstAgent, at.progress('opponents')),
        snapshots: scheduled(settings.snapshots.share, at.progress('snapshots.share')),
        pool: snapshots.pool.weights(),
        teacher: 0,
      },
      slots: snapshots.slots,
    };
    return { order, acting };
  }

  beam(): number {
    return this.memory.laterBeam ?? this.tools.collector.spec.afterstates!.beam;
  }

  /** What shards brought, with their numbers for the metrics. */
  private counted(shards: AfterstateShard[], { lambda, beam }: AfterstateOrder): Judged {
    const { memory } = this;
    const { laterBeam: later } = this.tools.collector.spec;
    const sum = (of: (shard: AfterstateShard) => number) => shards.reduce((total, shard) => total + of(shard), 0);
    const [games, decisions, compared] = [sum((s) => s.games), sum((s) => s.decisions), sum((s) => s.compared)];
    const [decided, seats] = [FADING * memory.decided + decisions, FADING * memory.seats + sum((s) => s.seats)];
    const [played, truncated] = [FADING * memory.games + games, FADING * memory.cut + sum((s) => s.truncated)];
    this.memory = {
      games: played,
      cut: truncated,
      // Games that are cut are no shorter for being so.
      laterBeam:
        memory.laterBeam ??
        (later && decided < later.decisions * seats && truncated < 0.1 * played ? later.beam : null),
      compared: FADING * memory.compared + compared,
      spread: FADING * memory.spread + sum((s) => s.spread),
      decided,
      seats,
    };
    return {
      decisions: sum(({ start }) => start.length - 1),
      games,
      metrics: {
        games,
        episode_length_mean: decisions / games,
        truncated_fraction: sum((s) => s.truncated) / games,
        first_seat_return_mean: sum((s) => s.first) / games,
        judged: sum((s) => s.judged),
        judged_mean: sum((s) => s.judged) / Math.max(1, compared),
        action_spread: sum((s) => s.spread) / Math.max(1, compared),
        explained_variance: explained(shards),
        calibration_error: calibrationError(shards),
        lambda,
        beam,
      },
      shards,
    };
  }

  async learn({ shards }: Judged, at: Moment): Promise<Record<string, number>> {
    const { settings } = this;
    const { collector, learner, rng } = this.tools;
    const { shape } = collector;
    if (at.update === 0 && settings.freshMoments) forgetMoments(learner);
    const learningRate = scheduled(settings.learningRate, at.progress('learningRate'));
    const loss = { name: 'values', settings: { weights: headWeights(shape, { valueWeight: 1 }) } } as const;
    const rows = shards.flatMap(({ start }, shard) =>
      Array.from({ length: start.length - 1 }, (_, row) => ({ shard, row })),
    );
    const total: Record<string, number> = {};
    let learned = 0;
    for (let epoch = 0; epoch < settings.epochs; epoch++) {
      shuffle(rows, rng);
      for (let from = 0; from < rows.length; from += CHUNK) {
        const chunk = rows.slice(from, from + CHUNK);
        learner.take(this.batch(shards, chunk));
        const parts = cut(Int32Array.from(chunk.keys()), settings.minibatch);
        const { sums } = await learner.pass({ parts, loss, learningRate, gradientNorm: settings.gradientNorm });
        addSums(total, sums);
        learned += chunk.length;
      }
    }
    await learner.finish();
    for (const name of Object.keys(total)) total[name]! /= Math.max(1, learned);
    return { learning_rate: learningRate, ...lossMetrics(total) };
  }

  /** Some rows, dense; each turned or mirrored by chance where the game may be. */
  private batch(shards: readonly AfterstateShard[], rows: readonly { shard: number; row: number }[]) {
    const { symmetries } = this;
    const { shape } = this.tools.collector;
    const { rng } = this.tools;
    const [inputs, values] = [shape.inputs, widthOf(shape, VALUE)];
    const observation = this.room('observation', rows.length * inputs).fill(0);
    const targets = this.room(`head ${VALUE}`, rows.length * values);
    const foreseen = furtherHeads(shape).map(({ name, width }) => ({
      name,
      width,
      to: this.room(`head ${name}`, rows.length * width),
    }));
    for (const [i, { shard, row }] of rows.entries()) {
      const { start, index, value, targets: all } = shards[shard]!;
      const symmetry = symmetries.length > 0 ? symmetries[rng.int(symmetries.length + 1)] : undefined;
      const turn = symmetry?.observation;
      for (let k = start[row]!; k < start[row + 1]!; k++)
        observation[i * inputs + (turn ? turn[index[k]!]! : index[k]!)] = value[k]!;
      targets.set(all.subarray(row * values, (row + 1) * values), i * values);
      for (const { name, width, to } of foreseen) {
        const from = shards[shard]!.foreseen[name]!;
        const moved = symmetry?.auxiliary?.[name];
        for (let k = 0; k < width; k++) to[i * width + (moved ? moved[k]! : k)] = from[row * width + k]!;
      }
    }
    const nothing = { mask: new Uint8Array(0), action: new Int32Array(0) };
    const heads = Object.fromEntries(foreseen.map(({ name, to }) => [name, to]));
    return { rows: rows.length, observation, ...nothing, targets: { [VALUE]: targets, ...heads } };
  }

  /**
   * Room for the numbers of a batch: shared, so that other threads need no copies, and used again, since the collector of
   * garbage does not see how much of such memory lies about.
   */
  private room(name: string, length: number): Float32Array {
    let memory = this.batches.get(name);
    if (!memory || memory.length < length) {
      memory = new Float32Array(new Memory(4 * length));
      this.batches.set(name, memory);
    }
    return memory.subarray(0, length);
  }

  state(): AfterstateMemory {
    return { ...this.memory, ...this.snapshots.save(), next: this.next };
  }

  load(
    { compared, spread, decided, seats, games, cut, laterBeam, next, ...snapshots }: AfterstateMemory,
    { update }: { update: number },
  ): void {
    const { collector } = this.tools;
    if (next && next.acting.length !== countWeights(collector.shape))
      throw new RangeError('the weights that play next are those of another network');
    this.memory = { compared, spread, decided, seats, games, cut, laterBeam };
    this.snapshots.load(snapshots, update);
    // Where other opponents were chosen since, the games are prepared anew.
    this.next = next?.order.mix.bots.length === this.settings.opponents.length ? next : null;
  }
}

/** Luck brings other positions by itself: without it games would be alike with little exploration. */
const usualTemperature = ({ streams, information }: Game): number =>
  streams.length === 0 && information === 'perfect' ? 0.5 : 0.1;

/** So that what came of a game reaches a tenth of a seat's decisions back. @param decisions of a seat in a game; null: unknown */
const usualLambda = (decisions: number | null): number =>
  decisions === null ? 0.9 : Math.max(0.8, 1 - 10 / decisions);

/** 1 - variance of the errors of what was expected / variance of what came of it, over the rows' own seats. */
function explained(shards: readonly AfterstateShard[]): number {
  let [n, sum, squares, error, errors] = [0, 0, 0, 0, 0];
  for (const { expected, targets } of shards) {
    const width = targets.length / Math.max(1, expected.length);
    for (let row = 0; row < expected.length; row++) {
      const target = targets[row * width]!;
      const off = target - expected[row]!;
      n++;
      sum += target;
      squares += target * target;
      error += off;
      errors += off * off;
    }
  }
  const variance = squares / n - (sum / n) ** 2;
  return variance > 0 ? 1 - (errors / n - (error / n) ** 2) / variance : 0;
}

/** Groups of positions in which what was expected is compared with what came of it. */
const TENTHS = 10;

/**
 * How far expectations of a height lie from what came of them: the rows in tenths by what was expected, of each the difference
 * of the means, and of these the mean (the expected calibration error of Naeini et al. 2015, in equal groups). Errors that
 * luck makes cancel out, those of the network do not.
 */
function calibrationError(shards: readonly AfterstateShard[]): number {
  const rows = shards.flatMap(({ expected, targets }) => {
    const width = targets.length / Math.max(1, expected.length);
    return Array.from(expected, (value, row) => ({ value, target: targets[row * width]! }));
  });
  rows.sort((a, b) => a.value - b.value);
  let error = 0;
  for (let tenth = 0; tenth < TENTHS; tenth++) {
    const [from, to] = [tenth, tenth + 1].map((i) => Math.floor((i * rows.length) / TENTHS)) as [number, number];
    let off = 0;
    for (let i = from; i < to; i++) off += rows[i]!.target - rows[i]!.value;
    error += Math.abs(off);
  }
  return error / Math.max(1, rows.length);
}

/** Afterstate learning, as a phase can name it. */
export const afterstate = {
  name: 'afterstate',
  settings: settingsSchema,
  changeable: {
    samples: 'read in each update',
    lambda: 'read in each update',
    discount: 'read in each update',
    temperature: 'read in each update',
    epochs: 'read in each update',
    learningRate: 'read in each update',
    minibatch: 'read in each update',
    gradientNorm: 'read in each update',
    opponents: 'read in each update',
    ...changeableSnapshots,
  },
  continued: {},
  undiscounted: true,
  memory: memorySchema,
  contradiction: ({ opponents, snapshots }, together) =>
    crowded(opponents, snapshots.share, !together('opponents', 'snapshots.share')),
  shaped: () => false,
  agents: ({ opponents }) => opponents.map((bot) => bot.agent),
  afterstates: ({ playSamples, beam, lead }) => ({ samples: playSamples, beam, lead }),
  average: ({ average }) => average,
  snapshots: ({ snapshots }) => snapshots.poolSize,
  size: ({ minibatch, snapshots: { share, poolSize } }) => ({
    minibatch,
    networks: 1,
    opponents: everAbove0(share) ? poolSize : 0,
  }),
  begin: async (settings, tools) => new AfterstateAlgorithm(settings, tools),
} as const satisfies AlgorithmKind<AfterstatePhase>;
