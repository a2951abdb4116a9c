/**
 * The training loop: play, learn, measure, save, in that order until the budget is spent. Everything that decides what
 * is learned follows from the config and its seed; everything needed to go on is in each checkpoint, so a run that was
 * killed and resumed makes the same files as one that was not (same machine, engine, workers and budget in decisions).
 *
 * The unit is the update: a rollout, then learning from it. `TrainingState` is where a run stands between two of them.
 * With `overlap` the next rollout is already under way by then; a checkpoint holds its order and weights, and it is
 * played again on resume.
 */
import { existsSync, readFileSync } from 'node:fs';
import { flattenWeights, initialWeights, type NetworkShape, viewWeights, type Weights } from '../agents/network.js';
import { loadPolicy, networkFor, observationHash } from '../agents/policy.js';
import { loadAgent } from '../agents/spec.js';
import { type MetricsRecord, RunDirectory, writeAtomic } from '../checkpoints/index.js';
import { createRng, type Rng, SeededChance } from '../env/chance.js';
import { type LoadedGame, loadGame } from '../env/games/index.js';
import { parseOptions } from '../env/options.js';
import { UserError } from '../env/user-error.js';
import { type Config, configSchema, scheduled } from './config.js';
import { Crew, type Played } from './crew.js';
import { EventWriter } from './events.js';
import type { Learner } from './learner.js';
import { createTfjsLearner } from './learner-tfjs.js';
import { type Measured, type MeasureRecord, measured, rolloutMetrics, scalars } from './metrics.js';
import { SNAPSHOT, SnapshotPool } from './opponents.js';
import { potentialOf } from './presets/index.js';
import type { RolloutOrder } from './rollout.js';
import { packTraining, readTraining, type TrainingState } from './state.js';
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
  /** Of `saved`: the file. */
  file?: string;
}

/** How training is watched and stopped. */
export interface TrainWatch {
  onProgress?: (progress: TrainProgress) => void;
  /** Stops the run with a checkpoint of the last complete update. */
  signal?: AbortSignal;
}

/** How a run ended. */
export interface TrainResult {
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
 * Trains from nothing.
 * @param runDir a new or empty folder
 * @throws UserError when the config asks for something that is not there, or the folder cannot be used
 */
export async function train(
  config: Config,
  { runDir, ...watch }: TrainWatch & { runDir: string },
): Promise<TrainResult> {
  if (RunDirectory.exists(runDir)) RunDirectory.create(runDir, config); // throws: says what to do
  const trainer = await Trainer.create(config, watch);
  try {
    return await trainer.run(RunDirectory.create(runDir, config), null);
  } finally {
    await trainer.close();
  }
}

/**
 * Goes on with a run from its latest checkpoint; what was written after it is cut away first. A finished run returns at
 * once.
 * @throws UserError when there is no run, or its files are damaged
 */
export async function resume(runDir: string, watch: TrainWatch = {}): Promise<TrainResult> {
  const run = RunDirectory.open(runDir);
  const trainer = await Trainer.create(run.config(configSchema), watch);
  try {
    const latest = run.latest();
    const state = latest ? readTraining(latest.file, trainer.shape) : null;
    run.cutBack(latest?.decisions ?? -1);
    return await trainer.run(run, state);
  } finally {
    await trainer.close();
  }
}

/** The signal was given. */
class Stopped extends Error {}

/** Everything of one run that is not in its state. */
class Trainer {
  private run_!: RunDirectory;
  private state!: TrainingState;
  private readonly pool: SnapshotPool;
  private readonly shuffle: Rng;
  private events!: EventWriter;
  private reports: Record<string, MeasureRecord> = {};
  private winRates: Record<string, number> = {};
  private lastLine: MetricsRecord = { decisions: 0 };
  private rate = 0;
  /** Clock at the beginning of this process's part, and what had been used before. */
  private readonly began = performance.now();
  private secondsBefore = 0;
  private phaseBegan: { progress: number; seconds: number } | null = null;
  /** What the latest checkpoint holds, as far as two states can differ. */
  private saved = '';
  /** Update of the last snapshot. Taken into the state with the pool, when the next update is done. */
  private snapshotAt = -1;
  private busy: Promise<unknown> = Promise.resolve();
  private readonly stopped: Promise<never>;

  private constructor(
    private readonly config: Config,
    private readonly watch: TrainWatch,
    private readonly loaded: LoadedGame,
    readonly shape: NetworkShape,
    private readonly learner: Learner,
    private readonly crew: Crew,
  ) {
    this.pool = new SnapshotPool(config.opponents.poolSize);
    this.shuffle = createRng(`${config.seed}/shuffle`);
    const { signal } = watch;
    this.stopped = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new Stopped()), { once: true });
    });
    this.stopped.catch(() => {}); // Nobody may be waiting when it comes.
  }

  static async create(config: Config, watch: TrainWatch): Promise<Trainer> {
    const loaded = await loadGame(config.game);
    const { game, bots, source } = loaded;
    const options = parseOptions(game, config.options);
    if (!['auto', 'tfjs'].includes(config.engine))
      throw new UserError(`engine ${config.engine}: there is no such engine; use auto or tfjs`);
    if (Math.max(config.shaping.from, config.shaping.to) > 0 && !potentialOf(game.id))
      throw new UserError(`shaping: the presets of ${game.id} declare no potential; set shaping to 0`);
    for (const spec of config.evaluation.against) await loadAgent(spec, { game, bots, options });
    const { players } = game.newState(options, new SeededChance('seats', game.streams));
    const shape = networkFor(game, config.network.trunk, config.network.activation);
    const crew = await Crew.create({
      game: source,
      options,
      players,
      workers: config.workers,
      games: config.games,
      decisions: config.decisionsPerUpdate,
      seed: `${config.seed}`,
      returns: config.returns,
      shape,
      bots: [...config.opponents.bots, ...config.warmStart.opponents].map((bot) => bot.agent),
      teacher: config.warmStart.agent,
      poolSize: config.opponents.poolSize,
    });
    const weights = initialWeights(shape, createRng(`${config.seed}/weights`));
    const learner = await createTfjsLearner(shape, weights);
    return new Trainer(config, watch, loaded, shape, learner, crew);
  }

  async close(): Promise<void> {
    await this.crew.close();
    await this.busy.catch(() => {});
    this.learner.dispose();
  }

  /** Runs to the end of the budget, or until the signal. @param state where to go on; null: from the beginning */
  async run(run: RunDirectory, state: TrainingState | null): Promise<TrainResult> {
    this.run_ = run;
    try {
      if (state) await this.restore(state);
      else {
        this.cutLines(0);
        this.events = new EventWriter(run.eventsFolder);
        this.state = this.fresh();
      }
      if (this.state.decisions === 0 && this.state.phase === 'warmStart') {
        if (!this.reports.start) await this.report('start', this.learner.weights());
        this.save();
      }
      if (this.state.phase === 'warmStart') {
        if (this.config.warmStart.agent) await this.phase();
        await this.beginPpo();
      }
      if (!this.state.finished) {
        await this.phase();
        await this.finish();
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      if (this.state) this.save();
    }
    writeSummary(run, this.config);
    const { decisions, games, update, best, finished } = this.state;
    return { runDir: run.path, finished, decisions, games, updates: update, reports: this.reports, best };
  }

  private fresh(): TrainingState {
    return {
      phase: 'warmStart',
      finished: false,
      update: 0,
      rollouts: 0,
      decisions: 0,
      ppoDecisions: 0,
      games: 0,
      minutes: 0,
      ppoFromMinutes: 0,
      lines: 0,
      measuredAt: -1,
      snapshotAt: -1,
      best: null,
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
    this.state = state;
    this.cutLines(state.lines);
    this.events = new EventWriter(this.run_.eventsFolder);
    for (const line of this.run_.metrics()) this.note(line);
    this.saved = this.mark();
    this.snapshotAt = state.snapshotAt;
    learner.load(state.learner);
    shuffle.load(state.shuffle);
    pool.load(state.pool);
    for (const [slot, flat] of state.poolWeights.entries()) crew.setSnapshot(slot, viewWeights(this.shape, flat));
    if (state.crew.length > 0) await this.guard(crew.load(state.crew));
    // Killed between writing a checkpoint and calling it the best.
    if (state.best && state.best.decisions === state.decisions && !state.finished) this.run_.markBest(state.decisions);
  }

  /** Updates until the budget of the present phase is spent. */
  private async phase(): Promise<void> {
    const { config, crew, learner } = this;
    let underWay: Promise<Played> | null = null;
    if (this.state.pending) underWay = this.play(this.state.pending.order, this.state.pending.weights);
    while (underWay || this.progress() < 1) {
      const waitBegan = performance.now();
      let order = this.state.pending?.order;
      let played = underWay && (await this.guard(underWay));
      // Nobody plays now: time for what needs the players, or must not change under them.
      await this.between();
      if (!played) {
        order = this.order();
        played = await this.guard(this.play(order, flattenWeights(this.shape, learner.weights())));
      }
      const playSeconds = (performance.now() - waitBegan) / 1000;

      const batch = crew.collect(played);
      const progress = this.progress();
      const next = this.counted(played);
      // The rollout after this one, with the weights that are there now.
      let pending: TrainingState['pending'] = null;
      underWay = null;
      if (config.overlap && config.workers > 0 && this.progress(next) < 1) {
        pending = { order: this.order(next), weights: flattenWeights(this.shape, learner.weights()) };
        underWay = this.play(pending.order, pending.weights);
      }

      const learnBegan = performance.now();
      const line = await this.guard(this.learn(batch, order!, progress));
      const learnSeconds = (performance.now() - learnBegan) / 1000;
      this.state = {
        ...next,
        minutes: config.minutes > 0 ? this.seconds() / 60 : 0,
        shuffle: this.shuffle.save(),
        learner: learner.save(),
        pool: this.pool.save(),
        crew: played.states,
        pending,
        poolWeights: this.poolWeights(),
        snapshotAt: this.snapshotAt,
      };
      this.rate = played.stats.decisions / ((performance.now() - waitBegan) / 1000);
      this.write({
        decisions: next.decisions,
        seconds: round(this.seconds()),
        phase: next.phase,
        update: next.update,
        progress: round(this.progress()),
        ...rolloutMetrics(played.stats),
        decisionsPerSecond: Math.round(this.rate),
        playSeconds: round(playSeconds),
        learnSeconds: round(learnSeconds),
        snapshots: this.pool.snapshots.length,
        ...line,
      });
      this.tell({ kind: 'update', metrics: this.lastLine });
    }
  }

  private play(order: RolloutOrder, flat: Float32Array): Promise<Played> {
    const played = this.crew.play(viewWeights(this.shape, flat), order);
    // Awaited later, or never when the run is stopped.
    played.catch(() => {});
    return played;
  }

  /** What happens between two updates: measuring, the snapshot pool, checkpoints. Nobody plays meanwhile. */
  private async between(): Promise<void> {
    const { config, state, learner } = this;
    if (state.phase === 'ppo') {
      const { every } = config.evaluation;
      if (every > 0 && state.measuredAt !== state.update && state.update % every === 0) await this.measureForBest();
      const due = state.update % config.opponents.snapshotEvery === 0 && this.snapshotAt !== state.update;
      const wanted = Math.max(config.opponents.snapshots.from, config.opponents.snapshots.to) > 0;
      if (state.update % config.checkpointEvery === 0) this.save();
      if (due && wanted) {
        this.crew.setSnapshot(this.pool.add(state.update).slot, learner.weights());
        this.snapshotAt = state.update;
      }
    } else if (state.update > 0 && state.update % config.checkpointEvery === 0) this.save();
  }

  /** What the next rollout is told. @param at where the run stands when it begins */
  private order(at: TrainingState = this.state): RolloutOrder {
    const { config } = this;
    const { opponents, warmStart, ppo } = config;
    const progress = this.progress(at);
    const warm = at.phase === 'warmStart';
    const shares = (bots: typeof opponents.bots, on: boolean) =>
      bots.map((bot) => (on ? scheduled(bot.share, progress) : 0));
    return {
      number: at.rollouts,
      // Games and waiting decisions of the warm start are of no use to PPO.
      restart: !warm && at.update === 0,
      steps: this.crew.steps,
      mix: {
        bots: [...shares(opponents.bots, !warm), ...shares(warmStart.opponents, warm)],
        snapshots: warm ? 0 : scheduled(opponents.snapshots, progress),
        pool: warm ? [] : this.pool.weights(opponents.recent),
        teacher: warm ? 1 - scheduled(warmStart.dagger, progress) : 0,
      },
      slots: this.pool.snapshots.map(({ id, slot }) => ({ id, slot })),
      imitate: warm,
      gamma: ppo.gamma,
      lambda: ppo.lambda,
      shaping: warm ? 0 : scheduled(config.shaping, progress),
    };
  }

  /** Learns from one batch. @returns its numbers for the metrics */
  private async learn(
    batch: ReturnType<Crew['collect']>,
    order: RolloutOrder,
    progress: number,
  ): Promise<Record<string, number>> {
    const { config, learner, shuffle } = this;
    const { ppo, warmStart } = config;
    if (batch.rows === 0) return {};
    let work: Promise<Record<string, number>>;
    if (order.imitate) {
      const learningRate = scheduled(warmStart.learningRate, progress);
      const { epochs, minibatch } = warmStart;
      const settings = {
        epochs,
        minibatch,
        learningRate,
        gradientNorm: ppo.gradientNorm,
        valueWeight: ppo.valueWeight,
      };
      work = learner
        .imitate(batch, settings, shuffle)
        .then(({ loss, accuracy }) => ({ learningRate, imitationLoss: loss, imitationAccuracy: accuracy }));
    } else {
      const learningRate = scheduled(ppo.learningRate, progress);
      const entropy = scheduled(ppo.entropy, progress);
      const { epochs, minibatch, clip, valueWeight, gradientNorm, targetKl } = ppo;
      const valueOnly = this.state.update < ppo.valueOnlyUpdates;
      const settings = {
        epochs,
        minibatch,
        learningRate,
        clip,
        entropy,
        valueWeight,
        gradientNorm,
        targetKl,
        valueOnly,
      };
      work = learner
        .update(batch, settings, shuffle)
        .then((stats) => ({ learningRate, entropyWeight: entropy, ...stats }));
    }
    this.busy = work;
    return work;
  }

  /** The counters after a rollout was learned from; notes how snapshots did. */
  private counted(played: Played): TrainingState {
    const { state, pool } = this;
    const { stats } = played;
    for (const [who, { score, meetings }] of Object.entries(stats.versus))
      if (Number(who) >= SNAPSHOT) pool.record(Number(who) - SNAPSHOT, score, meetings);
    return {
      ...state,
      update: state.update + 1,
      rollouts: state.rollouts + 1,
      decisions: state.decisions + stats.decisions,
      ppoDecisions: state.ppoDecisions + (state.phase === 'ppo' ? stats.decisions : 0),
      games: state.games + stats.games,
      minutes: this.config.minutes > 0 ? this.seconds() / 60 : 0,
    };
  }

  /** Share of the present phase's budget that is used, 0..1; 1: it is over. */
  private progress(at: TrainingState = this.state): number {
    const { decisions, minutes, warmStart } = this.config;
    const part = (used: number, budget: number) => (budget > 0 ? Math.min(1, used / budget) : 0);
    if (at.phase === 'warmStart') {
      const limit = minutes > 0 && warmStart.minutes > 0 ? Math.min(minutes, warmStart.minutes) : warmStart.minutes;
      return Math.max(part(at.decisions, warmStart.decisions), part(at.minutes, limit || minutes));
    }
    const left = minutes > 0 ? Math.max(1e-9, minutes - at.ppoFromMinutes) : 0;
    return Math.max(part(at.ppoDecisions, decisions), part(at.minutes - at.ppoFromMinutes, left));
  }

  /** From imitation, or from nothing, to PPO. */
  private async beginPpo(): Promise<void> {
    const { config } = this;
    if (this.state.decisions > 0) await this.report('after warm start', this.learner.weights());
    const minutes = config.minutes > 0 ? this.seconds() / 60 : 0;
    this.state = { ...this.state, phase: 'ppo', update: 0, minutes, ppoFromMinutes: minutes };
    this.phaseBegan = null;
  }

  /** Measures the last weights, then reports the best ones on other seeds. */
  private async finish(): Promise<void> {
    const { config, run_, loaded } = this;
    if (config.evaluation.every > 0 && this.state.measuredAt !== this.state.update) await this.measureForBest();
    this.save();
    const best = run_.best();
    await this.report('end', best ? loadPolicy(best, loaded.game).weights : this.learner.weights());
    this.state.finished = true;
    this.save();
  }

  /** Measures the present weights on the seeds that pick the best checkpoint. */
  private async measureForBest(): Promise<void> {
    const { config, state } = this;
    const line = await this.measure('measure', 'measure', this.learner.weights(), config.evaluation.blocks);
    state.measuredAt = state.update;
    if (!state.best || line.score > state.best.score) {
      state.best = { decisions: state.decisions, score: line.score };
      this.save();
      this.run_.markBest(state.decisions);
    }
  }

  /** Measures on the seeds of reports, which picked nothing. */
  private async report(name: string, weights: Weights): Promise<void> {
    if (this.config.evaluation.reportBlocks === 0) return;
    await this.measure('report', name, weights, this.config.evaluation.reportBlocks);
  }

  private async measure(
    phase: MeasureRecord['phase'],
    name: string,
    weights: Weights,
    blocks: number,
  ): Promise<MeasureRecord> {
    const { config, state, crew } = this;
    const against: Record<string, Measured> = {};
    for (const spec of config.evaluation.against)
      against[spec] = measured(await this.guard(crew.measure(weights, spec, `${config.seed}/${phase}`, blocks)));
    const rates = Object.values(against).map((m) => m.winRate.mean);
    const score = rates.reduce((a, b) => a + b, 0) / rates.length;
    const seconds = round(this.seconds());
    const line = { decisions: state.decisions, seconds, phase, name, update: state.update, score, against };
    this.write(line);
    this.tell({ kind: phase, measured: line });
    return line;
  }

  /** Writes a checkpoint of the present state, unless the latest one is of it. */
  private save(): void {
    const { state, run_, loaded, shape } = this;
    const mark = this.mark();
    if (this.saved === mark) return;
    const { game } = loaded;
    const policy = { game: { id: game.id, version: game.version }, observation: observationHash(game), shape };
    const file = run_.save(state.decisions, packTraining(policy, state));
    this.saved = mark;
    run_.prune(3);
    writeSummary(run_, this.config);
    this.tell({ kind: 'saved', file });
  }

  private mark(): string {
    const { phase, update, lines, finished } = this.state;
    return `${phase} ${update} ${lines} ${finished}`;
  }

  private poolWeights(): Float32Array[] {
    const slots = this.pool.snapshots.map((snapshot) => snapshot.slot).sort((a, b) => a - b);
    return slots.map((slot) => this.crew.snapshot(slot));
  }

  /** Adds a line to metrics and events. */
  private write(line: MetricsRecord): void {
    this.run_.appendMetrics(line);
    this.state.lines++;
    this.note(line);
  }

  /** Takes a line of metrics into events and memory. */
  private note(line: MetricsRecord): void {
    const seconds = typeof line.seconds === 'number' ? line.seconds : 0;
    this.events.add(seconds, line.decisions, scalars(line));
    this.secondsBefore = Math.max(this.secondsBefore, seconds - (performance.now() - this.began) / 1000);
    if (line.phase === 'measure' || line.phase === 'report') {
      const { against, name, phase } = line as MeasureRecord;
      for (const [agent, m] of Object.entries(against)) this.winRates[agent] = m.winRate.mean;
      if (phase === 'report') this.reports[name] = line as MeasureRecord;
    } else this.lastLine = line;
  }

  /** Leaves the first lines of the metrics, as many as the state knows of. */
  private cutLines(lines: number): void {
    const { metricsFile } = this.run_;
    if (!existsSync(metricsFile)) return;
    const kept = readFileSync(metricsFile, 'utf8').split('\n').slice(0, lines);
    writeAtomic(metricsFile, kept.map((line) => `${line}\n`).join(''));
  }

  /** Wall-clock seconds of the run, all its processes together. */
  private seconds(): number {
    return this.secondsBefore + (performance.now() - this.began) / 1000;
  }

  /** Waits for work, or for the signal, whichever comes first. */
  private guard<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    if (this.watch.signal?.aborted) return Promise.reject(new Stopped());
    return Promise.race([work, this.stopped]);
  }

  private tell(what: Pick<TrainProgress, 'kind' | 'measured' | 'metrics' | 'file'>): void {
    const { state, lastLine, watch, config } = this;
    if (!watch.onProgress) return;
    const number = (name: string) => (typeof lastLine[name] === 'number' ? (lastLine[name] as number) : 0);
    const progress = this.progress();
    const seconds = this.seconds();
    this.phaseBegan ??= { progress, seconds };
    const done = progress - this.phaseBegan.progress;
    watch.onProgress({
      phase: state.phase === 'warmStart' && config.warmStart.agent ? 'warm start' : 'ppo',
      update: state.update,
      decisions: state.decisions,
      games: state.games,
      decisionsPerSecond: this.rate,
      meanReturn: number('meanReturn'),
      entropy: number('entropy'),
      kl: number('kl'),
      winRates: { ...this.winRates },
      progress,
      secondsLeft: done > 0 ? ((seconds - this.phaseBegan.seconds) / done) * (1 - progress) : Infinity,
      ...what,
    });
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000;
