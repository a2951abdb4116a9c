/**
 * Ctrl-C (SIGINT) and SIGTERM. The first asks a long command to stop cleanly, which may take some seconds; the second ends
 * the process at once. Before the command has begun, and in commands that are over soon, already the first does.
 */
import { setMaxListeners } from 'node:events';
import process from 'node:process';
import { liveThreads } from '../env/thread.js';

/** Exit codes, as shells have them for what died of a signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof exitCodes;
const stopSignals = Object.keys(exitCodes) as StopSignal[];

/** Milliseconds that a clean stop may take. Whatever is lost then would be lost by a kill too, which everything survives. */
const PATIENCE = 3000;
/** Milliseconds in which threads can end that are not in native code. */
const LAST_THREADS = 500;

const controller = new AbortController();
// Any number of parts of a command may watch it: that is no leak.
setMaxListeners(0, controller.signal);
/** Whether somebody listens to the controller. */
let watched = false;
let stoppedBy: StopSignal | null = null;

/** Takes signals from now on. To be called before anything that takes time, loading the program included. */
export function takeSignals(): void {
  for (const name of stopSignals) process.on(name, onSignal);
}

/** Leaves signals to the system: they end the process also while it computes without a pause. */
export function leaveSignals(): void {
  for (const name of stopSignals) process.off(name, onSignal);
}

function onSignal(name: StopSignal): void {
  if (watched && stoppedBy === null) {
    stoppedBy = name;
    process.stderr.write('\nstopping (press Ctrl-C again to stop at once)\n');
    controller.abort();
    setTimeout(() => {
      process.stderr.write('tabletop: this takes too long; stopped at once\n');
      endNow(name);
    }, PATIENCE).unref();
    return;
  }
  if (stoppedBy !== null) endNow(name);
  process.stderr.write(`tabletop: stopped by ${name}\n`);
  process.exit(exitCodes[name]);
}

/**
 * Ends the process by the signal itself. `process.exit` would wait for threads, which may be in native code that never
 * returns, or end them in the middle of native code, which then aborts.
 */
function endNow(name: StopSignal): never {
  process.exitCode = exitCodes[name];
  process.emit('exit', exitCodes[name]);
  leaveSignals();
  process.kill(process.pid, name);
  // The first process of a container is not ended by signals that it does not handle.
  process.exit(exitCodes[name]);
}

/** Waits a little for threads that are still there, then ends the process where one does not heed. */
export async function endThreads(): Promise<void> {
  const left = liveThreads();
  if (left.length === 0) return;
  const ended = Promise.all(left.map((thread) => thread.terminate())).then(() => true);
  const slow = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LAST_THREADS));
  if (!(await Promise.race([ended, slow])) && stoppedBy !== null) endNow(stoppedBy);
}

/** The signal that long commands watch. */
export function interruptSignal(): AbortSignal {
  watched = true;
  return controller.signal;
}

/** True once the user has asked to stop. */
export function interrupted(): boolean {
  return stoppedBy !== null;
}

/** The exit code of a command that was asked to stop; undefined when it was not. */
export function stoppedCode(): number | undefined {
  return stoppedBy === null ? undefined : exitCodes[stoppedBy];
}
