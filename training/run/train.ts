/** Trains a run: the loop. resume.ts continues an existing one. */
import { chooseEngine } from '../../agents/network/engines/engines.js';
import { flattenWeights } from '../../agents/network/network.js';
import { loadPolicy } from '../../agents/policy/policy.js';
import { NoRoom } from '../../checkpoints/atomic.js';
import type { MetricsRecord } from '../../checkpoints/lines.js';
import { botRun, RunDirectory } from '../../checkpoints/run.js';
import { createRng, type Rng } from '../../env/chance.js';
import { commandLine } from '../../env/command-line.js';
import { gameIds } from '../../env/load-game.js';
import { EMPTY_GAMES, nobodyAsked } from '../../env/nobody-asked.js';
import { observationShare, slowObservation } from '../../env/speed.js';
import { ThreadEnded } from '../../env/thread.js';
import { UserError } from '../../env/user-error.js';
import type { Algorithm, Experience } from '../algorithms/algorithm.js';
import { algorithmOf } from '../algorithms/index.js';
import { firstLook } from '../collect/first-look.js';
import type { InputStatistics } from '../learn/input-statistics.js';
import { placedAdvisor } from './advisor.js';
import { botConfig, botWatch } from './bot.js';
import { advisorOfBranch, policySource, readSource } from './branch.js';
import { budgetUsed, current, phaseIndex } from './budget.js';
import { type Config, firstAgent } from './config.js';
import { type Candidate, Evaluator, type Judged } from './evaluator.js';
import { Journal } from './journal.js';
import type { MeasureRecord } from './metrics.js';
import { makeParts, type Parts, recorded } from './parts.js';
import { advisorOf, prepare, trainedAdvisor } from './prepare.js';
import { RunProgress } from './progress.js';
import { writeSample } from './sample-game.js';
import { Saver } from './saver.js';
import { Course, momentOf } from './segments.js';
import { settledDevice } from './settled-device.js';
import { begun, start } from './standing.js';
import type { TrainingState } from './state.js';
import type { TrainResult, TrainWatch, WriteRun } from './watch.js';

/** Share of the time of random play that observations may take before that is said. */
const SLOW = 0.5;

/**
 * Says where observing is most of the time, of a game that a user can change: rollouts are timed as they are made, and other
 * games by a look at random play.
 */
function tellSlowObservation(
  { phases }: Config,
  { game, spec }: Pick<Parts, 'game' | 'spec'>,
  onNote: TrainWatch['onNote'],
): void {
  const timed = phases.every(({ algorithm }) => algorithm === 'ppo' || algorithm === 'imitation');
  if (!onNote || timed || gameIds().includes(spec.game)) return;
  const share = observationShare(game, spec.options);
  if (share > SLOW) onNote(slowObservation(share, 'the time of a decision in random play'));
}

/**
 * Trains a new run.
 * @param how `runDir`: a new or empty folder; `from`: a run or checkpoint with whose policy it begins, without it from
 *   nothing; and who watches
 * @throws UserError when the config refers to something that does not exist, the policy of `from` does not fit it, or
 *   the folder cannot be used
 */
export async function train(
  config: Config,
  { runDir, from, takeLock, ...watch }: TrainWatch & WriteRun & { runDir: string; from?: string | undefined },
): Promise<TrainResult> {
  RunDirectory.checkFree(runDir);
  const source = from === undefined ? null : readSource(from);
  if (config.from && !source)
    throw new UserError('from: this records the source of the weights; use train --from <run or checkpoint>');
  if (config.bot && source)
    throw new UserError('bot: with --from the advisor is that of the source, with its weights; leave bot out');
  const advisor = (source && advisorOfBranch(source, config)) ?? (await advisorOf(config));
  // Of `auto` the engine that is found is recorded: another one rounds differently. The weights of a bot need none.
  const engine = config.agent ? config.engine : chooseEngine(config.engine);
  const device = await settledDevice(config, advisor, watch.onNote);
  const own = { ...config, engine, device, advisor: placedAdvisor(config.advisor, runDir) };
  const course = new Course({ ...own, from: source && policySource(source, runDir) });
  const bot = await botConfig(config);
  if (bot) {
    const run = RunDirectory.create(
      runDir,
      recorded(course.base, await prepare(config, undefined, advisor), runDir),
      takeLock,
    );
    return await trainAfterBot(bot, course, watch, run).finally(() => run.close());
  }
  const parts = await makeParts(course, watch, source, advisor);
  tellSlowObservation(config, parts, watch.onNote);
  try {
    const run = RunDirectory.create(runDir, recorded(course.base, parts, runDir), takeLock);
    return await new Loop(course, watch, parts, run).run(null).finally(() => run.close());
  } finally {
    await parts.close();
  }
}

/** Trains the advisor, then the policy. @param bot config of the first */
async function trainAfterBot(
  bot: Config,
  course: Course,
  watch: TrainWatch,
  directory: RunDirectory,
): Promise<TrainResult> {
  const runDir = directory.path;
  const trained = await train(bot, { runDir: botRun(runDir), ...botWatch(watch) });
  if (!trained.finished) return { ...trained, runDir };
  const parts = await makeParts(course, watch, null, await trainedAdvisor(course.config, runDir));
  try {
    return await new Loop(course, watch, parts, directory).run(null);
  } finally {
    await parts.close();
  }
}

/** The signal was given. */
class Stopped extends Error {}

/** The loop: collect, learn, record, evaluate, checkpoint; phase after phase. */
export class Loop {
  private readonly config: Config;
  private readonly rng: Rng;
  private readonly evaluator: Evaluator;
  private readonly saver: Saver;
  private journal!: Journal;
  private progress!: RunProgress;
  private state!: TrainingState;
  /** Gives up what is waited for. */
  private giveUp: () => void = () => {};

  constructor(
    private readonly course: Course,
    private readonly watch: TrainWatch,
    private readonly parts: Parts,
    private readonly directory: RunDirectory,
  ) {
    this.config = course.config;
    this.rng = createRng(`${this.config.seed}/shuffle`);
    this.evaluator = new Evaluator(this.config, parts.game, parts.collector);
    const kept = recorded(this.config, parts, directory.path);
    this.saver = new Saver(directory, parts, this.config, kept, course.segments);
    watch.signal?.addEventListener('abort', () => this.giveUp(), { once: true });
  }

  /** To the end of the budget, or until the signal. @param state where to go on; null: from the beginning */
  async run(state: TrainingState | null): Promise<TrainResult> {
    try {
      return await this.toTheEnd(state);
    } catch (error) {
      // Whichever file it was: what goes on is always the same.
      if (error instanceof NoRoom)
        throw error.instead(`continue with: ${commandLine(['tabletop', 'train', '--resume', this.directory.path])}`);
      throw error;
    }
  }

  private async toTheEnd(state: TrainingState | null): Promise<TrainResult> {
    this.journal = new Journal(this.directory, state?.lines ?? 0, this.watch.sinks);
    this.progress = new RunProgress(this.config, this.journal);
    try {
      await this.enter(state);
      await this.phases();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.save();
    } finally {
      this.journal.close();
    }
    this.saver.summarise();
    const result = this.result();
    this.watch.callbacks?.onEnd?.(result);
    return result;
  }

  private async phases(): Promise<void> {
    if (this.state.decisions === 0) {
      if (!this.journal.reports.start && this.worthMeasuring) await this.report('start', this.candidate());
      this.save();
    }
    while (!this.state.finished) {
      await this.phase();
      if (this.lastPhase) await this.finish();
      else await this.nextPhase();
    }
  }

  /** Updates until the budget of the present phase is spent. */
  private async phase(): Promise<void> {
    const { config, course } = this;
    const algorithm = await this.begin();
    let empty = 0;
    while (budgetUsed(config, phaseIndex(this.state), this.state) < 1) {
      await this.evaluateIfDue();
      if (this.due(config.checkpointEvery) || this.due(config.keepEvery)) this.save();
      const at = momentOf(course, this.state);
      const began = performance.now();
      const experience = await this.guard(algorithm.collect(at));
      // An update of few games may hold none that is learned from.
      empty = experience.decisions > 0 ? 0 : empty + Math.max(1, experience.games);
      if (empty >= EMPTY_GAMES) throw nobodyAsked(this.parts.game, empty);
      const collected = performance.now();
      const numbers = await this.guard(algorithm.learn(experience, at));
      this.countInputs(experience);
      const learned = performance.now();
      this.advance(algorithm, experience);
      this.record(experience, numbers, { collect: (collected - began) / 1000, learn: (learned - collected) / 1000 });
    }
  }

  /** The algorithm of the present phase, as it was when the state was taken. */
  private async begin(): Promise<Algorithm> {
    const { config, state, rng } = this;
    const { game, learner, collector } = this.parts;
    const index = phaseIndex(state);
    const phase = config.phases[index]!;
    const tools = { game, collector, learner, rng, gamma: config.gamma, firstAgent: firstAgent(config, index) };
    const algorithm = await algorithmOf(phase).begin(phase, tools);
    const { memory } = state;
    if (memory !== null) await this.restore(() => algorithm.load(memory, { update: current(state).updates }));
    return algorithm;
  }

  /**
   * What was learned from changes what the input is normalised by only now: the policy that learned began as it acted.
   */
  private countInputs({ batch }: Experience): void {
    const { inputs, learner } = this.parts;
    if (!inputs || !batch) return;
    inputs.observe(batch);
    learner.put(inputs.tensors());
  }

  /** The state after an update. */
  private advance(algorithm: Algorithm, { decisions, games }: Experience): void {
    const { state, rng } = this;
    const { learner, inputs, collector } = this.parts;
    const { from, ...before } = current(state);
    const count = { decisions: before.decisions + decisions, games: before.games + games, updates: before.updates + 1 };
    this.state = {
      ...state,
      phases: [...state.phases.slice(0, -1), { ...count, from }],
      decisions: state.decisions + decisions,
      games: state.games + games,
      minutes: this.minutes(),
      shuffle: rng.save(),
      learner: learner.save(),
      ...(inputs && { inputs: inputs.save() }),
      memory: algorithm.state(),
      beam: algorithm.beam?.() ?? null,
      collectors: collector.states,
    };
  }

  private record(
    { decisions, metrics, stats }: Experience,
    numbers: Record<string, number>,
    seconds: { collect: number; learn: number },
  ): void {
    const { state, journal } = this;
    const { phase, progress, update } = this.progress.of(state);
    this.write({
      decisions: state.decisions,
      seconds: journal.seconds(),
      kind: 'update',
      phase,
      update,
      progress,
      ...metrics,
      sps: Math.round(decisions / (seconds.collect + seconds.learn)),
      collect_seconds: seconds.collect,
      learn_seconds: seconds.learn,
      ...numbers,
    });
    this.watch.callbacks?.onUpdate?.({ ...this.progress.of(state), stats });
  }

  private async evaluateIfDue(): Promise<void> {
    const { state } = this;
    const { updates } = current(state);
    if (this.worthMeasuring && this.due(this.config.evaluation.every) && state.measuredAt !== updates)
      await this.evaluate();
  }

  /** Weights that a first phase begins with are soon other ones, and games of an untrained network can be long. */
  private get worthMeasuring(): boolean {
    return current(this.state).updates > 0 || this.lastPhase;
  }

  private due(every: number): boolean {
    return every > 0 && current(this.state).updates % every === 0;
  }

  /**
   * Measures the present weights on the deals that pick the best checkpoint, and keeps them where they are the best.
   */
  private async evaluate(): Promise<void> {
    const { state } = this;
    const judged = await this.measure('evaluation', 'evaluation', this.candidate());
    state.measuredAt = current(state).updates;
    // Ties are common with few games, and the later checkpoint has learned more.
    if (state.best && judged.line.score < state.best.score) return;
    state.best = { decisions: judged.line.decisions, score: judged.line.score };
    this.save();
    this.directory.markBest(state.decisions);
  }

  /** Measures on the deals of reports, which picked nothing. */
  private async report(name: string, candidate: Candidate): Promise<void> {
    if (this.config.evaluation.reportBlocks > 0) await this.measure('report', name, candidate);
  }

  /** The present policy. */
  private candidate(): Candidate {
    return { weights: this.parts.learner.weights(), beam: this.state.beam ?? undefined };
  }

  /** The policy of a checkpoint. */
  private stored(file: string): Candidate {
    const { weights, afterstates } = loadPolicy(file, this.parts.pack);
    return { weights, beam: afterstates?.beam };
  }

  private async measure(kind: MeasureRecord['kind'], name: string, candidate: Candidate): Promise<Judged> {
    const { state, journal } = this;
    const tell = kind === 'report' && name === 'end';
    const began = performance.now();
    const onGames = (games: number, of: number) => {
      const secondsLeft = games > 0 ? ((performance.now() - began) / 1000 / games) * (of - games) : Infinity;
      this.watch.callbacks?.onMeasuring?.({ ...this.progress.of(state), measuring: { games, of, secondsLeft } });
    };
    const judged = await this.guard(this.evaluator.measure(kind, name, candidate, state, tell, onGames));
    if (judged.sample) writeSample(this.directory, judged.sample);
    const measured: MeasureRecord = { ...judged.line, seconds: journal.seconds() };
    this.write(measured);
    this.watch.callbacks?.onEvaluation?.({ ...this.progress.of(state), measured });
    return judged;
  }

  private async nextPhase(): Promise<void> {
    const { config, state } = this;
    const { name } = config.phases[phaseIndex(state)]!;
    if (state.decisions > 0) await this.report(`after ${name}`, this.candidate());
    const minutes = this.minutes();
    const phases = [...state.phases, { ...start.phases[0]!, from: minutes }];
    this.state = { ...state, phases, measuredAt: -1, minutes, memory: null };
  }

  /** Measures the last weights, then reports the best ones on other seeds. */
  private async finish(): Promise<void> {
    const { config, directory } = this;
    if (config.evaluation.every > 0 && this.state.measuredAt !== current(this.state).updates) await this.evaluate();
    this.save();
    const best = directory.best();
    await this.report('end', best ? this.stored(best) : this.candidate());
    this.state.finished = true;
    this.save();
  }

  private get lastPhase(): boolean {
    return phaseIndex(this.state) === this.config.phases.length - 1;
  }

  /** Takes up a state, and in it the present segment. */
  private async enter(state: TrainingState | null): Promise<void> {
    const { course, rng, saver, directory } = this;
    const { learner, inputs, collector, spec } = this.parts;
    if (!state) {
      if (inputs?.count === 0) this.lookAround(inputs);
      const empty = {
        shuffle: rng.save(),
        learner: learner.save(),
        ...(inputs && { inputs: inputs.save() }),
        memory: null,
        beam: null,
        collectors: [],
      };
      this.state = { ...start, ...empty };
      return;
    }
    saver.restoreBest(state);
    this.state = begun(state, course);
    saver.note(this.state);
    const { collectors } = this.state;
    await this.restore(() => {
      learner.load(state.learner);
      // Checked as the collector takes them: scaled, numbers that are too large become infinite.
      flattenWeights(spec.shape, learner.weights());
      inputs?.load(state.inputs!);
      rng.load(state.shuffle);
      return collectors.length > 0 ? this.guard(collector.load(collectors)) : undefined;
    });
    if (state.segment === course.segments.length) return;
    // Nothing is saved before the first update of a segment: what is stopped or killed here begins the segment again.
    const best = this.state.best && directory.best();
    if (this.state.best && best && !course.judgesAlike(state.segment)) {
      const judged = await this.measure('evaluation', 'best again', this.stored(best));
      this.state.best = { decisions: this.state.best.decisions, score: judged.line.score };
    }
    this.state.segment = course.segments.length;
    saver.note(this.state);
  }

  /** Puts back a part of a state. @throws UserError when it is of no run like this one, though its file is undamaged */
  private async restore(load: () => unknown): Promise<void> {
    try {
      await load();
    } catch (error) {
      if (error instanceof UserError || error instanceof Stopped || error instanceof ThreadEnded) throw error;
      const { path } = this.directory;
      throw new UserError(
        `the checkpoint of ${path} at ${this.state.decisions} decisions cannot be one of this run (${(error as Error).message}); ` +
          'continue from another with --resume <run>@<decisions>',
        { cause: error },
      );
    }
  }

  /** Counts as many decisions of random play as a rollout has, so that the first one is not played half blind. */
  private lookAround(inputs: InputStatistics): void {
    const { game, observer, spec, learner } = this.parts;
    const { variants, seed, decisionsPerUpdate } = spec;
    inputs.observe(firstLook({ game, observer, variants, seed: `${seed}/first look` }, decisionsPerUpdate));
    learner.put(inputs.tensors());
  }

  private write(line: MetricsRecord): void {
    this.journal.write(line);
    this.state.lines = this.journal.lines;
  }

  private save(): void {
    const { state, config } = this;
    if (this.due(config.keepEvery) && !state.kept.includes(state.decisions))
      state.kept = [...state.kept, state.decisions];
    const file = this.saver.save(this.state);
    if (file !== null) this.watch.callbacks?.onCheckpoint?.({ ...this.progress.of(this.state), file });
  }

  /** Minutes used, where they are budgeted; else no clock gets into the state. */
  private minutes(): number {
    return this.course.timed ? this.journal.seconds() / 60 : 0;
  }

  /** Waits for work, or for the signal, whichever comes first. */
  private guard<T>(work: Promise<T>): Promise<T> {
    this.parts.busy = work;
    work.catch(() => {});
    if (this.watch.signal?.aborted) return Promise.reject(new Stopped());
    // Not a race with one promise that lasts as long as the run: it would keep all that was ever waited for.
    return new Promise<T>((resolve, reject) => {
      this.giveUp = () => reject(new Stopped());
      work.then(resolve, reject);
    });
  }

  private result(): TrainResult {
    const { state, journal, directory, course } = this;
    const { game, options, from, evaluation } = this.config;
    const { lookahead, rounds } = evaluation;
    const { decisions, games, finished, phases } = state;
    const best = state.best && { decisions: state.best.decisions, score: state.best.score };
    // The end of a run that continues is its end no longer.
    const { end, ...reports } = journal.reports;
    if (end && finished) reports.end = end;
    const updates = phases.reduce((sum, phase) => sum + phase.updates, 0);
    const how = { runDir: directory.path, game, options, from, segments: course.segments, lookahead, rounds };
    return { ...how, finished, decisions, games, updates, reports, best };
  }
}
