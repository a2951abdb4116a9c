/** Checks in a thread that is watched from another one (`watchChecks`), and the service that has other machines do so, check by check. */
import type { Service } from '../fleet.js';
import type { Game } from '../game.js';
import { loadGameModule } from '../load-game.js';
import { OtherThread } from '../place.js';
import { type CheckReport, type CheckResult, checkVariants } from './check-game.js';
import { checkNames } from './names.js';
import { nothingReached } from './reached.js';
import watchedChecks, { type ModuleCheck } from './watched-checks.js';
import { Whereabouts } from './whereabouts.js';

/**
 * Times `seconds` that a game has by the clock. Only what it computed counts against `seconds`, since on a busy machine the
 * clock also runs while it waits for a processor; but a game that waits itself (a read that never ends) computes nothing.
 */
const PATIENCE = 10;

/** What to check. */
export type CheckSetup = Omit<ModuleCheck, 'signal' | 'only' | 'onProgress'>;

/** What came of checks in a thread. */
export interface WatchedReport extends CheckReport {
  /** The game did not come back from the last of them: those after it were not begun. */
  away: boolean;
}

/** What the service can be asked. */
export interface CheckService {
  /** @param call name of the check */
  check(call: { name: string }): Promise<WatchedReport>;
}

const service: Service<CheckSetup, CheckService> = {
  name: 'check',
  module: import.meta.url,
  async open(setup) {
    const { game } = await loadGameModule(setup.module);
    return { check: ({ name }) => watchChecks(game, { ...setup, only: [name] }) };
  },
};

export default service;

/** The checks in a thread that is watched from this one. */
export async function watchChecks(game: Game, { signal, onProgress, ...request }: ModuleCheck): Promise<WatchedReport> {
  const { seconds, seed = 1 } = request;
  const whereabouts = new Whereabouts();
  const done: CheckResult[] = [];
  const thread = new OtherThread(watchedChecks, { ...request, memory: whereabouts.memory });
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<WatchedReport>((resolve, reject) => {
      let beats = whereabouts.beats;
      let since = performance.now();
      let computed = process.cpuUsage();
      watch = setInterval(() => {
        onProgress?.(whereabouts.check);
        if (whereabouts.beats !== beats) {
          beats = whereabouts.beats;
          since = performance.now();
          computed = process.cpuUsage();
          return;
        }
        const waited = (performance.now() - since) / 1000;
        if (waited <= seconds) return;
        const { user, system } = process.cpuUsage(computed);
        if ((user + system) / 1e6 > seconds || waited > seconds * PATIENCE) resolve(stayedAway());
      }, 100);
      const stayedAway = (): WatchedReport => {
        const { check, game: number, step, doing } = whereabouts;
        const variant = checkVariants(game, request.options).at(number % variants);
        const options = JSON.stringify(variant);
        const where = step < 0 ? '' : ` (options ${options}, seed ${seed}/${number}, step ${step})`;
        const detail = `${doing} did not come back for ${seconds} seconds: is there a loop without an end?${where}`;
        const address = { options: variant, seed: `${seed}/${number}`, step };
        const away = { name: checkNames[check]!, passed: false, detail, count: 0, ...(step >= 0 && { address }) };
        const checks = [...done, away];
        const { id, version } = game;
        return { game: id, version, passed: false, checks, reached: nothingReached(game), away: true };
      };
      const variants = checkVariants(game, request.options).length;
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread
        .call('check', undefined, { note: (result: CheckResult) => done.push(result) })
        .then((report) => resolve({ ...report, away: false }), reject);
    });
  } finally {
    clearInterval(watch);
    await thread.close();
  }
}
