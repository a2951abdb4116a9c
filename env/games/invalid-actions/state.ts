/** A position of the invalid-action test: the number to name and which numbers may be named. */

export const MAX_DIM = 70;
export const ACTIONS = MAX_DIM;
export const promptNames = ['name'] as const;
export const streamNames = ['target', 'valid'] as const;
export const TARGET_STREAM = 0;
export const VALID_STREAM = 1;

// The cells of a position.
export const ASK = 0;
export const DIM = 1;
export const INVALID = 2;
/** 1: invalid actions are not legal. 0: all are legal, for comparison. */
export const MASKED = 3;
/** Decisions after which the game is cut. */
export const LENGTH = 4;
/** Decisions so far. */
export const STEP = 5;
/** The number to name. */
export const TARGET = 6;
/** 1 when the last answer was right. */
export const RIGHT = 7;
/** 1 for each valid number. */
export const VALID = 8;
export const CELLS = VALID + MAX_DIM;
