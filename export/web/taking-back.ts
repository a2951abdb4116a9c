/** How far back one step of taking back goes. */
import type { Made } from './made.js';

/**
 * Up to the last decision of a person after which nothing came to light.
 * @param person whether a person has a seat now
 * @param hides where something is hidden, what others do tells of it
 * @param holder the seat of who has the device; -1 nobody yet
 * @returns the number of moves to keep, -1 where nothing can be taken back
 */
export function stepBack(
  made: readonly Made[],
  person: (seat: number) => boolean,
  hides: boolean,
  holder: number,
): number {
  for (let i = made.length - 1; i >= 0; i--) {
    const { final, byPerson, seat, begins } = made[i]!;
    if (final || (hides && (!byPerson || (holder >= 0 && seat !== holder)))) return -1;
    if (byPerson && person(seat)) return begins;
  }
  return -1;
}

/** The same where everything can be taken back: up to the last decision of a person, or else the last one of all. */
export function anyStepBack(made: readonly Made[], person: (seat: number) => boolean): number {
  const own = made.findLastIndex(({ seat }) => person(seat));
  return own >= 0 ? made[own]!.begins : made.length - 1;
}
