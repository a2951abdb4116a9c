/** The flat action space: 51 ids. What an id means never depends on the prompt, but for END and CREW. */

/** Length of the mask. */
export const ACTIONS = 51;

/** 13: sail to position 0-11, 12 the own home port. */
export const MOVE = 0;
export const VISIT = 13;
export const BEFRIEND = 14;
export const ATTACK = 15;
/** 2: the open event of pile 0, 1. */
export const EVENT = 16;
export const HUNT = 18;
export const REST = 19;
export const HOME = 20;
export const EAT_FISH = 21;
export const BUY_TOKEN = 22;
/** End the turn, stop, roll, pay. */
export const END = 23;
/** 8: the crew member in that place of the ship. */
export const CREW = 24;
/** 3: the open crew card. */
export const HIRE = 32;
/** 5: the building in that slot of the row. */
export const BUILD = 35;
export const USE_WOOD = 40;
export const SELL_FISH = 41;
export const SELL_WOOD = 42;
/** 2: the open reputation card of pile 0, 1. */
export const BRAG = 43;
export const COMMIT_PIRATE = 45;
export const COMMIT_SERPENT = 46;
/** 4: home port NE, SE, SW, NW. */
export const HOME_PORT = 47;

/** One block of action ids. */
export interface ActionBlock {
  name: string;
  offset: number;
  size: number;
  /** What a machine reads in `actionJson`. */
  kind: string;
}

/** The blocks in order of their offsets. */
export const actionBlocks: readonly ActionBlock[] = [
  { name: 'MOVE', offset: MOVE, size: 13, kind: 'move' },
  { name: 'VISIT', offset: VISIT, size: 1, kind: 'visit' },
  { name: 'BEFRIEND', offset: BEFRIEND, size: 1, kind: 'befriend' },
  { name: 'ATTACK', offset: ATTACK, size: 1, kind: 'attack' },
  { name: 'EVENT', offset: EVENT, size: 2, kind: 'event' },
  { name: 'HUNT', offset: HUNT, size: 1, kind: 'hunt' },
  { name: 'REST', offset: REST, size: 1, kind: 'rest' },
  { name: 'HOME', offset: HOME, size: 1, kind: 'home' },
  { name: 'EAT_FISH', offset: EAT_FISH, size: 1, kind: 'eatFish' },
  { name: 'BUY_TOKEN', offset: BUY_TOKEN, size: 1, kind: 'buyToken' },
  { name: 'END', offset: END, size: 1, kind: 'end' },
  { name: 'CREW', offset: CREW, size: 8, kind: 'crew' },
  { name: 'HIRE', offset: HIRE, size: 3, kind: 'hire' },
  { name: 'BUILD', offset: BUILD, size: 5, kind: 'build' },
  { name: 'USE_WOOD', offset: USE_WOOD, size: 1, kind: 'useWood' },
  { name: 'SELL_FISH', offset: SELL_FISH, size: 1, kind: 'sellFish' },
  { name: 'SELL_WOOD', offset: SELL_WOOD, size: 1, kind: 'sellWood' },
  { name: 'BRAG', offset: BRAG, size: 2, kind: 'brag' },
  { name: 'COMMIT_PIRATE', offset: COMMIT_PIRATE, size: 1, kind: 'commitPirate' },
  { name: 'COMMIT_SERPENT', offset: COMMIT_SERPENT, size: 1, kind: 'commitSerpent' },
  { name: 'HOME_PORT', offset: HOME_PORT, size: 4, kind: 'homePort' },
];

/** Index into `actionBlocks` of every action id. */
export const blockOf = new Uint8Array(ACTIONS);
actionBlocks.forEach((block, i) => {
  blockOf.fill(i, block.offset, block.offset + block.size);
});
