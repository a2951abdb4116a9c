/**
 * The built program in the test's own process: what it prints is kept, its exit code returned, and the process is left as it
 * was. Loading the program takes a second, so it is loaded once a process and not once a command. What depends on a
 * process of its own (signals, pipes, a terminal, the environment at its start) is tested by starting one (operate.ts).
 */
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
// A bundler works in the folder in which it was loaded: here, and not in one that a test removes.
import 'esbuild';
import 'esbuild-wasm';
import { main } from '../paths.js';

/** What a command printed and how it ended. */
export interface Ended {
  /** Exit code; words where it was killed or could not be started. */
  status: number | string | null;
  stdout: string;
  stderr: string;
}

type Program = { runProgram: (argv: readonly string[]) => Promise<number> };

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one command. One at a time, the others wait: the working directory, standard input and output are the process's.
 * @param folder working directory
 * @param words after `tabletop`
 * @param input what is typed
 */
export function inProcess(folder: string, words: readonly string[], input = ''): Promise<Ended> {
  const ended = last.then(() => runAlone(folder, words, input));
  last = ended.catch(() => {});
  return ended;
}

async function runAlone(folder: string, words: readonly string[], input: string): Promise<Ended> {
  const { runProgram } = (await import(pathToFileURL(path.join(path.dirname(main), 'program.js')).href)) as Program;
  const before = { cwd: process.cwd(), argv: process.argv, exitCode: process.exitCode };
  const argv = [process.execPath, main, ...words];
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  const restoreInput = type(input);
  process.chdir(folder);
  process.argv = argv;
  process.exitCode = undefined;
  try {
    const status = await runProgram(argv);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before.cwd);
    process.argv = before.argv;
    process.exitCode = before.exitCode;
    restoreInput();
    stdout.restore();
    stderr.restore();
  }
}

/** Keeps what is written to a stream, in place of writing it. */
function capture(stream: NodeJS.WriteStream) {
  const chunks: Buffer[] = [];
  const write = stream.write;
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    chunks.push(Buffer.from(chunk as string));
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    if (done) setImmediate(done);
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    restore: () => {
      stream.write = write;
    },
  };
}

/** Puts text on standard input. @returns what puts the true one back */
function type(input: string): () => void {
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  return () => Object.defineProperty(process, 'stdin', stdin);
}
