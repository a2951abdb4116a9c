/** One player's movement turn: the menu, spending a die, items, followers. */
import { BEGGAR } from '../data.js';
import {
  ABSENT,
  BOAT_TARGET,
  DIE,
  DROPPED,
  EXCHANGE,
  GIVE,
  GIVEN,
  ITEM_OPERATION,
  LAST_CARD,
  MOVER,
  OFFERED,
  OP_TURN,
  OUTCOME,
  P_BOATDROP,
  P_BOATZONE,
  P_BOWTARGET,
  P_DEST,
  P_DISMISS,
  P_ITEMPICK,
  P_MENU,
  P_PASSENGER,
  P_UNIT,
  PARTNER,
  PASSENGER,
  PICKED,
  type Position,
  RECEIVED,
  REWARD,
  UNIT_CHOSEN,
  WANT,
} from '../state.js';
import { sail } from './boats.js';
import { clearCard } from './cards.js';
import { checkRoom, gainItem, layItem, pieceOfKind, pieceOnTile, pieceToDrop, removeFollower } from './items.js';
import { decision } from './landmarks.js';
import { canMove, canMoveBy, canShoot, ready, shoot, startWalk } from './movement.js';
import { ask, lose } from './pieces.js';

/** Forgets everything chosen in the turn so far. */
function clearChoices(s: Position): void {
  const g = s.g;
  g[DIE] = 0;
  g[UNIT_CHOSEN] = -1;
  g[BOAT_TARGET] = -1;
  g[PASSENGER] = -1;
  g[ITEM_OPERATION] = -1;
  g[OUTCOME] = 0;
}
/** Forgets everything that is under way, cards and offers included. */
export function clearTurn(s: Position): void {
  const g = s.g;
  clearChoices(s);
  clearCard(s);
  g[PARTNER] = -1;
  g[GIVE] = -1;
  g[WANT] = -1;
  g[EXCHANGE] = -1;
  g[GIVEN] = 0;
  g[RECEIVED] = 0;
  g[REWARD] = 0;
  g[LAST_CARD] = -1;
}

/** Begins the turn of a seat. */
export function startTurn(s: Position, seat: number): void {
  s.g[MOVER] = seat;
  s.g[OFFERED] = 0;
  s.itemTouched.fill(0);
  s.push(OP_TURN, 0, 0, 0, 0);
}
/** Procedure: the menu, again and again until DONE. */
export function runTurn(s: Position): void {
  clearChoices(s);
  ask(s, P_MENU, s.g[MOVER]!, -1, -1);
}
/** Answer DONE to MENU. */
export function endTurn(s: Position): void {
  s.g[MOVER] = -1;
  s.pop();
}

/** Whether a seat has anything to spend a die on. */
export function canSpend(s: Position, seat: number): boolean {
  if (s.boatZone[seat * 2] !== ABSENT || s.boatZone[seat * 2 + 1] !== ABSENT) return true;
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
  s.g[DIE] = die;
  ask(s, P_UNIT, s.g[MOVER]!, -1, -1);
}
const spend = (s: Position): void => {
  s.dice[s.g[MOVER]! * 3 + s.g[DIE]! - 1]!--;
};
/** Answer UNIT to UNIT: knight 0-2 or boat 3-4. */
export function answerUnit(s: Position, unit: number): void {
  const seat = s.g[MOVER]!;
  s.g[UNIT_CHOSEN] = unit;
  if (unit >= 3) ask(s, P_BOATZONE, seat, -1, -1);
  else ask(s, P_DEST, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
/** Answer BOW to UNIT. */
export function answerBow(s: Position, unit: number): void {
  const seat = s.g[MOVER]!;
  s.g[UNIT_CHOSEN] = unit;
  ask(s, P_BOWTARGET, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
export function answerDest(s: Position, tile: number): void {
  spend(s);
  startWalk(s, s.g[MOVER]! * 3 + s.g[UNIT_CHOSEN]!, tile);
}
export function answerTarget(s: Position, tile: number): void {
  spend(s);
  shoot(s, s.g[MOVER]! * 3 + s.g[UNIT_CHOSEN]!, tile);
}
export function answerZone(s: Position, zone: number): void {
  s.g[BOAT_TARGET] = zone;
  ask(s, P_PASSENGER, s.g[MOVER]!, -1, -1);
}
/** Answer to PASSENGER: knight 0-2, -1 nobody. */
export function answerPassenger(s: Position, unit: number): void {
  const g = s.g;
  const seat = g[MOVER]!;
  if (unit < 0) {
    spend(s);
    sail(s, boat(s), g[BOAT_TARGET]!, -1, -1);
    return;
  }
  g[PASSENGER] = seat * 3 + unit;
  ask(s, P_BOATDROP, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
}
export function answerDrop(s: Position, tile: number): void {
  const g = s.g;
  spend(s);
  decision(24);
  sail(s, boat(s), g[BOAT_TARGET]!, g[PASSENGER]!, tile);
}
/** The boat (0-7) chosen in this turn. */
export const boat = (s: Position): number => s.g[MOVER]! * 2 + s.g[UNIT_CHOSEN]! - 3;

/** Whether an item operation (0-2 pick up, 3-5 drop with that knight) is possible now. */
export function canHandle(s: Position, seat: number, operation: number): boolean {
  const knight = seat * 3 + (operation % 3);
  const tile = s.knightTile[knight]!;
  if (tile === ABSENT) return false;
  if (operation < 3) return s.tileItems[tile] !== 0 && pieceOnTile(s, tile, -1) >= 0;
  return s.knightItems[knight] !== 0 && pieceToDrop(s, knight) >= 0;
}
/** Answer ITEMOP to MENU. */
export function answerItemOperation(s: Position, operation: number): void {
  const seat = s.g[MOVER]!;
  const knight = seat * 3 + (operation % 3);
  s.g[ITEM_OPERATION] = operation;
  ask(s, P_ITEMPICK, seat, knight, s.knightTile[knight]!);
}
/** Answer to ITEMPICK. */
export function answerItemPick(s: Position, kind: number): void {
  const operation = s.g[ITEM_OPERATION]!;
  const knight = s.g[MOVER]! * 3 + (operation % 3);
  const tile = s.knightTile[knight]!;
  decision(47);
  if (operation < 3) {
    const piece = pieceOnTile(s, tile, kind);
    s.itemTouched[piece]! |= PICKED;
    s.halted[knight] = 1;
    decision(98);
    gainItem(s, piece, knight);
  } else {
    const piece = pieceOfKind(s, knight, kind, DROPPED);
    s.itemTouched[piece]! |= DROPPED;
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
  lose(s, s.g[MOVER]!, 3, 1);
  removeFollower(s, BEGGAR);
}
export function answerDismiss(s: Position): void {
  decision(126);
  ask(s, P_DISMISS, s.g[MOVER]!, -1, -1);
}
