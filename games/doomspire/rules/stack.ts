/** What lies below a procedure on the stack, where a view leaves that out. */
import type { Position } from '../state.js';
import type { Frame } from './definitions.js';

/** The movement turn that it happens in. */
export const TURN: Frame = ['turn'];
/** The arrival of the knight that came. */
export const arrivalOf = (knight: number, tile: number, bits = 0): Frame => ['arrive', knight, tile, bits];
/** The card in hand, drawn on arrival. */
export const cardInHand = (s: Position): Frame[] => [TURN, arrivalOf(s.cardKnight, s.cardTile), ['card']];
