/** The process that does jobs (job.ts), one at a time: what crashes here ends no worker. Begun by job-process.ts. */
import process from 'node:process';
import { type JobSettings, jobDoer, type Said, type Task } from './job.js';

const say = (said: Said) => new Promise<void>((resolve) => process.send!(said, () => resolve()));

let work: ((task: Task) => Promise<void>) | undefined;
process.on('message', (message: JobSettings | Task) => {
  if (work) void work(message as Task);
  else work = jobDoer(message as JobSettings, say);
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C in a terminal reaches the whole group: the worker decides about the job.
process.on('SIGINT', () => {});
