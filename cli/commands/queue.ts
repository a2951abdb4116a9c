import { availableParallelism, homedir, hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { UserError } from '../../env/user-error.js';
import { alignTable } from '../../eval/report.js';
import type { QueueStatus } from '../../queue/status.js';
import { interruptSignal, stoppedCode } from '../interrupt.js';
import { write } from '../output.js';
import { formatCount, formatDuration } from '../terminal.js';
import { collect, printResult, wholeNumber } from './shared.js';

interface WorkFlags {
  queue: string;
  concurrency: number;
  allowModules: string[];
  cache: string;
  name: string;
}

/** Most jobs at a time: a process each. */
const MOST = 1024;

/** `tabletop queue work` plays for commands of other machines, `tabletop queue status` lists who does, and on what. */
export function addQueue(program: Command): void {
  const queue = program.command('queue').description('play games for other machines, or list who does');
  addWork(queue);
  addStatus(queue);
}

/** A command about the queue at an address. */
function atAddress(queue: Command, name: string, about: string): Command {
  return queue
    .command(name)
    .description(about)
    .requiredOption(
      '--queue <url>',
      'address of Redis: redis://<host>:6379, or rediss:// for TLS; password in TABLETOP_QUEUE_PASSWORD',
    );
}

function addWork(queue: Command): void {
  atAddress(queue, 'work', 'play games for commands with --queue, until Ctrl-C (docs/many-machines.md)')
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
    .action(async ({ allowModules, ...flags }: WorkFlags) => {
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

function addStatus(queue: Command): void {
  atAddress(queue, 'status', 'list the workers and runs of a queue, with progress (docs/many-machines.md)')
    .option('--json', 'print one JSON object')
    .action(async ({ queue, json }: { queue: string; json?: boolean }) => {
      const { queueStatus } = await import('../../queue/status.js');
      const status = await queueStatus(queue);
      printResult(json, status, () => statusText(status));
    });
}

function statusText({ redis, workers, runs, left }: QueueStatus): string {
  const file = redis.appendOnly ? 'with' : 'WITHOUT';
  const players = workers.map(({ name, code, concurrency, busy, done, failed, seconds }) => [
    ...[name, code.slice(0, 8), `${busy} of ${concurrency}`, formatCount(done), formatCount(failed)],
    formatDuration(seconds),
  ]);
  const waiting = runs.map(({ run, code, done, total, waiting, active, late, command }) => [
    ...[run, code.slice(0, 8), `${formatCount(done)} of ${formatCount(total)}`],
    ...[waiting, active, late].map(formatCount),
    command,
  ]);
  return [
    `Redis ${redis.version}: ${(redis.memoryBytes / 2 ** 20).toFixed(1)} MiB, ${redis.clients} clients, ${file} an append-only file`,
    '',
    players.length === 0
      ? 'no workers'
      : alignTable([['worker', 'code', 'busy', 'jobs done', 'failed', 'worked'], ...players], [0, 1]),
    '',
    waiting.length === 0
      ? 'no runs'
      : alignTable([['run', 'code', 'calls', 'waiting', 'active', 'late', 'command'], ...waiting], [0, 1, 6]),
    ...(left > 0
      ? [`${formatCount(left)} jobs of commands that have gone: dropped when a worker takes them, or in an hour`]
      : []),
    ...runs.flatMap(({ run, refusals }) => refusals.map((text) => `run ${run}: ${text}`)),
  ].join('\n');
}
