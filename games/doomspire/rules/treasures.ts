/** The eleven treasures. */

import * as D from '../data.js';
import { HOME_TILE } from '../geometry.js';
import * as S from '../state.js';
import { type Chance, P, type Position, STREAM } from '../state.js';
import { startFight } from './battle.js';
import { CARD_STEP, closeCard, returnCard } from './cards.js';
import { gainItem, layItem } from './items.js';
import { decision } from './landmarks.js';
import { ask, gain, gainFame, gainMight, lose, loseFame, placeKnight, putMonster } from './pieces.js';

/** The piece that a treasure card becomes, -1 when all are in play. */
function freePiece(s: Position, card: number): number {
  for (let p = D.CARD_PIECE[card]!; p < D.PIECES; p++)
    if (D.PIECE_CARD[p] === card && s.itemPlace[p] === S.UNUSED) return p;
  return -1;
}
/** Bits of the knights the ring may swap with: all others on the board but opponents in their own homes. */
export function swapTargets(s: Position, knight: number): number {
  const seat = (knight / 3) | 0;
  let bits = 0;
  for (let k = 0; k < 12; k++) {
    if (k === knight || s.knightTile[k] === S.ABSENT) continue;
    const other = (k / 3) | 0;
    if (other === seat || s.knightTile[k] !== HOME_TILE[other]) bits |= 1 << k;
  }
  return bits;
}
/** Puts the knight that drew the ring and another in each other's place; nothing else happens on either tile. */
export function swap(s: Position, other: number): void {
  decision(62);
  const knight = s.cardKnight;
  const a = s.knightTile[knight]!;
  const b = s.knightTile[other]!;
  placeKnight(s, knight, b);
  placeKnight(s, other, a);
}

/** A drawn treasure. */
export function runTreasure(s: Position, card: number, chance: Chance): void {
  const f = s.frames;
  const top = s.top();
  const step = f[top + 1]!++;
  const knight = s.cardKnight;
  const tile = s.cardTile;
  const seat = (knight / 3) | 0;
  switch (card) {
    case D.TREASURE_SHIELD:
      if (step === CARD_STEP.drawn) {
        ask(s, P.CARDOPT, seat, knight, tile);
        return;
      }
      if (s.cardOption === 0) gain(s, seat, 2, 1);
      else {
        lose(s, seat, 2, 2);
        gainMight(s, seat, 1);
      }
      closeCard(s, true);
      return;
    case D.TREASURE_RING: {
      if (step === CARD_STEP['asked once']) {
        closeCard(s, true);
        return;
      }
      const roll = chance.draw(STREAM.card, 3) + 1;
      s.cardRoll = roll;
      if (roll === 2) {
        if (swapTargets(s, knight) === 0) closeCard(s, true);
        else ask(s, P.CARDKNIGHT, seat, knight, tile);
        return;
      }
      s.itemKind[D.PIECE_RING] = roll === 1 ? D.RING_STUCK : D.RING_DRAGON;
      s.ringFreed = false;
      closeCard(s, false);
      gainItem(s, D.PIECE_RING, knight);
      return;
    }
    case D.TREASURE_STONE:
      if (s.tables.airef) {
        if (step === CARD_STEP.drawn) {
          ask(s, P.CARDOPT, seat, knight, tile);
          return;
        }
        drawStone(s, knight, chance);
        return;
      }
      closeCard(s, false);
      s.sword[tile] = 1;
      tryStone(s, knight, tile, chance);
      return;
    case D.TREASURE_STAFF: {
      if (step === CARD_STEP.drawn) {
        if (s.fame[seat]! < 2) decision(63);
        ask(s, P.CARDOPT, seat, knight, tile);
        return;
      }
      const option = s.cardOption;
      const piece = freePiece(s, card);
      closeCard(s, option !== 0);
      if (option === 0) {
        loseFame(s, seat, 2);
        gainItem(s, piece, knight);
      } else if (option === 1) {
        lose(s, seat, 0, 2);
        gainFame(s, seat, 1);
      }
      return;
    }
    case D.TREASURE_BLADE:
      closeCard(s, false);
      putMonster(s, tile, D.GHOST, 0);
      layItem(s, D.PIECE_BLADE, tile);
      s.itemOwner[D.PIECE_BLADE] = 0;
      startFight(s, { attacker: knight, monster: D.GHOST, tile });
      return;
    default: {
      const piece = freePiece(s, card);
      closeCard(s, false);
      if (card === D.TREASURE_SECOND_RING) {
        decision(54);
        gainFame(s, seat, 2);
      }
      gainItem(s, piece, knight);
    }
  }
}

/** Edition airef: one attempt, if the drawer likes (decision 90): D3, 1 the half sword, 3 the cloudslicer, 2 back on its deck. */
function drawStone(s: Position, knight: number, chance: Chance): void {
  if (s.cardOption !== 0) {
    closeCard(s, true);
    return;
  }
  decision(90);
  const roll = chance.draw(STREAM.card, 3) + 1;
  if (roll === 2) {
    returnCard(s);
    return;
  }
  closeCard(s, false);
  s.itemKind[D.PIECE_STONE] = roll === 1 ? D.HALF_SWORD : D.CLOUDSLICER;
  gainItem(s, D.PIECE_STONE, knight);
}

/** An attempt at the sword in the stone: 2D3, 2 the half sword, 6 the cloudslicer, else it stays. */
export function tryStone(s: Position, knight: number, tile: number, chance: Chance): void {
  const sum = chance.draw(STREAM.card, 3) + chance.draw(STREAM.card, 3) + 2;
  if (sum !== 2 && sum !== 6) return;
  s.sword[tile] = 0;
  s.itemKind[D.PIECE_STONE] = sum === 2 ? D.HALF_SWORD : D.CLOUDSLICER;
  gainItem(s, D.PIECE_STONE, knight);
}
