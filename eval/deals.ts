/**
 * What an agent makes of each of some deals: the form in which agents are compared pair by pair on the same deals. The
 * games are those of `evaluate` with the same seed.
 */
import type { Seed } from '../env/chance.js';
import { differentGames, keptIn, type Variety } from './different-games.js';
import { blockOf, matchUp, samplesOf } from './evaluate.js';
import type { PoolSettings } from './pool.js';
import { playSaved } from './saved-games.js';
import { findSeats } from './seats.js';
import { blockMean, blockRate, type Estimate, mean, type PairedTest, pairedTest } from './statistics.js';
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
export interface DealResults extends Variety {
  /** Games the agent played. */
  games: number;
  /** By deal, the share of its games that were won at the rules' own end. */
  wins: number[];
  /** By deal, its mean return. */
  returns: number[];
  /** Deals that count, ascending: in the others the same games were played again. */
  kept: number[];
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
  const { blocks: outcomes } = await playSaved(played, blocks, { workers, signal, onProgress, settings: {} });
  const samples = outcomes.map((block) => samplesOf(table, block));
  const { kept, variety } = differentGames(blocks, outcomes);
  return {
    games: deals * players,
    wins: samples.map((block) => mean(block.map((sample) => sample.win))),
    returns: samples.map((block) => mean(block.map((sample) => sample.return))),
    ...variety,
    ...(kept.length < deals && { different: kept.length * players }),
    kept,
    parity: players === 1 ? 1 / 2 : 1 / players,
    byRewards,
  };
}

/** What tells how strong a player of the game is: its returns where the game pays rewards, else its wins. */
export const strengthOf = ({ byRewards, wins, returns }: DealResults): number[] => (byRewards ? returns : wins);

/** Share of games won, over the deals that count. */
export function winEstimate({ wins, kept, games, different = games }: DealResults): Estimate {
  const { method: _, ...rate } = blockRate(
    kept.map((deal) => wins[deal]!),
    different,
  );
  return rate;
}

/** Mean return, over the deals that count. */
export const returnEstimate = ({ returns, kept, games, different = games, byRewards }: DealResults): Estimate =>
  blockMean(
    kept.map((deal) => returns[deal]!),
    different,
    !byRewards,
  );

/** Strength on the same deals, of two. */
interface Strength {
  /** By deal. */
  deals: readonly number[];
  /** Those that count. */
  kept: readonly number[];
}

/** How much stronger the first is, by Student's paired interval. */
export function gainOf(first: Strength, second: Strength): PairedTest['difference'] {
  const kept = keptIn([first, second]);
  const counting = ({ deals }: Strength) => kept.map((deal) => deals[deal]!);
  return pairedTest(counting(first), counting(second)).difference;
}

/** Strength over deals: a win rate, or a mean return. */
export const strengthEstimate = (results: DealResults): Estimate =>
  results.byRewards ? returnEstimate(results) : winEstimate(results);
