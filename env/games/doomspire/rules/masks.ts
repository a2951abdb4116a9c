/** The legal actions of each prompt, written as a list into the position. */
import {
  BONUS,
  BOW,
  BUILD,
  DECK,
  DICE,
  DIE as DIE_ACTION,
  DONE,
  FIGHT,
  FOLLOWER,
  ITEM,
  ITEMOP,
  KNIGHT,
  MENU,
  NO,
  OPT,
  PAIR,
  PAIR_FIRST,
  PAIR_SECOND,
  PLAYER,
  RES,
  SIDE,
  STACK,
  TILE,
  TILEACT,
  UNIT,
  USE,
  YES,
  ZONE,
} from '../actions.js';
import {
  BEGGAR,
  ENCOUNTER_DOG,
  ENCOUNTER_MONK,
  EVENT_BLESSING,
  EVENT_CROWS,
  EVENT_CURSE,
  EVENT_MARKET_DAY,
  EVENT_PESTS,
  EVENT_TRIAL,
  KIND_TIER,
  KIND_TRADER,
  PIECES,
  PILES,
  TRADER_KINDS,
  TREASURE_SHIELD,
  TREASURE_STONE,
} from '../data.js';
import { COAST, DISTANCE, NEIGHBOURS, NONE, TO_RELATIVE } from '../geometry.js';
import { knightCount, lowest, totalResources } from '../read.js';
import {
  ABSENT,
  ACTOR,
  ARRIVED_SWORD_TRIED,
  BOAT_TARGET,
  CARD,
  CARD_BOAT,
  CARD_KNIGHT,
  CARD_OPTION,
  CARD_PLAYER,
  COUNT,
  DIE,
  FIGHT_SIDE,
  FOCUS_KNIGHT,
  FOCUS_TILE,
  GIVE,
  ITEM_OPERATION,
  MARKET_DAY,
  ON_TILE,
  P_ANSWER,
  P_BLOCK,
  P_BOATDROP,
  P_BOATZONE,
  P_BONUS,
  P_BOWTARGET,
  P_BUILD,
  P_CARDKNIGHT,
  P_CARDOPT,
  P_CARDPLAYER,
  P_CARDRES,
  P_CARDTILE,
  P_CARDZONE,
  P_DECK,
  P_DEST,
  P_DISMISS,
  P_FIGHT,
  P_FLEETILE,
  P_GET,
  P_HANDOVER,
  P_HARVEST,
  P_ITEMPICK,
  P_LOOT,
  P_LOSE,
  P_MARKETDAY,
  P_MENU,
  P_OFFER,
  P_ONEFORONE,
  P_OVERFLOW,
  P_PASSENGER,
  P_ROLL,
  P_ROOM,
  P_SACRIFICE,
  P_SEAREPLY,
  P_SIDE,
  P_STACK,
  P_SUPPORT,
  P_TILEACT,
  P_UNIT,
  P_USE,
  PARTNER,
  PASSENGER,
  POWER,
  type Position,
  PROMPT,
} from '../state.js';
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
  s.legalActions[s.g[COUNT]!++] = action;
};
/** Resources of a seat as RES actions. */
function putOwned(s: Position, seat: number): void {
  for (let r = 0; r < 4; r++) if (s.resources[seat * 4 + r]! > 0) put(s, RES + r);
}
function putFollowers(s: Position, bits: number): void {
  for (; bits; bits &= bits - 1) put(s, FOLLOWER + lowest(bits));
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
  for (; kinds; kinds &= kinds - 1) put(s, ITEM + lowest(kinds));
}
const notDropped = (s: Position, piece: number): boolean => !(s.itemTouched[piece]! & 1) && itemDroppable(s, piece);
function putKnights(s: Position, bits: number, actor: number): void {
  for (; bits; bits &= bits - 1) put(s, KNIGHT + ((lowest(bits) - actor * 3 + 12) % 12));
}
/** Pairs of resources a seat can hand over; without gold at the market; `alike`: two of one kind only. */
function putPairs(s: Position, seat: number, last: number, alike: boolean): void {
  const at = seat * 4;
  for (let p = 0; p < 10; p++) {
    const a = PAIR_FIRST[p]!;
    const b = PAIR_SECOND[p]!;
    if (b > last || (alike && a !== b)) continue;
    if (a === b ? s.resources[at + a]! >= 2 : s.resources[at + a]! >= 1 && s.resources[at + b]! >= 1) put(s, PAIR + p);
  }
}

function menu(s: Position, seat: number): void {
  const d = seat * 3;
  if (s.tables.airef) {
    for (let v = 0; v < 3; v++) if (s.dice[d + v] !== 0 && canSpendDie(s, seat, v + 1)) put(s, DIE_ACTION + v);
  } else if ((s.dice[d] !== 0 || s.dice[d + 1] !== 0 || s.dice[d + 2] !== 0) && canSpend(s, seat)) {
    if (s.dice[d] !== 0) put(s, DIE_ACTION);
    if (s.dice[d + 1] !== 0) put(s, DIE_ACTION + 1);
    if (s.dice[d + 2] !== 0) put(s, DIE_ACTION + 2);
  }
  for (let op = 0; op < 6; op++) if (canHandle(s, seat, op)) put(s, ITEMOP + op);
  if (canOffer(s, seat)) put(s, MENU);
  const followers = followersOf(s, seat);
  if (followers !== 0) {
    if (followers & (1 << BEGGAR) && s.resources[seat * 4 + 3]! > 0) put(s, MENU + 1);
    if (dismissable(followers) !== 0) put(s, MENU + 2);
  }
  const conceding = s.options.conceding;
  if (conceding !== 'off' && (conceding === 'any' || knightCount(s, seat) === 0)) put(s, MENU + 3);
  put(s, DONE);
}

function cardOption(s: Position, card: number, seat: number): void {
  switch (card) {
    case EVENT_MARKET_DAY:
    case EVENT_CURSE:
    case TREASURE_STONE:
      put(s, YES);
      put(s, NO);
      break;
    case ENCOUNTER_DOG:
      if (s.resources[seat * 4]! >= 2) put(s, YES);
      put(s, NO);
      break;
    case EVENT_BLESSING:
      put(s, OPT);
      put(s, OPT + 1);
      break;
    case EVENT_TRIAL:
      if (totalResources(s, seat) > 0) put(s, OPT);
      if (canTake(s, seat)) put(s, OPT + 1);
      break;
    case TREASURE_SHIELD:
      put(s, OPT);
      if (s.resources[seat * 4 + 2]! >= 2) put(s, OPT + 1);
      break;
    default:
      // The staff: take it, sell it, leave it.
      if (s.fame[seat]! >= 2) put(s, OPT);
      if (s.resources[seat * 4]! >= 2) put(s, OPT + 1);
      put(s, OPT + 2);
  }
}

/** Writes the legal actions of the pending prompt into the position; how many. */
export function listActions(s: Position): number {
  const g = s.g;
  const seat = g[ACTOR]!;
  const knight = g[FOCUS_KNIGHT]!;
  const tile = g[FOCUS_TILE]!;
  const turn = seat * 64;
  const before = g[COUNT]!;
  g[COUNT] = 0;
  switch (g[PROMPT]) {
    case P_ROLL: {
      const most = mostExtra(s, seat);
      for (let i = 0; i <= most; i++) put(s, DICE + i);
      break;
    }
    case P_MENU:
      menu(s, seat);
      break;
    case P_UNIT:
      for (let i = 0; i < 3; i++) {
        const k = seat * 3 + i;
        if (!ready(s, k)) continue;
        if (s.tables.airef ? canMoveBy(s, k, seat, g[DIE]!) : canMove(s, k, seat)) put(s, UNIT + i);
        if (canShoot(s, k, seat)) put(s, BOW + i);
      }
      if (s.boatZone[seat * 2] !== ABSENT) put(s, UNIT + 3);
      if (s.boatZone[seat * 2 + 1] !== ABSENT) put(s, UNIT + 4);
      break;
    case P_DEST: {
      const found = reach(s, knight, seat, steps(s, knight, g[DIE]!));
      for (let i = 0; i < found; i++) put(s, TILE + TO_RELATIVE[turn + s.scratch![i]!]!);
      if (offers(s, knight, tile)) put(s, TILE + TO_RELATIVE[turn + tile]!);
      break;
    }
    case P_BOWTARGET:
      for (let i = tile * 4; i < tile * 4 + 4; i++) {
        const t = NEIGHBOURS[i]!;
        if (t !== NONE && shootable(s, t, seat)) put(s, TILE + TO_RELATIVE[turn + t]!);
      }
      break;
    case P_BOATZONE: {
      const b = boat(s);
      for (let z = 0; z < 4; z++) if (canSail(s, b, z, g[DIE]!)) put(s, ZONE + ((z - seat) & 3));
      break;
    }
    case P_PASSENGER: {
      const start = s.boatZone[boat(s)]!;
      const goal = g[BOAT_TARGET]!;
      for (let i = 0; i < 3; i++) if (carriable(s, seat * 3 + i, start, goal, g[DIE]!)) put(s, UNIT + i);
      if (start !== goal) put(s, DONE);
      break;
    }
    case P_BOATDROP: {
      const goal = g[BOAT_TARGET]!;
      if (s.tables.airef) {
        const zones = routeDrops(s, g[PASSENGER]!, s.boatZone[boat(s)]!, goal, g[DIE]!);
        for (let i = 0; i < 28; i++)
          if (zones & (1 << ((i / 7) | 0)) && droppable(s, g[PASSENGER]!, COAST[i]!, seat))
            put(s, TILE + TO_RELATIVE[turn + COAST[i]!]!);
        break;
      }
      for (let i = goal * 7; i < goal * 7 + 7; i++)
        if (droppable(s, g[PASSENGER]!, COAST[i]!, seat)) put(s, TILE + TO_RELATIVE[turn + COAST[i]!]!);
      break;
    }
    case P_BLOCK:
    case P_SUPPORT:
    case P_ANSWER:
      put(s, YES);
      put(s, NO);
      break;
    case P_FIGHT:
      put(s, FIGHT);
      put(s, FIGHT + 1);
      break;
    case P_FLEETILE: {
      if (toShelter(s)) {
        for (let t = 0; t < 64; t++) if (isShelter(s, t, seat)) put(s, TILE + TO_RELATIVE[turn + t]!);
        break;
      }
      const nearest = refugeDistance(s, tile, seat);
      for (let t = 0; t < 64; t++)
        if (DISTANCE[tile * 64 + t] === nearest && isRefuge(s, t, seat)) put(s, TILE + TO_RELATIVE[turn + t]!);
      break;
    }
    case P_SIDE:
      put(s, SIDE);
      put(s, SIDE + 1);
      put(s, DONE);
      break;
    case P_BONUS:
      for (let b = 0; b < 6; b++) if (canBonus(s, s.fight[FIGHT_SIDE]!, b)) put(s, BONUS + b);
      put(s, DONE);
      break;
    case P_SACRIFICE:
      putFollowers(s, s.followerBits[knight]!);
      break;
    case P_LOSE:
      putOwned(s, seat);
      if (s.tables.airef && s.fame[seat]! > 0) put(s, DONE);
      break;
    case P_HANDOVER:
      putOwned(s, seat);
      putItems(s, knight, stealable);
      break;
    case P_LOOT:
      putOwned(s, (knight / 3) | 0);
      putItems(s, knight, stealable);
      if (mayDeclineLoot(s)) put(s, DONE);
      break;
    case P_OVERFLOW:
      putItems(s, knight, itemDroppable);
      break;
    case P_TILEACT:
      tileActs(s, seat, tile);
      break;
    case P_GET:
      for (let r = 0; r < 4; r++) if (receivable(s, r)) put(s, RES + r);
      break;
    case P_STACK:
      for (let i = 0; i < 3; i++) if (s.stackTaken[i] === 0) put(s, STACK + i);
      break;
    case P_CARDOPT:
      cardOption(s, g[CARD]!, seat);
      break;
    case P_CARDPLAYER:
      for (let p = 0; p < 4; p++) {
        if (g[CARD]! < 0) {
          if (!(titleCandidates(s) & (1 << p))) continue;
        } else {
          if (s.concededOrder[p] !== 0) continue;
          if (g[CARD] !== EVENT_PESTS) {
            if (p === seat) continue;
            if (g[CARD_OPTION] === 1 && totalResources(s, p) === 0) continue;
          }
        }
        put(s, PLAYER + ((p - seat) & 3));
      }
      break;
    case P_CARDRES:
      if (g[CARD] === EVENT_CROWS) for (let r = 0; r < 3; r++) put(s, RES + r);
      else putOwned(s, g[CARD_OPTION] === 0 ? seat : s.g[CARD_PLAYER]!);
      break;
    case P_CARDKNIGHT:
      if (g[CARD]! >= 0) putKnights(s, swapTargets(s, g[CARD_KNIGHT]!), seat);
      else {
        putKnights(s, beggarTakers(s, knight, tile), seat);
        put(s, DONE);
      }
      break;
    case P_CARDTILE:
      for (let t = 0; t < 64; t++)
        if (s.owner[t] !== 0 && (g[CARD] === ENCOUNTER_MONK ? convertible(s, t, seat) : raidable(s, t, seat)))
          put(s, TILE + TO_RELATIVE[turn + t]!);
      if (g[CARD] === ENCOUNTER_MONK) put(s, DONE);
      break;
    case P_CARDZONE:
      for (let z = 0; z < 4; z++) put(s, ZONE + z);
      break;
    case P_SEAREPLY: {
      put(s, DONE);
      if (s.fame[seat]! < 1) break;
      const zone = s.boatZone[g[CARD_BOAT]!]!;
      put(s, ZONE + ((zone + 1 - seat) & 3));
      put(s, ZONE + ((zone + 3 - seat) & 3));
      break;
    }
    case P_MARKETDAY:
      for (let i = 0; i < 3; i++) if (s.knightTile[seat * 3 + i] !== ABSENT) put(s, UNIT + i);
      if (s.resources[seat * 4 + 3]! > 0) put(s, YES);
      break;
    case P_ONEFORONE:
      for (let r = 0; r < 4; r++) if (givable(s, seat, r)) put(s, RES + r);
      put(s, DONE);
      break;
    case P_ROOM:
      putFollowers(s, dismissable(s.followerBits[knight]!));
      put(s, DONE);
      break;
    case P_HARVEST:
      if (s.tables.airef && g[POWER] === 0) {
        if (canHarvest(s, seat)) for (let v = 0; v < 3; v++) if (s.dice[seat * 3 + v]! > 0) put(s, DIE_ACTION + v);
        for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) put(s, BUILD + b);
        put(s, DONE);
        break;
      }
      for (let t = 0; t < 64; t++) if (s.harvestBy[t] === seat + 1) put(s, TILE + TO_RELATIVE[turn + t]!);
      break;
    case P_USE:
      if (canUse(s, seat, 0)) put(s, USE);
      if (canUse(s, seat, 1)) put(s, USE + 1);
      if (canSell(s, seat)) putPairs(s, seat, 2, false);
      put(s, DONE);
      break;
    case P_BUILD:
      for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) put(s, BUILD + b);
      put(s, DONE);
      break;
    case P_ITEMPICK:
      if (g[ITEM_OPERATION]! >= 3) putItems(s, knight, notDropped);
      else {
        let kinds = 0;
        for (let piece = 0; piece < PIECES; piece++)
          if (s.itemPlace[piece] === ON_TILE + tile && pieceOnTile(s, tile, s.itemKind[piece]!) >= 0)
            kinds |= 1 << s.itemKind[piece]!;
        putKinds(s, kinds);
      }
      break;
    case P_DISMISS:
      putFollowers(s, dismissable(followersOf(s, seat)));
      break;
    case P_OFFER:
      if (g[PARTNER]! < 0) {
        for (let i = 1; i < 4; i++) if (s.concededOrder[(seat + i) & 3] === 0) put(s, PLAYER + i);
      } else if (g[GIVE]! < 0) putOwned(s, seat);
      else {
        for (let r = 0; r < 4; r++) if (r !== g[GIVE] && s.resources[g[PARTNER]! * 4 + r]! > 0) put(s, RES + r);
        put(s, DONE);
      }
      break;
    case P_DECK: {
      const at = (KIND_TIER[s.kind[tile]!]! - 1) * PILES;
      for (let i = 0; i < PILES; i++) if (s.pileSize[at + i]! > 0) put(s, DECK + i);
      break;
    }
    default:
  }
  // Nothing of an earlier list may stay behind it: equal positions are equal bytes.
  const count = g[COUNT]!;
  s.legalActions.fill(0, count, before);
  return count;
}

function tileActs(s: Position, seat: number, tile: number): void {
  const tried = s.frames[s.top() + 4]! & ARRIVED_SWORD_TRIED;
  for (let act = 0; act < 5; act++) if (canAct(s, tile, seat, act)) put(s, TILEACT + act);
  if (s.sword[tile] === 1 && !tried) put(s, TILEACT + 5);
  if (s.kind[tile] === KIND_TRADER) {
    if (s.g[MARKET_DAY] === 1) {
      for (let r = 0; r < 4; r++) if (givable(s, seat, r)) put(s, RES + r);
    } else putPairs(s, seat, 3, s.tables.airef);
    for (let k = 0; k < TRADER_KINDS; k++)
      if (s.traderStock[k]! > 0 && s.tables.itemCost[k]! <= s.resources[seat * 4 + 3]!) put(s, ITEM + k);
  }
  put(s, DONE);
}
