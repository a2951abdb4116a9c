/**
 * What things cost, what they would give, what may be done: the one home of what rules, texts, observation and bots must
 * agree on. Nothing here changes a position.
 */
import * as D from '../data.js';
import { DISTANCE, ENTERED, leg, REGION_OF } from '../geometry.js';
import type { Position } from '../state.js';
import * as S from '../state.js';

// --- sailing --------------------------------------------------------------------------------------------------------

/** Whether sailing there costs the toll of close quarters (decision 6). */
export function tollDue(s: Position, to: number): boolean {
  const { options, region, ship } = s;
  if (!options.closeQuarters) return false;
  const due =
    options.tollOn === 'path'
      ? ((ENTERED[leg(s.home, ship, to)]! >> region) & 1) === 1
      : REGION_OF[to] === region && REGION_OF[ship] !== region;
  return due && s.ability.noToll === 0;
}

/** Steps that the ship sails without rowers. */
export const shipSpeed = (s: Position): number =>
  Math.min(s.tables.numbers.maxSpeed, s.tables.numbers.baseSpeed + s.ability.speed);

/** Crew to exhaust where no ship sails: more than there can be. */
export const TOO_FAR = 99;

/** Crew to exhaust for the distance; `TOO_FAR` beyond what any ship sails. @param speed of the ship, for loops to ask once */
export function extraCrew(s: Position, to: number, speed = shipSpeed(s)): number {
  const distance = DISTANCE[leg(s.home, s.ship, to)]!;
  return distance > s.tables.numbers.maxSpeed ? TOO_FAR : Math.max(0, distance - speed);
}

// --- crew -----------------------------------------------------------------------------------------------------------

/** Symbols of the ready crew. @param symbols of each member: `tables.crewAdminister`, `tables.crewWork` */
export function ready(s: Position, symbols: Uint8Array): number {
  const { crew, exhausted } = s;
  const aboard = s.human.crew;
  let sum = 0;
  for (let i = 0; i < aboard; i++) if (exhausted[i] === 0) sum += symbols[crew[i]!]!;
  return sum;
}

/** Ready members. */
export function readyCrew(s: Position): number {
  const { exhausted } = s;
  const aboard = s.human.crew;
  let sum = 0;
  for (let i = 0; i < aboard; i++) if (exhausted[i] === 0) sum++;
  return sum;
}

/** Administer symbols that befriending may use. */
export const helpers = (s: Position): number =>
  Math.min(s.tables.numbers.maxAdminister, ready(s, s.tables.crewAdminister));

// --- cubes, towns ---------------------------------------------------------------------------------------------------

/** Cubes a side could still place: 20 less those on the track, on towns and fixed ones. @param side HUMAN or RIVAL */
export function freeCubes(s: Position, side: number): number {
  const { cubes, humanFixedCubes, aiFixedCubes } = s.tables.numbers;
  const { influence, towns } = s.of(side);
  return cubes - (side === S.HUMAN ? humanFixedCubes : aiFixedCubes) - influence - towns;
}

/** Printed value of the town at a position, with the surcharge where its owner is `other`. */
export function needed(s: Position, at: number, other: number): number {
  const value = s.tables.townValue[s.townAt[at]!]!;
  return s.owner[at] === other ? value + s.tables.numbers.surcharge : value;
}

/** Coins for capturing the town at a position: its banner value, or what the table says (decision 23). */
export const spoils = (s: Position, at: number): number =>
  (s.options.spoils === 'banner' ? s.tables.townValue : s.tables.townSpoils)[s.townAt[at]!]!;

/** Coins for visiting the town at a position. */
export function visitPrice(s: Position, at: number): number {
  const owner = s.owner[at]!;
  if (owner === S.HUMAN) return 0;
  if (owner === S.RIVAL) return spoils(s, at);
  return Math.max(0, s.tables.townFee[s.townAt[at]!]! + s.ability.fee);
}

/** Cubes that befriending the town at a position costs before crew is used. */
export const friendPrice = (s: Position, at: number): number =>
  Math.max(1, needed(s, at, S.RIVAL) + s.ability['befriend.cost']);

/** Cubes still to pay for the town being befriended, at least one. */
export const friendCost = (s: Position): number => Math.max(1, s.cost - s.used);

/** Whether there is a town of this banner at a position that the human could take. */
const isOther = (s: Position, at: number, red: number): boolean =>
  s.owner[at] !== S.HUMAN && s.tables.townRed[s.townAt[at]!] === red;

/** Whether the blue town at a position can be befriended from there. */
export function mayBefriend(s: Position, at: number): boolean {
  const cubes = s.human.influence;
  return isOther(s, at, 0) && cubes > 0 && cubes + helpers(s) >= friendPrice(s, at);
}

/** Whether the red town at a position can be attacked from there (decision 29). */
export const mayAttack = (s: Position, at: number): boolean =>
  isOther(s, at, 1) && s.human.pirate + s.human.serpent > 0 && freeCubes(s, S.HUMAN) > 0;

/** Strength that the dice must show to take the town at a position. */
export const strengthNeeded = (s: Position, at: number): number =>
  needed(s, at, S.RIVAL) - s.ability['attack.strength'];

/** Coins for one good sold. */
export const sellPrice = (s: Position): number => s.tables.numbers.sellPrice + s.ability.sell;

// --- cards ----------------------------------------------------------------------------------------------------------

/** The open event of a pile, EMPTY when there is none. */
export function openEvent(s: Position, pile: number): number {
  const left = s.eventsLeft[pile]!;
  return left === 0 ? S.EMPTY : s.events[pile * S.EVENT_PILE + left - 1]!;
}

/** Whether the open event of a pile is in a town and can be paid. */
export function mayDoEvent(s: Position, pile: number, town: number): boolean {
  const { human, tables } = s;
  const event = openEvent(s, pile);
  if (event === S.EMPTY || tables.eventTown[event] !== town) return false;
  for (let good = 0; good < D.GOODS; good++)
    if (human.cells[good]! < tables.eventPay[event * D.GOODS + good]!) return false;
  return (
    ready(s, tables.crewAdminister) >= tables.eventAdminister[event]! &&
    ready(s, tables.crewWork) >= tables.eventWork[event]!
  );
}

/** The open renown token, EMPTY when there is none. */
export const openToken = (s: Position): number => (s.tokensLeft === 0 ? S.EMPTY : s.tokens[s.tokensLeft - 1]!);

/** Coins that the building in a slot costs before wood is used (decision 34). */
export const buildPrice = (s: Position, slot: number, discount = s.discount): number =>
  Math.max(0, s.tables.buildingCost[s.row[slot]!]! - discount + s.ability['build.cost']);

/** What the open reputation card of a pile calls for: index into `resourceNames`. */
export const resourceOf = (s: Position, pile: number): number =>
  s.tables.reputationResource[s.reputation[pile * S.REPUTATION_PILE]!]!;

/** How far the human leads in what the open card of a pile calls for; the rival counts two at least. */
const lead = (s: Position, counter: number): number =>
  s.human.cells[counter]! - Math.max(s.tables.numbers.bragMinimum, s.rival.cells[counter]!);

/** Renown that a brag with a pile gives the human. */
export function bragGain(s: Position, pile: number): number {
  const { bragLead, bragTie, bragTrail } = s.tables.numbers;
  const counter = D.CALLED[resourceOf(s, pile)]!;
  const ahead = lead(s, counter);
  const renown = ahead > 0 ? bragLead : ahead === 0 ? bragTie : s.human.cells[counter]! > 0 ? bragTrail : 0;
  return renown > 0 ? renown + s.ability['brag.renown'] : 0;
}

/** Renown that it gives the rival. */
export function bragCost(s: Position, pile: number): number {
  const { bragLead, bragMinimum, bragTie, bragTrail } = s.tables.numbers;
  const counter = D.CALLED[resourceOf(s, pile)]!;
  const ahead = lead(s, counter);
  if (ahead > 0) return Math.max(bragMinimum, s.rival.cells[counter]!) > 0 ? bragTrail : 0;
  return ahead === 0 ? bragTie : bragLead;
}

/** Renown that an `end.` building of the human gives if the game ended now. */
export function endBonus(s: Position, id: number): number {
  const { buildingEnd, buildingPer, buildingAmount } = s.tables;
  const count = s.human.cells[D.COUNTED[buildingEnd[id]!]!]!;
  return Math.floor(count / buildingPer[id]!) * buildingAmount[id]!;
}
