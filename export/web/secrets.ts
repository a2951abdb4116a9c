/**
 * What a move tells whom, found out without knowing the game: by playing it, or another one, in copies of the position. Only
 * for games of imperfect information; in others everybody sees everything.
 */
import type { Chance, Rng } from '../../env/chance.js';
import type { State } from '../../env/game.js';

/** Worlds that are tried: what shows in one of a hundred only may be missed, what shows in a half is not. */
const WORLDS = 8;

/** All that a seat sees. */
const seen = (state: State, seat: number): string => (state.view ? JSON.stringify(state.view(seat)) : state.text(seat));

/**
 * Whether the seat to act learns by a move something that it could not know before: a card turned over, a secret shown.
 * Then the move cannot be taken back.
 * @param luck gives a copy of the luck each time
 */
export function reveals(before: State, action: number, after: State, luck: () => Chance, rng: Rng): boolean {
  const seat = before.actor;
  const truth = seen(after, seat);
  const world = before.clone();
  for (let i = 0; i < WORLDS; i++) {
    world.copyFrom(before);
    world.resample(seat, rng);
    world.apply(action, luck());
    if (seen(world, seat) !== truth) return true;
  }
  return false;
}

/** Worlds in which a move is tried to be kept, beside the true one. */
const GUESSES = 24;
/** So many are enough where the move is possible in all of them and looks the same, which is most moves of most games. */
const STEADY = 8;

/** A move, for who did not make it. */
interface MadeMove {
  before: State;
  /** The legal actions of `before`. */
  mask: Uint8Array;
  action: number;
  after: State;
  /** Who is told of it. */
  seat: number;
  /** Numbers of an observation. */
  size: number;
  /** Gives a copy of the luck each time. */
  luck: () => Chance;
  rng: Rng;
}

/**
 * Whether a move must not be told to a seat: whoever hears of it would know more of the position than all that the seat sees
 * after it. So it is where, in a world that the seat holds possible, another move looks the same to it and leads elsewhere.
 * Moves that lead to the same position may be told apart: nothing follows from it.
 */
export function secret({ before, mask, action, after, seat, size, luck, rng }: MadeMove): boolean {
  const look = lookOf(after, seat, size);
  const [world, told, other] = [before.clone(), before.clone(), before.clone()];
  const legal = mask.slice();
  let steady = true;
  for (let guess = 0; guess <= GUESSES; guess++) {
    // The true one first: what it takes to know a move apart is often there.
    if (guess > 0) {
      world.resample(seat, rng);
      world.legal(legal);
    }
    told.copyFrom(world);
    if (legal[action] === 1) told.apply(action, luck());
    const possible = legal[action] === 1 && look.sameAs(told);
    steady &&= possible;
    if (steady && guess > STEADY) return false;
    for (let id = 0; id < legal.length; id++) {
      if (legal[id] !== 1 || id === action) continue;
      other.copyFrom(world);
      other.apply(id, luck());
      if (!look.sameAs(other)) continue;
      if (!possible || other.hash() !== told.hash()) return true;
    }
    world.copyFrom(before);
  }
  return false;
}

/** All that a seat sees of a position, to be compared with others: by what is cheap to compare first. */
function lookOf(state: State, seat: number, size: number) {
  const observed = new Float32Array(size);
  if (!state.over) state.observe(seat, observed, 0);
  const truth = seen(state, seat);
  const buffer = observed.slice();
  return {
    sameAs(other: State): boolean {
      if (other.over !== state.over || other.actor !== state.actor || other.prompt !== state.prompt) return false;
      if (other.over) return seen(other, seat) === truth;
      buffer.fill(0);
      other.observe(seat, buffer, 0);
      for (let i = 0; i < size; i++) if (buffer[i] !== observed[i]) return false;
      return seen(other, seat) === truth;
    },
  };
}
