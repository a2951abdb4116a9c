/** One player's movement turn: the menu, spending a die, items, followers. */
import { BEGGAR } from '../data.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { sail } from './boats.js';
import { clearCard } from './cards.js';
import { checkRoom, gainItem, layItem, pieceOfKind, pieceOnTile, pieceToDrop, removeFollower } from './items.js';
import { decision } from './landmarks.js';
import { canMove, canMoveBy, canShoot, ready, shoot, startWalk } from './movement.js';
import { ask, lose } from './pieces.js';

/** Forgets everything chosen in the turn so far. */
function clearChoices(s: Position): void {
  const g = s.g;
  g[S.DIE] = 0;
  g[S.UNIT_CHOSEN] = -1;
  g[S.BOAT_TARGET] = -1;
  g[S.PASSENGER] = -1;
  g[S.ITEM_OPERATION] = -1;
  g[S.OUTCOME] = 0;
}
/** Forgets everything that is under way, cards and offers included. */
export function clearTurn(s: Position): void {
  const g = s.g;
  clearChoices(s);
  clearCard(s);
  g[S.PARTNER] = -1;
  g[S.GIVE] = -1;
  g[S.WANT] = -1;
  g[S.EXCHANGE] = -1;
  g[S.GIVEN] = 0;
  g[S.RECEIVED] = 0;
  g[S.REWARD] = 0;
  g[S.LAST_CARD] = -1;
}

/** Begins the turn of a seat. */
export function startTurn(s: Position, seat: number): void {
  s.g[S.MOVER] = seat;
  s.g[S.OFFERED] = 0;
  s.itemTouched.fill(0);
  s.push(S.OP_TURN, 0, 0, 0, 0);
}
/** Procedure: the menu, again and again until DONE. */
export function runTurn(s: Position): void {
  clearChoices(s);
  ask(s, S.P_MENU, s.g[S.MOVER]!, -1, -1);
}
/** Answer DONE to MENU. */
export function endTurn(s: Position): void {
  s.g[S.MOVER] = -1;
  s.pop();
}

/** Whether a seat has anything to spend a die on. */
export function canSpend(s: Position, seat: number): boolean {
  if (s.boatZone[seat * 2] !== S.ABSENT || s.boatZone[seat * 2 + 1] !== S.ABSENT) return true;
  for (let k = seat * 3; k < seat * 3 + 3; k++)
    if (ready(s, k) && (canMove(s, k, seat) || canShoot(s, k, seat))) return true;
  return false;
}

/** Edition airef: whether a seat has anything to spend a die of this value on. */
export function canSpendDie(s: Position, seat: number, die: number): boolean {
  if (canSpend(s, seat)) return true;
  for (let k = seat * 3; k < seat * 3 + 3; k++) if (ready(s, k) && canMoveBy(s, k, seat, die)) return true;
  return false;
}

/** Answer DIE to MENU. */
export function answerDie(s: Position, die: number): void {
  s.g[S.DIE] = die;
  ask(s, S.P_UNIT, s.g[S.MOVER]!, -1, -1);
}
const spend = (s: Position): void => {
  s.dice[s.g[S.MOVER]! * 3 + s.g[S.DIE]! - 1]!--;
};
/** Answer UNIT to UNIT: knight 0-2 or boat 3-4. */
export function answerUnit(s: Position, unit: number): void {
  const seat = s.g[S.MOVER]!;
  s.g[S.UNIT_CHOSEN] = unit;
  if (unit >= 3) ask(s, S.P_BOATZONE, seat, -1, -1);
  else ask(s, S.P_DEST, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
/** Answer BOW to UNIT. */
export function answerBow(s: Position, unit: number): void {
  const seat = s.g[S.MOVER]!;
  s.g[S.UNIT_CHOSEN] = unit;
  ask(s, S.P_BOWTARGET, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
export function answerDest(s: Position, tile: number): void {
  spend(s);
  startWalk(s, s.g[S.MOVER]! * 3 + s.g[S.UNIT_CHOSEN]!, tile);
}
export function answerTarget(s: Position, tile: number): void {
  spend(s);
  shoot(s, s.g[S.MOVER]! * 3 + s.g[S.UNIT_CHOSEN]!, tile);
}
export function answerZone(s: Position, zone: number): void {
  s.g[S.BOAT_TARGET] = zone;
  ask(s, S.P_PASSENGER, s.g[S.MOVER]!, -1, -1);
}
/** Answer to PASSENGER: knight 0-2, -1 nobody. */
export function answerPassenger(s: Position, unit: number): void {
  const g = s.g;
  const seat = g[S.MOVER]!;
  if (unit < 0) {
    spend(s);
    sail(s, boat(s), g[S.BOAT_TARGET]!, -1, -1);
    return;
  }
  g[S.PASSENGER] = seat * 3 + unit;
  ask(s, S.P_BOATDROP, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
export function answerDrop(s: Position, tile: number): void {
  const g = s.g;
  spend(s);
  decision(24);
  sail(s, boat(s), g[S.BOAT_TARGET]!, g[S.PASSENGER]!, tile);
}
/** The boat (0-7) chosen in this turn. */
export const boat = (s: Position): number => s.g[S.MOVER]! * 2 + s.g[S.UNIT_CHOSEN]! - 3;

/** Whether an item operation (0-2 pick up, 3-5 drop with that knight) is possible now. */
export function canHandle(s: Position, seat: number, operation: number): boolean {
  const knight = seat * 3 + (operation % 3);
  const tile = s.knightTile[knight]!;
  if (tile === S.ABSENT) return false;
  if (operation < 3) return s.tileItems[tile] !== 0 && pieceOnTile(s, tile, -1) >= 0;
  return s.knightItems[knight] !== 0 && pieceToDrop(s, knight) >= 0;
}
/** Answer ITEMOP to MENU. */
export function answerItemOperation(s: Position, operation: number): void {
  const seat = s.g[S.MOVER]!;
  const knight = seat * 3 + (operation % 3);
  s.g[S.ITEM_OPERATION] = operation;
  ask(s, S.P_ITEMPICK, seat, knight, s.knightTile[knight]!);
}
/** Answer to ITEMPICK. */
export function answerItemPick(s: Position, kind: number): void {
  const operation = s.g[S.ITEM_OPERATION]!;
  const knight = s.g[S.MOVER]! * 3 + (operation % 3);
  const tile = s.knightTile[knight]!;
  decision(47);
  if (operation < 3) {
    const piece = pieceOnTile(s, tile, kind);
    s.itemTouched[piece]! |= S.PICKED;
    s.halted[knight] = 1;
    decision(98);
    gainItem(s, piece, knight);
  } else {
    const piece = pieceOfKind(s, knight, kind, S.DROPPED);
    s.itemTouched[piece]! |= S.DROPPED;
    layItem(s, piece, tile);
    checkRoom(s, knight);
  }
}

/** Followers of a seat's knights, as bits. */
export const followersOf = (s: Position, seat: number): number =>
  s.followerBits[seat * 3]! | s.followerBits[seat * 3 + 1]! | s.followerBits[seat * 3 + 2]!;
/** Answers to MENU: pay the beggar off; dismiss (nowhere else of one's own will, decision 126). */
export function answerBeggarPaid(s: Position): void {
  decision(51);
  lose(s, s.g[S.MOVER]!, 3, 1);
  removeFollower(s, BEGGAR);
}
export function answerDismiss(s: Position): void {
  decision(126);
  ask(s, S.P_DISMISS, s.g[S.MOVER]!, -1, -1);
}
