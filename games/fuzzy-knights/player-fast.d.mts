/** Types of a player of Fuzzy Knights: those of the strong one. */
export * from './player.mjs';
