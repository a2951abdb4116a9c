/** Checkpoint files and run directories: the public entry of this floor. */
export { checkWritable, fileError, makeFolder, writeAtomic } from './atomic.js';
export {
  CheckpointError,
  decodeCheckpoint,
  encodeCheckpoint,
  formatVersion,
  readCheckpoint,
  writeCheckpoint,
} from './format.js';
export { type CheckpointEntry, type MetricsRecord, RunDirectory } from './run.js';
export { type Dtype, packTensor, type Tensor, tensorSchema, unpackTensor } from './tensor.js';
