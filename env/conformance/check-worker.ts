/** The thread behind check-module.ts: loads the module, runs the checks, tells each as it is done. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadGameModule } from '../game-module.js';
import { UserError } from '../user-error.js';
import { type CheckResult, checkGame } from './check-game.js';
import type { CheckAnswer, CheckTask } from './check-task.js';
import { Whereabouts } from './whereabouts.js';

const { memory, ...settings } = workerData as CheckTask;
const tell = (answer: CheckAnswer) => parentPort!.postMessage(answer);
const whereabouts = new Whereabouts(memory);
// While another process plays, nothing happens here, and that is as it should be.
const alive = setInterval(() => whereabouts.beat(), 200);
try {
  const { game, bots } = await loadGameModule(settings.module);
  const onResult = (result: CheckResult) => tell({ kind: 'checked', result });
  tell({ kind: 'report', report: await checkGame(game, { ...settings, bots, whereabouts, onResult }) });
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  tell({ kind: 'failed', message, user: error instanceof UserError, stack });
} finally {
  clearInterval(alive);
}
