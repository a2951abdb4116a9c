/**
 * A ladder: ten measured opponents of a game, from weak to strong, each with its rating. What `--difficulty 7` means is
 * said here and nowhere else. `tabletop ladder` measures one (eval/ladder/); those of our games are shipped beside the players.
 */
import { z } from 'zod';
import { readText } from '../checkpoints/read-text.js';
import { issueText } from '../env/checked.js';
import type { Game } from '../env/game.js';
import type { GamePackage } from '../env/game-package.js';
import { parseJson } from '../env/json.js';
import { UserError } from '../env/user-error.js';
import { ratingText } from './player-file/provenance.js';

/** Levels of a ladder. */
export const LEVELS = 10;

const ratingSchema = z.object({ mean: z.number(), low: z.number(), high: z.number() });

const rungSchema = z.object({
  level: z.int().min(1).max(LEVELS),
  /** Spec of the agent that plays it. */
  agent: z.string().min(1),
  /** Elo points above random play, with the 95 % interval. */
  rating: ratingSchema,
  /** Games that the rating rests on. */
  games: z.int().nonnegative(),
  /**
   * How often it was placed before the agent of the next lower level; null for the lowest, and where that is the same agent.
   */
  beats: ratingSchema.extend({ games: z.int().nonnegative() }).nullable(),
});

/** One level. */
export type Rung = z.infer<typeof rungSchema>;

const ladderSchema = z.object({
  format: z.literal('tabletop-ladder'),
  formatVersion: z.literal(1),
  game: z.string(),
  version: z.string(),
  /** All options that were played. */
  options: z.record(z.string(), z.unknown()),
  players: z.int().positive(),
  seed: z.string(),
  /** Blocks in which neighbours met at least. */
  blocks: z.int().positive(),
  games: z.int().positive(),
  /** Games that differ, where some were the same. */
  different: z.int().positive().optional(),
  /** Random legal first moves of games in which nothing else differs. */
  openings: z.int().positive().optional(),
  /** False: some agents never lost to some others, and how far apart they are rests on the prior. */
  bounded: z.boolean(),
  /** By level. */
  rungs: z.array(rungSchema).length(LEVELS),
  /** All that were measured, the weakest first. */
  candidates: z.array(z.object({ agent: z.string(), rating: ratingSchema, games: z.int().nonnegative() })),
  command: z.string(),
});

/** What is written. */
export type Ladder = z.infer<typeof ladderSchema>;

/**
 * Reads the text of a ladder.
 * @param name how messages call it
 * @throws UserError when it is none, or was measured with another game or version
 */
export function readLadder(text: string, name: string, game: Pick<Game, 'id' | 'version'>): Ladder {
  let content: unknown;
  try {
    content = parseJson(text);
  } catch {
    throw new UserError(`${name} is damaged or is no ladder: measure one with tabletop ladder --out`);
  }
  const parsed = ladderSchema.safeParse(content);
  if (!parsed.success) {
    const problem = issueText(parsed.error, 'file');
    throw new UserError(`${name} is no ladder (${problem}): measure one with tabletop ladder --out`);
  }
  const { data } = parsed;
  if (data.game !== game.id) throw new UserError(`${name} is a ladder of ${data.game}, not of ${game.id}`);
  if (data.version !== game.version)
    throw new UserError(
      `${name} was measured with ${game.id} version ${data.version}, but the rules here are version ${game.version}: measure it again (${data.command})`,
    );
  const wrong = data.rungs.findIndex(({ level }, i) => level !== i + 1);
  if (wrong >= 0) throw new UserError(`${name} is no ladder (rungs.${wrong}.level: wanted ${wrong + 1})`);
  return data;
}

/**
 * The ladder of a file, or else the one that comes with the game; undefined where there is none.
 * @throws UserError as `readLadder`, and when the file cannot be read
 */
export function findLadder({ game, ladder }: GamePackage, file = ladder): Ladder | undefined {
  return file === undefined ? undefined : readLadder(readText(file), file, game);
}

/**
 * A level of a game's ladder.
 * @param file of a ladder; default: the one that comes with the game
 * @throws UserError when there is none, or it does not fit
 */
export function rungOf(level: number, pack: GamePackage, file?: string): { rung: Rung; ladder: Ladder } {
  const ladder = findLadder(pack, file);
  if (!ladder)
    throw new UserError(
      `no ladder is shipped for ${pack.game.id}: measure one (tabletop ladder <game> --out ladder.json) and name it (--ladder ladder.json, or level:${level}?ladder=ladder.json)`,
    );
  return { rung: ladder.rungs[level - 1]!, ladder };
}

/** `rating 812 [780, 845], scripted:mixed`. */
export const rungText = ({ rating, agent }: Rung): string => `rating ${ratingText(rating)}, ${agent}`;
