/**
 * Two sets of options (or component tables) side by side: the same players on the same deals, with what luck the two
 * share. Each measure is compared deal by deal, and all are corrected for their number after Holm.
 */
import type { Seed } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';
import type { PoolSettings } from '../pool.js';
import { bootstrapMean, type Estimate, holm, type PairedTest, pairedTest, wilson } from '../statistics.js';
import { ordinal, sureBelow, turnOrderText } from './first-looks.js';
import { checkCount, levelOf, settle, setupOf, watchLevel, winsOf } from './report.js';
import { ReportGames } from './report-games.js';
import type { Level } from './result.js';
import type { Watched } from './watch.js';

/**
 * What to compare.
 * @inline
 */
export interface CompareRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  options?: Record<string, unknown>;
  /** Laid over `options`: the other set. */
  others: Record<string, unknown>;
  /** Trained players may be made to play options that are not their own; default: that is refused. */
  otherOptions?: boolean;
  /** Who sits in every seat. Default: the strongest scripted bot of the game. */
  agent?: string | undefined;
  /** Games of each set. */
  games: number;
  seed?: Seed;
  /** Deals of the other set; default: the same, so that luck is shared. */
  otherSeed?: Seed;
  /** Hears what is being done. */
  onPhase?: (phase: string) => void;
}

/** One measure of both sets. */
export interface Measure {
  name: string;
  /** It is a share of games; else a number. */
  share: boolean;
  first: Estimate;
  second: Estimate;
  /** Second minus first, deal by deal. */
  difference: Estimate;
  p: number;
  /** Corrected after Holm for all measures. */
  corrected: number;
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

/** Endings rarer than this in both sets are not compared. */
const rare = 0.01;

/**
 * Plays both sets and compares them.
 * @throws UserError for an unknown game or agent, an agent that fails, sets with different numbers of seats, an interruption
 */
export async function compareOptions(request: CompareRequest): Promise<OptionsComparison> {
  const { games, seed = 1, otherSeed = seed, options = {}, others, onPhase = () => {} } = request;
  checkCount('games', games, 2);
  const named = request.agent === undefined ? {} : { agents: [request.agent] };
  const one = await settle({ ...request, ...named, options });
  const two = await settle({ ...request, ...named, options: { ...options, ...others } });
  const agent = one.levels.at(-1)!;
  const { game, seats: players, spelled } = one.seating;
  if (two.seating.seats !== players)
    throw new UserError(
      `${game.id} has ${players} seats with the first options and ${two.seating.seats} with the second: compare sets with the same number of seats`,
    );
  const watched: Watched[][] = [];
  for (const [n, { seating }] of [one, two].entries()) {
    const playing = new ReportGames(setupOf(seating, request, agent), request);
    try {
      onPhase(n === 0 ? 'the first options are played' : 'the second options are played');
      watched.push(await watchLevel(playing, n === 0 ? seed : otherSeed, games));
    } finally {
      await playing.close();
    }
  }
  const [first, second] = [levelOf(one.seating, agent, watched[0]!), levelOf(two.seating, agent, watched[1]!)];
  const measures = compareGames(watched[0]!, watched[1]!);
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
      ...(players > 1
        ? [
            `With the first: ${lowered(turnOrderText(first, 1 / players))}`,
            `With the second: ${lowered(turnOrderText(second, 1 / players))}`,
          ]
        : []),
      ...findingsOf(measures),
    ],
  };
}

/** All measures of games on the same deals. */
function compareGames(first: readonly Watched[], second: readonly Watched[]): Measure[] {
  const list: { name: string; share: boolean; of: (watched: readonly Watched[]) => number[] }[] = [];
  const players = first[0]!.outcome.places.length;
  const inOrder = [...first, ...second].every(({ outcome: { order } }) =>
    order!.every((seat, place) => seat === place),
  );
  const share = (name: string, of: (watched: readonly Watched[]) => number[]) => list.push({ name, share: true, of });
  const number = (name: string, of: (one: Watched) => number) =>
    list.push({ name, share: false, of: (watched) => watched.map(of) });
  for (let place = 0; place < players; place++) {
    const name = players === 1 ? 'won' : `won by the ${ordinal(place + 1)} in turn order`;
    share(name, (watched) => winsOf(watched).map((wins, i) => wins[watched[i]!.outcome.order![place]!]!));
  }
  // Where seats have their turns by number it would be the same once more.
  if (!inOrder)
    for (let seat = 0; seat < players; seat++)
      share(`won by seat ${seat}`, (watched) => winsOf(watched).map((wins) => wins[seat]!));
  const endings = [...new Set([...first, ...second].map(({ outcome }) => outcome.ending))].sort();
  for (const ending of endings) {
    const of = (watched: readonly Watched[]) => watched.map(({ outcome }) => (outcome.ending === ending ? 1 : 0));
    const often = (watched: readonly Watched[]) => of(watched).reduce<number>((a, b) => a + b, 0) / watched.length;
    if (endings.length > 1 && Math.max(often(first), often(second)) >= rare)
      share(`ended by ${ending || 'no name'}`, of);
  }
  number('rounds', ({ outcome }) => outcome.rounds);
  number('decisions', ({ outcome }) => outcome.decisions);
  number('legal actions a decision', ({ outcome: { prompts = [], decisions } }) =>
    decisions > 0 ? prompts.reduce((sum, [, , options]) => sum + options, 0) / decisions : 0,
  );
  const tested = list.map(({ name, share: isShare, of }) => {
    const [a, b] = [of(first), of(second)];
    const { difference, p }: PairedTest = pairedTest(b, a);
    const estimate = (values: readonly number[]) =>
      isShare
        ? wilson(
            values.reduce((sum, value) => sum + value, 0),
            values.length,
          )
        : bootstrapMean(values);
    return { name, share: isShare, first: estimate(a), second: estimate(b), difference, p };
  });
  const corrected = holm(tested.map(({ p }) => p));
  return tested.map((one, i) => ({ ...one, corrected: corrected[i]! }));
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
