import { availableParallelism, homedir, hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { UserError } from '../../env/user-error.js';
import { interruptSignal, stoppedCode } from '../interrupt.js';
import { write } from '../output.js';
import { collect, wholeNumber } from './shared.js';

interface Flags {
  queue: string;
  concurrency: number;
  allowModules: string[];
  cache: string;
  name: string;
}

/** Most jobs at a time: a process each. */
const MOST = 1024;

/** `tabletop worker`: plays for commands of other machines. */
export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('play games for commands with --queue, until Ctrl-C (docs/many-machines.md)')
    .requiredOption(
      '--queue <url>',
      'address of Redis: redis://<host>:6379, or rediss:// for TLS; password in TABLETOP_QUEUE_PASSWORD',
    )
    .option(
      '--concurrency <n>',
      'jobs at a time, each in a process of its own',
      wholeNumber(1, MOST),
      availableParallelism(),
    )
    .option(
      '--allow-modules <sha256>',
      'also run this game or player from elsewhere (repeatable, or a comma list)',
      collect,
      [],
    )
    .option('--cache <dir>', 'folder for received files', path.join(homedir(), '.cache', 'tabletop-worker'))
    .option('--name <name>', 'name in queue status', `${hostname()}-${process.pid}`)
    .action(async ({ allowModules, ...flags }: Flags) => {
      const signal = interruptSignal();
      const allowed = allowModules.flatMap((list) => list.split(',')).map((one) => one.trim().toLowerCase());
      const wrong = allowed.find((one) => !/^[0-9a-f]{64}$/.test(one));
      if (wrong !== undefined)
        throw new UserError(`--allow-modules ${wrong}: wanted the SHA-256 of a module, 64 hexadecimal digits`);
      if (!/^[\w.@-]{1,100}$/.test(flags.name))
        throw new UserError(`--name ${flags.name}: wanted at most 100 letters, digits, and . _ @ -`);
      const { runWorker } = await import('../../queue/worker.js');
      const log = (line: string) => write(`${new Date().toISOString()} ${line}\n`);
      await runWorker({ ...flags, allowed, signal, log });
      // All is done; what BullMQ still waits for, while Redis is away, would hold the process.
      process.exit(stoppedCode());
    });
}
