/**
 * The run that trains a policy's advisor before the policy itself (`bot` in the config): one of evolution, in the folder
 * `botRun`. Here is its config; `train` and `resume` run it.
 */
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { presetConfig } from '../presets/index.js';
import { type Config, contradiction } from './config.js';
import type { TrainWatch } from './watch.js';

/** How it is watched: it is a part of what its caller waits for, and its metrics are in files of its own. */
export function botWatch({ callbacks, sinks: _sinks, ...watch }: TrainWatch): TrainWatch {
  return { ...watch, callbacks: { ...callbacks, onEnd: undefined } };
}

/** Its config; null where the advisor stays as it is. @throws UserError when something in `bot` is wrong */
export async function botConfig(config: Config): Promise<Config | null> {
  const { bot, game, options, seed, workers, advisor } = config;
  if (!bot) return null;
  const problem = contradiction(config);
  if (problem) throw new UserError(problem);
  const { game: rules, presets } = await loadGame(game);
  const own = { workers, ...bot, options, seed };
  return presetConfig({ id: rules.id, source: game, presets }, 'evolution', own, advisor ?? undefined);
}
