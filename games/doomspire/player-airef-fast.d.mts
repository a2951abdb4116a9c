/** Types of a player of Lords of Doomspire: those of the strong one. */
export * from './player.mjs';
