/** The flat action space: 140 ids. Seats and tiles are absolute; heroes count within the seat that acts. */

export const ACTIONS = 140;
/** 100: place a city or token, move, besiege; by prompt and tile. */
export const TILE = 0;
export const END = 100;
/** 2: select or dismiss. */
export const HERO = 101;
export const PICK_ITEM = 103;
export const PICK_RESOURCE = 104;
export const CAPTURE = 105;
export const ENGAGE = 106;
export const FOUND = 107;
export const BUILD_TIER = 108;
export const BUILD_RAMPARTS = 109;
export const BUILD_CAMP = 110;
export const RECRUIT_HERO = 111;
export const RECRUIT_MERC = 112;
export const RECRUIT_MERCS = 113;
/** 3: 1, 5, all mercenaries from the city. */
export const TAKE = 114;
/** 3: 1, 5, all mercenaries to the city. */
export const LEAVE = 117;
export const ARMORY_EQUIP = 120;
export const ARMORY_STORE = 121;
export const COINS_IN = 122;
/** 2: 5 coins, the whole treasury. */
export const COINS_OUT = 123;
/** 7: templates. */
export const SPLIT = 125;
/** 5: target or sacrifice: three groups of soldiers, hero, city. */
export const SQUAD = 132;
export const BRIBE_ONE = 137;
export const RETREAT = 138;
export const ROLL = 139;

/** Names of the ids in blocks, for reports and tests. */
export const actionBlocks = [
  { name: 'TILE', offset: TILE, size: 100 },
  { name: 'END', offset: END, size: 1 },
  { name: 'HERO', offset: HERO, size: 2 },
  { name: 'PICK_ITEM', offset: PICK_ITEM, size: 1 },
  { name: 'PICK_RESOURCE', offset: PICK_RESOURCE, size: 1 },
  { name: 'CAPTURE', offset: CAPTURE, size: 1 },
  { name: 'ENGAGE', offset: ENGAGE, size: 1 },
  { name: 'FOUND', offset: FOUND, size: 1 },
  { name: 'BUILD_TIER', offset: BUILD_TIER, size: 1 },
  { name: 'BUILD_RAMPARTS', offset: BUILD_RAMPARTS, size: 1 },
  { name: 'BUILD_CAMP', offset: BUILD_CAMP, size: 1 },
  { name: 'RECRUIT_HERO', offset: RECRUIT_HERO, size: 1 },
  { name: 'RECRUIT_MERC', offset: RECRUIT_MERC, size: 2 },
  { name: 'TAKE', offset: TAKE, size: 3 },
  { name: 'LEAVE', offset: LEAVE, size: 3 },
  { name: 'ARMORY_EQUIP', offset: ARMORY_EQUIP, size: 1 },
  { name: 'ARMORY_STORE', offset: ARMORY_STORE, size: 1 },
  { name: 'COINS_IN', offset: COINS_IN, size: 1 },
  { name: 'COINS_OUT', offset: COINS_OUT, size: 2 },
  { name: 'SPLIT', offset: SPLIT, size: 7 },
  { name: 'SQUAD', offset: SQUAD, size: 5 },
  { name: 'BRIBE_ONE', offset: BRIBE_ONE, size: 1 },
  { name: 'RETREAT', offset: RETREAT, size: 1 },
  { name: 'ROLL', offset: ROLL, size: 1 },
] as const;

/** Index into `actionBlocks` of every action id. */
const blockOf = new Uint8Array(ACTIONS);
actionBlocks.forEach((block, i) => {
  blockOf.fill(i, block.offset, block.offset + block.size);
});
