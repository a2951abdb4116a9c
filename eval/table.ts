/**
 * A table: a loaded game and the agents that may sit down at it. Plays games in this thread; eval/pool.ts spreads
 * blocks of games over threads and machines.
 */
import { z } from 'zod';
import { loadAgent } from '../agents/spec/load.js';
import type { Agent } from '../env/agent.js';
import { type List, listOf } from '../env/list.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { type Effort, EffortMeter } from './effort.js';
import { playMatch } from './match.js';
import type { Outcome } from './outcome.js';

/** What a table is set up with. Plain data. */
export const tableSettingsSchema = z.strictObject({
  /** Id of a game, or the path of a module that exports one. */
  game: z.string(),
  options: z.record(z.string(), z.unknown()).optional(),
  /** Trained players may be made to play other options than their own. */
  otherOptions: z.boolean().optional(),
  /** Spec strings. */
  agents: z.array(z.string()).max(1000).readonly(),
  /** Count decisions by prompt, tell the turn order and whether a rival of the rules was ahead too. */
  detail: z.boolean().optional(),
  /** Note what the agents' decisions cost. */
  effort: z.boolean().optional(),
});

/** What a table is set up with: see `tableSettingsSchema`. */
export type TableSettings = z.infer<typeof tableSettingsSchema>;

/** Games that share their luck. */
export const blockSchema = z.strictObject({
  seed: z.string().max(1000),
  /** The games: for each seat the index of the agent in it. */
  seatings: z.array(z.array(z.int().nonnegative()).max(100).readonly()).max(10_000).readonly(),
  /** So many of the first decisions are random, in all its games alike; default: none. */
  opening: z.int().nonnegative().max(1000).optional(),
});

/** Games that share their luck: see `blockSchema`. */
export type Block = z.infer<typeof blockSchema>;

/** Blocks to play, each made when its turn comes. */
export interface Blocks extends List<Block> {
  /** Games of all of them, where they need not be counted. */
  readonly games?: number;
}

/** Games of these blocks. */
export function gamesOf(blocks: Blocks): number {
  if (blocks.games !== undefined) return blocks.games;
  let games = 0;
  for (let i = 0; i < blocks.length; i++) games += blocks.at(i)!.seatings.length;
  return games;
}

/** So many blocks, each of so many games. */
export const blocksOfGames = (length: number, games: number, make: (index: number) => Block): Blocks => ({
  ...listOf(length, make),
  games: length * games,
});

/** The games of a block: each of the agents sits once in each seat, next to the same neighbours. */
export function rotations(agents: readonly number[]): number[][] {
  return agents.map((_, shift) => agents.map((_, seat) => agents[(seat + shift) % agents.length]!));
}

/** A table at which blocks can be played. */
export interface Table {
  play(block: Block, game: number): Outcome;
  /** What the games since the last call cost, by agent; nothing where it is not noted. */
  effort(): Effort[];
}

/**
 * Loads the game and makes the agents.
 * @throws UserError for an unknown game, a wrong option or an unknown agent
 */
export async function openTable(settings: TableSettings): Promise<Table> {
  const loaded = await loadGame(settings.game);
  const env = new TurnEnv(loaded.game, { options: settings.options });
  const context = { ...loaded, options: env.options, otherOptions: settings.otherOptions };
  const makers: (() => Agent)[] = [];
  for (const spec of settings.agents) makers.push(await loadAgent(spec, context));
  const seats = new Seats(makers);
  const meters = settings.effort ? makers.map(() => new EffortMeter()) : undefined;
  return {
    effort: () => meters?.map((meter) => meter.take()) ?? [],
    play(block, index) {
      const seating = block.seatings[index]!;
      const { agents: _names, ...outcome } = playMatch(env, seats.taken(seating), block.seed, {
        detail: settings.detail,
        meters: meters && seating.map((agent) => meters[agent]!),
        opening: block.opening,
      });
      return outcome;
    },
  };
}

/** The agents at one table. Copies of one are instances of their own; all are used again for the next game. */
export class Seats<A> {
  private readonly made: A[][];

  constructor(private readonly makers: readonly (() => A)[]) {
    this.made = makers.map(() => []);
  }

  /** @param seating the index of the agent in each seat */
  taken(seating: readonly number[]): A[] {
    const { made, makers } = this;
    const used = new Uint8Array(made.length);
    return seating.map((agent) => {
      const copies = made[agent]!;
      const copy = used[agent]!++;
      return (copies[copy] ??= makers[agent]!());
    });
  }
}
