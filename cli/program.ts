/** The program: builds the commands, and turns what goes wrong into one line and an exit code. */
import process from 'node:process';
import { Command, CommanderError, Help } from 'commander';
import { fileError, remedies } from '../checkpoints/atomic.js';
import { packageVersion } from '../env/package.js';
import { UserError } from '../env/user-error.js';
import { strayMistake, usersMistake } from '../env/user-frame.js';
import { printable } from '../env/words.js';
import { addCommands } from './commands/index.js';
import { guardSignals, leaveSignals, stoppedCode } from './interrupt.js';
import { claimOutput, outputFailure, write } from './output.js';

/**
 * Commands that hear signals: they stop cleanly, or write several files without looking up in between, which are then all
 * there or none. The others are ended by the system: they may compute for long, are over soon or lose nothing.
 */
const hearSignals = new Set([
  'new',
  'export',
  'start',
  'train',
  'evaluate',
  'tournament',
  'ladder',
  'report',
  'play',
  'compare',
  'rate',
  'ablate',
  'work',
]);

/** @param argv as Node gives it. @returns the exit code (docs/cli.md) */
export async function runProgram(argv: readonly string[]): Promise<number> {
  claimOutput();
  const program: Command = new Command('tabletop')
    .description('Train, measure and export AI players for tabletop games.')
    .version(packageVersion())
    .showHelpAfterError(false)
    .helpCommand(false)
    .exitOverride()
    // A flag that may be repeated begins with none, which is no news.
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      optionDescription: (option) => new Help().optionDescription(option).replace(' (default: [])', ''),
      formatHelp: (command, help) =>
        command === program ? commandList(program) : Help.prototype.formatHelp.call(help, command, help),
    })
    .configureOutput({ writeOut: write, writeErr: () => {} })
    .hook('preAction', async (_, command) => {
      requireFolder();
      if (hearSignals.has(command.name())) guardSignals();
      else await leaveSignals();
    });
  await addCommands(program, argv[2]);

  let code = 0;
  try {
    await program.parseAsync(argv);
    // A command may say itself that something did not pass.
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    // A terminal sends Ctrl-C to the bundler's own process too, and its end may be heard of before the signal.
    const bundlerEnded = /^The service (was stopped|is no longer running)/.test(
      (error as Error | undefined)?.message ?? '',
    );
    if (bundlerEnded) await new Promise((resolve) => setTimeout(resolve, 100));
    // What a signal has broken off is no error.
    const brokenOff = stoppedCode() !== undefined && (bundlerEnded || (error as Error).name === 'AbortError');
    if (!brokenOff)
      code = report(
        bundlerEnded ? new UserError('the process of the bundler (esbuild) was ended from outside; try again') : error,
        program,
      );
  }
  const failure = await outputFailure();
  if (failure) code = report(fileError(failure, 'cannot write standard output'), program);
  return stoppedCode() ?? code;
}

/** @throws UserError when the folder that the command was started in is no longer there */
function requireFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new UserError('the folder that you are in was deleted; change into another one');
  }
}

/** All commands on one screen. */
function commandList(program: Command): string {
  const rows = program.commands.map((command) => `  ${command.name().padEnd(12)}${command.description()}\n`);
  return `tabletop <command>: ${program.description()}\n${rows.join('')}\ntabletop <command> --help has its options; tabletop --version the version.\n`;
}

/** Prints what a person needs to know and gives the exit code. @param program whose options were wrong, where that can be */
function report(error: unknown, program?: Command): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // What it says, and where a name is nearly one of its own, which one was meant.
    const [said, meant] = error.message.replace(/^error: /, '').split('\n');
    if (error.code === 'commander.help') {
      // A command that has commands of its own, without one of them.
      const group =
        program!.args.length > 0 ? program!.commands.find((one) => one.name() === program!.args[0]) : undefined;
      process.stderr.write((group ?? program!).helpInformation());
      return 2;
    }
    const command = program?.commands.find((one) => one.name() === program.args[0]);
    const text = (error.code === 'commander.excessArguments' && command && excess(command)) || said;
    const help = `tabletop ${command ? `${command.name()} ` : ''}--help lists what there is`;
    process.stderr.write(`tabletop: ${text} (${meant ? `${lowerFirst(meant.slice(1, -1))} ` : ''}${help})\n`);
    return 2;
  }
  const mistake = usersMistake(error);
  if (mistake !== undefined) {
    process.stderr.write(`tabletop: ${printable(mistake, 4000)}\n`);
    return 2;
  }
  const refused = refusal(error);
  if (refused) {
    process.stderr.write(`tabletop: ${refused}\n`);
    return 2;
  }
  process.stderr.write(`tabletop: this is a bug: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  return 1;
}

/** Which word of a command is one too many, and where agents go, which are often given so. */
function excess(command: Command): string | undefined {
  const word = command.args[command.registeredArguments.length];
  if (word === undefined || command.commands.length > 0) return undefined;
  const agents = command.options.some(({ long }) => long === '--against')
    ? ': agents of other seats go to --against'
    : '';
  return `'${printable(word, 100)}' is a word too many for '${command.name()}'${agents}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The same of what nobody awaited or caught. */
export function reportStray(error: unknown): number {
  const mistake = strayMistake(error);
  return report(mistake === undefined ? error : new UserError(mistake));
}

/** What the machine or its limits refuse, wherever that happens, in a line; undefined for anything else. */
function refusal(error: unknown): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT', 'EFBIG'].includes(code))
    return (fileError(error, path ? `cannot use ${path}` : 'cannot write') as Error).message;
  // An error that comes from a thread has nothing but its message.
  const { message } = error as Partial<Error>;
  if (/JS heap out of memory/.test(message ?? ''))
    return 'a thread used all memory that Node gives it: the game, or a bot, keeps too much; or give more with NODE_OPTIONS=--max-old-space-size=<MiB>';
  const limit = /\b(EMFILE|ENFILE|ENOMEM|EAGAIN)\b|allocate (?:Wasm )?memory|allocation failed/.exec(message ?? '');
  return limit ? remedies[limit[1] ?? 'ENOMEM'] : undefined;
}
