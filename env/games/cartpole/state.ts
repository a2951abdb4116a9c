/** A position of CartPole: four numbers of the cart and its pole in double precision, and the time. */

export const ACTIONS = 2;
export const LEFT = 0;
export const RIGHT = 1;
export const promptNames = ['push'] as const;
export const streamNames = ['start'] as const;
export const START = 0;

// The cells of a position.
/** Metres from the middle of the track. */
export const X = 0;
/** Metres a second. */
export const X_DOT = 1;
/** Radians from upright, positive to the right. */
export const THETA = 2;
/** Radians a second. */
export const THETA_DOT = 3;
/** Pushes so far. */
export const STEP = 4;
/** Pushes after which the game is cut. */
export const LIMIT = 5;
/** Index into `endings`. */
export const ENDING = 6;
export const ASK = 7;
export const CELLS = 8;

export const endings = ['', 'pole fell', 'cart left the track', 'time limit'] as const;
export const FELL = 1;
export const LEFT_TRACK = 2;
export const TIME = 3;
