/** What is said of any position of a game: how it has ended, and what its seats are called. */
import { endingOf, finalPlaces } from '../../env/finished.js';
import type { State } from '../../env/game.js';
import type { TableView } from './protocol.js';

/** How a game has ended; null while it goes on. */
export function endOf(state: State): TableView['over'] {
  if (!state.over) return null;
  const places = new Uint8Array(state.players);
  finalPlaces(state, places);
  const rivalAhead = state.rivalAhead?.() ?? null;
  return { ending: endingOf(state), truncated: state.truncated, places: [...places], rivalAhead };
}

/** What a seat is called: as people want, with what the game calls it. */
export const calledOf = (chosen: string, own: string): string => (chosen === '' ? own : `${chosen} (${own})`);
