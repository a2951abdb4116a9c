/** The eleven treasures. */

import {
  CARD_PIECE,
  CLOUDSLICER,
  GHOST,
  HALF_SWORD,
  PIECE_BLADE,
  PIECE_CARD,
  PIECE_RING,
  PIECE_STONE,
  PIECES,
  RING_DRAGON,
  RING_STUCK,
  TREASURE_BLADE,
  TREASURE_RING,
  TREASURE_SECOND_RING,
  TREASURE_SHIELD,
  TREASURE_STAFF,
  TREASURE_STONE,
} from '../data.js';
import { HOME_TILE } from '../geometry.js';
import {
  ABSENT,
  CARD_KNIGHT,
  CARD_OPTION,
  CARD_ROLL,
  CARD_TILE,
  type Chance,
  P_CARDKNIGHT,
  P_CARDOPT,
  type Position,
  S_CARD,
  UNUSED,
} from '../state.js';
import { startFight } from './battle.js';
import { closeCard, returnCard } from './cards.js';
import { gainItem, layItem } from './items.js';
import { decision } from './landmarks.js';
import { ask, gain, gainFame, gainMight, lose, loseFame, placeKnight, putMonster } from './pieces.js';

/** The piece that a treasure card becomes, -1 when all are in play. */
function freePiece(s: Position, card: number): number {
  for (let p = CARD_PIECE[card]!; p < PIECES; p++) if (PIECE_CARD[p] === card && s.itemPlace[p] === UNUSED) return p;
  return -1;
}
/** Bits of the knights the ring may swap with: all others on the board but opponents in their own homes. */
export function swapTargets(s: Position, knight: number): number {
  const seat = (knight / 3) | 0;
  let bits = 0;
  for (let k = 0; k < 12; k++) {
    if (k === knight || s.knightTile[k] === ABSENT) continue;
    const other = (k / 3) | 0;
    if (other === seat || s.knightTile[k] !== HOME_TILE[other]) bits |= 1 << k;
  }
  return bits;
}
/** Puts a knight and another in each other's place; nothing else happens on either tile. */
export function answerSwap(s: Position, other: number): void {
  decision(62);
  const knight = s.g[CARD_KNIGHT]!;
  const a = s.knightTile[knight]!;
  const b = s.knightTile[other]!;
  placeKnight(s, knight, b);
  placeKnight(s, other, a);
}

/** Procedure of a treasure; the step lies in the frame. */
export function runTreasure(s: Position, card: number, chance: Chance): void {
  const g = s.g;
  const f = s.frames;
  const top = s.top();
  const step = f[top + 1]!++;
  const knight = g[CARD_KNIGHT]!;
  const tile = g[CARD_TILE]!;
  const seat = (knight / 3) | 0;
  switch (card) {
    case TREASURE_SHIELD:
      if (step === 0) {
        ask(s, P_CARDOPT, seat, knight, tile);
        return;
      }
      if (g[CARD_OPTION] === 0) gain(s, seat, 2, 1);
      else {
        lose(s, seat, 2, 2);
        gainMight(s, seat, 1);
      }
      closeCard(s, true);
      return;
    case TREASURE_RING: {
      if (step === 1) {
        closeCard(s, true);
        return;
      }
      const roll = chance.draw(S_CARD, 3) + 1;
      g[CARD_ROLL] = roll;
      if (roll === 2) {
        if (swapTargets(s, knight) === 0) closeCard(s, true);
        else ask(s, P_CARDKNIGHT, seat, knight, tile);
        return;
      }
      s.itemKind[PIECE_RING] = roll === 1 ? RING_STUCK : RING_DRAGON;
      s.marks[0] = 0;
      closeCard(s, false);
      gainItem(s, PIECE_RING, knight);
      return;
    }
    case TREASURE_STONE:
      if (s.tables.airef) {
        if (step === 0) {
          ask(s, P_CARDOPT, seat, knight, tile);
          return;
        }
        drawStone(s, knight, chance);
        return;
      }
      closeCard(s, false);
      s.sword[tile] = 1;
      tryStone(s, knight, tile, chance);
      return;
    case TREASURE_STAFF: {
      if (step === 0) {
        if (s.fame[seat]! < 2) decision(63);
        ask(s, P_CARDOPT, seat, knight, tile);
        return;
      }
      const option = g[CARD_OPTION]!;
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
    case TREASURE_BLADE:
      closeCard(s, false);
      putMonster(s, tile, GHOST, 0);
      layItem(s, PIECE_BLADE, tile);
      s.itemOwner[PIECE_BLADE] = 0;
      startFight(s, { attacker: knight, monster: GHOST, tile });
      return;
    default: {
      const piece = freePiece(s, card);
      closeCard(s, false);
      if (card === TREASURE_SECOND_RING) {
        decision(54);
        gainFame(s, seat, 2);
      }
      gainItem(s, piece, knight);
    }
  }
}

/** Edition airef: one attempt, if the drawer likes (decision 90): D3, 1 the half sword, 3 the cloudslicer, 2 back on its deck. */
function drawStone(s: Position, knight: number, chance: Chance): void {
  if (s.g[CARD_OPTION] !== 0) {
    closeCard(s, true);
    return;
  }
  decision(90);
  const roll = chance.draw(S_CARD, 3) + 1;
  if (roll === 2) {
    returnCard(s);
    return;
  }
  closeCard(s, false);
  s.itemKind[PIECE_STONE] = roll === 1 ? HALF_SWORD : CLOUDSLICER;
  gainItem(s, PIECE_STONE, knight);
}

/** An attempt at the sword in the stone: 2D3, 2 the half sword, 6 the cloudslicer, else it stays. */
export function tryStone(s: Position, knight: number, tile: number, chance: Chance): void {
  const sum = chance.draw(S_CARD, 3) + chance.draw(S_CARD, 3) + 2;
  if (sum !== 2 && sum !== 6) return;
  s.sword[tile] = 0;
  s.itemKind[PIECE_STONE] = sum === 2 ? HALF_SWORD : CLOUDSLICER;
  gainItem(s, PIECE_STONE, knight);
}
