/** Numbers and words with a meaning that several files need. */

/** Length of the mask, and how many of its ids are ever legal. */
export const ACTIONS = 192;
export const USED_ACTIONS = 187;

/** Seats clockwise, by their homes; the ocean zones between the same corners. */
export const seatNames = ['NW', 'NE', 'SE', 'SW'] as const;
export const zoneNames = seatNames;
export const resourceNames = ['food', 'wood', 'ore', 'gold'] as const;

/** First and second resource of each unordered pair handed over: ff fw fo fg ww wo wg oo og gg. */
export const PAIR_FIRST = Uint8Array.of(0, 0, 0, 0, 1, 1, 1, 2, 2, 3);
export const PAIR_SECOND = Uint8Array.of(0, 1, 2, 3, 1, 2, 3, 2, 3, 3);

/** What the ids of some action blocks stand for, in their order. */
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
