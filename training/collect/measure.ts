/**
 * Measures a policy while it trains: blocks of games (one deal, the policy once in every seat) against one agent in all
 * other seats. Small and quick, for choosing the best checkpoint and for progress; published numbers come from eval/.
 */

import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { firstShares, playMatch } from '../../eval/match.js';

/** Results of some games. Sums, so that those of several threads add up. */
export interface Tally {
  games: number;
  /** By deal: games won at the rules' own end (a win shared by two counts half for each) and games played. */
  wins: number[];
  played: number[];
  /** First places, games truncated by the round cap included. */
  firsts: number;
  truncated: number;
  /** By deal, of the policy: rewards, or what its places are worth. */
  returns: number[];
}

/** Which games to play. Plain data. */
export interface MeasureJob {
  /** Spec of the agent in all other seats. */
  against: string;
  seed: string;
  /** How the policy plays: its logits are divided by this; 0: always its likeliest action. */
  temperature: number;
  /** Samples with which it looks ahead instead; 0: it does not. */
  lookahead: number;
  /** How far. */
  rounds: number;
  /** Deals. */
  blocks: number;
  /** This thread's part of the games, 0..parts-1. */
  part: number;
  parts: number;
}

/** Plays this thread's part of a job. Which games there are does not depend on the number of parts. */
export function measure(
  game: Game,
  options: unknown,
  candidate: Agent,
  makeOther: () => Agent,
  job: MeasureJob,
): Tally {
  const env = new TurnEnv(game, { options });
  const players = game.players(env.options);
  const zeros = () => new Array<number>(job.blocks).fill(0);
  const tally: Tally = { games: 0, wins: zeros(), played: zeros(), firsts: 0, truncated: 0, returns: zeros() };
  const others = Array.from({ length: players - 1 }, makeOther);
  for (let number = job.part; number < job.blocks * players; number += job.parts) {
    const block = Math.floor(number / players);
    const seat = number % players;
    const agents = [...others.slice(0, seat), candidate, ...others.slice(seat)];
    const { places, returns, truncated } = playMatch(env, agents, `${job.seed}/${block}`);
    const first = firstShares(places)[seat]!;
    tally.games++;
    tally.played[block]!++;
    tally.firsts += first;
    tally.returns[block]! += returns[seat]!;
    if (truncated) tally.truncated++;
    else tally.wins[block]! += first;
  }
  return tally;
}

/** Adds the games of one part to those of others of the same job. */
export function addTally(sum: Tally, more: Tally): Tally {
  for (const key of ['games', 'firsts', 'truncated'] as const) sum[key] += more[key];
  for (const key of ['wins', 'played', 'returns'] as const)
    more[key].forEach((count, block) => {
      sum[key][block]! += count;
    });
  return sum;
}
