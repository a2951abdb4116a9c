/** What a knight may do or meet on the tile where it stands. Questions only. */
import {
  KIND_DOOMSPIRE,
  KIND_MERCENARY,
  KIND_RESOURCE,
  KIND_SPECIAL,
  KIND_TEMPLE,
  KIND_TIER,
  KIND_TRADER,
} from '../data.js';
import type { Position } from '../state.js';
import { canClaim, canConquer, canRevolt, strife } from './territory.js';
import { tradable } from './trader.js';
export const ACT_CLAIM = 0;
export const ACT_CONQUER = 1;
export const ACT_REVOLT = 2;
export const ACT_TEMPLE = 3;
export const ACT_MERCENARY = 4;
/** Whether a card would be drawn by this knight on this tile. */
export const drawsCard = (s: Position, knight: number, tile: number): boolean =>
  s.tokens[tile] !== 0 && KIND_TIER[s.kind[tile]!] !== 0 && (s.monster[tile] === 0 || s.dormant[tile] === knight + 1);
/** Whether `seat` may do a tile action here (0 claim .. 5 pull the sword). */
export function canAct(s: Position, tile: number, seat: number, act: number): boolean {
  const kind = s.kind[tile]!;
  switch (act) {
    case ACT_CLAIM:
      return canClaim(s, tile, seat);
    case ACT_CONQUER:
      return canConquer(s, tile, seat);
    case ACT_REVOLT:
      return canRevolt(s, tile, seat);
    case ACT_TEMPLE:
      return kind === KIND_TEMPLE && s.fame[seat]! >= s.tables.numbers.templeFame;
    case ACT_MERCENARY:
      return kind === KIND_MERCENARY && s.resources[seat * 4 + 3]! >= s.tables.numbers.mercenaryGold;
    default:
      return s.sword[tile] === 1;
  }
}
/** Whether there is anything to do by choice on this tile. */
export function hasActs(s: Position, tile: number, seat: number, swordTried: boolean): boolean {
  const kind = s.kind[tile]!;
  if (KIND_SPECIAL[kind]) {
    if (kind === KIND_TRADER) return tradable(s, seat);
    return kind === KIND_TEMPLE ? canAct(s, tile, seat, ACT_TEMPLE) : canAct(s, tile, seat, ACT_MERCENARY);
  }
  if (s.sword[tile] === 1 && !swordTried) return true;
  const owner = s.owner[tile]!;
  if (owner === seat + 1) return false;
  if (owner === 0) return KIND_RESOURCE[kind] === 1 && s.flags[seat]! < s.tables.numbers.flags;
  return canConquer(s, tile, seat) || canRevolt(s, tile, seat);
}
/** Whether a die spent without a step does anything for this knight (decision 12). */
export function offers(s: Position, knight: number, tile: number): boolean {
  const seat = (knight / 3) | 0;
  if (s.monster[tile] !== 0 && s.dormant[tile] !== knight + 1) return true;
  if (drawsCard(s, knight, tile)) return true;
  if (s.knightsOn[tile]! & ~(7 << (seat * 3)) && s.tables.peaceful[s.kind[tile]!] === 0 && strife(s)) return true;
  // Edition airef: a knight that let the dragon be may go to it again.
  if (s.kind[tile] === KIND_DOOMSPIRE && s.tables.airef) return true;
  return hasActs(s, tile, seat, false);
}
