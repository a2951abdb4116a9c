/** A position of tic-tac-toe: nine squares and whose turn it is. */

export const SQUARES = 9;
export const ACTIONS = SQUARES;
export const promptNames = ['mark'] as const;
export const streamNames = [] as const;

// The cells of a position.
export const ASK = 0;
/** Seat to act; -1 when over. */
export const ACTOR = 1;
/** Seat that has three in a row; -1 while nobody has. */
export const WINNER = 2;
/** Each square: 0 empty, 1 the mark of seat 0 (X), 2 that of seat 1 (O). Row by row from the top left. */
export const BOARD = 3;
export const CELLS = BOARD + SQUARES;

export const squareNames = Array.from({ length: SQUARES }, (_, i) => `${'abc'[i % 3]}${3 - Math.floor(i / 3)}`);
