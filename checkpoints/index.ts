/** Checkpoint files and run directories: the public entry of this floor. */
export { checkWritable, fileError, makeFolder, NoRoom, writeAtomic } from './atomic.js';
export {
  CheckpointError,
  decodeCheckpoint,
  encodeCheckpoint,
  formatVersion,
  readCheckpoint,
  writeCheckpoint,
} from './format.js';
export { readJson, readText, withoutMark } from './read-text.js';
export {
  type CheckpointEntry,
  checkpointFile,
  gameFrom,
  isReadable,
  type MetricsRecord,
  RunDirectory,
  readNamedCheckpoint,
  runOf,
  splitRunPath,
} from './run.js';
export { type Dtype, packTensor, type Tensor, tensorSchema, unpackTensor } from './tensor.js';
