/** The thread behind check-module.ts: loads the module, runs the checks, tells each as it is done. */
import { loadGameModule } from '../game-module.js';
import { answerCalls } from '../thread.js';
import { type CheckResult, checkGame, type GameReport } from './check-game.js';
import type { ModuleCheck } from './check-module.js';
import { Whereabouts } from './whereabouts.js';

/** What the thread is given. */
export interface CheckTask extends Omit<ModuleCheck, 'signal'> {
  memory: SharedArrayBuffer;
}

/** What it can be asked. The notes that it sends are the results of single checks. */
export interface CheckThread {
  check(argument: undefined): Promise<GameReport>;
}

answerCalls<CheckTask, CheckThread>(({ memory, ...settings }, note) => {
  const whereabouts = new Whereabouts(memory);
  return {
    async check() {
      // While another process plays, nothing happens here, and that is as it should be.
      const alive = setInterval(() => whereabouts.beat(), 200);
      try {
        const { game, bots } = await loadGameModule(settings.module);
        const onResult = (result: CheckResult) => note(result);
        return await checkGame(game, { ...settings, bots, whereabouts, onResult });
      } finally {
        clearInterval(alive);
      }
    },
  };
});
