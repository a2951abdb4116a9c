/**
 * Which games are different. Players that draw nothing, in a game without luck, play the same game on every deal: it is
 * one observation, however often it is played. So they begin with random first moves where nothing else would differ,
 * and what is played again all the same counts once.
 *
 * The basis of every interval is the block. Blocks of one line-up with the same random first moves must be the same
 * games where nothing else is random; where they are, all but the first are left out. Where they are not, or where the
 * rules drew luck, somebody draws: games that are alike are then independent draws, and all of them count.
 */
import { randomAction } from '../agents/random.js';
import { createRng } from '../env/chance.js';
import { type List, listOf } from '../env/list.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import type { Outcome } from './outcome.js';
import { type PoolSettings, playBlocks } from './pool.js';
import type { Block, TableSettings } from './table.js';

/** What is said of games that are alike; nothing where all differ by themselves. */
export interface Variety {
  /** Games that differ, where some were the same: all numbers are of these. */
  different?: number | undefined;
  /** Random legal first moves of the games, the same for all seatings of a deal; where only some line-ups have them, of those. */
  openings?: number | undefined;
  /** How many of the games with luck were different, where hardly any was: all of them count. */
  alike?: number | undefined;
}

/** Share of different games with luck below which that is said, and games from which on. */
const ALIKE = 0.1;
const SOME = 20;

/** Random first moves where nothing else differs; fewer in short games, of which they are at most a quarter. */
const USUAL_OPENING = 4;

/** Decisions after which a game has drawn luck, if it does. */
const PROBED_DECISIONS = 1000;

/** Blocks in which all line-ups have been met: those of longer plans come again. */
const FIRST_BLOCKS = 10_000;

/** Line-ups are the same where the same agents sit in the same seats, in whatever order that is played. */
const lineUpOf = ({ seatings }: Pick<Block, 'seatings'>): string => [...seatings].sort(bySeats).join(' ');

/** An order of seatings that does not depend on how they were rotated. */
function bySeats(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [String(one), String(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A line-up's blocks so far. */
interface LineUp {
  /** Games by first moves. */
  games: Map<string, string>;
  /** Blocks whose games were there before. */
  again: number[];
  random: boolean;
}

/** @returns the numbers of the blocks that count, ascending (the basis is above) */
function countingBlocks(blocks: List<Block>, played: readonly (readonly Outcome[])[]): number[] {
  // Games with luck are many more, and nothing is to be compared.
  if (!played.some((outcomes) => outcomes.some(({ line }) => line))) return [...played.keys()];
  const lineUps = new Map<string, LineUp>();
  played.forEach((outcomes, index) => {
    const block = blocks.at(index)!;
    const key = lineUpOf(block);
    const lineUp = lineUps.get(key) ?? { games: new Map<string, string>(), again: [], random: false };
    lineUps.set(key, lineUp);
    lineUp.random ||= outcomes.some(({ line }) => !line);
    if (lineUp.random) return;
    const order = outcomes.map((_, game) => game).sort((a, b) => bySeats(block.seatings[a]!, block.seatings[b]!));
    const opening = order.map((game) => outcomes[game]!.line![0]).join();
    const moves = order.map((game) => outcomes[game]!.line![1]).join();
    const before = lineUp.games.get(opening);
    if (before === undefined) lineUp.games.set(opening, moves);
    else if (before === moves) lineUp.again.push(index);
    else lineUp.random = true;
  });
  const again = new Set([...lineUps.values()].flatMap((lineUp) => (lineUp.random ? [] : lineUp.again)));
  return [...played.keys()].filter((index) => !again.has(index));
}

/** How many of the games with luck were different; undefined where enough of them are. */
function alikeOf(blocks: List<Block>, played: readonly (readonly Outcome[])[]): number | undefined {
  const lucky = played.reduce((sum, outcomes) => sum + outcomes.filter(({ course }) => course !== undefined).length, 0);
  if (lucky < SOME) return undefined;
  const courses = new Set<string>();
  for (const [index, outcomes] of played.entries())
    for (const [game, { course }] of outcomes.entries()) {
      if (course !== undefined) courses.add(`${blocks.at(index)!.seatings[game]} ${course}`);
      if (courses.size > ALIKE * lucky) return undefined;
    }
  return courses.size;
}

/**
 * Leaves out what was played again.
 * @param blocks at least those that were played
 * @returns blocks and games that count, in their order, and what is to be said of them
 */
export function differentGames<Games extends readonly Outcome[]>(
  blocks: List<Block>,
  played: readonly Games[],
): { kept: number[]; blocks: Block[]; played: Games[]; variety: Variety } {
  const kept = countingBlocks(blocks, played);
  const different = kept.map((index) => played[index]!);
  const openings = played.flat().reduce((most, { opening = 0 }) => Math.max(most, opening), 0);
  const alike = alikeOf(blocks, played);
  return {
    kept,
    blocks: kept.map((index) => blocks.at(index)!),
    played: different,
    variety: {
      ...(kept.length < played.length && { different: different.flat().length }),
      ...(openings > 0 && { openings }),
      ...(alike !== undefined && { alike }),
    },
  };
}

/** Of several that played the same deals, in order: the deals that gave a new game with any of them. */
export const keptIn = (all: readonly { kept: readonly number[] }[]): number[] =>
  [...new Set(all.flatMap(({ kept }) => kept))].sort((a, b) => a - b);

/** Several as one: sums up what differs. @param games of each */
export function joinVarieties(all: readonly (Variety & { games: number })[]): Variety {
  const openings = Math.max(0, ...all.map((one) => one.openings ?? 0));
  return {
    ...(all.some(({ different }) => different !== undefined) && {
      different: all.reduce((sum, { different, games }) => sum + (different ?? games), 0),
    }),
    ...(openings > 0 && { openings }),
    ...(all.some(({ alike }) => alike !== undefined) && {
      alike: all.reduce((sum, { alike, games }) => sum + (alike ?? games), 0),
    }),
  };
}

/**
 * What people are told of it, a sentence each.
 * @param games that were played
 * @param remedy what makes more of them differ
 */
export function varietyText(
  { different, openings, alike }: Variety,
  games: number,
  remedy = openings === undefined ? `use --openings ${USUAL_OPENING}` : 'more --openings give more of them',
): string[] {
  const lines: string[] = [];
  if (openings !== undefined)
    lines.push(
      `Games began with up to ${openings} random ${openings === 1 ? 'move' : 'moves'}, the same for all seatings of a ` +
        `deal${remedy && ' (--openings 0: none)'}.`,
    );
  if (different !== undefined)
    lines.push(
      `${different} different ${different === 1 ? 'game' : 'games'} among ${games}: the same players played the same moves again. ` +
        `All numbers are of the different games${remedy && `; ${remedy}`}.`,
    );
  if (alike !== undefined)
    lines.push(
      `${alike} different games among ${games}: between these players the luck of the rules leaves no more. All of them count, ` +
        `as draws of that luck${remedy && '; --openings <n> begins games with random moves, for others'}.`,
    );
  return lines;
}

/** Whether a random game draws luck. Of a game that fails here the games themselves will tell. */
async function drawsLuck({ game: source, options }: TableSettings): Promise<boolean> {
  const { game } = await loadGame(source);
  const env = new TurnEnv(game, { options });
  const rng = createRng('probe');
  try {
    env.start({ seed: 'probe' });
    while (!env.over && !env.drewLuck && env.decisions < PROBED_DECISIONS)
      env.play(randomAction(env.mask, env.legal, rng));
  } catch {
    return true;
  }
  return env.drewLuck;
}

/** Random first moves for a line-up, of its games on two deals: undefined where they differ. */
export const usualOpening = (one: Outcome, other: Outcome): number | undefined =>
  one.line && String(one.line) === String(other.line)
    ? Math.max(1, Math.min(USUAL_OPENING, Math.floor(one.decisions / 4)))
    : undefined;

/**
 * Gives blocks their random first moves.
 * @param openings so many; undefined: some to those line-ups whose first seating plays the same game on two deals. That
 *   depends on game, options and agents alone: neither on the number of blocks nor on who plays them
 * @throws UserError for a number that is none, an agent that fails, or the signal's reason
 */
export async function withOpenings(
  table: TableSettings,
  blocks: List<Block>,
  openings: number | undefined,
  { workers, fleet, device, signal }: PoolSettings,
): Promise<List<Block>> {
  if (openings !== undefined) {
    if (!Number.isSafeInteger(openings) || openings < 0 || openings > 1000)
      throw new UserError(`openings is ${openings}, wanted a whole number from 0 to 1000`);
    return openings === 0 ? blocks : opened(blocks, () => openings);
  }
  // Random play differs by itself, and is no agent to ask twice.
  const random = table.agents.indexOf('random');
  const seatings = new Map<string, readonly number[]>();
  for (let index = 0; index < Math.min(blocks.length, FIRST_BLOCKS); index++) {
    const block = blocks.at(index)!;
    const first = [...block.seatings].sort(bySeats)[0]!;
    if (!first.includes(random)) seatings.set(lineUpOf(block), first);
  }
  if (seatings.size === 0 || (await drawsLuck(table))) return blocks;
  const probes = [...seatings.values()].flatMap((seating) =>
    ['probe/0', 'probe/1'].map((seed): Block => ({ seed, seatings: [seating] })),
  );
  const probed: Outcome[] = [];
  const { effort: _, ...unmetered } = table;
  await playBlocks(unmetered, probes, { workers, fleet, device, signal }, (index, [outcome]) => {
    probed[index] = outcome!;
  });
  const chosen = new Map<string, number>();
  [...seatings.keys()].forEach((lineUp, i) => {
    const opening = usualOpening(probed[2 * i]!, probed[2 * i + 1]!);
    if (opening !== undefined) chosen.set(lineUp, opening);
  });
  return chosen.size === 0 ? blocks : opened(blocks, (block) => chosen.get(lineUpOf(block)));
}

/** Blocks with so many random first moves. */
const opened = (blocks: List<Block>, openingOf: (block: Block) => number | undefined): List<Block> =>
  listOf(blocks.length, (index) => {
    const block = blocks.at(index)!;
    const opening = openingOf(block);
    return opening === undefined ? block : { ...block, opening };
  });
