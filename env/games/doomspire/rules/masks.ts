/** The legal actions of each prompt, written as a list into the position. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { COAST, DISTANCE, NEIGHBOURS, NONE, TO_RELATIVE } from '../geometry.js';
import { knightCount, lowest, totalResources } from '../read.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { PAIR_FIRST, PAIR_SECOND } from '../terms.js';
import { canSail, carriable, droppable, routeDrops } from './boats.js';
import { mayDeclineLoot } from './combat.js';
import { convertible, dismissable } from './encounters.js';
import { titleCandidates } from './ending.js';
import { canTake, raidable } from './events.js';
import { isRefuge, isShelter, refugeDistance, toShelter } from './flight.js';
import { canBuild, canHarvest, canSell, canUse } from './harvest.js';
import { droppable as itemDroppable, pieceOnTile, stealable } from './items.js';
import { beggarTakers, canMove, canMoveBy, canShoot, reach, ready, shootable, steps } from './movement.js';
import { mostExtra } from './roll.js';
import { canBonus } from './strength.js';
import { givable, receivable } from './trader.js';
import { canOffer } from './trading.js';
import { swapTargets } from './treasures.js';
import { boat, canHandle, canSpend, canSpendDie, followersOf } from './turn.js';
import { canAct, offers } from './visit.js';

/** Adds an action to the list of the position. */
const put = (s: Position, action: number): void => {
  s.legalActions[s.g[S.COUNT]!++] = action;
};
/** Resources of a seat as RES actions. */
function putOwned(s: Position, seat: number): void {
  for (let r = 0; r < 4; r++) if (s.resources[seat * 4 + r]! > 0) put(s, A.RES + r);
}
function putFollowers(s: Position, bits: number): void {
  for (; bits; bits &= bits - 1) put(s, A.FOLLOWER + lowest(bits));
}
/** Kinds of a knight's pieces that pass a test, each once. */
function putItems(s: Position, knight: number, test: (s: Position, piece: number) => boolean): void {
  let kinds = 0;
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) {
    const piece = lowest(bits);
    if (test(s, piece)) kinds |= 1 << s.itemKind[piece]!;
  }
  putKinds(s, kinds);
}
function putKinds(s: Position, kinds: number): void {
  for (; kinds; kinds &= kinds - 1) put(s, A.ITEM + lowest(kinds));
}
const notDropped = (s: Position, piece: number): boolean => !(s.itemTouched[piece]! & 1) && itemDroppable(s, piece);
function putKnights(s: Position, bits: number, actor: number): void {
  for (; bits; bits &= bits - 1) put(s, A.KNIGHT + ((lowest(bits) - actor * 3 + 12) % 12));
}
/** Pairs of resources a seat can hand over; without gold at the market; `alike`: two of one kind only. */
function putPairs(s: Position, seat: number, last: number, alike: boolean): void {
  const at = seat * 4;
  for (let p = 0; p < 10; p++) {
    const a = PAIR_FIRST[p]!;
    const b = PAIR_SECOND[p]!;
    if (b > last || (alike && a !== b)) continue;
    if (a === b ? s.resources[at + a]! >= 2 : s.resources[at + a]! >= 1 && s.resources[at + b]! >= 1)
      put(s, A.PAIR + p);
  }
}

function menu(s: Position, seat: number): void {
  const d = seat * 3;
  if (s.tables.airef) {
    for (let v = 0; v < 3; v++) if (s.dice[d + v] !== 0 && canSpendDie(s, seat, v + 1)) put(s, A.DIE + v);
  } else if ((s.dice[d] !== 0 || s.dice[d + 1] !== 0 || s.dice[d + 2] !== 0) && canSpend(s, seat)) {
    if (s.dice[d] !== 0) put(s, A.DIE);
    if (s.dice[d + 1] !== 0) put(s, A.DIE + 1);
    if (s.dice[d + 2] !== 0) put(s, A.DIE + 2);
  }
  for (let op = 0; op < 6; op++) if (canHandle(s, seat, op)) put(s, A.ITEMOP + op);
  if (canOffer(s, seat)) put(s, A.MENU);
  const followers = followersOf(s, seat);
  if (followers !== 0) {
    if (followers & (1 << D.BEGGAR) && s.resources[seat * 4 + 3]! > 0) put(s, A.MENU + 1);
    if (dismissable(followers) !== 0) put(s, A.MENU + 2);
  }
  const conceding = s.options.conceding;
  if (conceding !== 'off' && (conceding === 'any' || knightCount(s, seat) === 0)) put(s, A.MENU + 3);
  put(s, A.DONE);
}

function cardOption(s: Position, card: number, seat: number): void {
  switch (card) {
    case D.EVENT_MARKET_DAY:
    case D.EVENT_CURSE:
    case D.TREASURE_STONE:
      put(s, A.YES);
      put(s, A.NO);
      break;
    case D.ENCOUNTER_DOG:
      if (s.resources[seat * 4]! >= 2) put(s, A.YES);
      put(s, A.NO);
      break;
    case D.EVENT_BLESSING:
      put(s, A.OPT);
      put(s, A.OPT + 1);
      break;
    case D.EVENT_TRIAL:
      if (totalResources(s, seat) > 0) put(s, A.OPT);
      if (canTake(s, seat)) put(s, A.OPT + 1);
      break;
    case D.TREASURE_SHIELD:
      put(s, A.OPT);
      if (s.resources[seat * 4 + 2]! >= 2) put(s, A.OPT + 1);
      break;
    default:
      // The staff: take it, sell it, leave it.
      if (s.fame[seat]! >= 2) put(s, A.OPT);
      if (s.resources[seat * 4]! >= 2) put(s, A.OPT + 1);
      put(s, A.OPT + 2);
  }
}

/** Writes the legal actions of the pending prompt into the position; how many. */
export function listActions(s: Position): number {
  const g = s.g;
  const seat = g[S.ACTOR]!;
  const knight = g[S.FOCUS_KNIGHT]!;
  const tile = g[S.FOCUS_TILE]!;
  const turn = seat * 64;
  const before = g[S.COUNT]!;
  g[S.COUNT] = 0;
  switch (g[S.PROMPT]) {
    case S.P_ROLL: {
      const most = mostExtra(s, seat);
      for (let i = 0; i <= most; i++) put(s, A.DICE + i);
      break;
    }
    case S.P_MENU:
      menu(s, seat);
      break;
    case S.P_UNIT:
      for (let i = 0; i < 3; i++) {
        const k = seat * 3 + i;
        if (!ready(s, k)) continue;
        if (s.tables.airef ? canMoveBy(s, k, seat, g[S.DIE]!) : canMove(s, k, seat)) put(s, A.UNIT + i);
        if (canShoot(s, k, seat)) put(s, A.BOW + i);
      }
      if (s.boatZone[seat * 2] !== S.ABSENT) put(s, A.UNIT + 3);
      if (s.boatZone[seat * 2 + 1] !== S.ABSENT) put(s, A.UNIT + 4);
      break;
    case S.P_DEST: {
      const found = reach(s, knight, seat, steps(s, knight, g[S.DIE]!));
      for (let i = 0; i < found; i++) put(s, A.TILE + TO_RELATIVE[turn + s.scratch![i]!]!);
      if (offers(s, knight, tile)) put(s, A.TILE + TO_RELATIVE[turn + tile]!);
      break;
    }
    case S.P_BOWTARGET:
      for (let i = tile * 4; i < tile * 4 + 4; i++) {
        const t = NEIGHBOURS[i]!;
        if (t !== NONE && shootable(s, t, seat)) put(s, A.TILE + TO_RELATIVE[turn + t]!);
      }
      break;
    case S.P_BOATZONE: {
      const b = boat(s);
      for (let z = 0; z < 4; z++) if (canSail(s, b, z, g[S.DIE]!)) put(s, A.ZONE + ((z - seat) & 3));
      break;
    }
    case S.P_PASSENGER: {
      const start = s.boatZone[boat(s)]!;
      const goal = g[S.BOAT_TARGET]!;
      for (let i = 0; i < 3; i++) if (carriable(s, seat * 3 + i, start, goal, g[S.DIE]!)) put(s, A.UNIT + i);
      if (start !== goal) put(s, A.DONE);
      break;
    }
    case S.P_BOATDROP: {
      const goal = g[S.BOAT_TARGET]!;
      if (s.tables.airef) {
        const zones = routeDrops(s, g[S.PASSENGER]!, s.boatZone[boat(s)]!, goal, g[S.DIE]!);
        for (let i = 0; i < 28; i++)
          if (zones & (1 << ((i / 7) | 0)) && droppable(s, g[S.PASSENGER]!, COAST[i]!, seat))
            put(s, A.TILE + TO_RELATIVE[turn + COAST[i]!]!);
        break;
      }
      for (let i = goal * 7; i < goal * 7 + 7; i++)
        if (droppable(s, g[S.PASSENGER]!, COAST[i]!, seat)) put(s, A.TILE + TO_RELATIVE[turn + COAST[i]!]!);
      break;
    }
    case S.P_BLOCK:
    case S.P_SUPPORT:
    case S.P_ANSWER:
      put(s, A.YES);
      put(s, A.NO);
      break;
    case S.P_FIGHT:
      put(s, A.FIGHT);
      put(s, A.FIGHT + 1);
      break;
    case S.P_FLEETILE: {
      if (toShelter(s)) {
        for (let t = 0; t < 64; t++) if (isShelter(s, t, seat)) put(s, A.TILE + TO_RELATIVE[turn + t]!);
        break;
      }
      const nearest = refugeDistance(s, tile, seat);
      for (let t = 0; t < 64; t++)
        if (DISTANCE[tile * 64 + t] === nearest && isRefuge(s, t, seat)) put(s, A.TILE + TO_RELATIVE[turn + t]!);
      break;
    }
    case S.P_SIDE:
      put(s, A.SIDE);
      put(s, A.SIDE + 1);
      put(s, A.DONE);
      break;
    case S.P_BONUS:
      for (let b = 0; b < 6; b++) if (canBonus(s, s.fight[S.FIGHT_SIDE]!, b)) put(s, A.BONUS + b);
      put(s, A.DONE);
      break;
    case S.P_SACRIFICE:
      putFollowers(s, s.followerBits[knight]!);
      break;
    case S.P_LOSE:
      putOwned(s, seat);
      if (s.tables.airef && s.fame[seat]! > 0) put(s, A.DONE);
      break;
    case S.P_HANDOVER:
      putOwned(s, seat);
      putItems(s, knight, stealable);
      break;
    case S.P_LOOT:
      putOwned(s, (knight / 3) | 0);
      putItems(s, knight, stealable);
      if (mayDeclineLoot(s)) put(s, A.DONE);
      break;
    case S.P_OVERFLOW:
      putItems(s, knight, itemDroppable);
      break;
    case S.P_TILEACT:
      tileActs(s, seat, tile);
      break;
    case S.P_GET:
      for (let r = 0; r < 4; r++) if (receivable(s, r)) put(s, A.RES + r);
      break;
    case S.P_STACK:
      for (let i = 0; i < 3; i++) if (s.stackTaken[i] === 0) put(s, A.STACK + i);
      break;
    case S.P_CARDOPT:
      cardOption(s, g[S.CARD]!, seat);
      break;
    case S.P_CARDPLAYER:
      for (let p = 0; p < 4; p++) {
        if (g[S.CARD]! < 0) {
          if (!(titleCandidates(s) & (1 << p))) continue;
        } else {
          if (s.concededOrder[p] !== 0) continue;
          if (g[S.CARD] !== D.EVENT_PESTS) {
            if (p === seat) continue;
            if (g[S.CARD_OPTION] === 1 && totalResources(s, p) === 0) continue;
          }
        }
        put(s, A.PLAYER + ((p - seat) & 3));
      }
      break;
    case S.P_CARDRES:
      if (g[S.CARD] === D.EVENT_CROWS) for (let r = 0; r < 3; r++) put(s, A.RES + r);
      else putOwned(s, g[S.CARD_OPTION] === 0 ? seat : s.g[S.CARD_PLAYER]!);
      break;
    case S.P_CARDKNIGHT:
      if (g[S.CARD]! >= 0) putKnights(s, swapTargets(s, g[S.CARD_KNIGHT]!), seat);
      else {
        putKnights(s, beggarTakers(s, knight, tile), seat);
        put(s, A.DONE);
      }
      break;
    case S.P_CARDTILE:
      for (let t = 0; t < 64; t++)
        if (s.owner[t] !== 0 && (g[S.CARD] === D.ENCOUNTER_MONK ? convertible(s, t, seat) : raidable(s, t, seat)))
          put(s, A.TILE + TO_RELATIVE[turn + t]!);
      if (g[S.CARD] === D.ENCOUNTER_MONK) put(s, A.DONE);
      break;
    case S.P_CARDZONE:
      for (let z = 0; z < 4; z++) put(s, A.ZONE + z);
      break;
    case S.P_SEAREPLY: {
      put(s, A.DONE);
      if (s.fame[seat]! < 1) break;
      const zone = s.boatZone[g[S.CARD_BOAT]!]!;
      put(s, A.ZONE + ((zone + 1 - seat) & 3));
      put(s, A.ZONE + ((zone + 3 - seat) & 3));
      break;
    }
    case S.P_MARKETDAY:
      for (let i = 0; i < 3; i++) if (s.knightTile[seat * 3 + i] !== S.ABSENT) put(s, A.UNIT + i);
      if (s.resources[seat * 4 + 3]! > 0) put(s, A.YES);
      break;
    case S.P_ONEFORONE:
      for (let r = 0; r < 4; r++) if (givable(s, seat, r)) put(s, A.RES + r);
      put(s, A.DONE);
      break;
    case S.P_ROOM:
      putFollowers(s, dismissable(s.followerBits[knight]!));
      put(s, A.DONE);
      break;
    case S.P_HARVEST:
      if (s.tables.airef && g[S.POWER] === 0) {
        if (canHarvest(s, seat)) for (let v = 0; v < 3; v++) if (s.dice[seat * 3 + v]! > 0) put(s, A.DIE + v);
        for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) put(s, A.BUILD + b);
        put(s, A.DONE);
        break;
      }
      for (let t = 0; t < 64; t++) if (s.harvestBy[t] === seat + 1) put(s, A.TILE + TO_RELATIVE[turn + t]!);
      break;
    case S.P_USE:
      if (canUse(s, seat, 0)) put(s, A.USE);
      if (canUse(s, seat, 1)) put(s, A.USE + 1);
      if (canSell(s, seat)) putPairs(s, seat, 2, false);
      put(s, A.DONE);
      break;
    case S.P_BUILD:
      for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) put(s, A.BUILD + b);
      put(s, A.DONE);
      break;
    case S.P_ITEMPICK:
      if (g[S.ITEM_OPERATION]! >= 3) putItems(s, knight, notDropped);
      else {
        let kinds = 0;
        for (let piece = 0; piece < D.PIECES; piece++)
          if (s.itemPlace[piece] === S.ON_TILE + tile && pieceOnTile(s, tile, s.itemKind[piece]!) >= 0)
            kinds |= 1 << s.itemKind[piece]!;
        putKinds(s, kinds);
      }
      break;
    case S.P_DISMISS:
      putFollowers(s, dismissable(followersOf(s, seat)));
      break;
    case S.P_OFFER:
      if (g[S.PARTNER]! < 0) {
        for (let i = 1; i < 4; i++) if (s.concededOrder[(seat + i) & 3] === 0) put(s, A.PLAYER + i);
      } else if (g[S.GIVE]! < 0) putOwned(s, seat);
      else {
        for (let r = 0; r < 4; r++) if (r !== g[S.GIVE] && s.resources[g[S.PARTNER]! * 4 + r]! > 0) put(s, A.RES + r);
        put(s, A.DONE);
      }
      break;
    case S.P_DECK: {
      const at = (D.KIND_TIER[s.kind[tile]!]! - 1) * D.PILES;
      for (let i = 0; i < D.PILES; i++) if (s.pileSize[at + i]! > 0) put(s, A.DECK + i);
      break;
    }
    default:
  }
  // Nothing of an earlier list may stay behind it: equal positions are equal bytes.
  const count = g[S.COUNT]!;
  s.legalActions.fill(0, count, before);
  return count;
}

function tileActs(s: Position, seat: number, tile: number): void {
  const tried = s.frames[s.top() + 4]! & S.ARRIVED_SWORD_TRIED;
  for (let act = 0; act < 5; act++) if (canAct(s, tile, seat, act)) put(s, A.TILEACT + act);
  if (s.sword[tile] === 1 && !tried) put(s, A.TILEACT + 5);
  if (s.kind[tile] === D.KIND_TRADER) {
    if (s.g[S.MARKET_DAY] === 1) {
      for (let r = 0; r < 4; r++) if (givable(s, seat, r)) put(s, A.RES + r);
    } else putPairs(s, seat, 3, s.tables.airef);
    for (let k = 0; k < D.TRADER_KINDS; k++)
      if (s.traderStock[k]! > 0 && s.tables.itemCost[k]! <= s.resources[seat * 4 + 3]!) put(s, A.ITEM + k);
  }
  put(s, A.DONE);
}
