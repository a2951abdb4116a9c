/** The end of a round and of the game: scores, the winner, and what the last turn pays. */
import { BUILDINGS } from '../data.js';
import { END, HUMAN, type Position, STAGE } from '../state.js';
import { endBonus } from './judgements.js';
import { decision, ENDED, reached, TIED_SCORES } from './landmarks.js';

/** Goes on to the next round, or ends the game. */
export function endRound(s: Position): void {
  s.tokenBought = false;
  s.stage = STAGE.move;
  const last = s.lastRound === s.round;
  if (!last && s.round < s.options.roundCap) {
    s.round++;
    return;
  }
  s.over = true;
  if (!last) {
    decision(11);
    s.truncated = true;
    s.cause = END['round cap'];
  }
  reached(ENDED + s.cause - 1);
  if (leader(s) === 0) reached(TIED_SCORES);
}

/** Renown of the human if the game ended now. */
export function humanScore(s: Position): number {
  const { human, tables } = s;
  let score = human.coins + human.renown + tables.numbers.tokenValue * human.tokens + human.costs;
  if (human.buildings > 0)
    for (let id = 0; id < BUILDINGS; id++)
      if (s.building[id] === HUMAN && tables.buildingEnd[id] !== 255) score += endBonus(s, id);
  return score;
}

/** Renown of the rival if the game ended now. */
export function rivalScore(s: Position): number {
  const { options, rival, tables } = s;
  let score = rival.coins + rival.renown + tables.numbers.tokenValue * rival.tokens + rival.costs;
  if (options.goodsRenown) score += (rival.fish + rival.wood) >> 1;
  if (options.influenceRenown) score += rival.influence;
  return score;
}

/** 1 the human is ahead, -1 the rival, 0 a draw: by score, then by fish and wood. */
export function leader(s: Position): number {
  const { human, rival } = s;
  const goods = human.fish + human.wood - rival.fish - rival.wood;
  return Math.sign(humanScore(s) - rivalScore(s)) || Math.sign(goods) || 0;
}

/** Difference of scores that counts as much as the victory when `marginWeight` is 1/2. */
const MARGIN = 50;

/** The reward of a finished game: victory and margin, blended; half of it where the game was cut. */
export function reward(s: Position): number {
  const { marginWeight } = s.options;
  const margin = (humanScore(s) - rivalScore(s)) / MARGIN;
  return (s.truncated ? 0.5 : 1) * ((1 - marginWeight) * leader(s) + marginWeight * margin);
}
