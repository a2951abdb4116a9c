/** Checkpoint files and run directories. */
export { CheckpointError, readCheckpoint, writeCheckpoint } from './format.js';
export { RunDirectory } from './run.js';
