/**
 * Every agent against every other: balanced line-ups by blocks with seat rotation, the table of who did how well against
 * whom, and ratings fitted on all games at once. The unit that intervals are drawn over is the block.
 */
import { isScripted } from '../agents/bots/scripted-spec.js';
import type { Seed } from '../env/chance.js';
import { listOf } from '../env/list.js';
import { firstShares } from '../env/returns.js';
import { UserError } from '../env/user-error.js';
import { differentGames, type Variety } from './different-games.js';
import { type EffortReport, reportEffort } from './effort.js';
import { countEach } from './evaluate.js';
import { lineUps } from './line-ups.js';
import type { Outcome } from './outcome.js';
import type { PoolSettings } from './pool.js';
import { type Payoff, payoffTable, rankGames } from './rankings.js';
import { type Rating, rate } from './ratings.js';
import { playSaved } from './saved-games.js';
import { findSeats, type Repeat, repeatOf } from './seats.js';
import { blockRate, type Estimate, mean, type Spread, spread } from './statistics.js';
import { blocksOfGames, rotations } from './table.js';

/**
 * What to play.
 * @inline
 */
export interface TournamentRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  /** Laid over the options that the agents were trained with, else over the game's own. */
  options?: Record<string, unknown>;
  /** Trained players may be made to play options that are not their own; default: that is refused. */
  otherOptions?: boolean;
  /** Spec strings, at least two, all different. */
  agents: readonly string[];
  /** Every two agents meet in at least this many blocks. */
  blocks: number;
  seed?: Seed;
  /** The agent rated 1000. Default: the first scripted one, else the first. */
  anchor?: string;
  /** File that keeps the games played, to go on after an interruption. */
  state?: string;
  /** Random legal first moves, the same for all seatings of a deal; default: some where nothing else differs. */
  openings?: number | undefined;
}

/** How one agent did over all. */
interface Standing {
  agent: string;
  blocks: number;
  games: number;
  /** As in an evaluation: games won at the rules' own end. */
  winRate: Estimate;
  /** First places, capped games included. */
  firstRate: Estimate;
  /** Mean place from 1: ratings and places tell who got more in a game, not how much more. */
  meanPlace: number;
  meanReturn: number;
}

export interface TournamentResult extends Variety {
  game: string;
  version: string;
  agents: string[];
  players: number;
  /** Blocks played in all. */
  blocks: number;
  games: number;
  seed: string;
  anchor: string;
  /** Returns are what was earned, not places. */
  byRewards: boolean;
  /** In the order of the ratings, best first. */
  ratings: Rating[];
  /** False: some agents never lost to some others, and only the prior holds their ratings together. */
  bounded: boolean;
  /** Agents as in `agents`; null on the diagonal and for two who never met. */
  payoff: (Payoff | null)[][];
  standings: Standing[];
  /** Three agents that beat each other in a circle, each with the lower bound above a half: one number cannot rank them. */
  cycles: [string, string, string][];
  truncatedShare: Estimate;
  rounds: Spread;
  decisions: Spread;
  endings: Record<string, number>;
  /** What each agent spent on a decision in these games; the times are all that is not the same every time. */
  effort: EffortReport[];
  /** What asks for the same again, as far as it is about the game. */
  repeat: Repeat;
}

function findCycles(agents: readonly string[], payoff: (Payoff | null)[][]): [string, string, string][] {
  const beats = (a: number, b: number) => (payoff[a]![b]?.low ?? 0) > 0.5;
  const cycles: [string, string, string][] = [];
  for (let a = 0; a < agents.length; a++)
    for (let b = a + 1; b < agents.length; b++)
      for (let c = a + 1; c < agents.length; c++)
        if (c !== b && beats(a, b) && beats(b, c) && beats(c, a)) cycles.push([agents[a]!, agents[b]!, agents[c]!]);
  return cycles;
}

/**
 * Plays a tournament, or goes on with the one in the state file. Same request, same result but for times, whatever the number of
 * workers and interruptions.
 * @throws UserError for an unknown game or agent, too few agents, an agent that fails, an interruption, a wrong file
 */
export async function tournament(request: TournamentRequest): Promise<TournamentResult> {
  const { agents, blocks, seed = 1 } = request;
  if (agents.length < 2) throw new UserError(`a tournament needs at least two agents, ${agents.length} given`);
  const twice = agents.find((agent, i) => agents.indexOf(agent) !== i);
  if (twice !== undefined) throw new UserError(`agent ${twice} is given twice: name each agent once`);
  if (!Number.isSafeInteger(blocks) || blocks < 1)
    throw new UserError(`blocks is ${blocks}, wanted a whole number >= 1`);
  const anchorSpec = request.anchor ?? agents.find(isScripted) ?? agents[0]!;
  const anchor = agents.indexOf(anchorSpec);
  if (anchor < 0) throw new UserError(`anchor ${anchorSpec} is not one of the agents: ${agents.join(', ')}`);

  const seating = await findSeats(request);
  const { game, seats: players, options, whole } = seating;
  const { otherOptions } = request;
  const solo = players === 1;
  const byRewards = game.scoring === 'rewards';
  const everybody = agents.map((_, i) => i);
  // In a game of one seat all agents play each deal, each in a game of its own.
  const tables = solo ? listOf(blocks, () => everybody) : lineUps(agents.length, players, blocks, seed);
  const plan = blocksOfGames(tables.length, solo ? agents.length : players, (i) => ({
    seed: `${seed}/${i}`,
    seatings: solo ? everybody.map((agent) => [agent]) : rotations(tables.at(i)!),
  }));
  const table = { game: seating.source, options, otherOptions, agents, effort: true };
  const { blocks: played, efforts } = await playSaved(table, plan, {
    ...request,
    settings: { kind: 'tournament', game: game.id, version: game.version, options: whole, agents, seed: String(seed) },
  });

  const { blocks: kept, played: different, variety } = differentGames(plan, played);
  const rankings = rankGames(different, kept, solo, byRewards);
  const payoff = payoffTable(rankings, agents.length);

  const standings = agents.map((agent, own): Standing => {
    const wins: number[] = [];
    const firsts: number[] = [];
    const places: number[] = [];
    const returns: number[] = [];
    let games = 0;
    for (const block of rankings) {
      const blockWins: number[] = [];
      const blockFirsts: number[] = [];
      for (const ranking of block) {
        const shares = firstShares(ranking.places);
        ranking.agents.forEach((who, seat) => {
          if (who !== own) return;
          blockFirsts.push(shares[seat]!);
          blockWins.push(ranking.truncated[seat] ? 0 : shares[seat]!);
          places.push(ranking.places[seat]! + 1);
          returns.push(ranking.returns[seat]!);
        });
      }
      if (blockFirsts.length === 0) continue;
      games += block.length;
      wins.push(mean(blockWins));
      firsts.push(mean(blockFirsts));
    }
    const { method: _w, ...winRate } = blockRate(wins, games);
    const { method: _f, ...firstRate } = blockRate(firsts, games);
    return {
      agent,
      blocks: wins.length,
      games,
      winRate,
      firstRate,
      meanPlace: mean(places),
      meanReturn: mean(returns),
    };
  });

  const { ratings, bounded } = rate(rankings, { agents, anchor, seed: `${seed}/ratings` });
  const flat: Outcome[] = different.flat();
  const { method: _, ...truncatedShare } = blockRate(
    different.map((block) => mean(block.map((outcome) => (outcome.truncated ? 1 : 0)))),
    flat.length,
  );
  return {
    game: game.id,
    version: game.version,
    agents: [...agents],
    players,
    blocks: played.length,
    games: played.flat().length,
    ...variety,
    seed: String(seed),
    anchor: anchorSpec,
    byRewards,
    ratings: [...ratings].sort((a, b) => b.mean - a.mean),
    bounded,
    payoff,
    standings,
    cycles: findCycles(agents, payoff),
    truncatedShare,
    rounds: spread(flat.map((outcome) => outcome.rounds)),
    decisions: spread(flat.map((outcome) => outcome.decisions)),
    endings: countEach(flat.map(({ ending }) => ending)),
    effort: reportEffort(agents, efforts),
    repeat: repeatOf(seating, request),
  };
}
