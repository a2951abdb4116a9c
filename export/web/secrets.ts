/**
 * What a move tells whom, found out without knowing the game: by playing it, or another one, in copies of the position. Only
 * for games of imperfect information; in others everybody sees everything.
 */
import type { Chance, Rng } from '../../env/chance.js';
import type { State } from '../../env/game.js';

/** Worlds that are tried: what shows in one of a hundred only may be missed, what shows in a half is not. */
const WORLDS = 8;
/** Other moves that are tried. Those that stand next to it by id are of its kind. */
const OTHERS = 12;

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

/**
 * Whether a move stays secret from a seat: another one would have looked the same to it.
 * @param mask the legal actions of `before`
 * @param luck gives a copy of the luck each time
 */
export function secret(
  before: State,
  mask: Uint8Array,
  action: number,
  after: State,
  seat: number,
  luck: () => Chance,
): boolean {
  const truth = seen(after, seat);
  const legal = Array.from(mask.keys()).filter((id) => mask[id] === 1 && id !== action);
  const nearest = legal.sort((a, b) => Math.abs(a - action) - Math.abs(b - action)).slice(0, OTHERS);
  const other = before.clone();
  return nearest.some((id) => {
    other.copyFrom(before);
    other.apply(id, luck());
    return seen(other, seat) === truth;
  });
}
