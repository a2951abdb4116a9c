/**
 * The games of an evaluation or a tournament are kept in a file while it runs, so that Ctrl-C loses nothing: the same
 * command goes on where it stopped. A file that the user did not name lies under runs/unfinished, from the first games
 * on until the result is printed.
 */
import { existsSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { checkWritable } from '../checkpoints/atomic.js';
import { hashBytes } from '../env/hash.js';
import { UserError } from '../env/user-error.js';
import { AgentChanged } from '../eval/saved-games.js';
import { afterOutput } from './output.js';

/**
 * Plays with such a file; without one where the folder cannot be written, and says so.
 * @param flags of the command; those that change nothing about the games do not make it another command
 * @param request what else makes two commands the same
 * @param run what plays; undefined: nothing is kept
 */
export async function kept<T>(
  flags: { state?: string; json?: boolean; workers?: number; queue?: string; device?: string },
  request: string,
  run: (state: string | undefined) => Promise<T>,
): Promise<T> {
  if (flags.state !== undefined) return run(flags.state);
  const { json: _json, workers: _workers, queue: _queue, device: _device, ...same } = flags;
  const id = hashBytes(new TextEncoder().encode(JSON.stringify([request, same])));
  const folder = path.join('runs', 'unfinished');
  const state = path.join(folder, `${id.toString(36)}.json`);
  try {
    checkWritable(state, { folderIsMade: true });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(
      'games are not kept, since this folder cannot be written: --state <file> keeps them elsewhere\n',
    );
    return run(undefined);
  }
  const made = !existsSync('runs');
  const result = await run(state).catch((error) => {
    if (!(error instanceof AgentChanged)) throw error;
    // Nobody named this file, and what it holds is of no use any more.
    rmSync(state);
    process.stderr.write('the games kept of an earlier run are dropped: a file that an agent plays by has changed\n');
    return run(state);
  });
  afterOutput(() => {
    try {
      rmSync(state, { force: true });
      rmdirSync(folder);
      if (made) rmdirSync('runs');
    } catch {
      // Not there, not empty, or not ours to remove: nothing that a result should fail for.
    }
  });
  return result;
}
