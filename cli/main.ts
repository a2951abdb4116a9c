#!/usr/bin/env node
/** The `tabletop` binary. It takes signals and guards its output first, since loading the program takes a moment. */
import process from 'node:process';
import { endStopped, takeSignals } from './interrupt.js';
import { guardOutput } from './output.js';

// Node ends a process so whose module waits (`await` outside of functions) for what can no longer come.
process.on('exit', () => {
  if (process.exitCode !== 13) return;
  process.stderr.write('tabletop: a module that was loaded waits for something that never comes; look at its await\n');
  process.exitCode = 2;
});
takeSignals();
guardOutput();
try {
  const { reportStray, runProgram } = await import('./program.js');
  // What nobody awaits or catches, such as a promise that a game's module has made.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => process.exit(reportStray(error)));
  process.exitCode = await runProgram(process.argv);
  endStopped();
} catch (error) {
  // The files of the program itself are more than may be open at once.
  if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  process.stderr.write('tabletop: too many files are open; raise the limit (ulimit -n)\n');
  process.exitCode = 2;
}
