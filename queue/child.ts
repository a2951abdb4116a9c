/** The process that does jobs (job.ts), one at a time: what crashes here ends no worker. Begun by job-process.ts. */
import process from 'node:process';
import { strayMistake } from '../env/user-frame.js';
import { type JobSettings, jobDoer, type Said, type Task } from './job.js';

const say = async (said: Said) => {
  // First it is heard of promises that were left alone on the way.
  if ('done' in said) await new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => process.send!(said, () => resolve()));
};

let work: ((task: Task) => Promise<void>) | undefined;
process.on('message', (message: JobSettings | Task) => {
  if (work) void work(message as Task);
  else work = jobDoer(message as JobSettings, say);
});
// A promise that a module left alone fails the job; what else it has begun is not waited for.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, async (error: unknown) => {
    const mistake = strayMistake(error);
    const bug = () => (error instanceof Error ? (error.stack ?? error.message) : String(error));
    await say({ error: mistake ?? bug(), user: mistake !== undefined });
    process.exit(1);
  });
process.on('disconnect', () => process.exit(0));
// Ctrl-C in a terminal reaches the whole group: the worker decides about the job.
process.on('SIGINT', () => {});
