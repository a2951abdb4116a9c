/**
 * Programs of others, asked line by line from synchronous code (program-thread.ts talks with them). Nobody has to end them:
 * they end with this thread and with this process, however that ends.
 */
import { BlockingThread } from './blocking-thread.js';

/** What the thread is told. `start` ends an earlier run of that program; only `ask` is answered. */
export type Order = { program: number } & (
  | { kind: 'start' | 'end' }
  | { kind: 'tell'; line: string }
  | { kind: 'ask'; line: string; ms: number }
);

/** What the thread answers: a line of the program, or why there is none and will be none. */
export type Reply = { line: string } | { fault: string };

/** Runs of one program, numbered from 0. */
export class Programs {
  private next = 0;

  private constructor(private readonly thread: BlockingThread<Order, Reply>) {}

  /** Starts the thread, no program yet. @param command the program and its arguments */
  static async open(command: readonly string[]): Promise<Programs> {
    const module = new URL('./program-thread.js', import.meta.url);
    const [thread] = await BlockingThread.open<Order, Reply>(module, command);
    return new Programs(thread);
  }

  /** A number for one more run. */
  add(): number {
    return this.next++;
  }

  start(program: number): void {
    this.thread.tell({ program, kind: 'start' });
  }

  tell(program: number, line: string): void {
    this.thread.tell({ program, kind: 'tell', line });
  }

  end(program: number): void {
    this.thread.tell({ program, kind: 'end' });
  }

  /** Says a line and waits for one. @param ms how long the program may take */
  ask(program: number, line: string, ms: number): Reply {
    return this.thread.ask({ program, kind: 'ask', line, ms }, ms);
  }
}

/** What a program wrote, for a message of one line: short, and nothing in it that a terminal would obey. */
export function oneLine(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.length > 120 ? `${plain.slice(0, 117)}...` : plain;
}
