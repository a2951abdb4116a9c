/** The rival: exactly the algorithm of the rules. It has no choices; it is part of the game and never acts as a seat. */
import { GAIN } from '../data.js';
import { REGION_POSITIONS, REGIONS } from '../geometry.js';
import type { Chance, Position } from '../state.js';
import * as S from '../state.js';
import { closeGaps, takeFromRow } from './building.js';
import { gain, payInfluence, placeInfluence, rivalBuysTokens, setOwner } from './goods.js';
import { freeCubes, needed, spoils } from './judgements.js';
import { decision, RIVAL_ACTION, reached } from './landmarks.js';

/** The rival's whole turn. Draws its two dice whatever it does with them. */
export function rivalTurn(s: Position, chance: Chance): void {
  const n = s.tables.numbers;
  const move = n.aiMove[chance.draw(S.STREAM['rival move'], 6)]!;
  const action = chance.draw(S.STREAM['rival action'], 6);
  s.region = (s.region + move) % REGIONS;
  if (s.treasure >= n.huntThreshold) {
    decision(20);
    reached(RIVAL_ACTION);
    hunt(s);
    return;
  }
  reached(RIVAL_ACTION + 1 + action);
  switch (action) {
    case 0:
      influence(s);
      break;
    case 1:
      diplomacy(s);
      break;
    case 2:
      gain(s, S.RIVAL, GAIN.pirate, n.aiPirates);
      break;
    case 3:
      attack(s);
      break;
    case 4:
      cheapBuildings(s);
      break;
    default:
      dearBuilding(s);
  }
}

/** All coins of the treasure map. */
function hunt(s: Position): void {
  s.rival.coins += s.treasure;
  s.treasure = 0;
  rivalBuysTokens(s);
}

/** Takes the town at a position; without spoils only by an alliance of action 1 (decision 26). */
function take(s: Position, position: number, paid: boolean): void {
  setOwner(s, position, S.RIVAL);
  if (paid) s.rival.coins += spoils(s, position);
  rivalBuysTokens(s);
}

/**
 * The town of a banner in a region that the rival would take: of those within its means, or of all, the lowest or the
 * highest printed value; ties go to the unowned one, then to the lowest town number.
 * @returns its position, -1 none
 */
function target(s: Position, region: number, red: number, dearest: boolean, means: number): number {
  let best = -1;
  for (let i = 0; i < 2; i++) {
    const at = REGION_POSITIONS[region * 2 + i]!;
    const town = s.townAt[at]!;
    if (s.tables.townRed[town] !== red || s.owner[at] === S.RIVAL) continue;
    if (needed(s, at, S.HUMAN) > means) continue;
    if (best < 0) {
      best = at;
      continue;
    }
    const other = s.townAt[best]!;
    const more = s.tables.townValue[town]! - s.tables.townValue[other]!;
    if (more !== 0) {
      if (more > 0 === dearest) best = at;
      continue;
    }
    const owned = Number(s.owner[at] === S.HUMAN) - Number(s.owner[best] === S.HUMAN);
    if (owned < 0 || (owned === 0 && town < other)) best = at;
  }
  return best;
}

const ANY = 1000;

/** Action 1: three cubes; when the track fills, an alliance with the first town it can afford, region by region. */
function influence(s: Position): void {
  const wanted = s.tables.numbers.aiInfluence;
  if (placeInfluence(s, S.RIVAL, wanted) === wanted && s.track.includes(S.NOBODY)) return;
  decision(17);
  for (let k = 0; k < REGIONS; k++) {
    const at = target(s, (s.region + k) % REGIONS, 0, true, ANY);
    if (at < 0) continue;
    const need = needed(s, at, S.HUMAN);
    if (need > s.rival.influence) {
      decision(24);
      continue;
    }
    payInfluence(s, S.RIVAL, need);
    decision(26);
    take(s, at, s.options.autoAllySpoils);
    return;
  }
}

/** Action 2: the cheapest blue town of its region that it can pay for, else one cube. */
function diplomacy(s: Position): void {
  const at = target(s, s.region, 0, false, s.rival.influence);
  if (at < 0) {
    decision(27);
    placeInfluence(s, S.RIVAL, 1);
    return;
  }
  decision(16);
  payInfluence(s, S.RIVAL, needed(s, at, S.HUMAN));
  take(s, at, true);
}

/** Action 4: the cheapest red town of its region that its pirates beat. */
function attack(s: Position): void {
  const strength = s.tables.numbers.aiPirateStrength;
  const at = target(s, s.region, 1, false, strength * s.rival.pirate);
  if (at < 0) return;
  if (freeCubes(s, S.RIVAL) < 1) {
    decision(29);
    return;
  }
  decision(16);
  s.rival.pirate -= Math.ceil(needed(s, at, S.HUMAN) / strength);
  take(s, at, true);
}

/** Slot of the cheapest or dearest building of the row, the right-most of several; -1 none. */
function pickSlot(s: Position, dearest: boolean): number {
  let best = -1;
  for (let slot = 0; slot < S.ROW; slot++) {
    if (s.row[slot] === S.EMPTY) continue;
    const more = best < 0 ? 0 : s.tables.buildingCost[s.row[slot]!]! - s.tables.buildingCost[s.row[best]!]!;
    if (best < 0 || more === 0 || more > 0 === dearest) best = slot;
  }
  return best;
}

/** Whether option `aiMustAfford` forbids the building in a slot (decision 13). */
function forbidden(s: Position, slot: number): boolean {
  if (!s.options.aiMustAfford || s.rival.coins >= s.tables.buildingCost[s.row[slot]!]!) return false;
  decision(13);
  return true;
}

/** Action 5: the two cheapest buildings; from four on the cheapest and a cube. */
function cheapBuildings(s: Position): void {
  const n = s.tables.numbers;
  let open = 0;
  for (let slot = 0; slot < S.ROW; slot++) if (s.row[slot] !== S.EMPTY) open++;
  if (open + s.buildingsLeft < n.aiFewBuildings) {
    decision(15);
    placeInfluence(s, S.RIVAL, 1);
    return;
  }
  const few = s.rival.buildings < n.aiBuildingsSwitch;
  let slot = pickSlot(s, false);
  if (slot >= 0 && !forbidden(s, slot)) {
    takeFromRow(s, slot, S.RIVAL);
    // Both are chosen from the same row, so the second comes before anything slides.
    slot = few ? pickSlot(s, false) : -1;
    if (slot >= 0) takeFromRow(s, slot, S.RIVAL);
    closeGaps(s);
  }
  if (!few) placeInfluence(s, S.RIVAL, 1);
}

/** Action 6: the dearest building, then the treasure. */
function dearBuilding(s: Position): void {
  const slot = pickSlot(s, true);
  if (slot >= 0 && !forbidden(s, slot)) {
    takeFromRow(s, slot, S.RIVAL);
    closeGaps(s);
  }
  hunt(s);
}
