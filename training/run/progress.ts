/** Progress of a run for those who watch it, and the time that its phase still needs. */
import { budgetUsed, current, phaseIndex } from './budget.js';
import type { Config } from './config.js';
import type { Journal } from './journal.js';
import type { TrainingState } from './state.js';
import type { TrainProgress } from './watch.js';

/** Tells where a run stands and how long its phase will still take. */
export class RunProgress {
  /** Where this process took up the present phase. */
  private from: { phase: number; progress: number; seconds: number; update: number } | undefined;

  constructor(
    private readonly config: Config,
    private readonly journal: Journal,
  ) {}

  /** Now. */
  of(state: TrainingState): TrainProgress {
    const { config, journal } = this;
    const phase = phaseIndex(state);
    const { updates: update } = current(state);
    const progress = budgetUsed(config, phase, state);
    const { sps } = journal.lastUpdate;
    return {
      phase: config.phases[phase]!.name,
      update,
      decisions: state.decisions,
      games: state.games,
      decisionsPerSecond: typeof sps === 'number' ? sps : 0,
      winRates: { ...journal.winRates },
      earned: { ...journal.earned },
      progress,
      secondsLeft: this.secondsLeft(phase, update, progress),
      metrics: journal.lastUpdate,
    };
  }

  private secondsLeft(phase: number, update: number, progress: number): number {
    const seconds = this.journal.seconds();
    if (this.from?.phase !== phase) this.from = { phase, progress, seconds, update };
    const { from } = this;
    const done = progress - from.progress;
    // The first updates are not like the rest: threads start, code gets fast.
    const telling = done >= 0.05 * (1 - from.progress) || (seconds - from.seconds >= 60 && update - from.update >= 3);
    return telling && done > 0 ? ((seconds - from.seconds) / done) * (1 - progress) : Infinity;
  }
}
