/**
 * Ctrl-C (SIGINT) and SIGTERM. The first asks a long command to stop cleanly, the second ends the process at once; before
 * the command has begun, and in commands that are over soon, already the first does.
 */
import { setMaxListeners } from 'node:events';
import process from 'node:process';

/** Exit codes, as shells have them for what died of a signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof exitCodes;
const stopSignals = Object.keys(exitCodes) as StopSignal[];

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
    return;
  }
  if (stoppedBy === null) process.stderr.write(`tabletop: stopped by ${name}\n`);
  process.exit(exitCodes[name]);
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
