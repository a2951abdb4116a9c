/** Checkpoint files and run directories: the public entry of this floor. */
export { fileError, writeAtomic } from './atomic.js';
export {
  CheckpointError,
  decodeCheckpoint,
  encodeCheckpoint,
  formatVersion,
  readCheckpoint,
  writeCheckpoint,
} from './format.js';
export { moduleOfRun, runConfig, runOf } from './origin.js';
export { type CheckpointEntry, type MetricsRecord, RunDirectory } from './run.js';
export { type Dtype, packTensor, type Tensor, tensorSchema, unpackTensor } from './tensor.js';
