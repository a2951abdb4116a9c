/**
 * Two sets of options (or component tables) side by side: the same players on the same deals, with what luck the two
 * share. Each measure is compared deal by deal, and all are corrected for their number after Holm.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Seed } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';
import { joinVarieties, keptIn, varietyText } from '../different-games.js';
import type { Outcome } from '../outcome.js';
import { sureBelow, turnOrderText } from './first-looks.js';
import { compareGames, type Measure } from './measures.js';
import { checkCount, different, levelOf, playGames, type ReportRequest, resolveSetting } from './report.js';
import type { Level } from './result.js';

/**
 * What to compare: two sets of options.
 * @inline
 */
export interface CompareRequest extends Omit<ReportRequest, 'agents'> {
  /** Laid over `options`: the other set. */
  others: Record<string, unknown>;
  /** The agent in every seat. Default: the strongest scripted bot of the game. */
  agent?: string | undefined;
  /** Deals of the other set; default: the same, so that luck is shared. */
  otherSeed?: Seed;
}

export interface OptionsComparison {
  game: string;
  title: string;
  version: string;
  players: number;
  agent: string;
  games: number;
  seed: string;
  otherSeed: string;
  options: Record<string, unknown>;
  others: Record<string, unknown>;
  parity: number;
  first: Level;
  second: Level;
  measures: Measure[];
  /** What is surely different, a sentence each. */
  findings: string[];
}

/**
 * Plays both sets and compares them.
 * @throws UserError for an unknown game or agent, an agent that fails, sets with different numbers of seats, an interruption
 */
export async function compareOptions(request: CompareRequest): Promise<OptionsComparison> {
  const { games, seed = 1, otherSeed = seed, options = {}, others, onPhase = () => {} } = request;
  checkCount('games', games, 2);
  const named = request.agent === undefined ? {} : { agents: [request.agent] };
  const one = await resolveSetting({ ...request, ...named, options });
  const two = await resolveSetting({ ...request, ...named, options: { ...options, ...others } });
  const agent = one.levels.at(-1)!;
  const { game, seats: players, spelled } = one.seating;
  if (two.seating.seats !== players)
    throw new UserError(
      `${game.id} has ${players} seats with the first options and ${two.seating.seats} with the second: compare sets with the same number of seats`,
    );
  const played: Outcome[][] = [];
  for (const [n, { seating }] of [one, two].entries()) {
    onPhase(n === 0 ? 'the first options are played' : 'the second options are played');
    played.push(await playGames(seating, request, agent, n === 0 ? seed : otherSeed));
  }
  const [first, second] = [levelOf(one.seating, agent, played[0]!), levelOf(two.seating, agent, played[1]!)];
  // A deal counts where it gave a new game with either set.
  const kept = keptIn(played.map(different));
  const counting = (n: number) => kept.map((deal) => played[n]![deal]!);
  const measures = compareGames(counting(0), counting(1));
  return {
    game: game.id,
    title: game.title,
    version: game.version,
    players,
    agent,
    games,
    seed: String(seed),
    otherSeed: String(otherSeed),
    options: spelled,
    others,
    parity: 1 / players,
    first,
    second,
    measures,
    findings: [
      ...varietyText(joinVarieties([first, second].map((level) => ({ ...level, games }))), 2 * games, ''),
      ...(players > 1
        ? [`With the first: ${lowered(turnOrderText(first))}`, `With the second: ${lowered(turnOrderText(second))}`]
        : []),
      ...(isDeepStrictEqual(one.seating.whole, two.seating.whole) && String(otherSeed) === String(seed)
        ? ['Both sets are the same options, so each deal gave the same game twice.']
        : findingsOf(measures)),
    ],
  };
}

const lowered = (sentence: string) => `${sentence[0]!.toLowerCase()}${sentence.slice(1)}`;

function findingsOf(measures: readonly Measure[]): string[] {
  const sure = measures.filter(({ corrected }) => corrected < sureBelow);
  if (sure.length === 0) return ['Nothing is surely different between the two.'];
  return sure
    .sort((a, b) => a.p - b.p)
    .slice(0, 5)
    .map(({ name, share, first, second }) => {
      const text = (value: number) => (share ? `${(100 * value).toFixed(1)} %` : value.toFixed(1));
      return `${name[0]!.toUpperCase()}${name.slice(1)}: ${text(first.mean)} with the first, ${text(second.mean)} with the second.`;
    });
}
