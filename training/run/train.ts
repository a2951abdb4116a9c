import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { createNetwork } from '../../agents/network/engines/engines.js';
import {
  flattenWeights,
  initialWeights,
  type NetworkShape,
  viewWeights,
  type Weights,
} from '../../agents/network/network.js';
import type { Advisor } from '../../agents/policy/advice.js';
import { loadPolicy, policyFor } from '../../agents/policy/policy.js';
import { loadAgent } from '../../agents/spec.js';
import {
  CheckpointError,
  gameFrom,
  isReadable,
  type MetricsRecord,
  NoRoom,
  RunDirectory,
  readCheckpoint,
  splitRunPath,
} from '../../checkpoints/index.js';
import type { Agent } from '../../env/agent.js';
import { createRng, type Rng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { Crew, type Played } from '../collect/crew.js';
import { SNAPSHOT, SnapshotPool } from '../collect/opponents.js';
import type { RolloutOrder, RolloutStats } from '../collect/rollout.js';
import { createLearner } from '../learn/create-learner.js';
import { imitate } from '../learn/imitation.js';
import type { Batch, Learner } from '../learn/learner.js';
import { Magnet } from '../learn/magnet.js';
import { ppoUpdate } from '../learn/ppo.js';
import { potentialOf } from '../presets/index.js';
import { fittingWeights, policySource, readSource, type Source } from './branch.js';
import type { Config, From } from './config.js';
import { Journal } from './journal.js';
import { type Measured, type MeasureRecord, measured, rolloutMetrics } from './metrics.js';
import { botSpecs, budgetUsed, hasMagnet, imitationSettings, ppoSettings, rolloutOrder } from './plan.js';
import { type Prepared, prepare } from './prepare.js';
import { Course, type Segment, segmentText, writeSegments } from './segments.js';
import { standing, start, type ToldRun } from './standing.js';
import {
  checkFit,
  packTraining,
  type StoredTraining,
  type TrainingState,
  trainingCheckpointSchema,
  unpackTraining,
} from './state.js';
import { writeSummary } from './summary.js';

/** Where a run stands, for whoever watches. */
export interface TrainProgress {
  /** `measure` and `report`: `measured` has just been found out. `saved`: a checkpoint was written. */
  kind: 'update' | 'measure' | 'report' | 'saved';
  phase: 'warm start' | 'ppo';
  /** Updates of this phase. */
  update: number;
  /** Decisions learned from. */
  decisions: number;
  games: number;
  decisionsPerSecond: number;
  /** Of the seats that learn. */
  meanReturn: number;
  entropy: number;
  kl: number;
  /** Latest known win rates, by agent. */
  winRates: Record<string, number>;
  /** Of this phase, 0..1. */
  progress: number;
  /** Estimated, of this phase; Infinity while unknown. */
  secondsLeft: number;
  /** Of `measure` and `report`. */
  measured?: MeasureRecord;
  /** Of `update`: the whole line of metrics. */
  metrics?: MetricsRecord;
  /** Of `update`: what happened in its rollout. */
  stats?: RolloutStats;
  /** Of `saved`: the file. */
  file?: string;
}

/** How training is watched and stopped. */
export interface TrainWatch {
  onProgress?: (progress: TrainProgress) => void;
  /** What whoever watches should read: that a damaged checkpoint was left out, where something was set aside. Default: a warning of the process. */
  onNote?: (text: string) => void;
  /** Stops the run with a checkpoint of the last complete update. */
  signal?: AbortSignal;
}

/** How a run is written. */
export interface WriteRun {
  /** Take the lock of the run from a process on another host, or one that nobody here can ask whether it is alive. */
  takeLock?: boolean | undefined;
}

/** How a run ended. */
export interface TrainResult {
  /** The game as the config names it, and its options there. */
  game: string;
  options: Record<string, unknown>;
  /** Where its first weights came from; null: from nothing. */
  from: From | null;
  /** What it was told on the way, and from where on. */
  segments: readonly Segment[];
  /** Samples with which it was measured looking ahead; 0: the policy alone. */
  lookahead: number;
  /** How far, then. */
  rounds: number;
  runDir: string;
  /** False when it was stopped by the signal: `resume` goes on. */
  finished: boolean;
  decisions: number;
  games: number;
  /** PPO updates. */
  updates: number;
  /** By `start`, `after warm start` and `end` (the best checkpoint). */
  reports: Record<string, MeasureRecord>;
  /** The best checkpoint and its score on the seeds it was picked by. */
  best: { decisions: number; score: number } | null;
}

/**
 * Trains a new run.
 * @param runDir a new or empty folder
 * @param from a run or checkpoint with whose policy it begins; without it from nothing
 * @throws UserError when the config asks for something that is not there, the policy of `from` does not fit it, or the
 *   folder cannot be used
 */
export async function train(
  config: Config,
  { runDir, from, takeLock, ...watch }: TrainWatch & WriteRun & { runDir: string; from?: string | undefined },
): Promise<TrainResult> {
  if (RunDirectory.exists(runDir)) RunDirectory.create(runDir, config); // throws: says what to do
  const source = from === undefined ? null : readSource(from);
  if (config.from && !source)
    throw new UserError('from: it is a record of where weights came from; train --from <run or checkpoint> takes them');
  const used = { ...config, from: source && policySource(source, runDir) };
  const trainer = await Trainer.create(new Course(used), watch, source);
  try {
    const run = RunDirectory.create(runDir, trainer.recorded(runDir), takeLock);
    return await trainer.run(run, null).finally(() => run.close());
  } finally {
    await trainer.close();
  }
}

/**
 * Goes on with a run from its latest checkpoint that can be read, or from the one that `<run>@<decisions>` names. What
 * was written after the latest is cut away first; what came after an earlier one is set aside (`RunDirectory.setAside`).
 * A finished run that is told nothing new returns at once.
 * @param changes settings that hold from here on: a new segment of the run (segments.ts)
 * @param game id or path of the run's game, where its module lies elsewhere now; kept for the next time
 * @throws UserError when there is no run, another process writes it, its files are damaged, its config was edited, or
 *   something cannot change
 */
export async function resume(
  runDir: string,
  { takeLock, game, changes = {}, ...watch }: TrainWatch & WriteRun & ToldRun = {},
): Promise<TrainResult> {
  const { path, decisions } = splitRunPath(runDir);
  const run = RunDirectory.write(path, takeLock);
  try {
    const { from, written, before, course } = await standing(run, decisions, { game, changes });
    const origin = course.base.from;
    const trainer = await Trainer.create(course, watch, origin && !from ? readSource(origin, path) : null);
    try {
      const state = from && trainer.unpack(from.stored, from.file);
      // Nothing was changed up to here.
      if (game !== undefined) run.writeConfig(trainer.recorded(path));
      const note = watch.onNote ?? ((text: string) => process.emitWarning(text));
      for (const { file, message } of from?.damaged ?? [])
        note(`${message}; it is kept as ${run.putAway(file)}, and training goes on from ${from!.decisions} decisions`);
      const aside = decisions === null ? null : run.setAside(decisions);
      if (aside)
        note(
          `training goes on from ${decisions} decisions; what came after (checkpoints: ${aside.checkpoints}, metrics, replays) is kept in ${aside.folder}`,
        );
      for (const [i, segment] of written.entries()) {
        const now = before.segments[i];
        if (!now) note(`what was changed later holds no more: ${segmentText(segment)}`);
        else if (now.decisions !== segment.decisions) note(`what was changed later holds ${segmentText(now)}`);
      }
      if (!isDeepStrictEqual(course.segments, written)) writeSegments(run, course.segments);
      run.cutBack(from?.decisions ?? -1);
      return await trainer.run(run, state);
    } finally {
      await trainer.close();
    }
  } finally {
    run.close();
  }
}

/**
 * Checks a new run as far as that takes no time, before anything is made: settings, game, memory, agents, weights.
 * @throws UserError as `train`
 */
export async function checkTraining(config: Config, from?: string): Promise<void> {
  const prepared = await prepare(config);
  await checkAgents(config, prepared);
  if (from !== undefined) fittingWeights(readSource(from), config, prepared.game, prepared.bots, prepared.shape);
}

/** @throws UserError when an agent is not there, or the game has no potential to shape by */
async function checkAgents(config: Config, { game, bots, options }: Prepared): Promise<void> {
  if (Math.max(config.shaping.from, config.shaping.to) > 0 && !potentialOf(game.id))
    throw new UserError(`shaping: the presets of ${game.id} declare no potential; set shaping to 0`);
  const teacher = config.warmStart.agent ? [config.warmStart.agent] : [];
  for (const spec of [...config.evaluation.against, ...botSpecs(config), ...teacher])
    await loadAgent(spec, { game, bots, options });
}

/** The config with which a run would go on; nothing is written. @throws UserError as `resume` */
export async function resumedConfig(runDir: string, told: ToldRun = {}): Promise<Config> {
  const { path, decisions } = splitRunPath(runDir);
  const { course } = await standing(RunDirectory.open(path), decisions, told);
  await checkAgents(course.config, await prepare(course.config));
  return course.config;
}

/** Seed of the games a run begins with. */
const gamesSeed = ({ seed, from }: Config) => (from ? `${seed}/from ${from.sha256}` : `${seed}`);

/** The signal was given. */
class Stopped extends Error {}

/** Everything of one run that is not in its state. */
class Trainer {
  private run_!: RunDirectory;
  private journal!: Journal;
  private state!: TrainingState;
  private readonly pool: SnapshotPool;
  private readonly shuffle: Rng;
  /** What the latest checkpoint holds, as far as two states can differ. */
  private saved = '';
  /** Update of the last snapshot. Taken into the state with the pool, when the next update is done. */
  private snapshotAt = -1;
  private decisionsPerSecond = 0;
  /** Where this process took up the present phase. */
  private phaseFrom: { progress: number; seconds: number; update: number } | null = null;
  /** The update under way. */
  private busy: Promise<unknown> = Promise.resolve();
  private readonly stopped: Promise<never>;

  private readonly config: Config;

  private constructor(
    private readonly course: Course,
    private readonly watch: TrainWatch,
    private readonly game: Game,
    private readonly bots: Record<string, () => Agent>,
    private readonly source: string,
    private readonly advisor: Advisor | undefined,
    readonly shape: NetworkShape,
    private readonly learner: Learner,
    private readonly magnet: Magnet | null,
    private readonly crew: Crew,
  ) {
    const config = (this.config = course.config);
    this.pool = new SnapshotPool(config.opponents.poolSize);
    this.shuffle = createRng(`${config.seed}/shuffle`);
    const { signal } = watch;
    this.stopped = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new Stopped()), { once: true });
    });
    this.stopped.catch(() => {}); // Nobody may be waiting when it comes.
  }

  /** @param source whose weights a new run begins with; null: from nothing */
  static async create(course: Course, watch: TrainWatch, source: Source | null): Promise<Trainer> {
    const { config, gamesBegan } = course;
    // Other games than those that were given up, and than those that the source has learned from.
    const seed = gamesBegan > 0 ? `${config.seed}/segment ${gamesBegan}` : gamesSeed(config);
    const prepared = await prepare(config, seed);
    const { game, bots, advisor, engine, shape, crew: setup } = prepared;
    await checkAgents(config, prepared);
    const given = source && fittingWeights(source, config, game, bots, shape);
    const crew = await Crew.create(setup);
    const weights = given ?? initialWeights(shape, createRng(`${config.seed}/weights`));
    const { learnerThreads: threads } = config;
    const learner = await createLearner(engine, shape, weights, { threads, signal: watch.signal });
    const magnet = hasMagnet(config)
      ? new Magnet(await createNetwork(engine, shape, threads), config.ppo.magnetHorizon)
      : null;
    return new Trainer(course, watch, game, bots, prepared.source, advisor, shape, learner, magnet, crew);
  }

  async close(): Promise<void> {
    await this.crew.close();
    await this.busy.catch(() => {});
    this.learner.dispose();
    this.magnet?.dispose();
  }

  /** The config as a run in this folder keeps it. */
  recorded(runDir: string, config = this.course.base): Config {
    return { ...config, game: gameFrom(runDir, this.source) };
  }

  /** @throws UserError when the checkpoint was trained for something else than what the config asks for now */
  unpack(stored: StoredTraining, file: string): TrainingState {
    const { game, shape, learner, advisor, config } = this;
    checkFit(stored, file, policyFor(game, shape, learner.weights(), advisor, config.options), game);
    return unpackTraining(stored, file, shape);
  }

  /** Runs to the end of the budget, or until the signal. @param state where to go on; null: from the beginning */
  async run(run: RunDirectory, state: TrainingState | null): Promise<TrainResult> {
    try {
      return await this.toTheEnd(run, state);
    } catch (error) {
      if (error instanceof NoRoom) throw error.instead(`go on with tabletop train --resume ${run.path}`);
      throw error;
    }
  }

  private async toTheEnd(run: RunDirectory, state: TrainingState | null): Promise<TrainResult> {
    this.run_ = run;
    this.journal = new Journal(run, state?.lines ?? 0);
    this.state = state ?? this.fresh();
    try {
      if (state) await this.restore(state);
      await this.enter();
      if (this.state.phase === 'warmStart') {
        if (this.state.decisions === 0) {
          if (!this.journal.reports.start) await this.report('start', this.learner.weights());
          this.save();
        }
        if (this.config.warmStart.agent) await this.phase();
        await this.beginPpo();
      }
      if (!this.state.finished) {
        await this.phase();
        await this.finish();
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.save();
    }
    writeSummary(run, this.recorded(run.path, this.config), this.course.segments);
    const { decisions, games, update, best, finished } = this.state;
    // The end of a run that goes on is its end no more.
    const { end, ...reports } = this.journal.reports;
    if (end && finished) reports.end = end;
    const { game, options, evaluation, from } = this.config;
    const { lookahead, rounds } = evaluation;
    const { segments } = this.course;
    const how = { runDir: run.path, game, options, from, segments, lookahead, rounds };
    return { ...how, finished, decisions, games, updates: update, reports, best };
  }

  private fresh(): TrainingState {
    return {
      ...start,
      shuffle: this.shuffle.save(),
      learner: this.learner.save(),
      pool: this.pool.save(),
      poolWeights: [],
      crew: [],
      pending: null,
    };
  }

  private async restore(state: TrainingState): Promise<void> {
    const { learner, shuffle, pool, crew } = this;
    this.restoreBest(state);
    this.state = state = this.begun(state);
    this.saved = this.mark();
    this.snapshotAt = state.snapshotAt;
    learner.load(state.learner);
    this.magnet?.load(state.magnet);
    shuffle.load(state.shuffle);
    pool.load(state.pool);
    for (const [slot, flat] of state.poolWeights.entries()) crew.setSnapshot(slot, viewWeights(this.shape, flat));
    if (state.crew.length > 0) await this.guard(crew.load(state.crew));
  }

  /** The state in which the present segment begins; the same one where it has begun already. */
  private begun(state: TrainingState): TrainingState {
    const { course, config } = this;
    const segment = course.segments.at(-1);
    if (!segment || state.segment === course.segments.length) return state;
    const next: TrainingState = { ...state, finished: false, pending: null };
    if (course.timed) next.minutes = Math.max(state.minutes, segment.minutes);
    if (course.gamesBegan > state.segment) next.crew = [];
    if (!course.judgesAlike(state.segment)) next.measuredAt = -1;
    if (state.pool.snapshots.length > config.opponents.poolSize) {
      const { pool } = this;
      pool.load(state.pool);
      next.poolWeights = pool.fit(state.update).map((slot) => state.poolWeights[slot]!);
      next.pool = pool.save();
    }
    return next;
  }

  /**
   * Takes up the present segment. Nothing is saved before its first update: what is stopped or killed here begins the
   * segment again.
   */
  private async enter(): Promise<void> {
    const { course, config, run_, game, bots } = this;
    const { state } = this;
    if (state.segment === course.segments.length) return;
    const best = state.best && run_.best();
    if (state.best && best && !course.judgesAlike(state.segment)) {
      const { weights } = loadPolicy(best, game, bots);
      const { score } = await this.measure('measure', 'best again', weights, config.evaluation.blocks);
      state.best = { decisions: state.best.decisions, score };
    }
    state.segment = course.segments.length;
    this.saved = this.mark();
  }

  /** Makes `best.tgym` what it was at this state, if it is not. */
  private restoreBest(state: TrainingState): void {
    const { run_ } = this;
    const { best } = state;
    // Killed between writing a checkpoint and calling it the best.
    if (best?.decisions === state.decisions && !state.finished) {
      run_.markBest(state.decisions);
      return;
    }
    const file = run_.best();
    try {
      const { training } = file ? readCheckpoint(file, trainingCheckpointSchema) : {};
      if (training?.decisions === best?.decisions) return;
    } catch (error) {
      if (!(error instanceof CheckpointError && error.damaged)) throw error;
      run_.putAway(file!);
    }
    if (best && isReadable(run_.checkpointFile(best.decisions))) {
      run_.markBest(best.decisions);
      return;
    }
    // It is of a course that was left, and what was the best before is gone: the next one measured is.
    run_.unmarkBest();
    state.best = null;
  }

  /** Updates until the budget of the present phase is spent. */
  private async phase(): Promise<void> {
    const { config, crew, learner, pool } = this;
    this.phaseFrom = null;
    const { pending } = this.state;
    let underWay = pending && this.play(pending.order, pending.weights);
    while (underWay || budgetUsed(config, this.state) < 1) {
      let began = performance.now();
      let played = underWay && (await this.guard(underWay));
      // Nobody plays now: time for what needs the players, or must not change under them. Not a part of this update.
      const paused = performance.now();
      await this.between();
      began += performance.now() - paused;
      if (!played) {
        const order = rolloutOrder(this.course, this.state, pool, crew.steps);
        played = await this.guard(this.play(order, flattenWeights(this.shape, learner.weights())));
      }
      const batch = crew.collect(played);
      const before = this.state;
      const next = this.counted(played);

      // The rollout after this one, with the weights that are there now.
      let pending: TrainingState['pending'] = null;
      underWay = null;
      if (config.overlap && budgetUsed(config, next) < 1) {
        const weights = flattenWeights(this.shape, learner.weights());
        pending = { order: rolloutOrder(this.course, next, pool, crew.steps), weights };
        underWay = this.play(pending.order, pending.weights);
      }

      const playSeconds = (performance.now() - began) / 1000;
      const numbers = await this.guard(this.learn(batch, before));
      const seconds = (performance.now() - began) / 1000;
      this.state = {
        ...next,
        minutes: this.minutes(),
        shuffle: this.shuffle.save(),
        learner: learner.save(),
        magnet: this.magnet?.save(),
        pool: pool.save(),
        poolWeights: this.poolWeights(),
        snapshotAt: this.snapshotAt,
        crew: played.states,
        pending,
      };
      this.decisionsPerSecond = played.stats.decisions / seconds;
      this.write({
        decisions: next.decisions,
        seconds: this.journal.seconds(),
        phase: next.phase,
        update: next.update,
        progress: budgetUsed(config, this.state),
        ...rolloutMetrics(played.stats, botSpecs(config)),
        decisionsPerSecond: Math.round(this.decisionsPerSecond),
        playSeconds,
        learnSeconds: seconds - playSeconds,
        snapshots: pool.snapshots.length,
        ...numbers,
      });
      this.tell({ kind: 'update', metrics: this.journal.lastUpdate, stats: played.stats });
    }
  }

  private play(order: RolloutOrder, weights: Float32Array): Promise<Played> {
    const played = this.crew.play(viewWeights(this.shape, weights), order);
    // Awaited later, or never when the run is stopped.
    played.catch(() => {});
    return played;
  }

  /** What happens between two updates: measuring, checkpoints, snapshots. Nobody plays meanwhile. */
  private async between(): Promise<void> {
    const { config, state } = this;
    const ppo = state.phase === 'ppo';
    // Before the first imitation there is nothing to see.
    const due = (every: number) => every > 0 && state.update % every === 0 && (ppo || state.update > 0);
    if (due(config.evaluation.every) && state.measuredAt !== state.update) await this.measureForBest();
    if (due(config.checkpointEvery)) this.save();
    const { snapshots, snapshotEvery } = config.opponents;
    if (!ppo || !due(snapshotEvery) || this.snapshotAt === state.update) return;
    if (Math.max(snapshots.from, snapshots.to) === 0) return;
    this.crew.setSnapshot(this.pool.add(state.update).slot, this.learner.weights());
    this.snapshotAt = state.update;
  }

  /** Learns from one batch. @param at where the run stood before it @returns numbers for the metrics */
  private learn(batch: Batch, at: TrainingState): Promise<Record<string, number>> {
    const { course, learner, magnet, shuffle } = this;
    const work = async (): Promise<Record<string, number>> => {
      if (batch.rows === 0) return {};
      if (at.phase === 'warmStart') {
        const settings = imitationSettings(course, at);
        const { loss, accuracy } = await imitate(learner, batch, settings, shuffle);
        return { learningRate: settings.learningRate, imitationLoss: loss, imitationAccuracy: accuracy };
      }
      const settings = ppoSettings(course, at);
      const weights: Record<string, number> = { learningRate: settings.learningRate, entropyWeight: settings.entropy };
      if (!magnet) return { ...weights, ...(await ppoUpdate(learner, batch, settings, shuffle)) };
      const seen = await magnet.see(batch, learner.weights());
      const stats = await ppoUpdate(learner, seen, settings, shuffle);
      magnet.follow(learner.weights());
      return { ...weights, magnetWeight: settings.magnet, ...stats };
    };
    const done = work();
    this.busy = done;
    return done;
  }

  /** The counters after a rollout was learned from; notes how the snapshots did. */
  private counted({ stats }: Played): TrainingState {
    const { state, pool } = this;
    for (const [who, { score, meetings }] of Object.entries(stats.versus))
      if (Number(who) >= SNAPSHOT) pool.record(Number(who) - SNAPSHOT, score, meetings);
    return {
      ...state,
      update: state.update + 1,
      rollouts: state.rollouts + 1,
      decisions: state.decisions + stats.decisions,
      ppoDecisions: state.ppoDecisions + (state.phase === 'ppo' ? stats.decisions : 0),
      games: state.games + stats.games,
      minutes: this.minutes(),
    };
  }

  /** Minutes used, where they are budgeted; else no clock gets into the state. */
  private minutes(): number {
    return this.course.timed ? this.journal.seconds() / 60 : 0;
  }

  /** From imitation, or from nothing, to PPO. */
  private async beginPpo(): Promise<void> {
    if (this.state.decisions > 0) await this.report('after warm start', this.learner.weights());
    const minutes = this.minutes();
    this.state = { ...this.state, phase: 'ppo', update: 0, measuredAt: -1, minutes, ppoFromMinutes: minutes };
  }

  /** Measures the last weights, then reports the best ones on other seeds. */
  private async finish(): Promise<void> {
    const { config, run_, game } = this;
    if (config.evaluation.every > 0 && this.state.measuredAt !== this.state.update) await this.measureForBest();
    this.save();
    const best = run_.best();
    await this.report('end', best ? loadPolicy(best, game, this.bots).weights : this.learner.weights());
    this.state.finished = true;
    this.save();
  }

  /** Measures the present weights on the seeds that pick the best checkpoint. */
  private async measureForBest(): Promise<void> {
    const { config, state } = this;
    const { score } = await this.measure('measure', 'measure', this.learner.weights(), config.evaluation.blocks);
    state.measuredAt = state.update;
    // Of equals the later: it has learned more, and few games make many equals.
    if (state.best && score < state.best.score) return;
    state.best = { decisions: state.decisions, score };
    this.save();
    this.run_.markBest(state.decisions);
  }

  /** Measures on the seeds of reports, which picked nothing. */
  private async report(name: string, weights: Weights): Promise<void> {
    const { reportBlocks } = this.config.evaluation;
    if (reportBlocks > 0) await this.measure('report', name, weights, reportBlocks);
  }

  private async measure(
    phase: MeasureRecord['phase'],
    name: string,
    weights: Weights,
    blocks: number,
  ): Promise<MeasureRecord> {
    const { config, game, state, crew, journal } = this;
    const against: Record<string, Measured> = {};
    const { temperature, lookahead, rounds } = config.evaluation;
    for (const spec of config.evaluation.against) {
      const job = { against: spec, seed: `${config.seed}/${phase}`, temperature, lookahead, rounds, blocks };
      against[spec] = measured(await this.guard(crew.measure(weights, job)));
    }
    const scores = Object.values(against).map((m) => (game.scoring === 'rewards' ? m.meanReturn : m.winRate.mean));
    const score = scores.reduce((a, b) => a + b, 0) / Math.max(1, scores.length);
    const { decisions, update } = state;
    const line = { decisions, seconds: journal.seconds(), phase, name, update, score, against };
    this.write(line);
    this.tell({ kind: phase, measured: line });
    return line;
  }

  private write(line: MetricsRecord): void {
    this.journal.write(line);
    this.state.lines = this.journal.lines;
  }

  /** Writes a checkpoint of the present state, unless the latest one is of it. */
  private save(): void {
    const { state, run_, game, shape, advisor, config } = this;
    const mark = this.mark();
    if (this.saved === mark) return;
    const policy = policyFor(game, shape, state.learner.weights, advisor, config.options);
    const file = run_.save(state.decisions, packTraining(policy, state, config));
    this.saved = mark;
    // Several, since one may be damaged; and the best under its number, from which a lost best.tgym is made again.
    run_.prune(3, (decisions) => decisions === state.best?.decisions);
    writeSummary(run_, this.recorded(run_.path, this.config), this.course.segments);
    this.tell({ kind: 'saved', file });
  }

  private mark(): string {
    const { phase, segment, update, lines, finished } = this.state;
    return `${phase} ${segment} ${update} ${lines} ${finished}`;
  }

  private poolWeights(): Float32Array[] {
    const slots = this.pool.snapshots.map((snapshot) => snapshot.slot).sort((a, b) => a - b);
    return slots.map((slot) => this.crew.snapshot(slot));
  }

  /** Waits for work, or for the signal, whichever comes first. */
  private guard<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    if (this.watch.signal?.aborted) return Promise.reject(new Stopped());
    return Promise.race([work, this.stopped]);
  }

  private tell(what: Pick<TrainProgress, 'kind' | 'measured' | 'metrics' | 'stats' | 'file'>): void {
    const { state, watch, config, journal } = this;
    if (!watch.onProgress) return;
    const number = (name: string) => {
      const value = journal.lastUpdate[name];
      return typeof value === 'number' ? value : 0;
    };
    const progress = budgetUsed(config, state);
    const seconds = journal.seconds();
    this.phaseFrom ??= { progress, seconds, update: state.update };
    const from = this.phaseFrom;
    const done = progress - from.progress;
    // The first updates are not like the rest: threads start, code gets fast.
    const telling =
      done >= 0.05 * (1 - from.progress) || (seconds - from.seconds >= 60 && state.update - from.update >= 3);
    watch.onProgress({
      phase: state.phase === 'warmStart' && config.warmStart.agent ? 'warm start' : 'ppo',
      update: state.update,
      decisions: state.decisions,
      games: state.games,
      decisionsPerSecond: this.decisionsPerSecond,
      meanReturn: number('meanReturn'),
      entropy: number('entropy'),
      kl: number('kl'),
      winRates: { ...journal.winRates },
      progress,
      secondsLeft: telling && done > 0 ? ((seconds - from.seconds) / done) * (1 - progress) : Infinity,
      ...what,
    });
  }
}
