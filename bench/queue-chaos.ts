/**
 * Commands over a queue, one after another, while workers and Redis fail by a schedule drawn from a seed; prints how many
 * had the result that they have without a queue, and the faults by kind. Exit code 1 if one had another. Needs
 * redis-server (npm run setup:redis), starts one of its own; build first (npm run build).
 *
 *   npx tsx bench/queue-chaos.ts --minutes 30 --seed 1
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../env/user-error.js';
import { type ChaosReport, chaos } from '../test/queue/chaos.js';
import { missing } from '../test/queue/own-redis.js';
import { killAll } from '../test/queue/program.js';
import { commandLine, positiveNumber } from './command-line.js';

async function main(): Promise<number> {
  const { values: flags } = commandLine(import.meta.url, {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  });
  const seconds = 60 * positiveNumber('minutes', flags.minutes);
  if (missing) throw new UserError(missing);
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-chaos-'));
  let report: ChaosReport;
  try {
    let told = 0;
    const onCommand = (so_far: ChaosReport) => {
      for (; told < so_far.problems.length; told++) process.stderr.write(`problem: ${so_far.problems[told]}\n`);
      process.stderr.write(`${line(so_far)}\n`);
    };
    report = await chaos({ seconds, seed: flags.seed, onCommand }, folder);
  } finally {
    await killAll();
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
  return report.problems.length > 0 ? 1 : 0;
}

const sum = (numbers: number[]) => numbers.reduce((all, n) => all + n, 0);

/** All of it in a line. */
function line({ commands, faults, jobs, seconds, problems }: ChaosReport): string {
  const rows = Object.values(commands);
  const same = sum(rows.map((row) => row.same));
  const all = sum(rows.map((row) => row.commands));
  const struck = sum(Object.values(faults));
  const minutes = (seconds / 60).toFixed(1);
  return `${minutes} min: ${all} commands, ${same} with the quiet result, ${jobs} jobs, ${struck} faults, ${problems.length} problems`;
}

function table(report: ChaosReport): string {
  const lines = ['| command | times | same result | seconds: least, median, most |', '| --- | --- | --- | --- |'];
  for (const [name, { commands, same, seconds }] of Object.entries(report.commands)) {
    const times = [seconds.least, seconds.median, seconds.most].map((s) => s.toFixed(1)).join(', ');
    lines.push(`| ${name} | ${commands} | ${same} | ${times} |`);
  }
  lines.push('', '| fault | times |', '| --- | --- |');
  for (const [fault, times] of Object.entries(report.faults)) lines.push(`| ${fault} | ${times} |`);
  return [...lines, '', line(report), ...report.problems, ''].join('\n');
}

process.exitCode = await main();
