/** Starts worker threads from our own modules, whether they run as TypeScript (tests) or as built JavaScript. */
import { Worker } from 'node:worker_threads';

/**
 * @param module address of the worker's module as the caller's source names it, with the ending `.js`:
 *   `new URL('./match-worker.js', import.meta.url)`
 * @param data what the worker reads as `workerData`
 */
export function startThread(module: URL, data: unknown): Worker {
  // The caller runs from source: its own address ends in .ts, but nothing ending in .js lies beside it.
  if (import.meta.url.endsWith('.ts'))
    return new Worker(new URL(module.href.replace(/\.js$/, '.ts')), { workerData: data, execArgv: ['--import', 'tsx'] });
  return new Worker(module, { workerData: data });
}
