/** Which checkpoint of a run to go on from: the latest that can be read, or the one that is wanted. */
import { CheckpointError, readCheckpoint } from '../../checkpoints/format.js';
import type { RunDirectory } from '../../checkpoints/run.js';
import { UserError } from '../../env/user-error.js';
import { type StoredTraining, trainingCheckpointSchema } from './state.js';

/** A checkpoint to go on from. */
export interface ResumePoint {
  file: string;
  decisions: number;
  stored: StoredTraining;
  /** Later ones that cannot be read. */
  damaged: { file: string; message: string }[];
}

/**
 * @param decisions those of the checkpoint wanted; null: the latest that can be read
 * @returns null for a run that was killed before it had one
 * @throws UserError when the one wanted is not there or cannot be read, when none can, or when they were deleted
 */
export function checkpointToResume(run: RunDirectory, decisions: number | null): ResumePoint | null {
  const stored = (file: string) => readCheckpoint(file, trainingCheckpointSchema);
  if (decisions !== null) {
    const { file } = run.at(decisions);
    return { file, decisions, stored: stored(file), damaged: [] };
  }
  const damaged: ResumePoint['damaged'] = [];
  for (const { file, decisions } of run.checkpoints().reverse()) {
    try {
      return { file, decisions, stored: stored(file), damaged };
    } catch (error) {
      if (!(error instanceof CheckpointError && error.damaged)) throw error;
      damaged.push({ file, message: error.message });
    }
  }
  if (damaged.length > 0)
    throw new UserError(
      `none of the ${damaged.length} checkpoints of ${run.path} can be read: restore one, or begin a new run in another folder (${damaged[0]!.message})`,
    );
  // The first checkpoint is written before the first update.
  const last = run.lastMetrics()?.decisions ?? 0;
  if (last > 0 || run.best())
    throw new UserError(
      `${run.path} has been trained (${last} decisions in metrics.jsonl), but its checkpoints are gone: restore them, or begin a new run in another folder`,
    );
  return null;
}
