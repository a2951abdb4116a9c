/** Writes checkpoints of a run, keeps the best one, and makes the summary page beside them. */
import { policyFor } from '../../agents/policy/policy.js';
import { CheckpointError, readCheckpoint } from '../../checkpoints/format.js';
import { isReadable, type RunDirectory } from '../../checkpoints/run.js';
import type { Config } from './config.js';
import type { Prepared } from './prepare.js';
import type { Segment } from './segments.js';
import { packTraining, type TrainingState, trainingCheckpointSchema } from './state.js';
import { writeSummary } from './summary.js';

/** Checkpoints kept: several, since one may be damaged. */
const KEPT = 3;

/** So many times as long as it took to draw the summary, none is drawn on the way. */
const summaryPause = 100;

/** Writes a run's checkpoints, keeps the best one, and makes the summary page beside them. */
export class Saver {
  /** What the latest checkpoint holds, as far as two states can differ. */
  private saved = '';
  /** When the next summary may be drawn on the way: charts take their time, and training goes first. */
  private summaryFrom = 0;

  /** @param recorded the config as the run keeps it */
  constructor(
    private readonly run: RunDirectory,
    private readonly prepared: Prepared,
    private readonly config: Config,
    private readonly recorded: Config,
    private readonly segments: readonly Segment[],
  ) {}

  /** Writes a checkpoint, unless the latest one is of this state. @returns its file; null where there was nothing to do */
  save(state: TrainingState): string | null {
    const mark = markOf(state);
    if (this.saved === mark) return null;
    const { run, config } = this;
    const { game, spec, advisor, plan } = this.prepared;
    const policy = policyFor(game, spec.shape, state.learner.weights, {
      advisor,
      plan,
      afterstates: spec.afterstates ? { ...spec.afterstates, beam: state.beam ?? spec.afterstates.beam } : undefined,
      options: config.options,
      players: config.players,
    });
    const file = run.save(state.decisions, packTraining(policy, state, config));
    this.saved = mark;
    // The best one under its number too: a lost best.tgym is made again from it.
    run.prune(KEPT, (decisions) => decisions === state.best?.decisions || state.kept.includes(decisions));
    if (performance.now() >= this.summaryFrom) this.summarise();
    return file;
  }

  /** Takes this state for saved. */
  note(state: TrainingState): void {
    this.saved = markOf(state);
  }

  /** Writes `summary.html`. */
  summarise(): void {
    const began = performance.now();
    writeSummary(this.run, this.recorded, this.segments);
    const ended = performance.now();
    this.summaryFrom = ended + summaryPause * (ended - began);
  }

  /** Makes `best.tgym` what it was at this state, if it is not; where it is lost, the state has none from here on. */
  restoreBest(state: TrainingState): void {
    const { run } = this;
    const { best } = state;
    // Killed between writing a checkpoint and calling it the best.
    if (best?.decisions === state.decisions && !state.finished) {
      run.markBest(state.decisions);
      return;
    }
    const file = run.best();
    try {
      const { training } = file ? readCheckpoint(file, trainingCheckpointSchema) : {};
      if (training?.decisions === best?.decisions) return;
    } catch (error) {
      if (!(error instanceof CheckpointError && error.damaged)) throw error;
      run.putAway(file!);
    }
    if (best && isReadable(run.checkpointFile(best.decisions))) {
      run.markBest(best.decisions);
      return;
    }
    // It is of a course that was left, and what was the best before is gone: the next one measured is.
    run.unmarkBest();
    state.best = null;
  }
}

function markOf({ phases, segment, lines, finished }: TrainingState): string {
  return JSON.stringify([phases.length, phases.at(-1)!.updates, segment, lines, finished]);
}
