/**
 * Standard output. It belongs to the command: what a game, a bot or a library prints while the command runs goes to
 * standard error, or one `console.log` in a game would break `--json`. When standard output cannot take any more because the
 * reader of a pipe has ended (`| head`), that is its right, and no error; when the disk behind a file is full, it is one line
 * and exit code 2. Either way the command goes on where it writes files too, and what it prints from then on is dropped.
 */
import process from 'node:process';

/** How streams name a reader that has gone; `EOF` on Windows. */
const gone = new Set(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED']);

/** Writes to standard output once a command has claimed it. */
let own: typeof process.stdout.write | null = null;

/** In its place for everybody else. Never false: a thread's output would wait for standard output to drain. */
function writeAside(...args: Parameters<typeof process.stdout.write>): boolean {
  process.stderr.write(...args);
  return true;
}

/** Takes standard output for `write`: whatever else is written to it from here on, by threads too, goes to standard error. */
export function claimOutput(): void {
  const { stdout } = process;
  if (stdout.write === writeAside) return;
  own = stdout.write.bind(stdout);
  stdout.write = writeAside as typeof stdout.write;
}

/**
 * Writes to standard output.
 * @param done called when it is written
 * @returns false when the reader is slower: wait for `done`
 */
export function write(data: string | Uint8Array, done?: () => void): boolean {
  return own ? own(data, done) : process.stdout.write(data, done);
}

const afterwards: (() => void)[] = [];
/** The first write that failed; the stream itself forgets it. */
let failure: NodeJS.ErrnoException | null = null;

/** Takes failed writes for what they are, from here on; without it Node ends the process with a stack trace. */
export function guardOutput(): void {
  process.stdout.on('error', (error) => {
    failure ??= error;
  });
  // Nobody can be told when the way to tell is gone.
  process.stderr.on('error', () => {});
}

/** Whether what is printed gets nowhere any more: a command that only prints may stop. */
export function outputEnded(): boolean {
  // The event comes a moment after the write.
  return failure !== null || process.stdout.errored !== null;
}

/** Does something once all that was printed has arrived, or its reader has gone; not when printing has failed. */
export function afterOutput(action: () => void): void {
  afterwards.push(action);
}

/**
 * Waits until all that was printed has arrived.
 * @returns why it has not; null when it has, or when the reader did not want it
 */
export async function outputFailure(): Promise<NodeJS.ErrnoException | null> {
  await new Promise<void>((resolve) => write('', () => setImmediate(resolve)));
  if (failure && !gone.has(failure.code ?? '')) return failure;
  for (const action of afterwards.splice(0)) action();
  return null;
}

let paused = performance.now();

/**
 * Prints, waits for a reader that is slower than we are, and lets signals in.
 * @returns false when nobody reads any more
 */
export async function print(text: string): Promise<boolean> {
  if (outputEnded()) return false;
  if (!write(text) && !outputEnded()) await new Promise<void>((resolve) => write('', () => resolve()));
  if (performance.now() - paused > 50) {
    await new Promise((resolve) => setImmediate(resolve));
    paused = performance.now();
  }
  return !outputEnded();
}
