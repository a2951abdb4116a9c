import process from 'node:process';
import type { Command } from 'commander';
import { UserError } from '../../env/user-error.js';
import { framesOf } from '../bridge/frames.js';
import { Session } from '../bridge/session.js';
import { write } from '../output.js';

/** `tabletop serve`: environments for another process, over standard input and output. Ends with its input. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('step games for another program over standard input and output (used by the Python package)')
    .action(async () => {
      if (process.stdin.isTTY)
        throw new UserError('serve is for other programs, such as the Python package (python/README.md)');
      const session = new Session();
      try {
        for await (const frame of framesOf(process.stdin)) {
          const answer = await session.answer(frame);
          // Until it is written: the next step writes over it.
          await new Promise<void>((resolve) => write(answer, () => resolve()));
        }
      } catch (error) {
        throw new UserError((error as Error).message);
      }
    });
}
