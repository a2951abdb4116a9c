/** Items and followers: carrying, gaining, dropping, destroying, room. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { lowest } from '../read.js';
import * as S from '../state.js';
import { OP, P, type Position } from '../state.js';
import * as W from '../words.js';
import { startFight } from './battle.js';
import { addItems } from './choices.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { decision, FOLLOWER_GAINED, ITEM_GAINED, reached } from './landmarks.js';
import { NEED } from './needs.js';
import { ask, discard, putMonster } from './pieces.js';
import { TURN } from './stack.js';

/** Whether a knight carries a piece of this kind. */
export function carries(s: Position, knight: number, kind: number): boolean {
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) if (s.itemKind[lowest(bits)] === kind) return true;
  return false;
}
/** Item slots of a knight: two, more with a backpack (once) and a mule. */
export function capacity(s: Position, knight: number): number {
  let n = s.tables.numbers.items;
  if (s.followerBits[knight]! & (1 << D.MULE)) n += 2;
  if (s.knightItems[knight] && carries(s, knight, D.BACKPACK)) n += 2;
  return n;
}
/** Whether the piece may leave its knight by dropping or giving: all but a ring that is still stuck. */
export const droppable = (s: Position, piece: number): boolean => s.itemKind[piece] !== D.RING_STUCK || s.ringFreed;
/** Whether it may be taken from its knight or handed over: neither backpack nor stuck ring. */
export const stealable = (s: Position, piece: number): boolean =>
  s.itemKind[piece] !== D.BACKPACK && droppable(s, piece);

/** Takes a piece from where it is; the caller gives it a new place at once. */
function detach(s: Position, piece: number): void {
  const place = s.itemPlace[piece]!;
  if (place >= 1 && place <= 12) {
    s.knightItems[place - 1] = s.knightItems[place - 1]! & ~(1 << piece);
    s.slotsFilled[place - 1]! -= s.tables.itemSlots[s.itemKind[piece]!]!;
  } else if (place >= S.ON_TILE && place < S.ON_TILE + 64) s.tileItems[place - S.ON_TILE]!--;
}
/** Moves a piece to a knight, room or not. */
export function giveItem(s: Position, piece: number, knight: number): void {
  detach(s, piece);
  const kind = s.itemKind[piece]!;
  if (kind === D.RING_STUCK && s.ringFreed) decision(104);
  s.itemPlace[piece] = knight + 1;
  s.knightItems[knight] = s.knightItems[knight]! | (1 << piece);
  s.slotsFilled[knight]! += s.tables.itemSlots[kind]!;
  if (piece === D.PIECE_BLADE) s.itemOwner[piece] = ((knight / 3) | 0) + 1;
  reached(ITEM_GAINED + kind);
}
/** Lays a piece on a tile. */
export function layItem(s: Position, piece: number, tile: number): void {
  detach(s, piece);
  s.itemPlace[piece] = S.ON_TILE + tile;
  s.tileItems[tile]!++;
}
/** The piece is destroyed; a treasure goes back to its discard and may be drawn again. */
export function destroyItem(s: Position, piece: number): void {
  detach(s, piece);
  s.itemPlace[piece] = S.UNUSED;
  if (D.PIECE_CARD[piece] !== 255) discard(s, D.PIECE_CARD[piece]!);
}
/** Items and followers of a knight leave the game (eaten, conceded). */
export function loseBelongings(s: Position, knight: number): void {
  if (s.knightItems[knight] || s.followerBits[knight]) decision(49);
  for (let bits = s.knightItems[knight]!; bits; bits = s.knightItems[knight]!) {
    const piece = lowest(bits);
    detach(s, piece);
    s.itemPlace[piece] = S.GONE;
  }
  for (let bits = s.followerBits[knight]!; bits; bits &= bits - 1) s.followerPlace[lowest(bits)] = S.GONE;
  s.followerBits[knight] = 0;
}

/** A knight gets a piece: a foreign black blade calls its ghost, too many pieces must be dropped. */
export function gainItem(s: Position, piece: number, knight: number): void {
  if (piece === D.PIECE_BLADE && s.itemOwner[piece] !== 0 && s.itemOwner[piece] !== ((knight / 3) | 0) + 1) {
    const tile = s.knightTile[knight]!;
    decision(55);
    if (!D.KIND_SPECIAL[s.kind[tile]!] && s.kind[tile] !== D.KIND_HOME) {
      layItem(s, piece, tile);
      if (s.monster[tile] !== 0) decision(102);
      putMonster(s, tile, D.GHOST, 0);
      startFight(s, { attacker: knight, monster: D.GHOST, tile, blade: true });
      return;
    }
    decision(109);
  }
  giveItem(s, piece, knight);
  checkRoom(s, knight);
}
/** Starts the dropping of what a knight cannot carry. */
export function checkRoom(s: Position, knight: number): void {
  if (s.slotsFilled[knight]! <= capacity(s, knight)) return;
  if (s.depth >= S.STACK_DEPTH) throw new Error('doomspire: no room on the stack for dropping items');
  s.push(OP.overflow, knight, 0, 0, 0);
}
/** Asks until everything fits. */
function runOverflow(s: Position): void {
  const knight = s.frames[s.top() + 2]!;
  if (s.slotsFilled[knight]! <= capacity(s, knight)) {
    s.pop();
    return;
  }
  decision(45);
  if (capacity(s, knight) > s.tables.numbers.items || s.slotsFilled[knight]! > 3) decision(46);
  ask(s, P.OVERFLOW, (knight / 3) | 0, knight, s.knightTile[knight]!);
}
/** The lowest piece of a kind that a knight carries and that was not touched in this way this turn. */
export function pieceOfKind(s: Position, knight: number, kind: number, touched: number): number {
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) {
    const piece = lowest(bits);
    if (s.itemKind[piece] === kind && !(s.itemTouched[piece]! & touched)) return piece;
  }
  return -1;
}
/** The lowest piece of a kind on a tile that may be picked up now, -1 none. Kind -1: any. */
export function pieceOnTile(s: Position, tile: number, kind: number): number {
  if (s.tileItems[tile] === 0) return -1;
  for (let piece = 0; piece < D.PIECES; piece++) {
    if (s.itemPlace[piece] !== S.ON_TILE + tile || s.itemTouched[piece]! & S.PICKED) continue;
    if (kind >= 0 && s.itemKind[piece] !== kind) continue;
    if (piece === D.PIECE_BLADE && s.monster[tile] === D.GHOST + 1) continue;
    return piece;
  }
  return -1;
}
/** The lowest piece a knight may drop by choice this turn, -1 none. */
export function pieceToDrop(s: Position, knight: number): number {
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) {
    const piece = lowest(bits);
    if (!(s.itemTouched[piece]! & S.DROPPED) && droppable(s, piece)) return piece;
  }
  return -1;
}

/** A follower joins a knight that has room. */
export function addFollower(s: Position, follower: number, knight: number): void {
  s.followerPlace[follower] = knight + 1;
  s.followerBits[knight]! |= 1 << follower;
  reached(FOLLOWER_GAINED + follower);
}
/** A follower leaves the game; without its mule a knight may have to drop things. */
export function removeFollower(s: Position, follower: number): void {
  const knight = s.followerPlace[follower]! - 1;
  s.followerPlace[follower] = S.GONE;
  s.followerBits[knight]! &= ~(1 << follower);
  if (follower === D.MULE) checkRoom(s, knight);
}
/** The beggar goes along with another knight. */
export function passBeggar(s: Position, from: number, to: number): void {
  s.followerBits[from]! &= ~(1 << D.BEGGAR);
  s.followerBits[to]! |= 1 << D.BEGGAR;
  s.followerPlace[D.BEGGAR] = to + 1;
}

/** One piece of this kind goes to the tile. */
const OVERFLOW: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)} carries too much: what is dropped?`,
  uses: ['ITEM'],
  words: W.items('drop'),
  needs: [NEED.ownKnight],
  legal: (s, _seat, list) => addItems(s, s.focusKnight, droppable, list, 0),
  answer: (s, _seat, action) => layItem(s, pieceOfKind(s, s.focusKnight, action - A.ITEM, 0), s.focusTile),
};

/** Knight a carries more than it can: it drops what does not fit. */
const overflow: DoomspireProcedure = {
  run: runOverflow,
  steps: { drop: 0 },
  arguments: 'k',
  asks: { OVERFLOW: { at: 0 } },
  waits: () => [0],
  stack: (s) => [TURN, ['overflow', s.focusKnight]],
};

export const itemPrompts = { OVERFLOW };
export const itemProcedures = { overflow };
