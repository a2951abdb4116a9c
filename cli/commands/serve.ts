import { writeSync } from 'node:fs';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { UserError } from '../../env/user-error.js';
import { framesOf } from '../bridge/frames.js';
import { Session } from '../bridge/session.js';
import { write } from '../output.js';
import { wholeNumber } from './shared.js';

/** `tabletop serve`: environments for another process, over standard input and output. Ends with its input. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('step games for another program, such as the Python package')
    .addOption(
      new Option('--answers <descriptor>', 'write answers there, in place of standard output')
        .argParser(wholeNumber(3))
        .hideHelp(),
    )
    .action(async ({ answers }: { answers?: number }) => {
      if (process.stdin.isTTY)
        throw new UserError('serve is for other programs, such as the Python package (python/README.md)');
      const session = new Session();
      try {
        for await (const frame of framesOf(process.stdin)) {
          const answer = await session.answer(frame);
          // Until it is written: the next step writes over it.
          if (answers === undefined) await new Promise<void>((resolve) => write(answer, () => resolve()));
          else for (let sent = 0; sent < answer.length; ) sent += writeSync(answers, answer, sent);
        }
      } catch (error) {
        throw new UserError((error as Error).message);
      }
    });
}
