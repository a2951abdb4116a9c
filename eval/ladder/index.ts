/** Ladders of opponents: the public names of this room. */
export { graded, usualCandidates } from './candidates.js';
export { type LadderRequest, measureLadder } from './ladder.js';
export { ladderText } from './text.js';
