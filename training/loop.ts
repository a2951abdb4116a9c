/**
 * The training loop: play, learn, measure, save, in that order until the budget is spent. Everything that decides what
 * is learned follows from the config and its seed; everything needed to go on is in each checkpoint, so a run that was
 * killed and resumed makes the same files as one that was not (same machine, engine, threads and budget in decisions).
 *
 * The unit is the update: a rollout, then learning from it. `TrainingState` is where a run stands between two of them.
 * With `overlap` the next rollout is already under way by then; a checkpoint holds its order and weights, and it is
 * played again on resume.
 */
import type { Advisor } from '../agents/advice.js';
import { createNetwork } from '../agents/engines/engines.js';
import { flattenWeights, initialWeights, type NetworkShape, viewWeights, type Weights } from '../agents/network.js';
import { loadPolicy, policyFor } from '../agents/policy.js';
import { loadAgent } from '../agents/spec.js';
import { type MetricsRecord, RunDirectory } from '../checkpoints/index.js';
import type { Agent } from '../env/agent.js';
import { createRng, type Rng } from '../env/chance.js';
import type { Game } from '../env/game.js';
import { UserError } from '../env/user-error.js';
import { type Config, configSchema } from './config.js';
import { Crew, type Played } from './crew.js';
import { Journal } from './journal.js';
import type { Batch, Learner } from './learner.js';
import { createOnnxLearner } from './learner-onnx.js';
import { createTfjsLearner } from './learner-tfjs.js';
import { Magnet } from './magnet.js';
import { type Measured, type MeasureRecord, measured, rolloutMetrics } from './metrics.js';
import { SNAPSHOT, SnapshotPool } from './opponents.js';
import { botSpecs, budgetUsed, hasMagnet, imitationSettings, ppoSettings, rolloutOrder } from './plan.js';
import { prepare } from './prepare.js';
import { potentialOf } from './presets/index.js';
import type { RolloutOrder, RolloutStats } from './rollout.js';
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
  /** Of `update`: what happened in its rollout. */
  stats?: RolloutStats;
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
  /** The game as the config names it, and its options there. */
  game: string;
  options: Record<string, unknown>;
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

  private constructor(
    private readonly config: Config,
    private readonly watch: TrainWatch,
    private readonly game: Game,
    private readonly bots: Record<string, () => Agent>,
    private readonly advisor: Advisor | undefined,
    readonly shape: NetworkShape,
    private readonly learner: Learner,
    private readonly magnet: Magnet | null,
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
    const { game, bots, advisor, options, engine, shape, crew: setup } = await prepare(config);
    if (Math.max(config.shaping.from, config.shaping.to) > 0 && !potentialOf(game.id))
      throw new UserError(`shaping: the presets of ${game.id} declare no potential; set shaping to 0`);
    for (const spec of config.evaluation.against) await loadAgent(spec, { game, bots, options });
    const crew = await Crew.create(setup);
    const weights = initialWeights(shape, createRng(`${config.seed}/weights`));
    const { learnerThreads: threads } = config;
    const learner =
      engine === 'onnx'
        ? createOnnxLearner(shape, weights, { threads, signal: watch.signal })
        : await createTfjsLearner(shape, weights, { threads, signal: watch.signal });
    const magnet = hasMagnet(config)
      ? new Magnet(await createNetwork(engine, shape, threads), config.ppo.magnetHorizon)
      : null;
    return new Trainer(config, watch, game, bots, advisor, shape, learner, magnet, crew);
  }

  async close(): Promise<void> {
    await this.crew.close();
    await this.busy.catch(() => {});
    this.learner.dispose();
    this.magnet?.dispose();
  }

  /** Runs to the end of the budget, or until the signal. @param state where to go on; null: from the beginning */
  async run(run: RunDirectory, state: TrainingState | null): Promise<TrainResult> {
    this.run_ = run;
    this.journal = new Journal(run, state?.lines ?? 0);
    this.state = state ?? this.fresh();
    try {
      if (state) await this.restore(state);
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
    writeSummary(run, this.config);
    const { decisions, games, update, best, finished } = this.state;
    const { reports } = this.journal;
    const { game, options, evaluation } = this.config;
    const { lookahead, rounds } = evaluation;
    const how = { runDir: run.path, game, options, lookahead, rounds };
    return { ...how, finished, decisions, games, updates: update, reports, best };
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
    this.saved = this.mark();
    this.snapshotAt = state.snapshotAt;
    learner.load(state.learner);
    this.magnet?.load(state.magnet);
    shuffle.load(state.shuffle);
    pool.load(state.pool);
    for (const [slot, flat] of state.poolWeights.entries()) crew.setSnapshot(slot, viewWeights(this.shape, flat));
    // Killed between writing a checkpoint and calling it the best.
    if (state.best?.decisions === state.decisions && !state.finished) this.run_.markBest(state.decisions);
    if (state.crew.length > 0) await this.guard(crew.load(state.crew));
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
        const order = rolloutOrder(config, this.state, pool, crew.steps);
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
        pending = { order: rolloutOrder(config, next, pool, crew.steps), weights };
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
    const { config, learner, magnet, shuffle } = this;
    const work = async (): Promise<Record<string, number>> => {
      if (batch.rows === 0) return {};
      if (at.phase === 'warmStart') {
        const settings = imitationSettings(config, at);
        const { loss, accuracy } = await learner.imitate(batch, settings, shuffle);
        return { learningRate: settings.learningRate, imitationLoss: loss, imitationAccuracy: accuracy };
      }
      const settings = ppoSettings(config, at);
      const weights: Record<string, number> = { learningRate: settings.learningRate, entropyWeight: settings.entropy };
      if (!magnet) return { ...weights, ...(await learner.update(batch, settings, shuffle)) };
      const seen = await magnet.see(batch, learner.weights());
      const stats = await learner.update(seen, settings, shuffle);
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
    return this.config.minutes > 0 || this.config.warmStart.minutes > 0 ? this.journal.seconds() / 60 : 0;
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
    const { state, run_, game, shape, advisor } = this;
    const mark = this.mark();
    if (this.saved === mark) return;
    const policy = policyFor(game, shape, state.learner.weights, advisor);
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
