/** The process that does jobs (job.ts), one at a time: what crashes here ends no worker. Begun by job-process.ts. */
import process from 'node:process';
import { jobDoer, type Said, type Start, type Task } from './job.js';

const say = (said: Said) => new Promise<void>((resolve) => process.send!(said, () => resolve()));

let work: ((task: Task) => Promise<void>) | undefined;
process.on('message', (message: Start | Task) => {
  if (work) void work(message as Task);
  else work = jobDoer(message as Start, say);
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C in a terminal reaches the whole group: the worker decides about the job.
process.on('SIGINT', () => {});
