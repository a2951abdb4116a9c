/**
 * The conformance kit in a thread of its own, watched from this one: a game that never comes back (an endless `apply`,
 * `newState` or bot) ends with the check, the seed and the step at which it stayed away.
 */
import type { Game } from '../game.js';
import { Thread } from '../thread.js';
import { type CheckResult, checkVariants, type GameReport } from './check-game.js';
import type { CheckTask, CheckThread, ModuleCheck } from './check-task.js';
import { checkNames } from './names.js';
import { nothingReached } from './reached.js';
import { Whereabouts } from './whereabouts.js';

/**
 * Holds a game to the contract, as `checkGame`, with a limit of time.
 * @param game what that module exports
 * @throws UserError when the settings are wrong
 */
export async function checkModule(game: Game, { signal, ...request }: ModuleCheck): Promise<GameReport> {
  const { seconds, seed = 1 } = request;
  const whereabouts = new Whereabouts();
  const task: CheckTask = { ...request, memory: whereabouts.memory };
  const done: CheckResult[] = [];
  const module = new URL('./check-worker.js', import.meta.url);
  const thread = new Thread<CheckThread>(module, task, (result: CheckResult) => done.push(result));
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<GameReport>((resolve, reject) => {
      let beats = whereabouts.beats;
      let since = performance.now();
      watch = setInterval(() => {
        if (whereabouts.beats !== beats) {
          beats = whereabouts.beats;
          since = performance.now();
        } else if (performance.now() - since > seconds * 1000) resolve(stayedAway());
      }, 100);
      const stayedAway = (): GameReport => {
        const { check, game: number, step, doing } = whereabouts;
        const options = JSON.stringify(checkVariants(game, request.options).at(number % variants));
        const where = step < 0 ? '' : ` (options ${options}, seed ${seed}/${number}, step ${step})`;
        const detail = `${doing} did not come back for ${seconds} seconds: is there a loop without an end?${where}`;
        const checks = [...done, { name: checkNames[check]!, passed: false, detail, count: 0 }];
        return { game: game.id, version: game.version, passed: false, checks, reached: nothingReached(game) };
      };
      const variants = checkVariants(game, request.options).length;
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.call('check', undefined).then(resolve, reject);
    });
  } finally {
    clearInterval(watch);
    await thread.stop();
  }
}
