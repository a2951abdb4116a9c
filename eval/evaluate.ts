/**
 * One agent against others, by blocks: one deal, the line-up rotated over all seats. How to read the result:
 * `winRate` counts games won at the rules' own end (a game truncated by the round cap is won by nobody), `firstRate` counts first
 * places, capped games included, `truncatedShare` stands beside them; a shared first place counts as its share.
 */
import type { Seed } from '../env/chance.js';
import { firstShares, placesByScore } from '../env/returns.js';
import { UserError } from '../env/user-error.js';
import { differentGames, type Variety } from './different-games.js';
import { type EffortReport, reportEffort } from './effort.js';
import type { Outcome } from './outcome.js';
import type { PoolSettings } from './pool.js';
import { playSaved } from './saved-games.js';
import { findSeats, type Repeat, repeatOf, type Seating, wrongLineUp } from './seats.js';
import {
  blockMean,
  blockRate,
  type Estimate,
  eloScore,
  type IntervalMethod,
  mean,
  type Spread,
  type Sprt,
  spread,
  sprt,
  wilson,
} from './statistics.js';
import { type Block, type Blocks, blocksOfGames, rotations } from './table.js';

/**
 * What to measure.
 * @inline
 */
export interface EvaluateRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. Default: the one the agents were trained for, else the first of ours. */
  game?: string;
  /** Laid over the options that the agents were trained with, else over the game's own. */
  options?: Record<string, unknown>;
  /** Trained players may be made to play options that are not their own; default: that is refused. */
  otherOptions?: boolean;
  /** Spec string of the agent in question. */
  agent: string;
  /**
   * Spec strings of the others: one fills all other seats, or one for each. In a game of one seat they play the same
   * deals, and who scores highest on a deal has won it; there it may be empty too.
   */
  against: readonly string[];
  /** Number of deals; each is played once from every seat. Default: as many as `games` needs. */
  blocks?: number;
  /** Games of the agent at least, where `blocks` is not given. */
  games?: number;
  seed?: Seed;
  /** Random legal first moves, the same for all seatings of a deal; default: some where nothing else differs. */
  openings?: number | undefined;
  /** Stop as soon as it is decided whether the agent is stronger than the others by `elo1` points, or not by `elo0`. */
  sprt?: { elo0?: number; elo1?: number };
  /** File that keeps the games played, to go on after an interruption. */
  state?: string;
}

/** How the agent did in one seat. */
interface SeatResult {
  seat: number;
  games: number;
  winRate: Estimate;
  firstRate: Estimate;
  meanReturn: number;
}

export interface EvaluateResult extends Variety {
  game: string;
  version: string;
  agent: string;
  against: string[];
  players: number;
  /** Share of first places if all were equally strong. */
  parity: number;
  blocks: number;
  /** Games the agent played. */
  games: number;
  seed: string;
  winRate: Estimate;
  firstRate: Estimate;
  truncatedShare: Estimate;
  /** Mean return of the agent (by places -1..1, a capped game counts half; or the rules' rewards). */
  meanReturn: Estimate;
  /** How the interval of `winRate` was made. */
  interval: IntervalMethod;
  rounds: Spread;
  decisions: Spread;
  bySeat: SeatResult[];
  /** Number of games by how they ended. */
  endings: Record<string, number>;
  /** Only where a sequential test was asked for. */
  sprt?: Sprt;
  /** What each agent spent on a decision in these games; the times are all that is not the same every time. */
  effort: EffortReport[];
  /** What asks for the same again, as far as it is about the game. */
  repeat: Repeat;
}

/** What one game of the agent gave. */
export interface Sample {
  seat: number;
  win: number;
  first: number;
  outcome: Outcome;
  return: number;
}

/** Score of the only player, on which games of one seat are ranked. */
function soloScore(outcome: Outcome, byRewards: boolean): number {
  return byRewards ? outcome.returns[0]! : -outcome.places[0]!;
}

/** Places in a block of a game of one seat, where each game is one agent's on the same deal. */
export function soloPlaces(outcomes: readonly Outcome[], byRewards: boolean): number[] {
  return placesByScore(outcomes.map((outcome) => soloScore(outcome, byRewards)));
}

/** Who plays whom with which deals. Agent 0 of a seating is the one in question. */
export interface MatchUp {
  seating: Seating;
  agent: string;
  /** As they were asked for, and by seat. */
  against: readonly string[];
  others: readonly string[];
  seed: Seed;
  /** The games of each deal. */
  seatings: number[][];
}

/**
 * @param lineUp indices of the agents around the table, 0 the one in question. Default: each of the others once
 * @throws UserError when the opponents do not fit the seats
 */
export function matchUp(
  seating: Seating,
  agent: string,
  against: readonly string[],
  seed: Seed,
  indexOf = (other: number) => other + 1,
): MatchUp {
  const { seats: players } = seating;
  const solo = players === 1;
  let others = [...against];
  if (!solo) {
    if (others.length === 1) others = new Array<string>(players - 1).fill(others[0]!);
    if (others.length !== players - 1)
      throw wrongLineUp(`give 1 opponent${players > 2 ? ` or ${players - 1}` : ''}`, against.length, seating);
  }
  const lineUp = [0, ...others.map((_, i) => indexOf(i))];
  const seatings = solo ? lineUp.map((one) => [one]) : rotations(lineUp);
  return { seating, agent, against, others, seed, seatings };
}

/** The n-th deal, played from every seat. */
export function blockOf({ seed, seatings }: MatchUp, n: number): Block {
  return { seed: `${seed}/${n}`, seatings };
}

/** The first deals. */
function blocksOfDeals(table: MatchUp, deals: number): Blocks {
  return blocksOfGames(deals, table.seatings.length, (n) => blockOf(table, n));
}

/**
 * How many deals were asked for.
 * @throws UserError when that is no number of deals
 */
export function blocksOf(
  { blocks, games }: Pick<EvaluateRequest, 'blocks' | 'games'>,
  { seats: players }: Pick<Seating, 'seats'>,
): number {
  const wanted = blocks ?? Math.ceil((games ?? Number.NaN) / players);
  if (!Number.isSafeInteger(wanted) || wanted < 1)
    throw new UserError(
      blocks === undefined
        ? `games is ${games}, wanted a whole number >= 1`
        : `blocks is ${blocks}, wanted a whole number >= 1`,
    );
  return wanted;
}

/** What the agent made of the games of a deal. */
export function samplesOf({ seating, others, seatings }: MatchUp, outcomes: readonly Outcome[]): Sample[] {
  if (seating.seats === 1) {
    const outcome = outcomes[0]!;
    const byRewards = seating.game.scoring === 'rewards';
    const places = others.length > 0 ? soloPlaces(outcomes, byRewards) : outcome.places;
    const first = firstShares(places)[0]!;
    return [{ seat: 0, first, win: outcome.truncated ? 0 : first, outcome, return: outcome.returns[0]! }];
  }
  return outcomes.map((outcome, i) => {
    const seat = seatings[i]!.indexOf(0);
    const first = firstShares(outcome.places)[seat]!;
    return { seat, first, win: outcome.truncated ? 0 : first, outcome, return: outcome.returns[seat]! };
  });
}

/**
 * Sums games up.
 * @param played by deal
 * @param effort of the agent and its opponents
 * @param said the request
 */
export function sumUp(
  table: MatchUp,
  played: readonly (readonly Outcome[])[],
  effort: EffortReport[],
  said: Pick<EvaluateRequest, 'game' | 'openings' | 'device'>,
): EvaluateResult {
  const { seating, agent, against, others, seed } = table;
  const { game, seats: players } = seating;
  const { played: different, variety } = differentGames(blocksOfDeals(table, played.length), played);
  const samples = different.map((outcomes) => samplesOf(table, outcomes));
  const flat = samples.flat();
  const games = flat.length;
  const rate = (value: (sample: Sample) => number) => {
    const { method, ...estimate } = blockRate(
      samples.map((block) => mean(block.map(value))),
      games,
    );
    return { estimate, method };
  };
  const winRate = rate((sample) => sample.win);
  return {
    game: game.id,
    version: game.version,
    agent,
    against: [...against],
    players,
    parity: 1 / (others.length + 1),
    blocks: played.length,
    games: played.length * samples[0]!.length,
    ...variety,
    ...(variety.different !== undefined && { different: games }),
    seed: String(seed),
    winRate: winRate.estimate,
    firstRate: rate((sample) => sample.first).estimate,
    truncatedShare: rate((sample) => (sample.outcome.truncated ? 1 : 0)).estimate,
    meanReturn: blockMean(
      samples.map((block) => mean(block.map((sample) => sample.return))),
      games,
      game.scoring !== 'rewards',
      flat.map((sample) => sample.return),
    ),
    interval: winRate.method,
    rounds: spread(flat.map((sample) => sample.outcome.rounds)),
    decisions: spread(flat.map((sample) => sample.outcome.decisions)),
    bySeat: Array.from({ length: players }, (_, seat) => {
      const own = flat.filter((sample) => sample.seat === seat);
      const sum = (value: (sample: Sample) => number) => own.reduce((total, sample) => total + value(sample), 0);
      return {
        seat,
        games: own.length,
        winRate: wilson(
          sum((sample) => sample.win),
          own.length,
        ),
        firstRate: wilson(
          sum((sample) => sample.first),
          own.length,
        ),
        meanReturn: mean(own.map((sample) => sample.return)),
      };
    }),
    endings: countEach(flat.map(({ outcome }) => outcome.ending)),
    effort,
    repeat: repeatOf(seating, said),
  };
}

/**
 * Plays the games and sums them up. Same request, same result but for times, whatever the number of workers.
 * @throws UserError for an unknown game or agent, a line-up that does not fit, an agent that fails, an interruption
 */
export async function evaluate(request: EvaluateRequest): Promise<EvaluateResult> {
  const { agent, against, seed = 1, otherOptions } = request;
  const seating = await findSeats(
    { ...request, agents: [agent, ...against] },
    against.length > 1 ? against.length + 1 : undefined,
  );
  const table = matchUp(seating, agent, against, seed);
  const { game, options, whole } = seating;
  const { others } = table;
  const plan = blocksOfDeals(table, blocksOf(request, seating));

  const size = others.length + 1;
  const hypotheses = request.sprt && {
    h0: eloScore(request.sprt.elo0 ?? 0, size),
    h1: eloScore(request.sprt.elo1 ?? 30, size),
  };
  if (hypotheses && (size < 2 || !(hypotheses.h1 > hypotheses.h0)))
    throw new UserError('a sequential test needs opponents, and elo1 above elo0');
  /** By deal. */
  const firsts: number[] = [];
  const test = (all: readonly Outcome[][]): Sprt =>
    sprt(
      differentGames(plan, all).kept.map((deal) => firsts[deal]!),
      hypotheses!,
    );

  const agents = [agent, ...others];
  const { blocks: played, efforts } = await playSaved(
    { game: seating.source, options, otherOptions, agents, effort: true },
    plan,
    {
      ...request,
      settings: {
        kind: 'evaluate',
        game: game.id,
        version: game.version,
        options: whole,
        agent,
        against: others,
        seed: String(seed),
      },
      enough: hypotheses
        ? (all) => {
            firsts.push(mean(samplesOf(table, all[all.length - 1]!).map((sample) => sample.first)));
            return test(all).verdict !== 'undecided';
          }
        : undefined,
    },
  );
  const { effort, repeat, ...result } = sumUp(table, played, reportEffort(agents, efforts), request);
  return { ...result, ...(hypotheses && { sprt: test(played) }), effort, repeat };
}

/** How often each word is there, the most frequent first; equal ones by name, so that the order depends on nothing else. */
export function countEach(words: Iterable<string>): Record<string, number> {
  // A game may use any word, also one that every object has.
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
