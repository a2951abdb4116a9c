/** How strong each side of a battle is, and what it may still add. Questions only. */
import * as D from '../data.js';
import { COAST_ZONE, NEIGHBOURS, NONE } from '../geometry.js';
import { lowest } from '../read.js';
import * as S from '../state.js';
import { AGAINST, type Position } from '../state.js';
import { carries } from './items.js';
import { dragonMight } from './pieces.js';
/** Knights and warships of a seat that support a battle on a tile, the fighter itself (an archer) left out. */
export function supporters(s: Position, seat: number, tile: number, fighter: number): number {
  const mine = (7 << (seat * 3)) & ~(1 << fighter);
  let n = 0;
  for (let i = tile * 4; i < tile * 4 + 4; i++) {
    const t = NEIGHBOURS[i]!;
    if (t === NONE) continue;
    for (let bits = s.knightsOn[t]! & mine; bits; bits &= bits - 1) n++;
  }
  const zone = COAST_ZONE[tile]!;
  if (zone !== NONE && s.buildings[seat]! & S.WARSHIP) {
    if (s.boatZone[seat * 2] === zone) n++;
    if (s.boatZone[seat * 2 + 1] === zone) n++;
  }
  return n;
}
/** Whether the godmother's knight of this seat is beside the tile. */
export function godmotherBeside(s: Position, seat: number, tile: number): boolean {
  const place = s.followerPlace[D.GODMOTHER]!;
  if (place < 1 || place > 12 || (((place - 1) / 3) | 0) !== seat) return false;
  for (let i = tile * 4; i < tile * 4 + 4; i++) {
    const t = NEIGHBOURS[i]!;
    if (t !== NONE && s.knightsOn[t]! & (1 << (place - 1))) return true;
  }
  return false;
}
/**
 * What a knight's items and followers add without being asked.
 * @param foeMight might track of the other knight, printed might of monster or dragon
 */
export function autoBonus(s: Position, knight: number, kind: number, monster: number, foeMight: number): number {
  let n = s.followerBits[knight]! & (1 << D.DOG) ? 1 : 0;
  const outmatched = foeMight > s.might[(knight / 3) | 0]!;
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) {
    const item = s.itemKind[lowest(bits)]!;
    n += s.tables.itemBonus[item]!;
    if (item === D.SPEAR) n += kind === AGAINST.monster && D.MONSTER_BEAST[monster] ? 1 : 0;
    else if (item === D.PORCUPINE) n += outmatched ? 2 : 0;
    else if (item === D.HEDGEHOG) n += kind === AGAINST.knights && outmatched ? 1 : 0;
    else if (item === D.RING_DRAGON) n += kind === AGAINST.dragon ? 3 : 0;
  }
  return n;
}
export const BONUS_RUSTY = 0;
export const BONUS_TROLLSBANE = 1;
export const BONUS_ROBE = 2;
export const BONUS_BLADE = 3;
export const BONUS_MERCENARY = 4;
const BONUS_BRAWLER = 5;
/** What the paid bonuses add. */
export const BONUS_POINTS = Uint8Array.of(2, 2, 2, 5, 2, 2);
/** The fighting knight of a side (0 attacker, 1 defender). */
export const fighter = (s: Position, side: number): number => (side === 0 ? s.fightAttacker : s.fightDefender);
/** Whether a side may pay for a bonus now (0 rusty sword .. 5 brawler). */
export function canBonus(s: Position, side: number, bonus: number): boolean {
  const knight = fighter(s, side);
  const seat = (knight / 3) | 0;
  if (bonus !== BONUS_RUSTY && s.fightUsed[side]! & (1 << bonus)) return false;
  switch (bonus) {
    case BONUS_RUSTY:
      return !s.tables.airef && carries(s, knight, D.RUSTY);
    case BONUS_TROLLSBANE:
      return (
        s.fightKind === AGAINST.monster &&
        D.MONSTER_TROLL[s.fightMonster] === 1 &&
        s.fame[seat]! >= 1 &&
        carries(s, knight, D.TROLLSBANE)
      );
    case BONUS_ROBE:
      return s.resources[seat * 4 + 1]! >= 3 && carries(s, knight, D.ROBE);
    case BONUS_BLADE:
      return s.followerBits[knight] !== 0 && carries(s, knight, D.BLACK_BLADE);
    case BONUS_MERCENARY:
      return (s.followerBits[knight]! & (1 << D.MERCENARY)) !== 0 && s.resources[seat * 4 + 3]! >= 3;
    default:
      return (s.followerBits[knight]! & (1 << D.BRAWLER)) !== 0 && s.resources[seat * 4]! >= 3;
  }
}
/** Most that a side's paid bonuses can still add. They cost different things, so all of them together can be paid. */
export function mostBonus(s: Position, side: number): number {
  const knight = fighter(s, side);
  if (s.knightItems[knight] === 0 && s.followerBits[knight] === 0) return 0;
  let n = 0;
  if (!s.tables.airef)
    for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1)
      if (s.itemKind[lowest(bits)] === D.RUSTY) n += BONUS_POINTS[BONUS_RUSTY]!;
  for (let b = BONUS_TROLLSBANE; b <= BONUS_BRAWLER; b++) if (canBonus(s, side, b)) n += BONUS_POINTS[b]!;
  return n;
}
/** Attack value of a side so far. */
export const total = (s: Position, side: number): number =>
  s.fightDice[side]! + s.fightBase[side]! + s.fightHelp[side]! + s.fightBonus[side]!;
/** How far the attacker is ahead; a monster is beaten from 0 on, a knight or the dragon from 1 on. */
export const lead = (s: Position): number => total(s, 0) - total(s, 1);
/** What a side has before dice, support and paid bonuses: might, automatic bonuses, own units; the might of monster or dragon. */
export function strengthBefore(s: Position, side: number): number {
  const kind = s.fightKind;
  if (side === 1 && kind !== AGAINST.knights) return foeMight(s, 0);
  const knight = fighter(s, side);
  const seat = (knight / 3) | 0;
  return (
    s.might[seat]! +
    autoBonus(s, knight, kind, s.fightMonster, foeMight(s, side)) +
    supporters(s, seat, s.fightTile, knight) * s.tables.numbers.supportBonus
  );
}

/** What the knight of a side faces: printed might of monster or dragon, might track of the other knight's player. */
export function foeMight(s: Position, side: number): number {
  const kind = s.fightKind;
  if (kind === AGAINST.monster) return s.tables.monsterMight[s.fightMonster]!;
  if (kind === AGAINST.dragon) return dragonMight(s);
  return s.might[(fighter(s, 1 - side) / 3) | 0]!;
}
