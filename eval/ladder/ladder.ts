/**
 * A ladder of opponents, measured. First all candidates play each other roughly, which says who stands where. Then those
 * who stand on a rung play those beside them, where games say most, again where new ratings make others neighbours. One
 * fit rates them on all games, random play at 0.
 */
import { type Ladder, LEVELS, type Rung } from '../../agents/ladder.js';
import { importPlayer } from '../../agents/player-file/file-player.js';
import type { Seed } from '../../env/chance.js';
import { joinLists, type List, listOf } from '../../env/list.js';
import { UserError } from '../../env/user-error.js';
import { differentGames } from '../different-games.js';
import { lineUps } from '../line-ups.js';
import type { Outcome } from '../outcome.js';
import type { PoolSettings } from '../pool.js';
import { type Payoff, payoffTable, rankGames } from '../rankings.js';
import { type Rating, rate } from '../ratings.js';
import { playSaved } from '../saved-games.js';
import { findSeats, type Repeat, repeatOf } from '../seats.js';
import { type Block, rotations } from '../table.js';
import { ANCHOR, graded, noisyBots, usualCandidates } from './candidates.js';
import { chooseRungs } from './rungs.js';

/**
 * What to measure.
 * @inline
 */
export interface LadderRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  /** Laid over the options that the agents were trained with, else over the game's own. */
  options?: Record<string, unknown> | undefined;
  /** Trained players may be made to play options that are not their own; default: that is refused. */
  otherOptions?: boolean | undefined;
  /** Specs to choose from, beside random play. Default: `usualCandidates`. */
  agents?: readonly string[] | undefined;
  /** Specs to choose from beside those, such as the checkpoints of a run. */
  also?: readonly string[] | undefined;
  /**
   * An exported player's file: it is chosen from at several difficulties. Without `agents` it has all levels, and a scripted
   * player made weaker is measured beside it, so that games tie its ratings to random play's.
   */
  player?: string | undefined;
  /** Neighbours on the ladder meet in at least this many blocks; all others in a fifth of them. */
  blocks: number;
  seed?: Seed;
  /** File that keeps the games played, to go on after an interruption. */
  state?: string | undefined;
  /** Random legal first moves, the same for all seatings of a deal; default: some where nothing else differs. */
  openings?: number | undefined;
}

/** Share of the blocks in which everybody meets everybody. */
const ROUGH = 0.2;

/** Passes over the neighbours: as ratings get better, others stand beside each other. */
const PASSES = 4;

/**
 * Tables at which everybody meets those beside them: windows of the order that share an agent.
 * @param order agents from weak to strong
 * @param met pairs that need not meet again; those that will have met are added
 */
export function neighbourTables(
  order: readonly number[],
  seats: number,
  blocks: number,
  seed: Seed,
  met: Set<string>,
): List<number[]> {
  const size = Math.min(seats, order.length);
  const tables: List<number[]>[] = [];
  for (let i = 0; i + 1 < order.length; i++) {
    if (met.has(pair(order, i))) continue;
    const from = Math.min(i, order.length - size);
    const window = order.slice(from, from + size);
    for (let j = from; j + 1 < from + size; j++) met.add(pair(order, j));
    const some = lineUps(size, seats, blocks, `${seed}/${from}`);
    tables.push(listOf(some.length, (index) => some.at(index)!.map((k) => window[k]!)));
  }
  return joinLists(tables);
}

/** Whether a player file looks ahead at full strength. */
const looksAhead = async (file: string): Promise<boolean> => (await importPlayer(file)).meta.lookahead !== undefined;

/** An agent and the next stronger one. */
const pair = (order: readonly number[], i: number): string =>
  [order[i]!, order[i + 1]!].sort((a, b) => a - b).join(' ');

/** A ladder as it was measured. Its file has in place of `repeat` the command that makes it again. */
export interface MeasuredLadder extends Omit<Ladder, 'command'> {
  /** What asks for the same again, as far as it is about the game. */
  repeat: Repeat;
}

/**
 * Measures a ladder, or goes on with the one in the state file. Same request, same result, whatever the number of workers
 * and interruptions.
 * @throws UserError for an unknown game or agent, too few agents, an agent that fails, an interruption, a wrong file
 */
export async function measureLadder(request: LadderRequest): Promise<MeasuredLadder> {
  const { blocks, seed = 1, otherOptions } = request;
  if (!Number.isSafeInteger(blocks) || blocks < 1)
    throw new UserError(`blocks is ${blocks}, wanted a whole number >= 1`);
  const { agents: given, also = [], player } = request;
  const alone = player !== undefined && !given && also.length === 0;
  const file = player === undefined ? [] : graded(`file:${player}`, alone, await looksAhead(player));
  const said = [...(given ?? []), ...also, ...file];
  const twice = said.find((agent, i) => said.indexOf(agent) !== i);
  if (twice !== undefined) throw new UserError(`agent ${twice} is given twice: name each agent once`);
  const first = await findSeats({ ...request, agents: said });
  const context = { ...first, options: first.whole, otherOptions: true };
  const usual = given ? [] : alone ? await noisyBots(context) : await usualCandidates(context);
  const others = alone ? [...said, ...usual] : [...new Set([...usual, ...said])];
  const agents = [ANCHOR, ...others.filter((agent) => agent !== ANCHOR)];
  if (agents.length < 2) throw new UserError(`${first.game.id} has no agents but random play: name some with --agents`);
  const levels = alone ? said.map((agent) => agents.indexOf(agent)) : undefined;
  const seating = given ? first : await findSeats({ ...request, agents });
  const { game, seats: players, options, whole } = seating;

  const solo = players === 1;
  const everybody = agents.map((_, i) => i);
  const rough = Math.max(1, Math.round(blocks * ROUGH));
  const repeated = (table: readonly number[], times: number) => listOf(times, () => table);

  const table = { game: seating.source, options, otherOptions, agents };
  const settings = {
    ...{ kind: 'ladder', game: game.id, version: game.version, options: whole, agents, blocks, seed: String(seed) },
  };
  const played: Outcome[][] = [];
  let plan: List<Block> = [];
  let games = 0;
  /** Plays these tables, and rates everybody by all games so far. @param part for people */
  const rateAfter = async (tables: List<readonly number[]>, part: string) => {
    const earlier = plan.length;
    const added = listOf(tables.length, (i): Block => {
      const one = tables.at(i)!;
      return { seed: `${seed}/${earlier + i}`, seatings: solo ? one.map((agent) => [agent]) : rotations(one) };
    });
    plan = joinLists([plan, added]);
    const more = tables.length * (added.at(0)?.seatings.length ?? 0);
    games += more;
    // A state file numbers its blocks, so there each part goes on from those before.
    const whole = request.state !== undefined;
    const before = whole ? games - more : 0;
    const { blocks: outcomes } = await playSaved(table, whole ? { ...plan, games } : { ...added, games: more }, {
      ...request,
      settings,
      // How many games the later parts have is not known before: who stands beside whom follows from these.
      onProgress: (how) => request.onProgress?.({ ...how, done: how.done - before, total: more, part }),
    });
    played.push(...(whole ? outcomes.slice(played.length) : outcomes));
    const different = differentGames(plan, played);
    const rankings = rankGames(different.played, different.blocks, solo, game.scoring === 'rewards');
    return {
      variety: different.variety,
      rankings,
      ...rate(rankings, { agents, anchor: 0, anchorRating: 0, seed: `${seed}/ratings` }),
    };
  };

  let rated = await rateAfter(
    solo ? repeated(everybody, rough) : lineUps(agents.length, players, rough, `${seed}/all`),
    'everybody meets',
  );
  const met = new Set<string>();
  for (let pass = 0; pass < PASSES; pass++) {
    // By level, so the weakest comes first.
    const order = [...new Set(chooseRungs(rated.ratings, 0, levels))];
    const windows = neighbourTables(order, solo ? order.length : players, blocks, `${seed}/beside ${pass}`, met);
    if (windows.length === 0) break;
    rated = await rateAfter(
      solo ? repeated(order, blocks) : windows,
      `neighbours meet, pass ${pass + 1} of at most ${PASSES}`,
    );
  }

  return {
    format: 'tabletop-ladder',
    formatVersion: 1,
    game: game.id,
    version: game.version,
    options: whole,
    players,
    seed: String(seed),
    blocks,
    games: played.flat().length,
    ...rated.variety,
    bounded: rated.bounded,
    rungs: rungsOf(rated.ratings, payoffTable(rated.rankings, agents.length), levels),
    candidates: [...rated.ratings]
      .sort((a, b) => a.mean - b.mean)
      .map((one) => ({ agent: one.agent, ...ratedAs(one) })),
    repeat: repeatOf(seating, request),
  };
}

/** As many digits as say something. */
function ratedAs({ mean, low, high, games }: Rating): Pick<Rung, 'rating' | 'games'> {
  const short = (points: number) => Math.round(points * 10) / 10;
  return { rating: { mean: short(mean), low: short(low), high: short(high) }, games };
}

function rungsOf(ratings: readonly Rating[], payoff: (Payoff | null)[][], levels?: readonly number[]): Rung[] {
  const chosen = chooseRungs(ratings, 0, levels);
  return Array.from({ length: LEVELS }, (_, i): Rung => {
    const [own, below] = [chosen[i]!, chosen[i - 1]];
    const met = below === undefined || below === own ? null : payoff[own]![below];
    const { agent } = ratings[own]!;
    return {
      ...{ level: i + 1, agent, ...ratedAs(ratings[own]!) },
      beats: met ? { mean: met.mean, low: met.low, high: met.high, games: met.games } : null,
    };
  });
}
