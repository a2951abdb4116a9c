/** Where a file of a run comes from: the run it lies in, and the game of that run. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { UserError } from '../env/user-error.js';

/** The run that a checkpoint or an export lies in, by its place; undefined where it lies in none. */
export function runOf(file: string): string | undefined {
  const folder = dirname(resolve(file));
  const run = dirname(folder);
  const ours = ['checkpoints', 'exports'].includes(basename(folder)) && existsSync(join(run, 'config.json'));
  return ours ? run : undefined;
}

/** What stands in the `config.json` of a run, not looked at closer. @throws UserError when it is no JSON object */
export function runConfig(run: string): Record<string, unknown> {
  const file = join(run, 'config.json');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`cannot read ${file}: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UserError(`${file}: wanted a JSON object`);
}

/**
 * The module of a run's game, where that is a game of its own: named relative to the run, so that both can be moved
 * together, or by an absolute path.
 * @throws UserError when the module is not there
 */
export function moduleOfRun(run: string): string | undefined {
  const { game } = runConfig(run);
  if (typeof game !== 'string' || !/[/\\]|\.[cm]?[jt]s$/.test(game)) return undefined;
  const module = isAbsolute(game) ? game : resolve(run, game);
  if (existsSync(module)) return module;
  throw new UserError(`the run ${run} is of the game in ${module}, which is not there: name it with --game`);
}
