/** Daybreak: income, pay, building and recruiting, token rolls. Rulebook, Daybreak; decisions 3, 4, 32, 35, 37. */
import type { Chance } from '../../../chance.js';
import {
  BUILD_CAMP,
  BUILD_RAMPARTS,
  BUILD_TIER,
  END,
  FOUND,
  HERO,
  RECRUIT_HERO,
  RECRUIT_MERC,
  RECRUIT_MERCS,
  TILE,
} from '../actions.js';
import { TOKEN_ITEM, TOKEN_RESOURCE } from '../data.js';
import * as S from '../state.js';
import { NOWHERE, type Position, TILES } from '../state.js';
import { canFound, unoccupied } from './board.js';
import { becomeMayor, die, settle, stand } from './deaths.js';
import { tenth } from './dice.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { ask } from './masks.js';
import { seatAt } from './order.js';

/** Answers PLACE_CITY: a capital. */
export function placeCapital(s: Position, action: number): void {
  const { setup } = s.tables;
  const seat = s.actor;
  const t = action - TILE;
  s.cityOwner[t] = seat + 1;
  s.tier[t] = setup.capitalTier;
  s.ramparts[t] = setup.capitalRamparts;
  s.camp[t] = setup.capitalCamp ? 1 : 0;
  s.cities[seat]!++;
  s.refresh(t);
  s.pos++;
}

/** Income of one seat. */
export function income(s: Position, seat: number): number {
  const { setup } = s.tables;
  let coins = s.mines[seat]! * setup.mineIncome;
  for (let t = 0; t < TILES; t++)
    if (s.cityOwner[t] === seat + 1) {
      if (s.besieged[t] === 1) reached(L.NO_INCOME);
      else coins += setup.cityIncome + s.tables.tierReward[s.tier[t]!]!;
    }
  return coins;
}

/** Step A for all seats. */
export function payIncome(s: Position): void {
  for (let seat = 0; seat < s.players; seat++) if (s.out[seat] === 0) s.treasury[seat]! += income(s, seat);
}

/**
 * Step B for one seat: a coin a hero. While the treasury is too small for all, the first hero with a purse pays itself;
 * who cannot be paid then dies. True when the player must choose whom to keep.
 */
export function payHeroes(s: Position, seat: number): boolean {
  const first = seat * 2;
  let owed = inPlay(s, first) + inPlay(s, first + 1);
  let paysItself = 0;
  for (let hero = first; hero < first + 2; hero++)
    if (inPlay(s, hero) && s.treasury[seat]! < owed && s.purse[hero]! > 0) {
      reached(L.PAYS_ITSELF);
      s.purse[hero]!--;
      paysItself |= 1 << (hero - first);
      owed--;
    }
  if (s.treasury[seat]! >= owed) {
    s.treasury[seat]! -= owed;
    return false;
  }
  if (owed === 2 && s.treasury[seat] === 1) {
    reached(L.DISMISSAL);
    ask(s, S.P.DISMISS, seat);
    return true;
  }
  for (let hero = first; hero < first + 2; hero++)
    if (inPlay(s, hero) && ((paysItself >> (hero - first)) & 1) === 0) unpaid(s, hero);
  settle(s, seat);
  return false;
}

/** 1 for a hero in play. */
function inPlay(s: Position, hero: number): number {
  return s.heroTile[hero] === NOWHERE ? 0 : 1;
}

function unpaid(s: Position, hero: number): void {
  reached(L.UNPAID);
  die(s, hero, s.mercs[hero]! > 0);
}

/** Answers DISMISS: this hero dies, the other one gets the coin. */
export function dismiss(s: Position, action: number): void {
  const seat = s.actor;
  unpaid(s, seat * 2 + action - HERO);
  s.treasury[seat]!--;
  s.pos++;
}

/** Step C, founding: goes on to the next hero that may found; true when a decision was opened. */
export function nextFounding(s: Position, seat: number): boolean {
  for (; s.cursor < 2; s.cursor++) {
    const hero = seat * 2 + s.cursor;
    if (!canFound(s, hero)) continue;
    s.hand = hero;
    ask(s, S.P.FOUND, seat);
    return true;
  }
  return false;
}

/** Answers FOUND. */
export function chooseFound(s: Position, action: number): void {
  if (action === FOUND) {
    reached(L.BUILT_TIER);
    becomeMayor(s, s.hand);
  }
  s.hand = -1;
  s.cursor++;
}

/** Step C, cities: goes on to the next own city that is not under siege; true when a decision was opened. */
export function nextCity(s: Position, seat: number): boolean {
  for (; s.cursor < 2 + TILES; s.cursor++, s.built = false) {
    const t = s.cursor - 2;
    if (s.cityOwner[t] !== seat + 1 || s.besieged[t] === 1) continue;
    if (s.founded[t] === 1) s.built = true;
    ask(s, S.P.BUILD, seat);
    return true;
  }
  return false;
}

/** Answers BUILD. */
export function chooseBuild(s: Position, action: number): void {
  const { tables } = s;
  const seat = s.actor;
  const t = s.cursor - 2;
  switch (action) {
    case END:
      s.cursor++;
      s.built = false;
      return;
    case BUILD_TIER:
      s.tier[t]!++;
      s.treasury[seat]! -= tables.tierCost[s.tier[t]!]!;
      reached(L.BUILT_TIER + s.tier[t]! - 1);
      s.built = true;
      return;
    case BUILD_RAMPARTS:
      s.ramparts[t]!++;
      s.treasury[seat]! -= tables.rampartCost[s.ramparts[t]!]!;
      reached(L.BUILT_RAMPARTS + s.ramparts[t]! - 1);
      s.built = true;
      return;
    case BUILD_CAMP:
      s.camp[t] = 1;
      s.treasury[seat]! -= tables.cities.campCost;
      reached(L.BUILT_CAMP);
      s.built = true;
      return;
    case RECRUIT_HERO:
      reached(L.RECRUITED);
      s.treasury[seat]! -= tables.cities.heroCost;
      stand(s, s.heroTile[seat * 2] === NOWHERE ? seat * 2 : seat * 2 + 1, t);
      return;
    case RECRUIT_MERC:
    case RECRUIT_MERCS: {
      const n = action === RECRUIT_MERC ? 1 : 5;
      reached(L.RECRUITED + 1);
      s.treasury[seat]! -= n * tables.cities.mercenaryCost;
      s.cityMercs[t]! += n;
    }
  }
}

/** After step C: siege marks are lifted (decision 30). */
export function liftSieges(s: Position): void {
  s.besieged.fill(0);
  s.founded.fill(0);
}

/** Step D: goes on to the next seat whose roll places a token; true when a decision was opened. */
export function nextToken(s: Position, chance: Chance): boolean {
  const { tables } = s;
  for (; s.pos < s.players; s.pos++) {
    const seat = seatAt(s, s.pos);
    if (s.out[seat] === 1) continue;
    const stream = S.streamOf(S.FOR.tokens, seat);
    if (tenth(chance, stream) * 10 < tables.setup.tokenRollMin) continue;
    const type = tables.tokenType[chance.draw(stream, tables.tokenType.length)]!;
    if (!anyFreeTile(s)) continue;
    s.token = type;
    ask(s, S.P.PLACE_TOKEN, seat);
    return true;
  }
  return false;
}

function anyFreeTile(s: Position): boolean {
  for (let t = 0; t < TILES; t++) if (unoccupied(s, t)) return true;
  return false;
}

/** Answers PLACE_TOKEN. */
export function placeToken(s: Position, action: number): void {
  if (action === END) reached(L.TOKEN_DECLINED);
  else {
    reached(L.TOKEN_PLACED);
    const t = action - TILE;
    if (s.token === TOKEN_RESOURCE) s.resource[t]!++;
    else if (s.token === TOKEN_ITEM) s.item[t]!++;
    else s.monster[t]!++;
    s.refresh(t);
  }
  s.token = 0;
  s.pos++;
}
