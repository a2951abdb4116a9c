/** One player's movement turn: the menu, spending a die, items, followers. */
import { BEGGAR } from '../data.js';
import * as S from '../state.js';
import { OP, P, type Position } from '../state.js';
import { sail } from './boats.js';
import { clearCard } from './cards.js';
import { checkRoom, gainItem, layItem, pieceOfKind, pieceOnTile, pieceToDrop, removeFollower } from './items.js';
import { decision } from './landmarks.js';
import { canMove, canMoveBy, canShoot, ready, shoot, startWalk } from './movement.js';
import { ask, lose } from './pieces.js';

/** Forgets everything chosen in the turn so far. */
function clearChoices(s: Position): void {
  s.die = 0;
  s.unit = -1;
  s.boatTarget = -1;
  s.passenger = -1;
  s.itemOperation = -1;
  s.outcome = 0;
}
/** Forgets everything that is under way, cards and offers included. */
export function clearTurn(s: Position): void {
  clearChoices(s);
  clearCard(s);
  s.partner = -1;
  s.give = -1;
  s.want = -1;
  s.exchange = -1;
  s.given = 0;
  s.received = 0;
  s.rewardOwed = 0;
  s.lastCard = -1;
}

/** Begins the turn of a seat. */
export function startTurn(s: Position, seat: number): void {
  s.mover = seat;
  s.offered = false;
  s.itemTouched.fill(0);
  s.push(OP.turn, 0, 0, 0, 0);
}
/** Procedure: the menu, again and again until DONE. */
export function runTurn(s: Position): void {
  clearChoices(s);
  ask(s, P.MENU, s.mover, -1, -1);
}
/** Answer DONE to MENU. */
export function endTurn(s: Position): void {
  s.mover = -1;
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
  s.die = die;
  ask(s, P.UNIT, s.mover, -1, -1);
}
const spend = (s: Position): void => {
  s.dice[s.mover * 3 + s.die - 1]!--;
};
/** Answer UNIT to UNIT: knight 0-2 or boat 3-4. */
export function answerUnit(s: Position, unit: number): void {
  const seat = s.mover;
  s.unit = unit;
  if (unit >= 3) ask(s, P.BOATZONE, seat, -1, -1);
  else ask(s, P.DEST, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
/** Answer BOW to UNIT. */
export function answerBow(s: Position, unit: number): void {
  const seat = s.mover;
  s.unit = unit;
  ask(s, P.BOWTARGET, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
export function answerDest(s: Position, tile: number): void {
  spend(s);
  startWalk(s, s.mover * 3 + s.unit, tile);
}
export function answerTarget(s: Position, tile: number): void {
  spend(s);
  shoot(s, s.mover * 3 + s.unit, tile);
}
export function answerZone(s: Position, zone: number): void {
  s.boatTarget = zone;
  ask(s, P.PASSENGER, s.mover, -1, -1);
}
/** Answer to PASSENGER: knight 0-2, -1 nobody. */
export function answerPassenger(s: Position, unit: number): void {
  const seat = s.mover;
  if (unit < 0) {
    spend(s);
    sail(s, boat(s), s.boatTarget, -1, -1);
    return;
  }
  s.passenger = seat * 3 + unit;
  ask(s, P.BOATDROP, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
export function answerDrop(s: Position, tile: number): void {
  spend(s);
  decision(24);
  sail(s, boat(s), s.boatTarget, s.passenger, tile);
}
/** The boat (0-7) chosen in this turn. */
export const boat = (s: Position): number => s.mover * 2 + s.unit - 3;

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
  const seat = s.mover;
  const knight = seat * 3 + (operation % 3);
  s.itemOperation = operation;
  ask(s, P.ITEMPICK, seat, knight, s.knightTile[knight]!);
}
/** Answer to ITEMPICK. */
export function answerItemPick(s: Position, kind: number): void {
  const operation = s.itemOperation;
  const knight = s.mover * 3 + (operation % 3);
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
  lose(s, s.mover, 3, 1);
  removeFollower(s, BEGGAR);
}
export function answerDismiss(s: Position): void {
  decision(126);
  ask(s, P.DISMISS, s.mover, -1, -1);
}
