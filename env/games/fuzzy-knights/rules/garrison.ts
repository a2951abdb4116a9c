/** What a hero exchanges with its own city. Rulebook, Garrison; decision 28. */
import { ARMORY_EQUIP, ARMORY_STORE, COINS_IN, COINS_OUT, LEAVE, TAKE } from '../actions.js';
import { ITEM_KINDS } from '../data.js';
import type { Position } from '../state.js';
import { bestLevel, moveItems } from './items.js';

/** One garrison action. */
export function garrison(s: Position, hero: number, action: number): void {
  const t = s.heroTile[hero]!;
  switch (action) {
    case TAKE:
    case TAKE + 1:
    case TAKE + 2: {
      const n = action === TAKE ? 1 : action === TAKE + 1 ? 5 : s.cityMercs[t]!;
      s.cityMercs[t]! -= n;
      s.mercs[hero]! += n;
      return;
    }
    case LEAVE:
    case LEAVE + 1:
    case LEAVE + 2: {
      const n = action === LEAVE ? 1 : action === LEAVE + 1 ? 5 : s.mercs[hero]!;
      s.mercs[hero]! -= n;
      s.cityMercs[t]! += n;
      return;
    }
    case ARMORY_EQUIP:
      for (let type = 0; type < 3; type++) {
        const level = bestLevel(s.armory, t, type);
        if (level <= bestLevel(s.items, hero, type)) continue;
        s.armory[t * ITEM_KINDS + type * 5 + level - 1]!--;
        s.items[hero * ITEM_KINDS + type * 5 + level - 1]!++;
      }
      return;
    case ARMORY_STORE:
      moveItems(s.items, hero, s.armory, t);
      return;
    case COINS_IN:
      putInTreasury(s, hero);
      return;
    default: {
      const n = action === COINS_OUT ? 5 : s.treasury[hero >> 1]!;
      s.treasury[hero >> 1]! -= n;
      s.purse[hero]! += n;
    }
  }
}

/** The whole purse goes to the treasury. */
export function putInTreasury(s: Position, hero: number): void {
  s.treasury[hero >> 1]! += s.purse[hero]!;
  s.purse[hero] = 0;
}
