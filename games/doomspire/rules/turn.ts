/** One player's movement turn: the menu, which unit a die is spent on, items, followers. */
import * as A from '../actions.js';
import { BEGGAR, PIECES } from '../data.js';
import { itemName } from '../names.js';
import { knightCount } from '../read.js';
import * as S from '../state.js';
import { OP, P, type Position } from '../state.js';
import * as W from '../words.js';
import { addFollowers, addItems, addKinds } from './choices.js';
import { clearChoices } from './clear.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { dismissable } from './encounters.js';
import { concede } from './ending.js';
import {
  checkRoom,
  droppable,
  gainItem,
  layItem,
  pieceOfKind,
  pieceOnTile,
  pieceToDrop,
  removeFollower,
} from './items.js';
import { decision } from './landmarks.js';
import { canMove, canMoveBy, canShoot, ready } from './movement.js';
import { NEED } from './needs.js';
import { ask, lose } from './pieces.js';
import { TURN } from './stack.js';
import { canOffer, startOffer } from './trading.js';

/** Choices of MENU besides a die and an item. */
const OFFER_TRADE = A.MENU;
const PAY_BEGGAR_OFF = A.MENU + 1;
const DISMISS_ONE = A.MENU + 2;

/** Begins the turn of a seat. */
export function startTurn(s: Position, seat: number): void {
  s.mover = seat;
  s.offered = false;
  s.itemTouched.fill(0);
  s.push(OP.turn, 0, 0, 0, 0);
}
/** The menu, again and again until DONE. */
function runTurn(s: Position): void {
  clearChoices(s);
  ask(s, P.MENU, s.mover, -1, -1);
}
function endTurn(s: Position): void {
  s.mover = -1;
  s.pop();
}

/** Whether a seat has anything to spend a die on. */
function canSpend(s: Position, seat: number): boolean {
  if (s.boatZone[seat * 2] !== S.ABSENT || s.boatZone[seat * 2 + 1] !== S.ABSENT) return true;
  for (let k = seat * 3; k < seat * 3 + 3; k++)
    if (ready(s, k) && (canMove(s, k, seat) || canShoot(s, k, seat))) return true;
  return false;
}

/** Edition airef: whether a seat has anything to spend a die of this value on. */
function canSpendDie(s: Position, seat: number, die: number): boolean {
  if (canSpend(s, seat)) return true;
  for (let k = seat * 3; k < seat * 3 + 3; k++) if (ready(s, k) && canMoveBy(s, k, seat, die)) return true;
  return false;
}

/** Whether an item operation (0-2 pick up, 3-5 drop with that knight) is possible now. */
function canHandle(s: Position, seat: number, operation: number): boolean {
  const knight = seat * 3 + (operation % 3);
  const tile = s.knightTile[knight]!;
  if (tile === S.ABSENT) return false;
  if (operation < 3) return s.tileItems[tile] !== 0 && pieceOnTile(s, tile, -1) >= 0;
  return s.knightItems[knight] !== 0 && pieceToDrop(s, knight) >= 0;
}
/** Followers of a seat's knights, as bits. */
const followersOf = (s: Position, seat: number): number =>
  s.followerBits[seat * 3]! | s.followerBits[seat * 3 + 1]! | s.followerBits[seat * 3 + 2]!;
/** Whether a seat may give up now. */
function mayConcede(s: Position, seat: number): boolean {
  const { conceding } = s.options;
  return conceding === 'any' || (conceding !== 'off' && knightCount(s, seat) === 0);
}

const MENU: DoomspirePrompt = {
  ask: (s) => `your turn, dice left ${W.diceLeft(s, s.actor)}: spend one, do something else, or end the turn?`,
  uses: ['DIE', 'ITEMOP', 'MENU', 'DONE'],
  words: W.done('end the turn (dice left are for the harvest)'),
  needs: [NEED.ownTurn],
  legal(s, seat, list) {
    const { dice } = s;
    const d = seat * 3;
    let n = 0;
    if (s.tables.airef) {
      for (let v = 0; v < 3; v++) if (dice[d + v] !== 0 && canSpendDie(s, seat, v + 1)) list[n++] = A.DIE + v;
    } else if ((dice[d] !== 0 || dice[d + 1] !== 0 || dice[d + 2] !== 0) && canSpend(s, seat))
      for (let v = 0; v < 3; v++) if (dice[d + v] !== 0) list[n++] = A.DIE + v;
    for (let op = 0; op < 6; op++) if (canHandle(s, seat, op)) list[n++] = A.ITEMOP + op;
    if (canOffer(s, seat)) list[n++] = OFFER_TRADE;
    const followers = followersOf(s, seat);
    if (followers !== 0) {
      if (followers & (1 << BEGGAR) && s.resources[seat * 4 + 3]! > 0) list[n++] = PAY_BEGGAR_OFF;
      if (dismissable(followers) !== 0) list[n++] = DISMISS_ONE;
    }
    if (mayConcede(s, seat)) list[n++] = A.CONCEDE;
    list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (action === A.DONE) endTurn(s);
    else if (action < A.UNIT) {
      s.die = action - A.DIE + 1;
      ask(s, P.UNIT, seat, -1, -1);
    } else if (action < A.MENU) {
      const operation = action - A.ITEMOP;
      const knight = seat * 3 + (operation % 3);
      s.itemOperation = operation;
      ask(s, P.ITEMPICK, seat, knight, s.knightTile[knight]!);
    } else if (action === OFFER_TRADE) startOffer(s);
    else if (action === PAY_BEGGAR_OFF) {
      decision(51);
      lose(s, seat, 3, 1);
      removeFollower(s, BEGGAR);
    } else if (action === DISMISS_ONE) {
      // Nowhere else of one's own will.
      decision(126);
      ask(s, P.DISMISS, seat, -1, -1);
    } else {
      endTurn(s);
      concede(s, seat);
    }
  },
};

const UNIT: DoomspirePrompt = {
  ask: (s) => `a die of ${s.die}: for which unit?`,
  uses: ['UNIT', 'BOW'],
  needs: [NEED.ownTurn],
  legal(s, seat, list) {
    let n = 0;
    for (let i = 0; i < 3; i++) {
      const k = seat * 3 + i;
      if (!ready(s, k)) continue;
      if (s.tables.airef ? canMoveBy(s, k, seat, s.die) : canMove(s, k, seat)) list[n++] = A.UNIT + i;
      if (canShoot(s, k, seat)) list[n++] = A.BOW + i;
    }
    for (let b = 0; b < 2; b++) if (s.boatZone[seat * 2 + b] !== S.ABSENT) list[n++] = A.UNIT + 3 + b;
    return n;
  },
  answer(s, seat, action) {
    const bow = action >= A.BOW;
    const unit = action - (bow ? A.BOW : A.UNIT);
    s.unit = unit;
    if (unit >= 3) ask(s, P.BOATZONE, seat, -1, -1);
    else ask(s, bow ? P.BOWTARGET : P.DEST, seat, seat * 3 + unit, s.knightTile[seat * 3 + unit]!);
  },
};

const notDropped = (s: Position, piece: number): boolean => !(s.itemTouched[piece]! & S.DROPPED) && droppable(s, piece);
const ITEMPICK: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)}${W.here(s)}: which item?`,
  uses: ['ITEM'],
  words: {
    ITEM: (s, { item }: W.ItemChosen) =>
      `${s.itemOperation < 3 ? 'pick up' : 'drop'} the ${itemName(item)} (${W.effect(s, item)})`,
  },
  needs: [
    NEED.ownTurn,
    NEED.ownKnight,
    NEED.tile,
    ['turn.itemOperation', 'must be known', (s) => s.itemOperation >= 0],
  ],
  legal(s, _seat, list) {
    if (s.itemOperation >= 3) return addItems(s, s.focusKnight, notDropped, list, 0);
    const tile = s.focusTile;
    let kinds = 0;
    for (let piece = 0; piece < PIECES; piece++)
      if (s.itemPlace[piece] === S.ON_TILE + tile && pieceOnTile(s, tile, s.itemKind[piece]!) >= 0)
        kinds |= 1 << s.itemKind[piece]!;
    return addKinds(kinds, list, 0);
  },
  answer(s, _seat, action) {
    const kind = action - A.ITEM;
    const { focusKnight: knight, focusTile: tile } = s;
    decision(47);
    if (s.itemOperation < 3) {
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
  },
};

const DISMISS: DoomspirePrompt = {
  ask: () => 'which follower is dismissed?',
  uses: ['FOLLOWER'],
  needs: [NEED.ownTurn],
  legal: (s, seat, list) => addFollowers(dismissable(followersOf(s, seat)), list, 0),
  answer: (s, _seat, action) => removeFollower(s, action - A.FOLLOWER),
};

const STEP = { ask: 0 };
const asking = { at: STEP.ask };

/** The movement turn of `mover`: whatever was asked, the menu follows. */
const turn: DoomspireProcedure = {
  run: runTurn,
  steps: STEP,
  asks: {
    MENU: asking,
    UNIT: asking,
    DEST: asking,
    BOWTARGET: asking,
    BOATZONE: asking,
    PASSENGER: asking,
    BOATDROP: asking,
    ITEMPICK: asking,
    DISMISS: asking,
    OFFER: asking,
    ANSWER: asking,
  },
  waits: () => [STEP.ask],
  stack: () => [TURN],
};

export const turnPrompts = { MENU, UNIT, ITEMPICK, DISMISS };
export const turnProcedures = { turn };
