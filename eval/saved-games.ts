/**
 * Plays blocks of games and keeps what was played in a state file, so that an interrupted evaluation or tournament goes
 * on where it stopped. Without a file it only plays. A block follows from the settings and its number, so a longer run
 * of the same settings goes on from a shorter one.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { hashAgent } from '../agents/spec/hash-agent.js';
import { checkWritable, fileError, makeFolder, writeAtomic } from '../checkpoints/atomic.js';
import { readText } from '../checkpoints/read-text.js';
import { issueText } from '../env/checked.js';
import { parseJson } from '../env/json.js';
import { type List, listOf } from '../env/list.js';
import { loadGame } from '../env/load-game.js';
import { UserError } from '../env/user-error.js';
import { withOpenings } from './different-games.js';
import { type Effort, effortSchema } from './effort.js';
import { type Outcome, outcomeSchema } from './outcome.js';
import { type PoolSettings, playBlocks } from './pool.js';
import { type Blocks, gamesOf, type TableSettings } from './table.js';

const fileSchema = z.object({
  format: z.literal('tabletop-gym games'),
  formatVersion: z.literal(1),
  settings: z.record(z.string(), z.unknown()),
  /** SHA-256 of the file of each agent that plays by one, of the files that a program's command names. */
  agentFiles: z.record(z.string(), z.string()),
  /** Blocks played: number and games. */
  blocks: z.array(z.tuple([z.int().nonnegative(), z.array(outcomeSchema)])),
  /** What the games of a block cost, by agent. Apart from them: times are never the same twice. */
  effort: z.array(z.tuple([z.int().nonnegative(), z.array(effortSchema)])).optional(),
});

/** Seconds of play that a killed process may lose. */
const saveEvery = 5;

export interface SavedPlay extends PoolSettings {
  /** State file, made when there is none. */
  state?: string;
  /** What the games depend on; a file of other settings is refused. Plain JSON. */
  settings: Record<string, unknown>;
  /** Random legal first moves of each game; default: where nothing else differs (different-games.ts). */
  openings?: number | undefined;
  /** Looked at after each block, in order; true ends the play early. @param blocks all games so far, without gaps */
  enough?: (blocks: readonly Outcome[][]) => boolean;
}

/** A file of saved games holds those of an agent whose file has changed since. */
export class AgentChanged extends UserError {}

interface State {
  /** Games of the blocks asked for, by block. */
  known: Map<number, Outcome[]>;
  /** Blocks that a longer run of the same settings left in the file: not asked for, kept. */
  beyond: [number, Outcome[]][];
  /** What blocks cost, by number, of both kinds. */
  efforts: Map<number, Effort[]>;
}

/** What `playSaved` gives. */
export interface PlayedBlocks {
  /** Games by block. */
  blocks: Outcome[][];
  /** What they cost, by block and agent; undefined of a block that was played when this was not noted. */
  efforts: (Effort[] | undefined)[];
}

/**
 * SHA-256 of the files that agents play by, by spec. Games can be summed up where such a file no longer is.
 * @throws UserError when a file cannot be read, or a spec is not understood
 */
async function hashAgents(table: TableSettings): Promise<Record<string, string>> {
  const loaded = await loadGame(table.game);
  const context = { ...loaded, options: table.options };
  const hashes: Record<string, string> = {};
  for (const spec of table.agents) {
    const hash = await hashAgent(spec, context);
    if (hash !== undefined) hashes[spec] = hash;
  }
  return hashes;
}

/** @throws UserError when the file is damaged, foreign, of other settings or of other agents */
function readState(
  file: string,
  settings: Record<string, unknown>,
  agentFiles: Readonly<Record<string, string>>,
  blocks: Blocks,
): State {
  const text = readText(file);
  let content: unknown;
  try {
    content = parseJson(text);
  } catch {
    throw new UserError(
      `${file} is damaged or is not a file of saved games: give another name, or delete it to start again`,
    );
  }
  const parsed = fileSchema.safeParse(content);
  if (!parsed.success) {
    throw new UserError(
      `${file} is not a file of saved games (${issueText(parsed.error, 'file')}): give another name, or delete it to start again`,
    );
  }
  const now = JSON.parse(JSON.stringify(settings)) as Record<string, unknown>;
  for (const key of Object.keys(now)) {
    const [was, is] = [JSON.stringify(parsed.data.settings[key]), JSON.stringify(now[key])];
    if (was !== is)
      throw new UserError(
        `${file} holds games with another ${key} (${was}, now ${is}): give another name, or delete it to start again`,
      );
  }
  for (const [spec, was] of Object.entries(parsed.data.agentFiles))
    if (Object.hasOwn(agentFiles, spec) && agentFiles[spec] !== was)
      throw new AgentChanged(
        `${file} holds games of another ${spec}, whose file has changed since: give another name, or delete it to start again`,
      );
  const known: State['known'] = new Map();
  const beyond: State['beyond'] = [];
  for (const [index, outcomes] of parsed.data.blocks) {
    const block = blocks.at(index);
    if (!block) {
      beyond.push([index, outcomes]);
      continue;
    }
    const fits =
      outcomes.length === block.seatings.length &&
      outcomes.every(
        (game, i) => game.places.length === block.seatings[i]!.length && game.returns.length === game.places.length,
      );
    if (!fits) throw new UserError(`${file} is damaged (block ${index}): delete it to start again`);
    known.set(index, outcomes);
  }
  return { known, beyond, efforts: new Map(parsed.data.effort) };
}

/** Numbers below `length` that are not among the known ones. */
export function missingOf(length: number, known: readonly number[]): List<number> {
  const sorted = [...known].sort((a, b) => a - b);
  return listOf(length - sorted.length, (at) => {
    // So many known numbers come before: known[i] has known[i] - i missing ones before it.
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! - middle <= at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  });
}

/**
 * Plays the blocks that the state file does not hold yet.
 * @returns the games of all blocks; fewer blocks when `enough` said so
 * @throws UserError when interrupted (what was played is saved), or for a wrong file, game, option or agent; for a
 *   state file that cannot be written before anything is played
 */
export async function playSaved(table: TableSettings, blocks: Blocks, play: SavedPlay): Promise<PlayedBlocks> {
  const { state, openings, enough, signal, onProgress } = play;
  const settings = { ...play.settings, openings: openings ?? 'where nothing else differs' };
  if (state !== undefined) checkWritable(state, { folderIsMade: true });
  const agentFiles = state === undefined ? {} : await hashAgents(table);
  const { known, beyond, efforts }: State =
    state !== undefined && existsSync(state)
      ? readState(state, settings, agentFiles, blocks)
      : { known: new Map(), beyond: [], efforts: new Map() };
  const missing = missingOf(blocks.length, [...known.keys()]);
  const gamesPlayed = () => [...known.values()].reduce((sum, games) => sum + games.length, 0);
  const before = gamesPlayed();

  let savedAt = performance.now();
  let unsaved = false;
  const save = () => {
    if (state === undefined || !unsaved) return;
    try {
      makeFolder(dirname(state));
    } catch (error) {
      throw fileError(error, `cannot make the folder of ${state}`);
    }
    const list = [...known, ...beyond].sort(([a], [b]) => a - b);
    const content: z.infer<typeof fileSchema> = {
      format: 'tabletop-gym games',
      formatVersion: 1,
      settings,
      agentFiles,
      blocks: list,
      ...(efforts.size > 0 && { effort: [...efforts].sort(([a], [b]) => a - b) }),
    };
    writeAtomic(state, JSON.stringify(content));
    savedAt = performance.now();
    unsaved = false;
  };

  const ordered: Outcome[][] = [];
  let decided = false;
  const look = () => {
    while (!decided && known.has(ordered.length)) {
      ordered.push(known.get(ordered.length)!);
      decided = enough?.(ordered) ?? false;
    }
    return decided;
  };
  const finished = new AbortController();
  if (!look() && missing.length > 0) {
    try {
      const opened = await withOpenings(table, blocks, openings, play);
      await playBlocks(
        table,
        { ...listOf(missing.length, (at) => opened.at(missing.at(at)!)!), games: gamesOf(blocks) - before },
        {
          workers: play.workers,
          fleet: play.fleet,
          device: play.device,
          signal: signal ? AbortSignal.any([signal, finished.signal]) : finished.signal,
          onProgress:
            onProgress &&
            (({ done, total, secondsLeft }) => onProgress({ done: done + before, total: total + before, secondsLeft })),
        },
        (at, outcomes, effort) => {
          known.set(missing.at(at)!, outcomes);
          if (effort.length > 0) efforts.set(missing.at(at)!, effort);
          unsaved = true;
          if (look()) finished.abort();
          if (performance.now() - savedAt > saveEvery * 1000) save();
        },
      );
    } catch (error) {
      save();
      if (!decided) {
        if (!signal?.aborted) throw error;
        const next =
          state !== undefined && existsSync(state)
            ? `kept in ${state}, the same command continues from there`
            : 'nothing was kept';
        throw new UserError(`stopped after ${gamesPlayed()} of ${gamesOf(blocks)} games (${next})`, { cause: error });
      }
    }
    save();
  }
  return { blocks: ordered, efforts: ordered.map((_, index) => efforts.get(index)) };
}
