/** The rules of Kuhn poker over the cells of a position. */
import type { Chance } from '../../chance.js';
import { BET, BETTOR, CARDS, DECK, PLAYERS, SAID, WORDS } from './state.js';

/** Gives every seat a card of those that are left, one draw a card. */
export function deal(cells: Int16Array, chance: Chance): void {
  const players = cells[PLAYERS]!;
  const deck = Array.from({ length: players + 1 }, (_, card) => card);
  for (let seat = 0; seat < players; seat++) cells[CARDS + seat] = deck.splice(chance.draw(DECK, deck.length), 1)[0]!;
}

/** All have passed, or everybody has answered the first bet. */
export function isOver(cells: Int16Array): boolean {
  const bettor = cells[BETTOR]!;
  return cells[SAID] === cells[PLAYERS]! + Math.max(bettor, 0);
}

/** Seat to act; -1 when over. */
export function actorOf(cells: Int16Array): number {
  return isOver(cells) ? -1 : cells[SAID]! % cells[PLAYERS]!;
}

/** Takes the action of the seat whose turn it is. */
export function say(cells: Int16Array, action: number): void {
  const said = cells[SAID]!;
  cells[WORDS + said] = action;
  if (action === BET && cells[BETTOR]! < 0) cells[BETTOR] = said;
  cells[SAID] = said + 1;
}

/** Whether a seat has put in its second chip. */
export function hasBet(cells: Int16Array, seat: number): boolean {
  const players = cells[PLAYERS]!;
  for (let at = seat; at < cells[SAID]!; at += players) if (cells[WORDS + at] === BET) return true;
  return false;
}

/** Whether a seat is in the showdown of a finished game: everybody where nobody bet, else those who did. */
export function isIn(cells: Int16Array, seat: number): boolean {
  return cells[BETTOR]! < 0 || hasBet(cells, seat);
}

/** How many seats are in the showdown of a finished game. */
export function countIn(cells: Int16Array): number {
  let count = 0;
  for (let seat = 0; seat < cells[PLAYERS]!; seat++) if (isIn(cells, seat)) count++;
  return count;
}

/** Chips that each seat of a finished game won or lost. @param out length players */
export function payoffs(cells: Int16Array, out: Float64Array): void {
  let winner = -1;
  let pot = 0;
  for (let seat = 0; seat < out.length; seat++) {
    const paid = hasBet(cells, seat) ? 2 : 1;
    pot += paid;
    out[seat] = -paid;
    if (isIn(cells, seat) && (winner < 0 || cells[CARDS + seat]! > cells[CARDS + winner]!)) winner = seat;
  }
  out[winner]! += pot;
}
