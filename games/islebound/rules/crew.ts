/** The crew: who is hired, who is readied by a fish. */
import * as A from '../actions.js';
import { memberText } from '../names.js';
import { CREW_ROW, EMPTY, type Position } from '../state.js';
import type { IslePrompt } from './definitions.js';
import { takeCrewCard } from './goods.js';

/**
 * Lists the ready members with a symbol, from place `n` of the list on.
 * @param symbols of each member; null lists all that are ready
 * @returns how many are listed now
 */
export function listReady(s: Position, list: Uint8Array | Uint16Array, n: number, symbols: Uint8Array | null): number {
  const { crew, exhausted } = s;
  const aboard = s.human.crew;
  for (let i = 0; i < aboard; i++)
    if (exhausted[i] === 0 && (symbols === null || symbols[crew[i]!]! > 0)) list[n++] = A.CREW + i;
  return n;
}

const HIRE: IslePrompt = {
  ask: () => 'Whom do you hire?',
  uses: ['END', 'HIRE'],
  legal(s, _seat, list) {
    let n = 0;
    list[n++] = A.END;
    if (s.human.crew < s.tables.numbers.maxCrew)
      for (let i = 0; i < CREW_ROW; i++) if (s.crewRow[i] !== EMPTY) list[n++] = A.HIRE + i;
    return n;
  },
  answer(s, _seat, action) {
    if (action === A.END) {
      s.toHire = 0;
      return;
    }
    s.crew[s.human.crew++] = takeCrewCard(s, action - A.HIRE);
    s.toHire--;
  },
};

const EAT: IslePrompt = {
  ask: () => 'Who eats the fish?',
  uses: ['CREW'],
  words: { CREW: (s, { place }) => `ready crew ${place + 1} (${memberText(s, s.crew[place]!)})` },
  legal(s, _seat, list) {
    let n = 0;
    for (let i = 0; i < s.human.crew; i++) if (s.exhausted[i] === 1) list[n++] = A.CREW + i;
    return n;
  },
  answer(s, _seat, action) {
    s.human.fish--;
    s.exhausted[action - A.CREW] = 0;
  },
};

export const crewPrompts = { HIRE, EAT };
