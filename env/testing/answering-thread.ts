/** A thread for env/thread.test.ts. */
import process from 'node:process';
import { answerCalls } from '../thread.js';
import { UserError } from '../user-error.js';

export interface Answering {
  double(n: number): number;
  refuse(text: string): never;
  fail(text: string): Promise<never>;
  exit(code: number): void;
  sleep(milliseconds: number): Promise<void>;
}

answerCalls<{ broken?: boolean }, Answering>(({ broken }, note) => {
  if (broken) throw new UserError('cannot be made');
  return {
    double(n) {
      note(`doubling ${n}`);
      return 2 * n;
    },
    refuse(text) {
      throw new UserError(text);
    },
    async fail(text) {
      throw new RangeError(text);
    },
    exit: (code) => process.exit(code),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
});
