/**
 * Ctrl-C (SIGINT) and SIGTERM. The first asks a long command to stop cleanly, which may take some seconds; the second ends
 * the process at once. Before the command has begun, and in commands that are over soon, already the first does.
 */
import { setMaxListeners } from 'node:events';
import process from 'node:process';
import type { Worker } from 'node:worker_threads';
import { leaveThreads, liveThreads, startThread } from '../env/thread.js';

/** Exit codes, as shells have them for what died of a signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof exitCodes;
const stopSignals = Object.keys(exitCodes) as StopSignal[];

/**
 * Milliseconds that a clean stop may take; last-resort.ts has those after which a kill follows. What is lost then would be
 * lost by a kill of somebody else too, which every file survives.
 */
const PATIENCE = 3500;
/** Milliseconds in which the other thread ends the process; it may just be starting. */
const HANDOVER = 500;

const controller = new AbortController();
// Any number of parts of a command may watch it: that is no leak.
setMaxListeners(0, controller.signal);
/** Whether signals are taken; not where a command runs in the process of somebody else, such as a test. */
let taken = false;
/** Whether somebody listens to the controller. */
let watched = false;
let stoppedBy: StopSignal | null = null;
let heard = 0;
/** Hears signals too (last-resort.ts). */
let lastResort: Worker | undefined;

/** Takes signals from now on. To be called before anything that takes time, loading the program included. */
export function takeSignals(): void {
  taken = true;
  for (const name of stopSignals) process.on(name, onSignal);
}

/** Leaves signals to the system: they end the process also while it computes without a pause. */
export async function leaveSignals(): Promise<void> {
  // The system ends the first process of a container by no signal that it does not take.
  if (process.pid === 1) return;
  // One that came while the program was loaded is heard now; without its listener it would be lost. The first turn may be
  // the rest of this one, in which the system is not asked.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  stopListening();
}

function stopListening(): void {
  for (const name of stopSignals) process.off(name, onSignal);
}

/**
 * Takes signals for a command that stops cleanly, and ends the process some seconds after one also when this thread never
 * looks up: a game or a bot may loop for ever. To be called before any code of a user runs.
 */
export function guardSignals(): void {
  if (!taken) return;
  // Not off and on: a signal that has come and is not yet heard would be lost.
  if (!(process.listeners('SIGTERM') as unknown[]).includes(onSignal)) takeSignals();
  try {
    lastResort = startThread(new URL('./last-resort.js', import.meta.url), null);
  } catch {
    return; // Too little memory, or too many threads. All else that is promised about signals still holds.
  }
  lastResort.on('error', () => {});
  lastResort.unref();
}

function onSignal(name: StopSignal): void {
  // With the time, since that thread may just be starting.
  lastResort?.postMessage({ heard: ++heard, at: performance.timeOrigin + performance.now() });
  if (watched && stoppedBy === null) {
    stoppedBy = name;
    leaveThreads();
    process.stderr.write('\nstopping (press Ctrl-C again to stop at once)\n');
    controller.abort();
    setTimeout(() => {
      process.stderr.write('tabletop: this takes too long, so it ends here; what was saved before is kept\n');
      endNow(name);
    }, PATIENCE).unref();
    return;
  }
  if (stoppedBy === null) process.stderr.write(`tabletop: stopped by ${name}\n`);
  stoppedBy ??= name;
  endNow(name);
}

/**
 * Ends the process by the signal itself. `process.exit` would wait for threads, which may be in native code that never
 * returns, or end them in the middle of native code, which then aborts.
 */
function endNow(name: StopSignal): never {
  process.exitCode = exitCodes[name];
  process.emit('exit', exitCodes[name]);
  stopListening();
  if (lastResort) {
    // It takes signals too, so it sends this one, once it does no longer. Nothing else of ours may run meanwhile.
    lastResort.postMessage(name);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HANDOVER);
  }
  process.kill(process.pid, name);
  // The first process of a container is not ended by signals that it does not handle.
  process.exit(exitCodes[name]);
}

/** Ends the process by the signal that stopped the command, where threads are left that the end of the program would end. */
export function endStopped(): void {
  const left = [...liveThreads()].some((thread) => thread !== lastResort);
  if (stoppedBy !== null && left) endNow(stoppedBy);
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
