/** Starts worker threads from our own modules, whether they run as TypeScript (tests) or as built JavaScript. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * @param module address of the worker's module as the caller's source names it, with the ending `.js`:
 *   `new URL('./match-worker.js', import.meta.url)`
 * @param data what the worker reads as `workerData`
 */
export function startThread(module: URL, data: unknown): Worker {
  // Run as TypeScript: this file's address ends in .ts. A thread does not inherit what makes Node read that (and
  // `--import tsx` does nothing in a thread), so it sets tsx up itself before it loads the module.
  if (import.meta.url.endsWith('.ts')) {
    const api = createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs');
    const tsx = pathToFileURL(api).href;
    const source = module.href.replace(/\.js$/, '.ts');
    const start = `import(${JSON.stringify(tsx)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(source)}); })`;
    return new Worker(start, { eval: true, workerData: data });
  }
  return new Worker(module, { workerData: data });
}
