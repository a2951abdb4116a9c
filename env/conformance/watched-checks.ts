/** The service in the thread that check-module.ts watches: loads the module, runs the checks, tells each as it is done. */
import type { Service } from '../fleet.js';
import { loadGameModule } from '../load-game.js';
import { type CheckReport, type CheckSettings, checkGame } from './check-game.js';
import { Whereabouts } from './whereabouts.js';

/** What to check. Plain data but for the signal. */
export interface ModuleCheck extends Pick<CheckSettings, 'games' | 'states' | 'options' | 'seed' | 'only' | 'signal'> {
  /** Absolute path of the module that exports the game, and maybe bots. */
  module: string;
  /** The game may stay away for so long, > 0. */
  seconds: number;
  /** Called several times a second, here alone. @param at number of the check that runs, from 0 */
  onProgress?: (at: number) => void;
}

/** What the thread is given. */
interface WatchedSetup extends Omit<ModuleCheck, 'signal' | 'onProgress'> {
  memory: SharedArrayBuffer;
}

/** What it can be asked. Its notes are the results of single checks. */
interface WatchedChecks {
  check(argument: undefined): Promise<CheckReport>;
}

const service: Service<WatchedSetup, WatchedChecks> = {
  name: 'watched checks',
  module: import.meta.url,
  open({ memory, ...settings }, host) {
    const whereabouts = new Whereabouts(memory);
    return {
      async check() {
        // While another process plays, nothing happens here, and that is as it should be.
        const alive = setInterval(() => whereabouts.beat(), 200);
        try {
          const { game, bots } = await loadGameModule(settings.module);
          return await checkGame(game, { ...settings, bots, whereabouts, onResult: (result) => host.note(result) });
        } finally {
          clearInterval(alive);
        }
      },
    };
  },
};

export default service;
