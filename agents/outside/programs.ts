/**
 * Programs of others, asked line by line from synchronous code: a thread (program-thread.ts) talks with them while the
 * caller sleeps. Nobody has to end them: they end with this thread and with this process, however that ends.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { startThread } from '../../env/thread.js';

/** What the thread is given. */
export interface ThreadData {
  /** The program and its arguments. */
  command: readonly string[];
  /** One 32-bit number: how many replies were sent. */
  replies: SharedArrayBuffer;
}

/** What the thread is told. `start` ends an earlier run of that program; only `ask` is answered. */
export type Order = { program: number } & (
  | { kind: 'start' | 'end' }
  | { kind: 'tell'; line: string }
  | { kind: 'ask'; line: string; ms: number }
);

/** What the thread answers: a line of the program, or why there is none and will be none. */
export type Reply = { line: string } | { fault: string };

/** The thread keeps the time; only if it has died is there no answer so long (ms) after that. */
const LOST = 10_000;

/** Runs of one program, numbered from 0. */
export class Programs {
  private readonly replies = new Int32Array(new SharedArrayBuffer(4));
  private readonly port: MessagePort;
  // Kept: a thread that nobody holds may be collected.
  private readonly worker: Worker;
  private next = 0;

  private constructor(command: readonly string[]) {
    const { port1, port2 } = new MessageChannel();
    const data: ThreadData = { command, replies: this.replies.buffer as SharedArrayBuffer };
    this.port = port1;
    this.worker = startThread(new URL('./program-thread.js', import.meta.url), data);
    this.worker.postMessage(port2, [port2]);
  }

  /** Starts the thread, no program yet. */
  static async open(command: readonly string[]): Promise<Programs> {
    const programs = new Programs(command);
    // Its modules may need this thread to load: until it is ready we must not sleep.
    await new Promise<void>((resolve, reject) => {
      programs.port.once('message', () => resolve());
      programs.worker.once('error', reject);
    });
    programs.port.unref();
    programs.worker.unref();
    return programs;
  }

  /** A number for one more run. */
  add(): number {
    return this.next++;
  }

  start(program: number): void {
    this.send({ program, kind: 'start' });
  }

  tell(program: number, line: string): void {
    this.send({ program, kind: 'tell', line });
  }

  end(program: number): void {
    this.send({ program, kind: 'end' });
  }

  /** Says a line and waits for one. @param ms how long the program may take */
  ask(program: number, line: string, ms: number): Reply {
    this.send({ program, kind: 'ask', line, ms });
    const until = performance.now() + ms + LOST;
    for (;;) {
      const seen = Atomics.load(this.replies, 0);
      const received = receiveMessageOnPort(this.port);
      if (received) return received.message as Reply;
      const left = until - performance.now();
      if (left <= 0) throw new Error('the thread that talks with programs does not answer');
      Atomics.wait(this.replies, 0, seen, left);
    }
  }

  private send(order: Order): void {
    this.port.postMessage(order);
  }
}
