/** The legal actions of the pending decision, listed when it is opened. */
import {
  ARMORY_EQUIP,
  ARMORY_STORE,
  BRIBE_ONE,
  BUILD_CAMP,
  BUILD_RAMPARTS,
  BUILD_TIER,
  CAPTURE,
  COINS_IN,
  COINS_OUT,
  END,
  ENGAGE,
  FOUND,
  HERO,
  LEAVE,
  PICK_ITEM,
  PICK_RESOURCE,
  RECRUIT_HERO,
  RECRUIT_MERC,
  RECRUIT_MERCS,
  RETREAT,
  ROLL,
  SPLIT,
  SQUAD,
  TAKE,
  TILE,
} from '../actions.js';
import { RAMPART_LEVELS, TIERS } from '../data.js';
import * as S from '../state.js';
import { NOWHERE, type Position, TILES } from '../state.js';
import { besiegeable, canAct, NEIGHBOUR, unoccupied } from './board.js';
import { bestLevel, hasItems } from './items.js';
import { splitDiffers } from './split.js';

/** Opens a decision of a seat. */
export function ask(s: Position, prompt: number, seat: number): void {
  s.prompt = prompt;
  s.actor = seat;
  listActions(s);
}

/** Lists the legal actions of the pending decision anew. */
export function listActions(s: Position): void {
  s.count = 0;
  if (s.over) return;
  const seat = s.actor;
  switch (s.prompt) {
    case S.P.PLACE_CITY:
      listFreeTiles(s);
      return;
    case S.P.PLACE_TOKEN:
      listFreeTiles(s);
      if (s.options.tokenMayDecline) add(s, END);
      return;
    case S.P.DISMISS:
      add(s, HERO);
      add(s, HERO + 1);
      return;
    case S.P.FOUND:
      add(s, END);
      add(s, FOUND);
      return;
    case S.P.BUILD:
      listBuilds(s, seat, s.cursor - 2);
      return;
    case S.P.SELECT_HERO:
      add(s, END);
      for (let i = 0; i < 2; i++) if (canAct(s, seat * 2 + i)) add(s, HERO + i);
      return;
    case S.P.ROLL:
      listSieges(s, s.hand);
      add(s, ROLL);
      return;
    case S.P.MOVE:
      listMove(s, s.hand);
      return;
    case S.P.BRIBE:
      add(s, END);
      if (s.bribeLeft > 0 && s.purse[s.hand]! >= s.tables.encounters.bribeCost) add(s, BRIBE_ONE);
      return;
    case S.P.SPLIT: {
      const n = splitMercs(s);
      for (let template = 0; template < 7; template++) if (splitDiffers(n, template)) add(s, SPLIT + template);
      return;
    }
    case S.P.TARGET:
      for (let i = 0; i < S.SQUADS; i++) if (s.defence[i]! > 0) add(s, SQUAD + i);
      add(s, RETREAT);
      return;
    case S.P.SACRIFICE:
      for (let i = 0; i < S.SQUADS; i++) if (s.attack[i]! > 0) add(s, SQUAD + i);
      return;
  }
}

function add(s: Position, action: number): void {
  s.legalActions[s.count++] = action;
}

function listFreeTiles(s: Position): void {
  for (let t = 0; t < TILES; t++) if (unoccupied(s, t)) add(s, TILE + t);
}

/** Mercenaries of the side that is to split. */
export function splitMercs(s: Position): number {
  if (s.battle === S.BATTLE.attacker) return s.mercs[s.hand]!;
  const hero = s.foeHero;
  const own = hero < 0 ? 0 : s.mercs[hero]!;
  return s.foe === S.FOE.city ? own + s.cityMercs[s.heroTile[s.hand]!]! : own;
}

function listBuilds(s: Position, seat: number, t: number): void {
  const { tables } = s;
  const coins = s.treasury[seat]!;
  add(s, END);
  if (!s.built) {
    const tier = s.tier[t]!;
    if (tier < TIERS && coins >= tables.tierCost[tier + 1]!) add(s, BUILD_TIER);
    const level = s.ramparts[t]! + 1;
    if (level <= RAMPART_LEVELS && tier >= tables.rampartNeeds[level]! && coins >= tables.rampartCost[level]!)
      add(s, BUILD_RAMPARTS);
    if (s.camp[t] === 0 && coins >= tables.cities.campCost) add(s, BUILD_CAMP);
  }
  if (
    s.heroAt[t] === 0 &&
    coins >= tables.cities.heroCost &&
    (s.heroTile[seat * 2] === NOWHERE || s.heroTile[seat * 2 + 1] === NOWHERE)
  )
    add(s, RECRUIT_HERO);
  if (s.camp[t] === 1 && coins >= tables.cities.mercenaryCost) {
    add(s, RECRUIT_MERC);
    if (coins >= 5 * tables.cities.mercenaryCost) add(s, RECRUIT_MERCS);
  }
}

function listSieges(s: Position, hero: number): void {
  const t = s.heroTile[hero]!;
  for (let k = t * 4; k < t * 4 + 4; k++) if (besiegeable(s, NEIGHBOUR[k]!, hero >> 1)) add(s, TILE + NEIGHBOUR[k]!);
}

function listMove(s: Position, hero: number): void {
  const seat = hero >> 1;
  const t = s.heroTile[hero]!;
  const points = s.movement[hero]!;
  s.cost.fill(0);
  add(s, END);
  if (s.cityOwner[t] === seat + 1 && s.garrisonLeft > 0) listGarrison(s, hero, t);
  if (s.monster[t] !== 0) {
    if (points >= 1) add(s, ENGAGE);
    return;
  }
  const clear = s.item[t] === 0 && s.resource[t] === 0;
  const mine = s.mine[t]!;
  if (mine !== 0 && mine !== seat + S.OWN_MINE && clear && (points >= 1 || s.covered[hero] === 1)) add(s, CAPTURE);
  if (points === 0) return;
  if (s.item[t] !== 0) add(s, PICK_ITEM);
  if (s.resource[t] !== 0) add(s, PICK_RESOURCE);
  listDestinations(s, seat, t, points);
  if (points >= s.tables.cities.siegeMovement) listSieges(s, hero);
}

function listGarrison(s: Position, hero: number, t: number): void {
  const there = s.cityMercs[t]!;
  const here = s.mercs[hero]!;
  const coins = s.treasury[hero >> 1]!;
  if (there > 0) {
    add(s, TAKE);
    add(s, TAKE + 2);
    if (there >= 5) add(s, TAKE + 1);
  }
  if (here > 0) {
    add(s, LEAVE);
    add(s, LEAVE + 2);
    if (here >= 5) add(s, LEAVE + 1);
  }
  for (let type = 0; type < 3; type++)
    if (bestLevel(s.armory, t, type) > bestLevel(s.items, hero, type)) {
      add(s, ARMORY_EQUIP);
      break;
    }
  if (hasItems(s.items, hero)) add(s, ARMORY_STORE);
  if (s.purse[hero]! > 0) add(s, COINS_IN);
  if (coins > 0) {
    add(s, COINS_OUT + 1);
    if (coins >= 5) add(s, COINS_OUT);
  }
}

/** Breadth first over the tiles this seat can pass; what it cannot pass may be the last step (decisions 7-9). */
function listDestinations(s: Position, seat: number, from: number, points: number): void {
  const { blocked, cost, legalActions: list } = s;
  const bit = 1 << seat;
  // What is listed is the queue too: tiles are actions.
  let head = s.count;
  for (let t = from, next = 1; next <= points; next = cost[t]! + 1) {
    for (let k = t * 4; k < t * 4 + 4; k++) {
      const n = NEIGHBOUR[k]!;
      if (n === NOWHERE || cost[n] !== 0 || n === from) continue;
      const passable = (blocked[n]! & bit) === 0;
      const stages = passable ? 1 : stagesOn(s, n, seat);
      const price = next + stages - 1;
      if (stages === 0 || price > points) continue;
      cost[n] = price;
      add(s, TILE + n);
    }
    while (head < s.count && (blocked[list[head]!]! & bit) !== 0) head++;
    if (head === s.count) return;
    t = list[head++]!;
  }
}

/** Compulsory stages on a blocked tile: monsters one by one, then hero or city; 0 where it cannot be entered. */
function stagesOn(s: Position, t: number, seat: number): number {
  const hero = s.heroAt[t]! - 1;
  if (hero >= 0 && hero >> 1 === seat) return 0;
  const owner = s.cityOwner[t]! - 1;
  const foreign = owner >= 0 && owner !== seat;
  if (foreign && s.ramparts[t] !== 0) return 0;
  return s.monster[t]! + (foreign || hero >= 0 ? 1 : 0);
}
