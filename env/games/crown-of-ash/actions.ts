/** Ids of the actions. They are in every trained policy: changing one is a new version of the game. */
import { CARDS, FIGHTERS, MARKET, REGIONS, SEATS, SLOTS } from './data.js';

/** `GATHER + region`. */
export const GATHER = 0;
export const GOLD = 6;
export const REFRESH = 7;
/** `BUILD + 6 * market slot + region`. */
export const BUILD = 8;
/** `ATTACK + region`. */
export const ATTACK = 32;
/** `ATTACK_CITADEL + flank`: left, right, front. */
export const ATTACK_CITADEL = 38;
/** `FIGHTER + id`: place it, send it, bring it back or give it up, as the prompt says. */
export const FIGHTER = 41;
/** Keep, no more, no raise. */
export const DONE = 77;
/** `CARD + id` of a combat card: 0, 1, 3, 4, die. */
export const CARD = 78;
/** `WILD + resource`. */
export const WILD = 83;
/** `RAISE + slot`. */
export const RAISE = 87;
/** `ORDER + seat`. */
export const ORDER = 93;
/** All fighters of the region back to the hand. */
export const WITHDRAW = 97;
/** `PAY + resource`: gold in place of one of it. */
export const PAY = 98;
/** The rest in basic resources. */
export const PAY_REST = 102;
/** Number of action ids. */
export const ACTIONS = 103;

/** Names and ranges of the ids, for reports. */
export const actionBlocks: readonly { name: string; offset: number; size: number }[] = [
  { name: 'GATHER', offset: GATHER, size: REGIONS },
  { name: 'GOLD', offset: GOLD, size: 1 },
  { name: 'REFRESH', offset: REFRESH, size: 1 },
  { name: 'BUILD', offset: BUILD, size: MARKET * REGIONS },
  { name: 'ATTACK', offset: ATTACK, size: REGIONS },
  { name: 'ATTACK_CITADEL', offset: ATTACK_CITADEL, size: 3 },
  { name: 'FIGHTER', offset: FIGHTER, size: FIGHTERS },
  { name: 'DONE', offset: DONE, size: 1 },
  { name: 'CARD', offset: CARD, size: CARDS },
  { name: 'WILD', offset: WILD, size: 4 },
  { name: 'RAISE', offset: RAISE, size: SLOTS },
  { name: 'ORDER', offset: ORDER, size: SEATS },
  { name: 'WITHDRAW', offset: WITHDRAW, size: 1 },
  { name: 'PAY', offset: PAY, size: 5 },
];
