/** The thread side of a `Player`: takes calls one after the other and answers each. */
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../env/user-error.js';
import { createPlayer, type Player, type PlayerSetup } from './rollout-player.js';

/** One call of a player's method. */
export interface Call {
  id: number;
  method: keyof Player;
  argument: unknown;
}

/** The answer to a call; `id` -1 answers the making of the player. */
export interface Answer {
  id: number;
  result?: unknown;
  /** `user`: a `UserError`, whose message is all there is to say. */
  error?: { message: string; user: boolean; stack: string };
}

const port = parentPort!;

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  let reply: Answer;
  try {
    reply = { id, result: await work() };
  } catch (error) {
    const { message, stack } = error as Error;
    reply = { id, error: { message, user: error instanceof UserError, stack: stack ?? message } };
  }
  port.postMessage(reply);
}

let player: Player | undefined;
let queue = answer(-1, async () => {
  player = await createPlayer(workerData as PlayerSetup);
});

port.on('message', ({ id, method, argument }: Call) => {
  queue = queue.then(() => answer(id, () => player![method](argument as never) as Promise<unknown>));
});
