/** The human's turn: moving, the main actions, what follows from them, free actions. Legality is in masks.ts. */
import * as D from '../data.js';
import { DISTANCE, ENTERED, leg, PORT, REGION_OF } from '../geometry.js';
import type { Chance, Position } from '../state.js';
import * as S from '../state.js';
import {
  called,
  closeGaps,
  gain,
  needed,
  payInfluence,
  setOwner,
  spoils,
  takeCrewCard,
  takeFromRow,
  takeToken,
} from './goods.js';
import { ATTACK_FAILED, BRAGGED, decision, EVENT_DONE, reached, TOWN_USED } from './landmarks.js';
import { buyTokens } from './rival.js';

// --- moving -------------------------------------------------------------------------------------------------------

/** Whether sailing there costs the toll of close quarters (decision 6). */
export function tollDue(s: Position, to: number): boolean {
  const { g, options } = s;
  if (!options.closeQuarters) return false;
  const region = g[S.REGION]!;
  const from = g[S.SHIP]!;
  const due =
    options.tollOn === 'path'
      ? ((ENTERED[leg(g[S.HOME_QUADRANT]!, from, to)]! >> region) & 1) === 1
      : REGION_OF[to] === region && REGION_OF[from] !== region;
  return due && s.ability[D.AB_NO_TOLL] === 0;
}

/** Crew to exhaust for the distance; more than 8 where it is too far. */
export function extraCrew(s: Position, to: number): number {
  const n = s.tables.numbers;
  const distance = DISTANCE[leg(s.g[S.HOME_QUADRANT]!, s.g[S.SHIP]!, to)]!;
  if (distance > n.maxSpeed) return 99;
  return Math.max(0, distance - Math.min(n.maxSpeed, n.baseSpeed + s.ability[D.AB_SPEED]!));
}

/** Chooses the home port: the ship starts there. */
export function settle(s: Position, quadrant: number): void {
  s.g[S.HOME_QUADRANT] = quadrant;
  s.g[S.SHIP] = PORT;
  s.g[S.STAGE] = S.STAGE_MOVE;
}

/** Sets sail: toll, speed, then arrival. */
export function setSail(s: Position, to: number): void {
  const { g } = s;
  g[S.LAST_ATTACK] = 0;
  g[S.TARGET] = to + 1;
  g[S.EXTRA] = extraCrew(s, to);
  if (g[S.EXTRA]! > 0) decision(5);
  if (to === g[S.SHIP]) decision(22);
  if (tollDue(s, to)) {
    decision(6);
    g[S.H_COINS]! -= s.tables.numbers.tollCoins;
    g[S.A_COINS]! += s.tables.numbers.tollCoins;
    buyTokens(s);
    g[S.PROMPT] = S.P_TOLL;
  } else sailOn(s);
}

/** The next crew member for speed, or arrival. */
export function sailOn(s: Position): void {
  const { g } = s;
  if (g[S.EXTRA]! > 0) {
    g[S.PROMPT] = S.P_SPEED;
    return;
  }
  g[S.SHIP] = g[S.TARGET]! - 1;
  g[S.TARGET] = 0;
  g[S.STAGE] = S.STAGE_MAIN;
  proceed(s);
}

/** What is asked next: whatever the last action left to do, then the turn's own prompt. */
export function proceed(s: Position): void {
  const { g } = s;
  if (g[S.WORKING] !== 0) g[S.PROMPT] = S.P_WORK;
  else if (g[S.TO_SELL] !== 0) g[S.PROMPT] = S.P_SELL;
  else if (g[S.TO_BUILD] !== 0) g[S.PROMPT] = S.P_BUILD;
  else if (g[S.TO_HIRE] !== 0) g[S.PROMPT] = S.P_HIRE;
  else if (g[S.TO_BRAG] !== 0) g[S.PROMPT] = S.P_BRAG;
  else g[S.PROMPT] = g[S.STAGE] === S.STAGE_MOVE ? S.P_MOVE : g[S.STAGE] === S.STAGE_MAIN ? S.P_MAIN : S.P_POST;
}

// --- towns --------------------------------------------------------------------------------------------------------

/** Coins for visiting the town at a position. */
export function visitPrice(s: Position, at: number): number {
  const owner = s.owner[at]!;
  if (owner === S.HUMAN) return 0;
  if (owner === S.RIVAL) return spoils(s, at);
  return Math.max(0, s.tables.townFee[s.townAt[at]!]! + s.ability[D.AB_FEE]!);
}

export function visit(s: Position): void {
  const { g } = s;
  const at = g[S.SHIP]!;
  const price = visitPrice(s, at);
  g[S.H_COINS]! -= price;
  if (s.owner[at] === S.RIVAL) {
    decision(19);
    g[S.A_COINS]! += price;
    buyTokens(s);
  } else g[S.TREASURE]! += price;
  townAction(s, s.townAt[at]!);
}

/** The action of a town: gains at once, the rest is asked for. */
function townAction(s: Position, town: number): void {
  const { g, tables } = s;
  reached(TOWN_USED + town);
  for (let what = 0; what < D.GAINS; what++) {
    const n = tables.townGain[town * D.GAINS + what]!;
    if (n === 0) continue;
    const more = s.ability[what]!;
    if (more !== 0) decision(33);
    gain(s, S.H, what, n + more);
  }
  g[S.WORKING] = tables.townBonus[town] === 255 ? 0 : tables.townBonus[town]! + 1;
  g[S.TO_SELL] = tables.townSell[town]!;
  g[S.TO_BUILD] = tables.townBuild[town]!;
  g[S.BUILD_DISCOUNT] = tables.townDiscount[town]!;
  g[S.TO_HIRE] = tables.townHire[town]!;
  g[S.TO_BRAG] = tables.townBrag[town]!;
}

/** Cubes that befriending the town here costs before crew is used. */
export function friendPrice(s: Position): number {
  return Math.max(1, needed(s, s.g[S.SHIP]!, S.RIVAL) + s.ability[D.AB_BEFRIEND_COST]!);
}

export function befriend(s: Position): void {
  s.g[S.COST] = friendPrice(s);
  s.g[S.PROMPT] = S.P_ADMIN;
}

/** Exhausts a member for its administer symbols. */
export function administer(s: Position, place: number): void {
  const { g } = s;
  s.exhausted[place] = 1;
  const most = s.tables.numbers.maxAdminister;
  g[S.USED] = Math.min(most, g[S.USED]! + s.tables.crewAdminister[s.crew[place]!]!);
}

/** Cubes still to pay, at least one. */
export const friendCost = (s: Position): number => Math.max(1, s.g[S.COST]! - s.g[S.USED]!);

export function payFriend(s: Position): void {
  payInfluence(s, S.H, friendCost(s));
  s.g[S.COST] = 0;
  s.g[S.USED] = 0;
  capture(s);
}

/** The town here becomes the human's, who gains its spoils and uses its action once for free. */
function capture(s: Position): void {
  const { g } = s;
  const at = g[S.SHIP]!;
  if (s.owner[at] === S.RIVAL) decision(7);
  setOwner(s, at, S.HUMAN);
  g[S.H_COINS]! += spoils(s, at) + s.ability[D.AB_CAPTURE_COINS]!;
  townAction(s, s.townAt[at]!);
}

/** Rolls a die for each card committed; the highest dice are the serpents'. Always draws ten. */
export function fight(s: Position, chance: Chance): void {
  const { g } = s;
  const n = s.tables.numbers;
  const serpents = g[S.SERPENTS_IN]!;
  const dice = g[S.PIRATES_IN]! + serpents;
  const faces = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 10; i++) {
    const face = chance.draw(S.S_ATTACK, 6);
    if (i < dice) faces[face]!++;
  }
  let strength = s.ability[D.AB_ATTACK]!;
  let left = serpents;
  for (let face = 5; face >= 0; face--) {
    const bySerpents = Math.min(left, faces[face]!);
    left -= bySerpents;
    strength += bySerpents * n.serpentDie[face]! + (faces[face]! - bySerpents) * n.pirateDie[face]!;
  }
  g[S.H_PIRATE]! -= g[S.PIRATES_IN]!;
  g[S.H_SERPENT]! -= serpents;
  g[S.PIRATES_IN] = 0;
  g[S.SERPENTS_IN] = 0;
  g[S.LAST_ATTACK] = strength + 1;
  if (strength >= needed(s, g[S.SHIP]!, S.RIVAL)) capture(s);
  else {
    decision(8);
    reached(ATTACK_FAILED);
  }
}

// --- events, treasure, rest ---------------------------------------------------------------------------------------

/** The open event of a pile, EMPTY when there is none. */
export const openEvent = (s: Position, pile: number): number => {
  const left = s.g[S.EVENTS_LEFT + pile]!;
  return left === 0 ? S.EMPTY : s.events[pile * S.EVENT_PILE + left - 1]!;
};

/** Pays the goods of an event; its symbols are asked for. */
export function startEvent(s: Position, pile: number): void {
  const { g, tables } = s;
  const event = openEvent(s, pile);
  for (let good = 0; good < D.GOODS; good++) g[S.H + good]! -= tables.eventPay[event * D.GOODS + good]!;
  g[S.PILE] = pile + 1;
  g[S.NEED_ADMINISTER] = tables.eventAdminister[event]!;
  g[S.NEED_WORK] = tables.eventWork[event]!;
  eventOn(s);
}

/** Exhausts a member for all its symbols. */
export function workEvent(s: Position, place: number): void {
  const { g, tables } = s;
  s.exhausted[place] = 1;
  const member = s.crew[place]!;
  g[S.NEED_ADMINISTER] = Math.max(0, g[S.NEED_ADMINISTER]! - tables.crewAdminister[member]!);
  g[S.NEED_WORK] = Math.max(0, g[S.NEED_WORK]! - tables.crewWork[member]!);
  eventOn(s);
}

/** The next symbol, or the reward and the next card of the pile. */
function eventOn(s: Position): void {
  const { g, tables } = s;
  if (g[S.NEED_ADMINISTER]! + g[S.NEED_WORK]! > 0) {
    g[S.PROMPT] = S.P_EVX;
    return;
  }
  const pile = g[S.PILE]! - 1;
  const event = openEvent(s, pile);
  reached(EVENT_DONE + event);
  s.events[pile * S.EVENT_PILE + --g[S.EVENTS_LEFT + pile]!] = S.EMPTY;
  g[S.PILE] = 0;
  for (let what = 0; what < D.GAINS; what++) {
    const n = tables.eventGain[event * D.GAINS + what]!;
    if (n > 0) gain(s, S.H, what, n);
  }
  g[S.H_COINS]! += s.ability[D.AB_EVENT_COINS]!;
  g[S.TO_BRAG]! += tables.eventBrag[event]!;
  proceed(s);
}

export function huntTreasure(s: Position): void {
  s.g[S.H_COINS]! += s.g[S.TREASURE]!;
  s.g[S.TREASURE] = 0;
}

export function rest(s: Position): void {
  s.exhausted.fill(0);
  s.g[S.H_COINS]! += s.ability[D.AB_REST_COINS]!;
}

export function goHome(s: Position): void {
  s.exhausted.fill(0);
  s.g[S.TO_BUILD] = 1;
  s.g[S.BUILD_DISCOUNT] = 0;
}

// --- what follows -------------------------------------------------------------------------------------------------

/** Exhausts a member for the work bonus of the town. */
export function work(s: Position, place: number): void {
  const { g } = s;
  s.exhausted[place] = 1;
  gain(s, S.H, g[S.WORKING]! - 1, s.tables.crewWork[s.crew[place]!]!);
}

/** Coins for one good sold. */
export const sellPrice = (s: Position): number => s.tables.numbers.sellPrice + s.ability[D.AB_SELL]!;

export function sell(s: Position, good: number): void {
  const { g } = s;
  g[S.H + good]!--;
  g[S.H_COINS]! += sellPrice(s);
  g[S.TO_SELL]!--;
}

/** Coins that the building in a slot costs before wood is used (decision 34). */
export function buildPrice(s: Position, slot: number): number {
  const printed = s.tables.buildingCost[s.row[slot]!]!;
  return Math.max(0, printed - s.g[S.BUILD_DISCOUNT]! + s.ability[D.AB_BUILD_COST]!);
}

export function chooseBuilding(s: Position, slot: number): void {
  const { g } = s;
  g[S.COST] = buildPrice(s, slot);
  g[S.SLOT] = slot + 1;
  if (g[S.COST]! > g[S.H_COINS]!) decision(34);
  g[S.PROMPT] = S.P_WOOD;
}

export function useWood(s: Position): void {
  const { g } = s;
  g[S.H_WOOD]!--;
  g[S.USED]!++;
  g[S.COST] = Math.max(0, g[S.COST]! - s.tables.numbers.woodDiscount);
}

/** Pays, takes the card, has its effect. */
export function payBuilding(s: Position): void {
  const { g, tables } = s;
  const slot = g[S.SLOT]! - 1;
  g[S.H_COINS]! -= g[S.COST]!;
  if (s.options.booksSpent) {
    if (tables.numbers.bookTokens[slot]! > 0) decision(25);
    g[S.H_BOOK]! -= tables.numbers.bookTokens[slot]!;
  }
  g[S.COST] = 0;
  g[S.USED] = 0;
  g[S.SLOT] = 0;
  g[S.TO_BUILD]!--;
  if (g[S.TO_BUILD] === 0) g[S.BUILD_DISCOUNT] = 0;
  const id = takeFromRow(s, slot, S.H);
  closeGaps(s);
  const amount = tables.buildingAmount[id]!;
  const ability = tables.buildingAbility[id]!;
  const now = tables.buildingNow[id]!;
  if (ability !== 255) s.ability[ability]! += amount;
  if (now === D.NOW_CREW) g[S.TO_HIRE]! += amount;
  else if (now === D.NOW_BRAG) g[S.TO_BRAG]! += amount;
  else if (now !== 255) gain(s, S.H, now, amount);
}

/** Leaves off building. */
export function noBuilding(s: Position): void {
  s.g[S.TO_BUILD] = 0;
  s.g[S.BUILD_DISCOUNT] = 0;
}

export function hire(s: Position, place: number): void {
  s.crew[s.g[S.H_CREW]!++] = takeCrewCard(s, place);
  s.g[S.TO_HIRE]!--;
}

/** Compares what the card calls for; the rival counts two at least. The card goes under its pile. */
export function brag(s: Position, pile: number): void {
  const { g } = s;
  const n = s.tables.numbers;
  const first = pile * S.REPUTATION_PILE;
  const card = s.reputation[first]!;
  const resource = s.tables.reputationResource[card]!;
  reached(BRAGGED + resource);
  const own = called(s, S.H, resource);
  const other = Math.max(n.bragMinimum, called(s, S.A, resource));
  let renown = own > other ? n.bragLead : own === other ? n.bragTie : own > 0 ? n.bragTrail : 0;
  const rival = own > other ? (other > 0 ? n.bragTrail : 0) : own === other ? n.bragTie : n.bragLead;
  if (renown > 0 && s.ability[D.AB_BRAG] !== 0) {
    decision(32);
    renown += s.ability[D.AB_BRAG]!;
  }
  g[S.H_RENOWN]! += renown;
  g[S.A_RENOWN]! += rival;
  g[S.TO_BRAG]!--;
  for (let i = 1; i < S.REPUTATION_PILE; i++) s.reputation[first + i - 1] = s.reputation[first + i]!;
  s.reputation[first + S.REPUTATION_PILE - 1] = card;
  if (g[S.UNDER + pile]! < S.REPUTATION_PILE - 1) g[S.UNDER + pile]!++;
}

export function eat(s: Position, place: number): void {
  s.g[S.H_FISH]!--;
  s.exhausted[place] = 0;
}

/** Buys the open renown token. */
export function buyToken(s: Position): void {
  const { g } = s;
  g[S.H_COINS]! -= s.tables.numbers.tokenCost;
  g[S.TOKEN_BOUGHT] = 1;
  const id = takeToken(s, S.H);
  g[S.TO_HIRE]! += s.tables.tokenCrew[id]!;
}
