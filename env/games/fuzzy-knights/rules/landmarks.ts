/** What the rules can reach: buildings, items, encounters, ends, numbered decisions. */
import { Trace } from '../../../trace.js';
import { itemTypeNames, outcomeNames, rarities } from '../data.js';

export const trace = new Trace();
const block = (prefix: string, words: readonly string[]): number =>
  trace.add(...words.map((word) => `${prefix} ${word}`));
/** First index of each block of landmarks. */
export const BUILT_TIER = block('build', ['Encampment', 'Villa', 'Estate', 'Castle']);
export const BUILT_RAMPARTS = block('build', ['Ramparts', 'Fortifications']);
export const BUILT_CAMP = block('build', ['Mercenary Camp']);
export const RECRUITED = block('recruit', ['hero', 'mercenary']);
export const ITEM_FOUND = block(
  'item',
  itemTypeNames.flatMap((type) => rarities.map((rarity) => `${rarity} ${type}`)),
);
export const CACHE_FOUND = block('cache', ['small', 'large']);
export const MET = block('monsters', outcomeNames);
export const FOUGHT = block('battle', ['monsters', 'guardians', 'guardians of a rival', 'hero', 'city']);
export const WON = block('won against', ['monsters', 'guardians', 'guardians of a rival', 'hero', 'city']);
export const SPLIT_CHOSEN = block('split', ['0', '1', '2', '3', '4', '5', '6']);
const EVENT = block('event', [
  'attacker faints',
  'defender faints',
  'city squad restored',
  'retreat with mercenaries',
  'retreat alone',
  'siege without a roll',
  'siege after moving',
  'Fortifications besieged',
  'city under siege gives nothing',
  'hero pays itself',
  'unpaid hero dies',
  'dismissal asked',
  'purse emptied at home',
  'items into an armory by death',
  'monsters left by an army',
  'resource tokens left by a purse',
  'mine taken from a rival',
  'fought on own tile',
  'several stages on one tile',
  'token placed',
  'grace begins',
  'grace ends with a city',
  'out after grace',
  'out at once',
  'city won with a garrison',
  'both sides split',
  'tie on the anchor roll',
  'token declined',
]);
export const ATTACKER_FAINTS = EVENT;
export const DEFENDER_FAINTS = EVENT + 1;
export const CITY_RESTORED = EVENT + 2;
export const RETREAT_WITH = EVENT + 3;
export const RETREAT_ALONE = EVENT + 4;
export const SIEGE_UNROLLED = EVENT + 5;
export const SIEGE_MOVED = EVENT + 6;
export const FORTIFICATIONS_BESIEGED = EVENT + 7;
export const NO_INCOME = EVENT + 8;
export const PAYS_ITSELF = EVENT + 9;
export const UNPAID = EVENT + 10;
export const DISMISSAL = EVENT + 11;
export const PURSE_EMPTIED = EVENT + 12;
export const DEATH_ARMORY = EVENT + 13;
export const DEATH_MONSTER = EVENT + 14;
export const DEATH_RESOURCE = EVENT + 15;
export const MINE_FROM_RIVAL = EVENT + 16;
export const ENGAGED = EVENT + 17;
export const STAGES = EVENT + 18;
export const TOKEN_PLACED = EVENT + 19;
export const GRACE_BEGINS = EVENT + 20;
export const GRACE_ENDS = EVENT + 21;
export const OUT_AFTER_GRACE = EVENT + 22;
export const OUT_AT_ONCE = EVENT + 23;
export const GARRISON_BEATEN = EVENT + 24;
export const BOTH_SPLIT = EVENT + 25;
export const ANCHOR_TIE = EVENT + 26;
export const TOKEN_DECLINED = EVENT + 27;
export const ENDED = block('ending', ['last player', 'day cap']);

/** Traces a landmark: start of its block + number. */
export const reached = (landmark: number): void => trace.reached(landmark);
