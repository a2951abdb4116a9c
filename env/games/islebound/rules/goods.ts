/** Gains, cubes and supplies of both sides, crew, the row of buildings. Each change of a counter happens here. */
import * as D from '../data.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { BUILT, decision, RIVAL_BUILT, reached, TOKEN_TAKEN } from './landmarks.js';

/** Cubes a side could still place: 20 less those on the track, on towns and fixed ones. @param side S.H or S.A */
export function freeCubes(s: Position, side: number): number {
  const n = s.tables.numbers;
  const fixed = side === S.H ? n.humanFixedCubes : n.aiFixedCubes;
  return n.cubes - fixed - s.g[side + D.INFLUENCE]! - s.g[side + 9]!;
}

/** Fills the left-most empty spaces; what finds no space or no cube is lost. @returns cubes placed */
export function placeInfluence(s: Position, side: number, n: number): number {
  const { track } = s;
  const owner = side === S.H ? S.HUMAN : S.RIVAL;
  const most = Math.min(n, freeCubes(s, side));
  let placed = 0;
  for (let i = 0; i < S.TRACK && placed < most; i++)
    if (track[i] === S.NOBODY) {
      track[i] = owner;
      placed++;
    }
  s.g[side + D.INFLUENCE]! += placed;
  if (placed < n) decision(31);
  return placed;
}

/** Takes own cubes off the track from the left; nothing slides (decision 10). */
export function payInfluence(s: Position, side: number, n: number): void {
  const { track } = s;
  const owner = side === S.H ? S.HUMAN : S.RIVAL;
  decision(10);
  s.g[side + D.INFLUENCE]! -= n;
  for (let i = 0; i < S.TRACK && n > 0; i++)
    if (track[i] === owner) {
      track[i] = S.NOBODY;
      n--;
    }
}

/** Whether the track has no empty space. */
export function trackFull(s: Position): boolean {
  for (let i = 0; i < S.TRACK; i++) if (s.track[i] === S.NOBODY) return false;
  return true;
}

/** Gives a side `n` of a gain; pirates and serpents as far as the supply goes. @param side S.H or S.A */
export function gain(s: Position, side: number, what: number, n: number): void {
  const { g } = s;
  if (what === D.INFLUENCE) {
    placeInfluence(s, side, n);
    return;
  }
  if (what === D.PIRATE) n = Math.min(n, s.tables.numbers.pirates - g[S.H_PIRATE]! - g[S.A_PIRATE]!);
  else if (what === D.SERPENT) n = Math.min(n, s.tables.numbers.serpents - g[S.H_SERPENT]! - g[S.A_SERPENT]!);
  g[side + what]! += n;
}

/** Takes the open crew card from a place of the row and refills the place. @returns its id */
export function takeCrewCard(s: Position, place: number): number {
  const { g } = s;
  const card = s.crewRow[place]!;
  let next = S.EMPTY;
  if (g[S.CREW_DECK]! > 0) {
    const top = --g[S.CREW_DECK]!;
    next = s.crewDeck[top]!;
    s.crewDeck[top] = S.EMPTY;
  }
  s.crewRow[place] = next;
  return card;
}

/** Symbols of the ready crew. */
export function readyAdminister(s: Position): number {
  let sum = 0;
  for (let i = 0; i < s.g[S.H_CREW]!; i++) if (s.exhausted[i] === 0) sum += s.tables.crewAdminister[s.crew[i]!]!;
  return sum;
}
export function readyWork(s: Position): number {
  let sum = 0;
  for (let i = 0; i < s.g[S.H_CREW]!; i++) if (s.exhausted[i] === 0) sum += s.tables.crewWork[s.crew[i]!]!;
  return sum;
}
/** Ready members. */
export function readyCrew(s: Position): number {
  let sum = 0;
  for (let i = 0; i < s.g[S.H_CREW]!; i++) if (s.exhausted[i] === 0) sum++;
  return sum;
}

/** Takes a building out of the row for a side; it stays out until the gap is closed. @returns its id */
export function takeFromRow(s: Position, slot: number, side: number): number {
  const id = s.row[slot]!;
  s.row[slot] = S.EMPTY;
  const human = side === S.H;
  s.building[id] = human ? S.HUMAN : S.RIVAL;
  s.g[side + S.H_BUILDINGS - S.H]!++;
  s.g[side + S.H_COSTS - S.H]! += s.tables.buildingCost[id]!;
  reached((human ? BUILT : RIVAL_BUILT) + id);
  if (s.g[side + S.H_BUILDINGS - S.H]! >= s.tables.numbers.endBuildings)
    callLastRound(s, human ? S.BY_HUMAN : S.BY_RIVAL);
  return id;
}

/** Cards left of a gap slide right; new ones come in on the left (decision 9). */
export function closeGaps(s: Position): void {
  const { row, g } = s;
  decision(9);
  let to = S.ROW - 1;
  for (let from = S.ROW - 1; from >= 0; from--)
    if (row[from] !== S.EMPTY) {
      const id = row[from]!;
      row[from] = S.EMPTY;
      row[to--] = id;
    }
  for (; to >= 0 && g[S.BUILDING_DECK]! > 0; to--) {
    const top = --g[S.BUILDING_DECK]!;
    const id = s.buildingDeck[top]!;
    s.buildingDeck[top] = S.EMPTY;
    row[to] = id;
    s.building[id] = S.IN_ROW;
  }
}

/** Takes the open renown token. @returns its id */
export function takeToken(s: Position, side: number): number {
  const { g } = s;
  const top = --g[S.TOKENS_LEFT]!;
  const id = s.tokens[top]!;
  s.tokens[top] = S.EMPTY;
  g[side + S.H_TOKENS - S.H]!++;
  if (side === S.H) reached(TOKEN_TAKEN + s.tables.tokenBenefit[id]!);
  for (let what = 0; what < D.GAINS; what++) {
    const n = s.tables.tokenGain[id * D.GAINS + what]!;
    if (n > 0) gain(s, side, what, n);
  }
  if (top === 0 && s.options.lastTokenEnds) {
    decision(21);
    callLastRound(s, S.BY_TOKENS);
  }
  return id;
}

/** The next round is the last, unless one is called already. */
function callLastRound(s: Position, cause: number): void {
  const { g } = s;
  if (g[S.LAST_ROUND] !== 0) return;
  decision(28);
  g[S.LAST_ROUND] = g[S.ROUND]! + 1;
  g[S.CAUSE] = cause;
}

/** Printed value of the town at a position, with the surcharge where its owner is `other`. */
export function needed(s: Position, position: number, other: number): number {
  const value = s.tables.townValue[s.townAt[position]!]!;
  return s.owner[position] === other ? value + s.tables.numbers.surcharge : value;
}

/** Coins for capturing the town at a position (decision 23). */
export function spoils(s: Position, position: number): number {
  const town = s.townAt[position]!;
  if (s.options.spoils === 'banner') return s.tables.townValue[town]!;
  decision(23);
  return s.tables.townSpoils[town]!;
}

/** Puts a side's cube on a town in place of whoever held it. */
export function setOwner(s: Position, position: number, owner: number): void {
  const before = s.owner[position]!;
  if (before === S.HUMAN) s.g[S.H_TOWNS]!--;
  else if (before === S.RIVAL) s.g[S.A_TOWNS]!--;
  s.owner[position] = owner;
  s.g[owner === S.HUMAN ? S.H_TOWNS : S.A_TOWNS]!++;
}

/** How much of a called resource a side has (brags). */
export function called(s: Position, side: number, resource: number): number {
  if (resource < D.R_CREW) return s.g[side + resource]!;
  if (resource === D.R_CREW) return s.g[side + S.H_CREW - S.H]!;
  if (resource === D.R_INFLUENCE) return s.g[side + D.INFLUENCE]!;
  return s.g[side + S.H_TOWNS - S.H]!;
}
