/** A long fuzz run as it lies on disk, so that it can be stopped at any moment and gone on with. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { emptyTally, type Tally } from './tally.js';

/** Which games a run plays; the same ones make the same tally. */
export interface FuzzPlan {
  seed: string;
  games: number;
  /** Games in a block. */
  block: number;
}

/** How far a run has come. */
export interface Progress extends FuzzPlan {
  game: string;
  version: string;
  /** Blocks in the tally. */
  done: number[];
  seconds: number;
  tally: Tally;
}

/**
 * Reads the progress of a run, or begins a new one where there is no file. A run may be asked for more games than before.
 * @throws UserError when the file is of another run, or cannot be read
 */
export function readProgress(file: string, game: Game, plan: FuzzPlan): Progress {
  const fresh: Progress = {
    game: game.id,
    version: game.version,
    ...plan,
    done: [],
    seconds: 0,
    tally: emptyTally(game),
  };
  if (!existsSync(file)) return fresh;
  let saved: Progress;
  try {
    saved = JSON.parse(readFileSync(file, 'utf8')) as Progress;
  } catch {
    throw new UserError(`${file} is not the progress of a fuzz run: give --state another file, or delete it`);
  }
  const shape = ({ tally }: Progress) =>
    [tally?.prompts, tally?.played, tally?.landmarks].map((numbers) => numbers?.length).join();
  for (const key of ['game', 'version', 'seed', 'block'] as const)
    if (saved[key] !== fresh[key])
      throw new UserError(
        `${file} is of a run with ${key} ${saved[key]}, not ${fresh[key]}: give --state another file, or delete it`,
      );
  if (shape(saved) !== shape(fresh))
    throw new UserError(`${file} counts other prompts, actions or landmarks: give --state another file, or delete it`);
  // A last block that is only a part of one counts as done, so nothing can follow it.
  if (plan.games !== saved.games && (plan.games < saved.games || saved.games % plan.block !== 0))
    throw new UserError(
      `${file} is of a run of ${saved.games} games: give --games ${saved.games}, or --state another file`,
    );
  return { ...saved, games: plan.games };
}

/** Writes the file as a whole or not at all. */
export function writeProgress(file: string, progress: Progress): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, JSON.stringify(progress));
  renameSync(`${file}.tmp`, file);
}
