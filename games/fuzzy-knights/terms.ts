/**
 * Numbers with a meaning: seats, heroes, tiles, prompts, steps of the day, stages of a battle, streams of chance.
 *
 * Seats are 0-3; heroes of seat s are 2s and 2s + 1; tiles are row * 10 + column.
 */
import { idsOf } from '../../env/kit/ids.js';

/** Number of action ids (actions.ts); a position has room for so many. */
export const ACTIONS = 140;

export const WIDTH = 10;
export const TILES = 100;
export const MAX_SEATS = 4;
export const HEROES = 8;
/** Tile of a hero that is not in play; neighbour beyond the edge. */
export const NOWHERE = 255;

export const seatNames = ['A', 'B', 'C', 'D'] as const;
export const heroNames: readonly string[] = seatNames.flatMap((seat) => [`${seat}1`, `${seat}2`]);
/** Columns a-j from the west, rows 1-10 from the north. */
export const tileNames: readonly string[] = Array.from(
  { length: TILES },
  (_, t) => `${'abcdefghij'[t % WIDTH]}${Math.floor(t / WIDTH) + 1}`,
);

/** `Position.prompt` is an index. It is about the tile of the hero at hand, BUILD about the city at the cursor. */
export const promptNames = [
  'PLACE_CITY',
  'DISMISS',
  'BUILD',
  'FOUND',
  'PLACE_TOKEN',
  'SELECT_HERO',
  'ROLL',
  'MOVE',
  'BRIBE',
  'SPLIT',
  'TARGET',
  'SACRIFICE',
] as const;
export const P = idsOf(promptNames);

/** What comes next. From `move` on a hero is at hand. */
export const stepNames = [
  'capitals',
  'income',
  'pay',
  'found',
  'build',
  'tokens',
  'turns',
  'activate',
  'move',
  'arrive',
  'bribe',
  'battle',
] as const;
export const STEP = idsOf(stepNames);

/** Who is fought; from `hero` on somebody's. */
export const foeNames = ['none', 'monsters', 'guardians', 'guardians of a rival', 'hero', 'city'] as const;
export const FOE = idsOf(foeNames);

/** Stages of a battle: who splits, what the attacker names. */
export const battleNames = ['none', 'attacker', 'defender', 'target', 'sacrifice'] as const;
export const BATTLE = idsOf(battleNames);

/** Squads: three groups of soldiers, then these. */
export const SQUADS = 5;
export const SQUAD_HERO = 3;
export const SQUAD_CITY = 4;

/** Ways a game ends, by `truncated`. */
export const endings = ['last player', 'day cap'] as const;

/** `mine` of a tile: 0 none, 1 nobody's, 2 + seat. */
export const NEUTRAL_MINE = 1;
export const OWN_MINE = 2;

/** Battles and finds are on the stream of the seat whose turn it is. */
const purposes = ['tokens', 'movement', 'encounter', 'battle', 'find'] as const;
export const FOR = idsOf(purposes);
/** Names of the streams of chance: the set-up, then for each purpose one a seat. */
export const streamNames = ['setup', ...purposes.flatMap((of) => [0, 1, 2, 3].map((seat) => `${of} ${seat}`))];
export const SETUP = 0;
export const streamOf = (purpose: number, seat: number): number => 1 + MAX_SEATS * purpose + seat;
