/** The games of a trial, played again in a process of their own. */
import { fork } from 'node:child_process';
import { ownModule } from '../own-module.js';
import { Fault } from './fault.js';

/** What the other process is told; it answers with `{ digest }` or `{ error, same }`. */
export interface Elsewhere {
  module: string;
  variants: readonly unknown[];
  games: number;
  seed: string;
}

/**
 * The digest of these games as another process makes it.
 * @param seconds after which it is given up; undefined: never
 */
export function digestElsewhere(request: Elsewhere, seconds?: number): Promise<string> {
  const path = ownModule('./elsewhere-process.js', import.meta.url);
  const child = fork(path, [], {
    execArgv: path.endsWith('.ts') ? ['--import', 'tsx'] : [],
    // What it prints is not ours to show.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<string>((resolve, reject) => {
    if (seconds !== undefined)
      timer = setTimeout(() => reject(new Fault(`no answer in ${seconds} seconds`)), seconds * 1000);
    // It could not be started: that is no fault of the game.
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Fault(`the other process ended (${signal ?? `exit code ${code}`}) before it answered`)),
    );
    child.once('message', (answer: { digest?: string; error?: string; same?: string }) => {
      if (answer.digest !== undefined) resolve(answer.digest);
      else reject(new Fault(answer.error!, answer.same));
    });
    // Where it ends before it hears this, its exit says so.
    child.send(request, () => {});
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}
