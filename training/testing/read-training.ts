import type { NetworkShape } from '../../agents/network/network.js';
import { readCheckpoint } from '../../checkpoints/format.js';
import { type TrainingState, trainingCheckpointSchema, unpackTraining } from '../run/state.js';

/** The state in a training checkpoint. @throws UserError when it is missing, damaged, or a policy without what training needs */
export function readTraining(file: string, shape: NetworkShape): TrainingState {
  return unpackTraining(readCheckpoint(file, trainingCheckpointSchema), file, shape);
}
