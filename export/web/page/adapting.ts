/**
 * An opponent that goes up a level after a game that a person has won, and down after a lost one. Which level it is at is kept in
 * this browser; a game is played against the level that it began with (`adapts:4`).
 */
import type { About, Offer, TableView } from '../protocol.js';
import { PERSON } from './names.js';
import { storeAdapted, storedAdapted } from './storage.js';

const LEVEL = /^level:(\d+)$/;
const ADAPTS = /^adapts:(\d+)$/;
/** Where it begins: weak enough to be beaten by who plays for the first time. */
const FIRST = 3;

/** Levels that can be seated, the weakest first. */
const levelsOf = ({ offers }: Pick<About, 'offers'>): number[] =>
  offers.flatMap(({ spec }) => (LEVEL.exec(spec) ? [Number(LEVEL.exec(spec)![1])] : [])).sort((a, b) => a - b);

/** The level that it plays at next; null: the game has no levels. */
function levelNow(about: About): number | null {
  const levels = levelsOf(about);
  const kept = storedAdapted(about.id)?.level ?? FIRST;
  return levels.findLast((level) => level <= kept) ?? levels[0] ?? null;
}

/** All who can be seated, with the one that adapts where there are levels to choose from. */
export function offersWith(about: About): Offer[] {
  const level = levelNow(about);
  if (level === null || levelsOf(about).length < 2) return about.offers;
  const now = about.offers.find(({ spec }) => spec === `level:${level}`)!;
  const adapting = {
    spec: `adapts:${level}`,
    name: 'One that adapts to you',
    about: `now ${now.name}, ${now.about}; a level up after each game that you win, down after each that you lose`,
  };
  const [person, ...others] = about.offers;
  return [person!, adapting, ...others];
}

/** Who sits down at the next game where this one did. */
export const again = (about: About, spec: string): string =>
  ADAPTS.test(spec) ? `adapts:${levelNow(about) ?? FIRST}` : spec;

/**
 * Adapts to a game that is over, once: of two games in a row with the same luck only to the first.
 * @returns what is to be said of it; null: nobody adapted
 */
export function adaptTo(about: About, { seats, over, seed }: TableView): string | null {
  const people = seats.flatMap(({ spec }, seat) => (spec === PERSON ? [seat] : []));
  const adapting = seats.flatMap(({ spec }, seat) => (ADAPTS.test(spec) ? [seat] : []));
  if (!over || people.length !== 1 || adapting.length === 0) return null;
  const kept = storedAdapted(about.id);
  if (kept?.after !== seed) {
    const played = Number(ADAPTS.exec(seats[adapting[0]!]!.spec)![1]);
    const own = over.places[people[0]!]!;
    const theirs = Math.min(...adapting.map((seat) => over.places[seat]!));
    storeAdapted(about.id, { level: next(levelsOf(about), played, theirs - own), after: seed });
  }
  const name = about.offers.find(({ spec }) => spec === `level:${levelNow(about)}`)?.name;
  return name ? `The one that adapts to you plays as ${name} next time.` : null;
}

/** The next level upwards, downwards, or the same, where there is one. */
function next(levels: readonly number[], level: number, direction: number): number {
  if (direction > 0) return levels.find((other) => other > level) ?? level;
  if (direction < 0) return levels.findLast((other) => other < level) ?? level;
  return level;
}
