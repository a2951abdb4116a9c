/**
 * The thread that ends the process after a signal when nothing else does: the main thread may be in a loop of a user's
 * game that never ends, or wait for a program, a module, or a terminal that does not go on. Node tells signals to the main
 * thread alone, once it is idle. Its binding of the system's signals works in any thread; it is an old part of Node,
 * which warns of its end. Where it is gone this thread hears nothing, and such a loop is ended by `kill -9`. A process
 * around each command could do the same, for twice the time to start and a second pid that signals would miss.
 */
import { write } from 'node:fs';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

/** Milliseconds after the first signal, and after the second, at which the process is killed. */
const FIRST = 4200;
const SECOND = 500;

const WORDS = 'tabletop: it does not stop, so it is killed; what was saved before is kept\n';
/** Milliseconds at most for these words: they may have a reader that waits for us. */
const SAYING = 500;

interface Hearing {
  Signal: new () => { onsignal: () => void; start(number: number): number; close(): void };
}

/** Signals that this thread has heard. */
let own = 0;
/** The most that it or the main thread has: this one may have begun to listen later. */
let heard = 0;

/** @param ago milliseconds since the last of them came */
function hear(signals: number, ago = 0): void {
  for (; heard < signals; heard++) setTimeout(kill, (heard === 0 ? FIRST : SECOND) - ago);
}

/** @returns what makes this thread deaf */
function listen(): () => void {
  // The warning is about a part that goes, and says nothing to a user.
  process.noDeprecation = true;
  const { binding } = process as unknown as { binding(name: string): Hearing };
  const { Signal } = binding('signal_wrap');
  const signals = [2, 15].map((number) => {
    const signal = new Signal();
    signal.onsignal = () => hear(++own);
    signal.start(number);
    return signal;
  });
  return () => signals.forEach((signal) => signal.close());
}

function kill(): void {
  const end = () => process.kill(process.pid, 'SIGKILL');
  write(2, WORDS, end);
  setTimeout(end, SAYING);
}

let deafen = () => {};
// The main thread tells how many signals it has heard, or with which it wants to end the process.
parentPort!.on('message', (told: { heard: number; at: number } | NodeJS.Signals) => {
  if (typeof told !== 'string') return hear(told.heard, performance.timeOrigin + performance.now() - told.at);
  deafen();
  process.kill(process.pid, told);
});
try {
  deafen = listen();
} catch {
  // A Node without it, or with permissions that forbid it: what the main thread tells is left.
}
