/**
 * The flat action space: 187 ids in 25 blocks, padded to 192. TILE and ZONE ids are in the frame of the player who
 * acts (its home is north-west); PLAYER and KNIGHT ids count seats clockwise from the player who acts.
 */

/** Length of the mask; ids from `USED_ACTIONS` on are never legal. */
export const ACTIONS = 192;
export const USED_ACTIONS = 187;

/** 64: destination, boat drop, harvest, raid, monk, flight, bow target. */
export const TILE = 0;
/** 3: spend a die showing 1, 2, 3. */
export const DIE = 64;
/** 5: knight 0-2, boat 0-1. */
export const UNIT = 67;
/** 3: shoot with knight 0-2. */
export const BOW = 72;
/** 4: boat destination, sea monster zone, fleeing boat. */
export const ZONE = 75;
/** 4: food, wood, ore, gold. */
export const RES = 79;
/** 10: unordered pair of resources handed over: ff fw fo fg ww wo wg oo og gg. */
export const PAIR = 83;
/** 19: item kind to buy, loot, drop, pick up. */
export const ITEM = 93;
/** 4: relative seat. */
export const PLAYER = 112;
/** 12: relative seat * 3 + knight. */
export const KNIGHT = 116;
/** 8: knight, boat, warship, market, blacksmith, fletcher, chapel, monastery. */
export const BUILD = 128;
/** 6: claim, conquer, revolt, temple, mercenary, pull the sword. */
export const TILEACT = 136;
/** 6: rusty sword, trollsbane, robe, black blade, proud mercenary, brawler. */
export const BONUS = 142;
/** 2: blacksmith, fletcher. */
export const USE = 148;
/** 2: fight, flee. */
export const FIGHT = 150;
/** 2: yes, no. */
export const YESNO = 152;
/** 2: support the attacker, support the defender. */
export const SIDE = 154;
/** 3: card option A, B, C. */
export const OPT = 156;
/** 3: treasure stack. */
export const STACK = 159;
/** 3: extra dice 0, 1, 2. */
export const DICE = 162;
/** 6: pick up with knight 0-2, drop with knight 0-2. */
export const ITEMOP = 165;
/** 8: follower to dismiss, give up, make room with. */
export const FOLLOWER = 171;
/** 4: open a trade offer, pay the beggar, dismiss a follower, concede. */
export const MENU = 179;
/** 3: which deck (second edition only). */
export const DECK = 183;
/** 1: pass, finish, none. */
export const DONE = 186;

export const YES = YESNO;
export const NO = YESNO + 1;

/** One block of action ids. */
export interface ActionBlock {
  name: string;
  offset: number;
  size: number;
}

/** The blocks in order of their offsets. */
export const actionBlocks: readonly ActionBlock[] = [
  { name: 'TILE', offset: TILE, size: 64 },
  { name: 'DIE', offset: DIE, size: 3 },
  { name: 'UNIT', offset: UNIT, size: 5 },
  { name: 'BOW', offset: BOW, size: 3 },
  { name: 'ZONE', offset: ZONE, size: 4 },
  { name: 'RES', offset: RES, size: 4 },
  { name: 'PAIR', offset: PAIR, size: 10 },
  { name: 'ITEM', offset: ITEM, size: 19 },
  { name: 'PLAYER', offset: PLAYER, size: 4 },
  { name: 'KNIGHT', offset: KNIGHT, size: 12 },
  { name: 'BUILD', offset: BUILD, size: 8 },
  { name: 'TILEACT', offset: TILEACT, size: 6 },
  { name: 'BONUS', offset: BONUS, size: 6 },
  { name: 'USE', offset: USE, size: 2 },
  { name: 'FIGHT', offset: FIGHT, size: 2 },
  { name: 'YESNO', offset: YESNO, size: 2 },
  { name: 'SIDE', offset: SIDE, size: 2 },
  { name: 'OPT', offset: OPT, size: 3 },
  { name: 'STACK', offset: STACK, size: 3 },
  { name: 'DICE', offset: DICE, size: 3 },
  { name: 'ITEMOP', offset: ITEMOP, size: 6 },
  { name: 'FOLLOWER', offset: FOLLOWER, size: 8 },
  { name: 'MENU', offset: MENU, size: 4 },
  { name: 'DECK', offset: DECK, size: 3 },
  { name: 'DONE', offset: DONE, size: 1 },
];

/** Index into `actionBlocks` of every action id; 255 for the padding. */
export const blockOf = new Uint8Array(ACTIONS).fill(255);
actionBlocks.forEach((block, i) => {
  blockOf.fill(i, block.offset, block.offset + block.size);
});

/** First and second resource of each PAIR. */
export const PAIR_FIRST = Uint8Array.of(0, 0, 0, 0, 1, 1, 1, 2, 2, 3);
export const PAIR_SECOND = Uint8Array.of(0, 1, 2, 3, 1, 2, 3, 2, 3, 3);

/** Words for the small blocks, in the order of their ids. */
export const resourceNames = ['food', 'wood', 'ore', 'gold'] as const;
export const buildNames = [
  'knight',
  'boat',
  'warship',
  'market',
  'blacksmith',
  'fletcher',
  'chapel',
  'monastery',
] as const;
export const tileActNames = ['claim', 'conquer', 'revolt', 'temple', 'mercenary', 'pull sword'] as const;
export const bonusNames = ['rusty sword', 'trollsbane', 'robe', 'black blade', 'proud mercenary', 'brawler'] as const;
export const useNames = ['blacksmith', 'fletcher'] as const;
export const menuNames = ['offer a trade', 'pay the beggar off', 'dismiss a follower', 'concede'] as const;
export const zoneNames = ['NW', 'NE', 'SE', 'SW'] as const;
export const seatNames = ['NW', 'NE', 'SE', 'SW'] as const;
