#!/usr/bin/env node
/** The `tabletop` binary. It takes signals and guards its output first, since loading the program takes a moment. */
import process from 'node:process';
import { endStopped, stoppedCode, takeSignals } from './interrupt.js';
import { guardOutput } from './output.js';

let ended = false;
process.on('exit', () => {
  // Node ends a process so whose module waits (`await` outside of functions) for what can no longer come.
  if (process.exitCode === 13)
    process.stderr.write(
      'tabletop: a module that was loaded waits for something that never comes; look at its await\n',
    );
  else if (ended || stoppedCode() !== undefined) return;
  else
    process.stderr.write(
      'tabletop: a module ended the whole process (process.exit), and the command with it; take that out of it\n',
    );
  process.exitCode = 2;
});
takeSignals();
guardOutput();
try {
  const { reportStray, runProgram } = await import('./program.js');
  // What nobody awaits or catches, such as a promise that a game's module has made.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      ended = true;
      process.exit(reportStray(error));
    });
  process.exitCode = await runProgram(process.argv);
  ended = true;
  endStopped();
} catch (error) {
  // The files of the program itself are more than may be open at once.
  ended = true;
  if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  process.stderr.write('tabletop: too many files are open; raise the limit (ulimit -n)\n');
  process.exitCode = 2;
}
