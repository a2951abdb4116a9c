/** What things are called on the page. */
import type { TableView } from '../protocol.js';
import { countsSeats, withSeatNames } from '../seat-words.js';
import { toneOf, tones } from './seats.js';

/** `PERSON` of ../players.ts; a page takes only types from the worker's modules. */
export const PERSON = 'person';

/** What a seat is called that nothing else names: its colour. */
const colourName = (tone: string): string => tone.charAt(0).toUpperCase() + tone.slice(1);

/** A seat before the game has begun. @param called as the game calls its seats; empty where it has no names for them */
export const seatName = (called: readonly string[], seat: number): string =>
  called[seat] ?? colourName(tones[seat % tones.length]!);

/** What a seat of this game is called. */
export const calledIn = ({ seats }: TableView, seat: number): string => seats[seat]?.called ?? '';

/** The same with names for people, where a game counts its seats: by their colours, or as people want. */
export function inNames(view: TableView): TableView {
  const seats = view.seats.map((seat, i) => ({
    ...seat,
    called: countsSeats(seat.called) ? view.names[i] || colourName(toneOf(view, i)) : seat.called,
  }));
  const named = (text: string): string => withSeatNames(text, (seat) => seats[seat]?.called);
  return {
    ...view,
    seats,
    text: named(view.text),
    question: named(view.question),
    groups: view.groups.map((group) => ({
      ...group,
      title: named(group.title),
      moves: group.moves.map((move) => ({ ...move, text: named(move.text) })),
    })),
    chains: view.chains?.map((chain) => ({ ...chain, texts: chain.texts.map(named), tells: chain.tells.map(named) })),
    fields: view.fields && {
      facts: view.fields.facts.map((field) => ({ ...field, values: field.values.map(named) })),
      seats: view.fields.seats,
    },
    since: view.since?.map((line) => ({ ...line, tells: line.tells.map(named) })),
    log: view.log.map((line) => ({ ...line, text: line.text && named(line.text), tells: line.tells.map(named) })),
  };
}

/** `diceChoice` -> `Dice choice`. */
export function fieldWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A seed nobody has seen. */
export const freshSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 2 ** 31);
