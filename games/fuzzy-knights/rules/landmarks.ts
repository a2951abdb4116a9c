/** What the rules can reach: buildings, items, encounters, ends, numbered decisions. */
import { Trace } from '../../../env/trace.js';
import { itemTypeNames, outcomeNames, rarities } from '../data.js';
import { endings, foeNames } from '../terms.js';

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
export const FOUGHT = block('battle', foeNames.slice(1));
export const WON = block('won against', foeNames.slice(1));
export const SPLIT_CHOSEN = block('split', ['0', '1', '2', '3', '4', '5', '6']);
const event = (words: string): number => trace.add(`event ${words}`);
export const ATTACKER_FAINTS = event('attacker faints');
export const DEFENDER_FAINTS = event('defender faints');
export const CITY_RESTORED = event('city squad restored');
export const RETREAT_WITH = event('retreat with mercenaries');
export const RETREAT_ALONE = event('retreat alone');
export const SIEGE_UNROLLED = event('siege without a roll');
export const SIEGE_MOVED = event('siege after moving');
export const FORTIFICATIONS_BESIEGED = event('Fortifications besieged');
export const NO_INCOME = event('city under siege gives nothing');
export const PAYS_ITSELF = event('hero pays itself');
export const UNPAID = event('unpaid hero dies');
export const DISMISSAL = event('dismissal asked');
export const PURSE_EMPTIED = event('purse emptied at home');
export const DEATH_ARMORY = event('items into an armory by death');
export const DEATH_MONSTER = event('monsters left by an army');
export const DEATH_RESOURCE = event('resource tokens left by a purse');
export const MINE_FROM_RIVAL = event('mine taken from a rival');
export const ENGAGED = event('fought on own tile');
export const STAGES = event('several stages on one tile');
export const TOKEN_PLACED = event('token placed');
export const GRACE_BEGINS = event('grace begins');
export const GRACE_ENDS = event('grace ends with a city');
export const OUT_AFTER_GRACE = event('out after grace');
export const OUT_AT_ONCE = event('out at once');
export const GARRISON_BEATEN = event('city won with a garrison');
export const BOTH_SPLIT = event('both sides split');
export const ANCHOR_TIE = event('tie on the anchor roll');
export const TOKEN_DECLINED = event('token declined');
export const ENDED = block('ending', endings);

/** Traces a landmark: start of its block + number. */
export const reached = (landmark: number): void => trace.reached(landmark);
