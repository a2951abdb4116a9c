/** The thread behind check-module.ts: loads the module, runs the checks, tells each as it is done. */
import { loadGameModule } from '../load-game.js';
import { answerCalls } from '../thread.js';
import { type CheckResult, checkGame } from './check-game.js';
import type { CheckTask, CheckThread } from './check-task.js';
import { Whereabouts } from './whereabouts.js';

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
