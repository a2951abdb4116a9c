/** Ctrl-C: the first asks the running command to stop cleanly, the second ends the process at once. */
import process from 'node:process';

const controller = new AbortController();
let installed = false;

/** The signal that long commands watch. Installed on first use, so that short commands die on Ctrl-C as usual. */
export function interruptSignal(): AbortSignal {
  if (!installed) {
    installed = true;
    const onSignal = () => {
      if (controller.signal.aborted) process.exit(130);
      process.stderr.write('\nstopping: saving what is there (press Ctrl-C again to stop at once)\n');
      controller.abort();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  }
  return controller.signal;
}

/** True once the user has asked to stop. */
export function interrupted(): boolean {
  return controller.signal.aborted;
}
