/** What a hero exchanges with its own city. Rulebook, Garrison; decision 28. */
import type { ActionList } from '../../../env/kit/prompts.js';
import { ARMORY_EQUIP, ARMORY_STORE, COINS_IN, COINS_OUT, LEAVE, TAKE } from '../actions.js';
import { ITEM_KINDS } from '../data.js';
import type { Position } from '../state.js';
import { bestLevel, hasItems, moveItems } from './items.js';

/** Lists what a hero may exchange with the city on its tile. @returns how many actions are listed then */
export function listGarrison(s: Position, hero: number, t: number, list: ActionList, listed: number): number {
  const there = s.cityMercs[t]!;
  const here = s.mercs[hero]!;
  const coins = s.treasury[hero >> 1]!;
  let n = listed;
  if (there > 0) {
    list[n++] = TAKE;
    list[n++] = TAKE + 2;
    if (there >= 5) list[n++] = TAKE + 1;
  }
  if (here > 0) {
    list[n++] = LEAVE;
    list[n++] = LEAVE + 2;
    if (here >= 5) list[n++] = LEAVE + 1;
  }
  for (let type = 0; type < 3; type++)
    if (bestLevel(s.armory, t, type) > bestLevel(s.items, hero, type)) {
      list[n++] = ARMORY_EQUIP;
      break;
    }
  if (hasItems(s.items, hero)) list[n++] = ARMORY_STORE;
  if (s.purse[hero]! > 0) list[n++] = COINS_IN;
  if (coins > 0) {
    list[n++] = COINS_OUT + 1;
    if (coins >= 5) list[n++] = COINS_OUT;
  }
  return n;
}

/** 1, 5 or all of them. */
const amount = (kind: number, all: number): number => (kind === 0 ? 1 : kind === 1 ? 5 : all);

/** One garrison action. */
export function garrison(s: Position, hero: number, action: number): void {
  const t = s.heroTile[hero]!;
  if (action < ARMORY_EQUIP) {
    const n = action < LEAVE ? amount(action - TAKE, s.cityMercs[t]!) : -amount(action - LEAVE, s.mercs[hero]!);
    s.cityMercs[t]! -= n;
    s.mercs[hero]! += n;
  } else if (action === ARMORY_EQUIP) {
    for (let type = 0; type < 3; type++) {
      const level = bestLevel(s.armory, t, type);
      if (level <= bestLevel(s.items, hero, type)) continue;
      s.armory[t * ITEM_KINDS + type * 5 + level - 1]!--;
      s.items[hero * ITEM_KINDS + type * 5 + level - 1]!++;
    }
  } else if (action === ARMORY_STORE) moveItems(s.items, hero, s.armory, t);
  else if (action === COINS_IN) putInTreasury(s, hero);
  else {
    const n = action === COINS_OUT ? 5 : s.treasury[hero >> 1]!;
    s.treasury[hero >> 1]! -= n;
    s.purse[hero]! += n;
  }
}

/** The whole purse goes to the treasury. */
export function putInTreasury(s: Position, hero: number): void {
  s.treasury[hero >> 1]! += s.purse[hero]!;
  s.purse[hero] = 0;
}
