/** Monster tokens, caches, items and mines. Rulebook, Player Turns; decisions 12, 13, 26, 27. */
import type { Chance } from '../../../chance.js';
import { BRIBE_ONE } from '../actions.js';
import { BRIBE, DEFECT, ITEM_KINDS } from '../data.js';
import * as S from '../state.js';
import { type Position, TILES } from '../state.js';
import { startBattle, takeMine } from './battle.js';
import { rollTable, tenth } from './dice.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';

/** The hero at hand meets one monster token of its tile. */
export function meetMonsters(s: Position, chance: Chance): void {
  const { g, tables } = s;
  const hero = g[S.HERO_AT_HAND]!;
  const stream = S.S_ENCOUNTER + (hero >> 1);
  const outcome = tables.outcome[tenth(chance, stream)]!;
  const size = rollTable(chance, stream, tables.monsterDice, outcome * 3);
  reached(L.MET + outcome);
  if (outcome === DEFECT) {
    s.mercs[hero]! += size;
    removeMonster(s);
    g[S.STEP] = g[S.ARRIVING] ? S.STEP_ARRIVE : S.STEP_MOVE;
  } else if (outcome === BRIBE) {
    g[S.BRIBE_LEFT] = size;
    g[S.STEP] = S.STEP_BRIBE;
  } else if (size === 0) {
    removeMonster(s);
    g[S.STEP] = g[S.ARRIVING] ? S.STEP_ARRIVE : S.STEP_MOVE;
  } else startBattle(s, S.FOE_MONSTERS, size);
}

function removeMonster(s: Position): void {
  const t = s.heroTile[s.g[S.HERO_AT_HAND]!]!;
  s.monster[t]!--;
  s.refresh(t);
}

/** Answers BRIBE: one more monster joins, or the rest leave. */
export function bribe(s: Position, action: number): void {
  const { g } = s;
  const hero = g[S.HERO_AT_HAND]!;
  if (action === BRIBE_ONE) {
    s.purse[hero]! -= s.tables.encounters.bribeCost;
    s.mercs[hero]!++;
    g[S.BRIBE_LEFT]!--;
    return;
  }
  g[S.BRIBE_LEFT] = 0;
  removeMonster(s);
  g[S.STEP] = g[S.ARRIVING] ? S.STEP_ARRIVE : S.STEP_MOVE;
}

/** Answers PICK_RESOURCE. */
export function openCache(s: Position, chance: Chance): void {
  const { encounters } = s.tables;
  const hero = s.g[S.HERO_AT_HAND]!;
  const stream = S.S_FIND + (hero >> 1);
  const large = tenth(chance, stream) * 10 >= encounters.largeCacheFrom;
  reached(L.CACHE_FOUND + (large ? 1 : 0));
  s.purse[hero]! += rollTable(chance, stream, large ? encounters.largeCache : encounters.smallCache);
  s.resource[s.heroTile[hero]!]!--;
}

/** Answers PICK_ITEM. */
export function pickItem(s: Position, chance: Chance): void {
  const hero = s.g[S.HERO_AT_HAND]!;
  const stream = S.S_FIND + (hero >> 1);
  const type = s.tables.itemType[tenth(chance, stream)]!;
  let level = 0;
  while (level < 4 && tenth(chance, stream) >= s.tables.rarityFrom) level++;
  reached(L.ITEM_FOUND + type * 5 + level);
  s.items[hero * ITEM_KINDS + type * 5 + level]!++;
  s.item[s.heroTile[hero]!]!--;
}

/** Answers CAPTURE: the mine is taken, or its guardians are fought first. */
export function capture(s: Position, chance: Chance): void {
  const { g, tables } = s;
  const hero = g[S.HERO_AT_HAND]!;
  const stream = S.S_ENCOUNTER + (hero >> 1);
  if (tenth(chance, stream) * 10 < tables.encounters.guardiansFrom) {
    takeMine(s, hero);
    return;
  }
  const size = rollTable(chance, stream, tables.guardianDice, highestTier(s) * 3);
  if (size === 0) takeMine(s, hero);
  else startBattle(s, s.mine[s.heroTile[hero]!] === S.NEUTRAL_MINE ? S.FOE_GUARDIANS : S.FOE_OWNED_GUARDIANS, size);
}

/** The highest tier of any city. */
function highestTier(s: Position): number {
  let best = 0;
  for (let t = 0; t < TILES; t++) if (s.tier[t]! > best) best = s.tier[t]!;
  return best;
}
