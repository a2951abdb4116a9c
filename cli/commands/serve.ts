import process from 'node:process';
import { type Command, Option } from 'commander';
import { UserError } from '../../env/user-error.js';
import { chunksOf, framesOf, JSON_FRAME, viaMemory, writeParts } from '../bridge/frames.js';
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
    .addOption(
      new Option('--questions <descriptor>', 'read questions there, in place of standard input')
        .argParser(wholeNumber(3))
        .hideHelp(),
    )
    .addOption(
      new Option('--memory <descriptor>', 'a file in memory that the other program sees: long answers go there')
        .argParser(wholeNumber(3))
        .hideHelp(),
    )
    .action(async ({ answers, questions, memory }: { answers?: number; questions?: number; memory?: number }) => {
      if (questions === undefined && process.stdin.isTTY)
        throw new UserError('serve is for other programs, such as the Python package (python/README.md)');
      const session = new Session();
      try {
        // Waiting in the system, not in Node's loop, makes small answers come sooner.
        for await (const frame of framesOf(questions === undefined ? process.stdin : chunksOf(questions))) {
          // Until it is written: the next step writes over it.
          const whole = await session.answer(frame);
          const parts = memory === undefined ? whole : viaMemory(whole, memory);
          if (answers !== undefined) writeParts(answers, parts);
          else for (const part of parts) await new Promise<void>((resolve) => write(part, () => resolve()));
          // The loop turns between games: threads and programs of agents may have something to say.
          if (frame.kind === JSON_FRAME) await new Promise((resolve) => setImmediate(resolve));
        }
      } catch (error) {
        throw new UserError((error as Error).message);
      }
    });
}
