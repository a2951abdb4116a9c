/** What several prompts need: parts of a position that a view must tell. */
import { ABSENT, type Position } from '../state.js';
import type { Need } from './definitions.js';

/** Whether this is a knight that stands on the board. */
export const onBoard = (s: Position, knight: number): boolean => knight >= 0 && s.knightTile[knight] !== ABSENT;

export const NEED = {
  knight: ['prompt.knight', 'must be known', (s) => s.focusKnight >= 0],
  ownKnight: [
    'prompt.knight',
    'must be a knight of the actor on the board',
    (s) => onBoard(s, s.focusKnight) && ((s.focusKnight / 3) | 0) === s.actor,
  ],
  tile: ['prompt.tile', 'must be known', (s) => s.focusTile >= 0],
  die: ['turn.die', 'must be 1 to 3', (s) => s.die > 0],
  ownTurn: ['round.mover', 'must be the actor', (s) => s.mover === s.actor],
} as const satisfies Record<string, Need>;
