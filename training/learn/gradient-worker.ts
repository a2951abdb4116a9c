/** A thread that computes the gradient of its part of each minibatch, in memory it shares with the learner. */
import { parentPort, workerData } from 'node:worker_threads';
import { type GradientMemory, GradientPart, type GradientResult, type GradientTask } from './gradient.js';
import type { Decisions } from './learner.js';

/** What the thread is told: the batch of an update, then its tasks. */
export type GradientCall = { batch: Decisions } | { task: GradientTask };

/** One answer a task. */
export type GradientAnswer = GradientResult | { error: string };

const port = parentPort!;
const part = GradientPart.create(workerData as GradientMemory);
part.catch(() => {}); // Said when the first task comes.

port.on('message', async (call: GradientCall) => {
  let answer: GradientAnswer;
  try {
    if ('batch' in call) {
      (await part).take(call.batch);
      return;
    }
    answer = await (await part).compute(call.task);
  } catch (error) {
    answer = { error: (error as Error).stack ?? String(error) };
  }
  port.postMessage(answer);
});
