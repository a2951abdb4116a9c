/**
 * What an agent makes of each of some deals: the form in which agents are compared pair by pair on the same deals. The
 * games are those of `evaluate` with the same seed.
 */
import type { Seed } from '../env/chance.js';
import { UserError } from '../env/user-error.js';
import { blockOf, matchUp, samplesOf } from './evaluate.js';
import type { Outcome } from './match.js';
import { type PoolSettings, playBlocks } from './pool.js';
import { findSeats } from './seats.js';
import { blockRate, bootstrapMean, type Estimate, mean } from './statistics.js';
import { blocksOfGames } from './table.js';

/** Who plays what. */
export interface DealsRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  options?: Record<string, unknown>;
  /** Trained players may be made to play options that are not their own. */
  otherOptions?: boolean;
  /** Spec of the agent in question. */
  agent: string;
  /** Spec of the agent in all other seats; in a game of one seat it plays the same deals. */
  against: string;
  /** Number of deals; each is played once from every seat. */
  deals: number;
  seed: Seed;
}

/** What came of it. */
export interface DealResults {
  /** Games the agent played. */
  games: number;
  /** By deal, the share of its games that were won at the rules' own end. */
  wins: number[];
  /** By deal, its mean return. */
  returns: number[];
  /** Share of wins if all were equally strong. */
  parity: number;
  /** The game is scored by rewards: returns tell how strong a player is, not wins. */
  byRewards: boolean;
}

/**
 * @throws UserError for an unknown game or agent, an agent that fails, an interruption
 */
export async function playDeals(request: DealsRequest): Promise<DealResults> {
  const { agent, against, deals, seed, options, otherOptions, workers, signal, onProgress } = request;
  const seating = await findSeats({ game: request.game, options, otherOptions, agents: [agent, against] });
  const { seats: players, game } = seating;
  const byRewards = game.scoring === 'rewards';
  // Agent 1 plays all other seats.
  const table = matchUp(seating, agent, [against], seed, () => 1);
  const blocks = blocksOfGames(deals, table.seatings.length, (n) => blockOf(table, n));
  const played = { game: seating.source, options: seating.options, otherOptions, agents: [agent, against] };
  const wins = new Array<number>(deals).fill(0);
  const returns = new Array<number>(deals).fill(0);
  const note = (deal: number, outcomes: readonly Outcome[]) => {
    const samples = samplesOf(table, outcomes);
    wins[deal] = mean(samples.map((sample) => sample.win));
    returns[deal] = mean(samples.map((sample) => sample.return));
  };
  try {
    await playBlocks(played, blocks, { workers, signal, onProgress }, note);
  } catch (error) {
    if (!signal?.aborted) throw error;
    throw new UserError(`stopped while ${agent} was measured`, { cause: error });
  }
  return { games: deals * players, wins, returns, parity: players === 1 ? 1 / 2 : 1 / players, byRewards };
}

/** What tells how strong a player of the game is: its returns where the game pays rewards, else its wins. */
export const strengthOf = ({ byRewards, wins, returns }: DealResults): number[] => (byRewards ? returns : wins);

/** Share of games won, over deals. */
export function winEstimate({ wins, games }: DealResults): Estimate {
  const { method: _, ...rate } = blockRate(wins, games);
  return rate;
}

/** Mean return, over deals. */
export const returnEstimate = ({ returns }: DealResults): Estimate => bootstrapMean(returns);

/** Strength over deals: a win rate, or a mean return. */
export const strengthEstimate = (results: DealResults): Estimate =>
  results.byRewards ? returnEstimate(results) : winEstimate(results);
