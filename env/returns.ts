/** Scores become places, and places returns, here and nowhere else. */
import { UserError } from './user-error.js';

/** Places by score, the highest first; those who tie share the better place. */
export function placesByScore(scores: ArrayLike<number>): number[] {
  for (let seat = 0; seat < scores.length; seat++)
    if (Number.isNaN(scores[seat])) throw new UserError(`the score of seat ${seat} is NaN: a score must be a number`);
  return Array.from(scores, (own) => {
    let better = 0;
    for (let i = 0; i < scores.length; i++) if (scores[i]! > own) better++;
    return better;
  });
}

/** How far each score is ahead of the best of the others; of a single one, itself. */
export function leadsByScore(scores: readonly number[]): number[] {
  if (scores.length < 2) return [...scores];
  return scores.map((own, seat) => own - Math.max(...scores.filter((_, other) => other !== seat)));
}

/**
 * What each seat made of the first place: 1 for a winner alone, shared equally by those who tie, else 0.
 * A single player has nobody to tie with: 1 where the rules place it first.
 */
export function firstShares(places: ArrayLike<number>): number[] {
  let winners = 0;
  for (let i = 0; i < places.length; i++) if (places[i] === 0) winners++;
  return Array.from(places, (place) => (place === 0 ? 1 / winners : 0));
}

/** What a game truncated by our own cap is worth; see `placeReturns`. */
export const cappedWorths = ['half', 'loss'] as const;
export type CappedWorth = (typeof cappedWorths)[number];

/** How a ranking is turned into numbers. */
export interface ReturnRule {
  /** 0: by all places; 1: only the first place counts; between: a blend. */
  winWeight: number;
  /** What a game cut at our own cap is worth. */
  capped: CappedWorth;
}

/** By places alone; games cut at a cap count half, so that finishing pays. */
export const defaultReturns: ReturnRule = { winWeight: 0, capped: 'half' };

/** @returns the rule. @throws UserError when it is none, as from code without types */
export function checkReturns(rule: ReturnRule): ReturnRule {
  const { winWeight, capped } = rule;
  if (!(typeof winWeight === 'number' && winWeight >= 0 && winWeight <= 1))
    throw new UserError(`returns.winWeight is ${winWeight}, wanted 0..1`);
  if (!cappedWorths.includes(capped))
    throw new UserError(`returns.capped is ${capped}, wanted ${cappedWorths.join(' or ')}`);
  return rule;
}

/** What the last place alone is worth: behind all by places, and no winner. A single player has none: 0. */
export const lastReturn = (players: number, { winWeight }: Pick<ReturnRule, 'winWeight'>): number =>
  players > 1 ? -(1 - winWeight) - winWeight / (players - 1) : 0;

/**
 * Returns in [-1, 1]: (seats beaten - seats beaten by) / (players - 1), blended with
 * (players * [shares first] / winners - 1) / (players - 1). They are zero-sum. Of a game that was truncated by our own cap
 * they are halved (`half`), which stays zero-sum; or every seat gets what the last place alone is worth (`loss`), which does
 * not: then nobody gains by holding out until the cap.
 * @param places final places, 0 first, ties share the better one; length players
 * @param out written; length players
 */
export function placeReturns(places: Uint8Array, truncated: boolean, rule: ReturnRule, out: Float64Array): void {
  const n = places.length;
  if (truncated && rule.capped === 'loss') {
    out.fill(lastReturn(n, rule), 0, n);
    return;
  }
  const scale = truncated ? 0.5 : 1;
  let winners = 0;
  for (let i = 0; i < n; i++) if (places[i] === 0) winners++;
  for (let i = 0; i < n; i++) {
    let beaten = 0;
    for (let j = 0; j < n; j++) beaten += Math.sign(places[j]! - places[i]!);
    const byPlaces = n > 1 ? beaten / (n - 1) : 0;
    const byWin = n > 1 ? ((places[i] === 0 ? n / winners : 0) - 1) / (n - 1) : 0;
    out[i] = scale * ((1 - rule.winWeight) * byPlaces + rule.winWeight * byWin);
  }
}
