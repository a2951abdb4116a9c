/** A position of Connect Four: what stands in each column. */

export const COLUMNS = 7;
export const ROWS = 6;
export const ACTIONS = COLUMNS;
export const promptNames = ['drop'] as const;
export const streamNames = [] as const;

// The cells of a position.
export const ASK = 0;
/** Seat to act; -1 when over. */
export const ACTOR = 1;
/** Seat that has four in a row; -1 while nobody has. */
export const WINNER = 2;
/** Discs on the board. */
export const DISCS = 3;
/** Discs in each column. */
export const HEIGHTS = 4;
/** Each field: 0 empty, 1 a disc of seat 0, 2 one of seat 1. Row by row from the bottom left. */
export const BOARD = HEIGHTS + COLUMNS;
export const CELLS = BOARD + ROWS * COLUMNS;
