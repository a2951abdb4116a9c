/** A position of Kuhn poker: who has which card and what was said so far. All else follows from that. */

export const MIN_SEATS = 2;
export const MAX_SEATS = 4;
/** Everybody says one thing; after a bet the others say one thing more: at most so many. */
export const MAX_SAID = 2 * MAX_SEATS - 1;

// Action ids. Before a bet: pass or bet; after it the same ids mean fold or call.
export const PASS = 0;
export const BET = 1;
export const ACTIONS = 2;

export const promptNames = ['open', 'answer'] as const;
export const streamNames = ['deck'] as const;
export const DECK = 0;

// The cells of a position.
export const PLAYERS = 0;
export const ASK = 1;
/** How many actions were taken. */
export const SAID = 2;
/** The seat that bet first; -1 before. */
export const BETTOR = 3;
/** The actions in order; -1 where none was taken. */
export const WORDS = 4;
/** The card of each seat, 0 the lowest; -1 where nobody sits. */
export const CARDS = WORDS + MAX_SAID;
export const CELLS = CARDS + MAX_SEATS;
