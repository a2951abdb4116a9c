/** A position of Leduc poker: cards, chips, and all that was said in two rounds. */

export const SEATS = 2;
/** Two suits of three ranks; card / 2 is the rank. */
export const RANKS = 3;
export const CARDS_IN_DECK = 6;
/** Raises a round may have. */
export const MAX_RAISES = 2;
/** Most actions of one round: call, raise, raise, call. */
export const MAX_SAID = 4;
export const ROUNDS = 2;

// Action ids. With nothing to match, call means check.
export const FOLD = 0;
export const CALL = 1;
export const RAISE = 2;
export const ACTIONS = 3;

export const promptNames = ['open', 'answer'] as const;
export const streamNames = ['deck'] as const;
export const DECK = 0;

// The cells of a position.
export const ASK = 0;
/** 0 or 1: the round of betting. */
export const ROUND = 1;
/** Seat to act; -1 when over. */
export const ACTOR = 2;
/** Raises of this round. */
export const RAISES = 3;
/** Seat that folded; -1 while nobody has. */
export const FOLDED = 4;
/** The card on the table; -1 before the second round. */
export const PUBLIC = 5;
/** Chips each seat has put in. */
export const PAID = 6;
/** The card of each seat. */
export const CARDS = PAID + SEATS;
/** Actions taken in each round. */
export const SAID = CARDS + SEATS;
/** Those actions in order, `MAX_SAID` cells a round; -1 where none was taken. */
export const WORDS = SAID + ROUNDS;
export const CELLS = WORDS + ROUNDS * MAX_SAID;
