/** The thread behind eval/game-report/threads.ts: sets up a desk and does what it is asked. */
import { answerCalls } from '../../env/thread.js';
import { type Desk, type DeskSettings, openDesk } from './desk.js';

answerCalls<DeskSettings, Desk & Record<string, never>>(
  async (settings) => (await openDesk(settings)) as Desk & Record<string, never>,
);
