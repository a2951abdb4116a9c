/** Gains, cubes, tokens and towns of both sides. @param side everywhere HUMAN or RIVAL */
import * as D from '../data.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { freeCubes, openToken } from './judgements.js';
import { decision, RIVAL_TOKEN, reached, TOKEN_TAKEN } from './landmarks.js';

/** Fills the left-most empty spaces; what finds no space or no cube is lost. @returns cubes placed */
export function placeInfluence(s: Position, side: number, n: number): number {
  const { track } = s;
  const most = Math.min(n, freeCubes(s, side));
  let placed = 0;
  for (let i = 0; i < S.TRACK && placed < most; i++)
    if (track[i] === S.NOBODY) {
      track[i] = side;
      placed++;
    }
  s.of(side).influence += placed;
  if (placed < n) decision(31);
  return placed;
}

/** Takes own cubes off the track from the left; nothing slides (decision 10). */
export function payInfluence(s: Position, side: number, n: number): void {
  const { track } = s;
  decision(10);
  s.of(side).influence -= n;
  for (let i = 0; i < S.TRACK && n > 0; i++)
    if (track[i] === side) {
      track[i] = S.NOBODY;
      n--;
    }
}

/** Gives a side `n` of a gain; pirates and serpents as far as the supply goes. */
export function gain(s: Position, side: number, what: number, n: number): void {
  if (what === D.GAIN.influence) {
    placeInfluence(s, side, n);
    return;
  }
  const { pirates, serpents } = s.tables.numbers;
  if (what === D.GAIN.pirate) n = Math.min(n, pirates - s.human.pirate - s.rival.pirate);
  else if (what === D.GAIN.serpent) n = Math.min(n, serpents - s.human.serpent - s.rival.serpent);
  s.of(side).cells[what]! += n;
}

/** Gives a side a row of a table of gains. */
export function gainRow(s: Position, side: number, table: Uint8Array, row: number): void {
  for (let what = 0; what < D.GAINS; what++) {
    const n = table[row * D.GAINS + what]!;
    if (n > 0) gain(s, side, what, n);
  }
}

/** Takes the open crew card from a place of the row and refills the place. @returns its id */
export function takeCrewCard(s: Position, place: number): number {
  const card = s.crewRow[place]!;
  let next = S.EMPTY;
  if (s.crewLeft > 0) {
    const top = --s.crewLeft;
    next = s.crewDeck[top]!;
    s.crewDeck[top] = S.EMPTY;
  }
  s.crewRow[place] = next;
  return card;
}

/** Takes the open renown token. @returns its id */
export function takeToken(s: Position, side: number): number {
  const id = openToken(s);
  s.tokens[--s.tokensLeft] = S.EMPTY;
  s.of(side).tokens++;
  reached((side === S.HUMAN ? TOKEN_TAKEN : RIVAL_TOKEN) + s.tables.tokenBenefit[id]!);
  gainRow(s, side, s.tables.tokenGain, id);
  if (s.tokensLeft === 0 && s.options.lastTokenEnds) {
    decision(21);
    callLastRound(s, S.END['last token']);
  }
  return id;
}

/** The rival buys renown tokens while it holds enough coins; the bank gets the price. Also after the human pays it. */
export function rivalBuysTokens(s: Position): void {
  const { rival } = s;
  const { tokenCost } = s.tables.numbers;
  const enough = Math.max(tokenCost, s.options.aiTokenThreshold);
  while (rival.coins >= enough && s.tokensLeft > 0) {
    decision(12);
    decision(14);
    rival.coins -= tokenCost;
    const id = takeToken(s, S.RIVAL);
    for (let i = S.CREW_ROW - 1; s.tables.tokenCrew[id] === 1 && i >= 0; i--)
      if (s.crewRow[i] !== S.EMPTY) {
        takeCrewCard(s, i);
        rival.crew++;
        break;
      }
  }
}

/** The next round is the last, unless one is called already. @param cause END */
export function callLastRound(s: Position, cause: number): void {
  if (s.lastRound !== 0) return;
  decision(28);
  s.lastRound = s.round + 1;
  s.cause = cause;
}

/** Puts a side's cube on a town in place of whoever held it. */
export function setOwner(s: Position, at: number, side: number): void {
  const before = s.owner[at]!;
  if (before !== S.NOBODY) s.of(before).towns--;
  s.owner[at] = side;
  s.of(side).towns++;
}
