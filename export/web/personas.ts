/** Levels as people to play against: a name for each, and what it does. */
import type { LevelSeat } from './level-seat.js';

/** In the order of the alphabet: who comes later is stronger. */
const names = ['Ada', 'Bo', 'Cleo', 'Dan', 'Esme', 'Finn', 'Greta', 'Hugo', 'Iris', 'Juno'];

/** @param level from 1 */
export const personaName = (level: number): string => names[level - 1]!;

/**
 * What a persona does, in a line: `wins, blocks, else plays the middle; any move in 30 % of its turns`.
 * @param planOf what a scripted bot is after; empty where it does not say
 */
export function personaText(seat: LevelSeat, planOf: (bot: string) => string): string {
  switch (seat.kind) {
    case 'random':
      return 'any legal move';
    case 'scripted': {
      const { name, mistakes = 0, temperature = 0 } = seat;
      const wavers = temperature > 0 ? ['takes moves that it likes nearly as well too'] : [];
      const errs = mistakes > 0 ? [`any move in ${Math.round(100 * mistakes)} % of its decisions`] : [];
      return [planOf(name) || `plays as the bot ${name}`, ...wavers, ...errs].join('; ');
    }
    case 'trained': {
      const { difficulty, level, topK } = seat.settings;
      const held = (difficulty !== undefined && difficulty !== 'hard' && difficulty !== 1) || level !== undefined;
      return `has learned by playing itself${held && topK === undefined ? '; held back' : ''}`;
    }
    case 'search': {
      const { simulations, milliseconds } = seat.plan;
      return milliseconds === undefined
        ? `plays ${simulations} games in its head before each move`
        : `plays games in its head for ${milliseconds} ms before each move`;
    }
  }
}
