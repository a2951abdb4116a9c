/** What things are called on the page. */
import type { TableView } from '../protocol.js';

/** `PERSON` of ../players.ts; a page takes only types from the worker's modules. */
export const PERSON = 'person';

/** A seat before the game has begun and named it. As the games' own texts count them: from 0. */
export const seatName = (seat: number): string => `Seat ${seat}`;

/** What a seat of this game is called. */
export const calledIn = ({ seats }: TableView, seat: number): string => seats[seat]?.called ?? seatName(seat);

/** `diceChoice` -> `Dice choice`. */
export function fieldWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A seed nobody has seen. */
export const freshSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 2 ** 31);
