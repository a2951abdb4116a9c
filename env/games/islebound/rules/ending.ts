/** Scores, the winner, and what the last turn pays. */
import * as D from '../data.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { called } from './goods.js';

/** Renown of the human if the game ended now. */
export function humanScore(s: Position): number {
  const { g, tables } = s;
  let score = g[S.H_COINS]! + g[S.H_RENOWN]! + tables.numbers.tokenValue * g[S.H_TOKENS]! + g[S.H_COSTS]!;
  if (g[S.H_BUILDINGS]! > 0)
    for (let id = 0; id < D.BUILDINGS; id++) {
      if (s.building[id] !== S.HUMAN || tables.buildingEnd[id] === 255) continue;
      score += endBonus(s, id);
    }
  return score;
}

/** Renown that an `end.` building of the human gives if the game ended now. */
export function endBonus(s: Position, id: number): number {
  const { g, tables } = s;
  const what = tables.buildingEnd[id]!;
  let count: number;
  if (what <= D.SERPENT) count = g[S.H + what]!;
  else if (what === D.END_TOWN) count = called(s, S.H, D.R_TOWN);
  else if (what === D.END_CREW) count = g[S.H_CREW]!;
  else if (what === D.END_BUILDING) count = g[S.H_BUILDINGS]!;
  else count = g[S.H + what]!; // influence, coins
  return Math.floor(count / tables.buildingPer[id]!) * tables.buildingAmount[id]!;
}

/** Renown of the rival if the game ended now. */
export function rivalScore(s: Position): number {
  const { g, tables, options } = s;
  let score = g[S.A_COINS]! + g[S.A_RENOWN]! + tables.numbers.tokenValue * g[S.A_TOKENS]! + g[S.A_COSTS]!;
  if (options.goodsRenown) score += (g[S.A_FISH]! + g[S.A_WOOD]!) >> 1;
  if (options.influenceRenown) score += g[S.A_INFLUENCE]!;
  return score;
}

/** 1 the human is ahead, -1 the rival, 0 a draw: by score, then by fish and wood. */
export function leader(s: Position): number {
  const { g } = s;
  return (
    Math.sign(humanScore(s) - rivalScore(s)) ||
    Math.sign(g[S.H_FISH]! + g[S.H_WOOD]! - g[S.A_FISH]! - g[S.A_WOOD]!) ||
    0
  );
}

/** Difference of scores that counts as much as the victory when `marginWeight` is 1/2. */
const MARGIN = 50;

/** The reward of a finished game: victory and margin, blended; half of it where the game was cut. */
export function reward(s: Position): number {
  const { marginWeight } = s.options;
  const margin = (humanScore(s) - rivalScore(s)) / MARGIN;
  return (s.truncated ? 0.5 : 1) * ((1 - marginWeight) * leader(s) + marginWeight * margin);
}
