/** Monster tokens, caches, items and mines. Rulebook, Player Turns; decisions 12, 13, 26, 27. */
import type { Chance } from '../../../chance.js';
import { BRIBE_ONE } from '../actions.js';
import { BRIBE, DEFECT, ITEM_KINDS } from '../data.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { startBattle, takeMine } from './battle.js';
import { highestTier } from './board.js';
import { rollTable, tenth } from './dice.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';

/** The hero at hand meets one monster token of its tile. */
export function meetMonsters(s: Position, chance: Chance): void {
  const { tables } = s;
  const hero = s.hand;
  const stream = S.streamOf(S.FOR.encounter, hero >> 1);
  const outcome = tables.outcome[tenth(chance, stream)]!;
  const size = rollTable(chance, stream, tables.monsterDice, outcome * 3);
  reached(L.MET + outcome);
  if (outcome === DEFECT) {
    s.mercs[hero]! += size;
    removeMonster(s);
    s.step = s.arriving ? S.STEP.arrive : S.STEP.move;
  } else if (outcome === BRIBE) {
    s.bribeLeft = size;
    s.step = S.STEP.bribe;
  } else if (size === 0) {
    removeMonster(s);
    s.step = s.arriving ? S.STEP.arrive : S.STEP.move;
  } else startBattle(s, S.FOE.monsters, size);
}

function removeMonster(s: Position): void {
  const t = s.heroTile[s.hand]!;
  s.monster[t]!--;
  s.refresh(t);
}

/** Answers BRIBE: one more monster joins, or the rest leave. */
export function bribe(s: Position, action: number): void {
  const hero = s.hand;
  if (action === BRIBE_ONE) {
    s.purse[hero]! -= s.tables.encounters.bribeCost;
    s.mercs[hero]!++;
    s.bribeLeft--;
    return;
  }
  s.bribeLeft = 0;
  removeMonster(s);
  s.step = s.arriving ? S.STEP.arrive : S.STEP.move;
}

/** Answers PICK_RESOURCE. */
export function openCache(s: Position, chance: Chance): void {
  const { encounters } = s.tables;
  const hero = s.hand;
  const stream = S.streamOf(S.FOR.find, hero >> 1);
  const large = tenth(chance, stream) * 10 >= encounters.largeCacheFrom;
  reached(L.CACHE_FOUND + (large ? 1 : 0));
  s.purse[hero]! += rollTable(chance, stream, large ? encounters.largeCache : encounters.smallCache);
  s.resource[s.heroTile[hero]!]!--;
}

/** Answers PICK_ITEM. */
export function pickItem(s: Position, chance: Chance): void {
  const hero = s.hand;
  const stream = S.streamOf(S.FOR.find, hero >> 1);
  const type = s.tables.itemType[tenth(chance, stream)]!;
  let level = 0;
  while (level < 4 && tenth(chance, stream) >= s.tables.rarityFrom) level++;
  reached(L.ITEM_FOUND + type * 5 + level);
  s.items[hero * ITEM_KINDS + type * 5 + level]!++;
  s.item[s.heroTile[hero]!]!--;
}

/** Answers CAPTURE: the mine is taken, or its guardians are fought first. */
export function capture(s: Position, chance: Chance): void {
  const { tables } = s;
  const hero = s.hand;
  const stream = S.streamOf(S.FOR.encounter, hero >> 1);
  if (tenth(chance, stream) * 10 < tables.encounters.guardiansFrom) {
    takeMine(s, hero);
    return;
  }
  const size = rollTable(chance, stream, tables.guardianDice, highestTier(s) * 3);
  if (size === 0) takeMine(s, hero);
  else
    startBattle(
      s,
      s.mine[s.heroTile[hero]!] === S.NEUTRAL_MINE ? S.FOE.guardians : S.FOE['guardians of a rival'],
      size,
    );
}
