/** The legal actions of each prompt, written as a list into the position. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { COAST, DISTANCE, NEIGHBOURS, NONE, TO_RELATIVE } from '../geometry.js';
import { knightCount, lowest, totalResources } from '../read.js';
import * as S from '../state.js';
import { P, PAIR_FIRST, PAIR_SECOND, type Position } from '../state.js';
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
  s.legalActions[s.count++] = action;
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
  const seat = s.actor;
  const knight = s.focusKnight;
  const tile = s.focusTile;
  const turn = seat * 64;
  const before = s.count;
  s.count = 0;
  switch (s.prompt) {
    case P.ROLL: {
      const most = mostExtra(s, seat);
      for (let i = 0; i <= most; i++) put(s, A.DICE + i);
      break;
    }
    case P.MENU:
      menu(s, seat);
      break;
    case P.UNIT:
      for (let i = 0; i < 3; i++) {
        const k = seat * 3 + i;
        if (!ready(s, k)) continue;
        if (s.tables.airef ? canMoveBy(s, k, seat, s.die) : canMove(s, k, seat)) put(s, A.UNIT + i);
        if (canShoot(s, k, seat)) put(s, A.BOW + i);
      }
      if (s.boatZone[seat * 2] !== S.ABSENT) put(s, A.UNIT + 3);
      if (s.boatZone[seat * 2 + 1] !== S.ABSENT) put(s, A.UNIT + 4);
      break;
    case P.DEST: {
      const found = reach(s, knight, seat, steps(s, knight, s.die));
      for (let i = 0; i < found; i++) put(s, A.TILE + TO_RELATIVE[turn + s.scratch![i]!]!);
      if (offers(s, knight, tile)) put(s, A.TILE + TO_RELATIVE[turn + tile]!);
      break;
    }
    case P.BOWTARGET:
      for (let i = tile * 4; i < tile * 4 + 4; i++) {
        const t = NEIGHBOURS[i]!;
        if (t !== NONE && shootable(s, t, seat)) put(s, A.TILE + TO_RELATIVE[turn + t]!);
      }
      break;
    case P.BOATZONE: {
      const b = boat(s);
      for (let z = 0; z < 4; z++) if (canSail(s, b, z, s.die)) put(s, A.ZONE + ((z - seat) & 3));
      break;
    }
    case P.PASSENGER: {
      const start = s.boatZone[boat(s)]!;
      const goal = s.boatTarget;
      for (let i = 0; i < 3; i++) if (carriable(s, seat * 3 + i, start, goal, s.die)) put(s, A.UNIT + i);
      if (start !== goal) put(s, A.DONE);
      break;
    }
    case P.BOATDROP: {
      const goal = s.boatTarget;
      if (s.tables.airef) {
        const zones = routeDrops(s, s.passenger, s.boatZone[boat(s)]!, goal, s.die);
        for (let i = 0; i < 28; i++)
          if (zones & (1 << ((i / 7) | 0)) && droppable(s, s.passenger, COAST[i]!, seat))
            put(s, A.TILE + TO_RELATIVE[turn + COAST[i]!]!);
        break;
      }
      for (let i = goal * 7; i < goal * 7 + 7; i++)
        if (droppable(s, s.passenger, COAST[i]!, seat)) put(s, A.TILE + TO_RELATIVE[turn + COAST[i]!]!);
      break;
    }
    case P.BLOCK:
    case P.SUPPORT:
    case P.ANSWER:
      put(s, A.YES);
      put(s, A.NO);
      break;
    case P.FIGHT:
      put(s, A.FIGHT);
      put(s, A.FIGHT + 1);
      break;
    case P.FLEETILE: {
      if (toShelter(s)) {
        for (let t = 0; t < 64; t++) if (isShelter(s, t, seat)) put(s, A.TILE + TO_RELATIVE[turn + t]!);
        break;
      }
      const nearest = refugeDistance(s, tile, seat);
      for (let t = 0; t < 64; t++)
        if (DISTANCE[tile * 64 + t] === nearest && isRefuge(s, t, seat)) put(s, A.TILE + TO_RELATIVE[turn + t]!);
      break;
    }
    case P.SIDE:
      put(s, A.SIDE);
      put(s, A.SIDE + 1);
      put(s, A.DONE);
      break;
    case P.BONUS:
      for (let b = 0; b < 6; b++) if (canBonus(s, s.fightSide, b)) put(s, A.BONUS + b);
      put(s, A.DONE);
      break;
    case P.SACRIFICE:
      putFollowers(s, s.followerBits[knight]!);
      break;
    case P.LOSE:
      putOwned(s, seat);
      if (s.tables.airef && s.fame[seat]! > 0) put(s, A.DONE);
      break;
    case P.HANDOVER:
      putOwned(s, seat);
      putItems(s, knight, stealable);
      break;
    case P.LOOT:
      putOwned(s, (knight / 3) | 0);
      putItems(s, knight, stealable);
      if (mayDeclineLoot(s)) put(s, A.DONE);
      break;
    case P.OVERFLOW:
      putItems(s, knight, itemDroppable);
      break;
    case P.TILEACT:
      tileActs(s, seat, tile);
      break;
    case P.GET:
      for (let r = 0; r < 4; r++) if (receivable(s, r)) put(s, A.RES + r);
      break;
    case P.STACK:
      for (let i = 0; i < 3; i++) if (s.stackTaken[i] === 0) put(s, A.STACK + i);
      break;
    case P.CARDOPT:
      cardOption(s, s.card, seat);
      break;
    case P.CARDPLAYER:
      for (let p = 0; p < 4; p++) {
        if (s.card < 0) {
          if (!(titleCandidates(s) & (1 << p))) continue;
        } else {
          if (s.concededOrder[p] !== 0) continue;
          if (s.card !== D.EVENT_PESTS) {
            if (p === seat) continue;
            if (s.cardOption === 1 && totalResources(s, p) === 0) continue;
          }
        }
        put(s, A.PLAYER + ((p - seat) & 3));
      }
      break;
    case P.CARDRES:
      if (s.card === D.EVENT_CROWS) for (let r = 0; r < 3; r++) put(s, A.RES + r);
      else putOwned(s, s.cardOption === 0 ? seat : s.cardPlayer);
      break;
    case P.CARDKNIGHT:
      if (s.card >= 0) putKnights(s, swapTargets(s, s.cardKnight), seat);
      else {
        putKnights(s, beggarTakers(s, knight, tile), seat);
        put(s, A.DONE);
      }
      break;
    case P.CARDTILE:
      for (let t = 0; t < 64; t++)
        if (s.owner[t] !== 0 && (s.card === D.ENCOUNTER_MONK ? convertible(s, t, seat) : raidable(s, t, seat)))
          put(s, A.TILE + TO_RELATIVE[turn + t]!);
      if (s.card === D.ENCOUNTER_MONK) put(s, A.DONE);
      break;
    case P.CARDZONE:
      for (let z = 0; z < 4; z++) put(s, A.ZONE + z);
      break;
    case P.SEAREPLY: {
      put(s, A.DONE);
      if (s.fame[seat]! < 1) break;
      const zone = s.boatZone[s.cardBoat]!;
      put(s, A.ZONE + ((zone + 1 - seat) & 3));
      put(s, A.ZONE + ((zone + 3 - seat) & 3));
      break;
    }
    case P.MARKETDAY:
      for (let i = 0; i < 3; i++) if (s.knightTile[seat * 3 + i] !== S.ABSENT) put(s, A.UNIT + i);
      if (s.resources[seat * 4 + 3]! > 0) put(s, A.YES);
      break;
    case P.ONEFORONE:
      for (let r = 0; r < 4; r++) if (givable(s, seat, r)) put(s, A.RES + r);
      put(s, A.DONE);
      break;
    case P.ROOM:
      putFollowers(s, dismissable(s.followerBits[knight]!));
      put(s, A.DONE);
      break;
    case P.HARVEST:
      if (s.tables.airef && s.power === 0) {
        if (canHarvest(s, seat)) for (let v = 0; v < 3; v++) if (s.dice[seat * 3 + v]! > 0) put(s, A.DIE + v);
        for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) put(s, A.BUILD + b);
        put(s, A.DONE);
        break;
      }
      for (let t = 0; t < 64; t++) if (s.harvestBy[t] === seat + 1) put(s, A.TILE + TO_RELATIVE[turn + t]!);
      break;
    case P.USE:
      if (canUse(s, seat, 0)) put(s, A.USE);
      if (canUse(s, seat, 1)) put(s, A.USE + 1);
      if (canSell(s, seat)) putPairs(s, seat, 2, false);
      put(s, A.DONE);
      break;
    case P.BUILD:
      for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) put(s, A.BUILD + b);
      put(s, A.DONE);
      break;
    case P.ITEMPICK:
      if (s.itemOperation >= 3) putItems(s, knight, notDropped);
      else {
        let kinds = 0;
        for (let piece = 0; piece < D.PIECES; piece++)
          if (s.itemPlace[piece] === S.ON_TILE + tile && pieceOnTile(s, tile, s.itemKind[piece]!) >= 0)
            kinds |= 1 << s.itemKind[piece]!;
        putKinds(s, kinds);
      }
      break;
    case P.DISMISS:
      putFollowers(s, dismissable(followersOf(s, seat)));
      break;
    case P.OFFER:
      if (s.partner < 0) {
        for (let i = 1; i < 4; i++) if (s.concededOrder[(seat + i) & 3] === 0) put(s, A.PLAYER + i);
      } else if (s.give < 0) putOwned(s, seat);
      else {
        for (let r = 0; r < 4; r++) if (r !== s.give && s.resources[s.partner * 4 + r]! > 0) put(s, A.RES + r);
        put(s, A.DONE);
      }
      break;
    case P.DECK: {
      const at = (D.KIND_TIER[s.kind[tile]!]! - 1) * D.PILES;
      for (let i = 0; i < D.PILES; i++) if (s.pileSize[at + i]! > 0) put(s, A.DECK + i);
      break;
    }
    default:
  }
  // Nothing of an earlier list may stay behind it: equal positions are equal bytes.
  const count = s.count;
  s.legalActions.fill(0, count, before);
  return count;
}

function tileActs(s: Position, seat: number, tile: number): void {
  const tried = s.frames[s.top() + 4]! & S.ARRIVED_SWORD_TRIED;
  for (let act = 0; act < 5; act++) if (canAct(s, tile, seat, act)) put(s, A.TILEACT + act);
  if (s.sword[tile] === 1 && !tried) put(s, A.TILEACT + 5);
  if (s.kind[tile] === D.KIND_TRADER) {
    if (s.marketDay) {
      for (let r = 0; r < 4; r++) if (givable(s, seat, r)) put(s, A.RES + r);
    } else putPairs(s, seat, 3, s.tables.airef);
    for (let k = 0; k < D.TRADER_KINDS; k++)
      if (s.traderStock[k]! > 0 && s.tables.itemCost[k]! <= s.resources[seat * 4 + 3]!) put(s, A.ITEM + k);
  }
  put(s, A.DONE);
}
