/** Chances of winning battles, from sums of dice. What a knight brings along is counted here as a person would. */
import {
  BLACK_BLADE,
  BRAWLER,
  CLOUDSLICER,
  DAGGER,
  DOG,
  HALF_SWORD,
  HEDGEHOG,
  itemKinds,
  LONG_SWORD,
  MERCENARY,
  MONSTER_BEAST,
  MONSTER_TROLL,
  ONE_RING,
  PORCUPINE,
  RING_DRAGON,
  RING_STUCK,
  ROBE,
  RUSTY,
  SECOND_RING,
  SPEAR,
  TROLLSBANE,
  WITCH,
} from '../data.js';
import { lowest } from '../read.js';
import { supporters } from '../rules/strength.js';
import type { Position } from '../state.js';

/** Chance that a D3 and a strength of `ahead` more than the monster's might wins (a tie is enough). */
export const beatsMonster = (ahead: number): number => (ahead >= -1 ? 1 : ahead <= -4 ? 0 : (ahead + 4) / 3);

/**
 * What a knight's things and companions add against a monster (`monster` >= 0), a knight (-1) or the dragon (-2). Asked
 * for every tile: one loop, where the rules have one for automatic bonuses and one for those that are paid.
 */
export function bonusOf(s: Position, knight: number, monster: number, foeMight: number): number {
  const items = s.knightItems[knight]!;
  const followers = s.followerBits[knight]!;
  if (items === 0 && followers === 0) return 0;
  const seat = (knight / 3) | 0;
  let n = 0;
  const outmatched = foeMight > s.might[seat]!;
  for (let bits = items; bits; bits &= bits - 1) {
    const item = s.itemKind[lowest(bits)]!;
    n += s.tables.itemBonus[item]!;
    if (item === SPEAR) n += monster >= 0 && MONSTER_BEAST[monster] ? 1 : 0;
    else if (item === PORCUPINE) n += outmatched ? 2 : 0;
    else if (item === HEDGEHOG) n += monster === -1 && outmatched ? 1 : 0;
    else if (item === RING_DRAGON) n += monster === -2 ? 3 : 0;
    else if (item === RUSTY) n += s.tables.airef ? 0 : 2;
    else if (item === TROLLSBANE) n += monster >= 0 && MONSTER_TROLL[monster] && s.fame[seat]! > 0 ? 2 : 0;
    else if (item === ROBE) n += s.resources[seat * 4 + 1]! >= 3 ? 2 : 0;
  }
  if (followers) {
    if (followers & (1 << DOG)) n++;
    if (followers & (1 << WITCH)) n += 0.67;
    if (followers & (1 << BRAWLER) && s.resources[seat * 4]! >= 3) n += 2;
    if (followers & (1 << MERCENARY) && s.resources[seat * 4 + 3]! >= 3) n++;
  }
  return n;
}

/** What a seat's knights and warships beside a tile add, the fighter itself left out (-1: nobody). */
export const supportAt = (s: Position, seat: number, tile: number, fighter: number): number =>
  supporters(s, seat, tile, fighter) * s.tables.numbers.supportBonus;

/** Strength of a knight on a tile before any die: might, what it brings along, units beside. `foe` as in `bonusOf`. */
export function strengthAt(s: Position, knight: number, tile: number, foe: number, foeMight: number): number {
  const seat = (knight / 3) | 0;
  return s.might[seat]! + bonusOf(s, knight, foe, foeMight) + supportAt(s, seat, tile, knight);
}
/** How far a knight is ahead of another in a battle on a tile. */
export function duelLead(s: Position, knight: number, rival: number, tile: number): number {
  const seat = (knight / 3) | 0;
  const other = (rival / 3) | 0;
  return (
    s.might[seat]! -
    s.might[other]! +
    bonusOf(s, knight, -1, s.might[other]!) -
    bonusOf(s, rival, -1, s.might[seat]!) +
    supportAt(s, seat, tile, knight) -
    supportAt(s, other, tile, rival)
  );
}

/** What an item is worth to have, in points of strength. */
export const ITEM_POINTS: readonly number[] = (() => {
  const points = new Array<number>(itemKinds.length).fill(0.3);
  points[SPEAR] = 0.6;
  points[PORCUPINE] = 1.5;
  points[CLOUDSLICER] = 4;
  points[LONG_SWORD] = 1.8; // two slots
  points[HALF_SWORD] = 2;
  points[ONE_RING] = 2.2;
  points[SECOND_RING] = 0.8;
  points[BLACK_BLADE] = -1;
  points[DAGGER] = 1;
  points[RUSTY] = 0.8;
  points[RING_DRAGON] = 0.7;
  points[RING_STUCK] = -0.2;
  return points;
})();
