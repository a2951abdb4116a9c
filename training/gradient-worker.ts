/** A thread that computes the gradient of its part of each minibatch, in memory it shares with the learner. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadTfjs } from '../agents/engines/tfjs.js';
import { type GradientMemory, GradientPart, type LossTask } from './gradient.js';
import type { LossSums } from './ppo.js';

/** One answer a task. */
export type GradientAnswer = { sums: LossSums } | { error: string };

const port = parentPort!;
const engine = await loadTfjs('wasm');
const part = new GradientPart(engine, workerData as GradientMemory);

port.on('message', (task: LossTask) => {
  let answer: GradientAnswer;
  try {
    answer = { sums: part.compute(task) };
  } catch (error) {
    answer = { error: (error as Error).stack ?? String(error) };
  }
  port.postMessage(answer);
});
