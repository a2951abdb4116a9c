#!/usr/bin/env node
/** The `tabletop` binary: builds the commands, and turns what goes wrong into one line and an exit code. */
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { UserError } from '../env/user-error.js';
import { addCommands } from './commands/index.js';
import { interrupted } from './interrupt.js';
import { packageVersion } from './version.js';

const program = new Command('tabletop')
  .description('Train, measure and export AI players for modern tabletop games.')
  .version(packageVersion())
  .showHelpAfterError(false)
  .exitOverride()
  .configureOutput({ writeErr: () => {} });

addCommands(program);

try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = report(error);
}
if (interrupted()) process.exitCode = 130;

/** Prints what a person needs to know and gives the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const text = error.message.replace(/^error: /, '').split('\n')[0];
    if (error.code === 'commander.help') {
      process.stderr.write(program.helpInformation());
      return 2;
    }
    process.stderr.write(`tabletop: ${text} (tabletop --help lists what there is)\n`);
    return 2;
  }
  if (error instanceof UserError) {
    process.stderr.write(`tabletop: ${error.message}\n`);
    return 2;
  }
  const code = (error as NodeJS.ErrnoException)?.code;
  if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS' || code === 'EDQUOT') {
    process.stderr.write(`tabletop: ${(error as Error).message}; free some space or choose another place with --run\n`);
    return 2;
  }
  process.stderr.write(`tabletop: this is a bug: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  return 1;
}
