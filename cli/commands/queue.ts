import type { Command } from 'commander';
import { alignTable } from '../../eval/report.js';
import type { QueueStatus } from '../../queue/status.js';
import { formatCount, formatDuration } from '../terminal.js';
import { printResult } from './shared.js';

/** `tabletop queue status`: who works, and on what. */
export function addQueue(program: Command): void {
  program
    .command('queue')
    .description('inspect a queue (docs/many-machines.md)')
    .command('status')
    .description('list the workers and runs of a queue, with progress')
    .requiredOption(
      '--queue <url>',
      'address of Redis: redis://<host>:6379, or rediss:// for TLS; password in TABLETOP_QUEUE_PASSWORD',
    )
    .option('--json', 'print one JSON object')
    .action(async ({ queue, json }: { queue: string; json?: boolean }) => {
      const { queueStatus } = await import('../../queue/status.js');
      const status = await queueStatus(queue);
      printResult(json, status, () => statusText(status));
    });
}

function statusText({ redis, workers, runs }: QueueStatus): string {
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
    ...runs.flatMap(({ run, refusals }) => refusals.map((text) => `run ${run}: ${text}`)),
  ].join('\n');
}
