import process from 'node:process';
import type { Command } from 'commander';
import { checkWritable, writeAtomic } from '../../checkpoints/atomic.js';
import { UserError } from '../../env/user-error.js';
import { alignTable, percent, rateText } from '../../eval/report.js';
import { compareRuns, listRuns, type RunFacts, type RunsComparison } from '../../training/run/runs.js';
import { formatCount } from '../terminal.js';
import { printResult } from './shared.js';

/** `tabletop runs`: what runs there are, and how they compare. */
export function addRuns(program: Command): void {
  const command = program.command('runs').description('list the runs in a folder, or compare runs');
  command
    .command('list', { isDefault: true })
    .description('list the runs in a folder')
    .argument('[folder]', 'where the runs lie', 'runs')
    .option('--json', 'print one JSON object')
    .action((folder: string, flags: { json?: boolean }) => {
      const runs = listRuns(folder, (why) => process.stderr.write(`warning: ${why}\n`));
      printResult(flags.json, { folder, runs }, () => runsText(folder, runs));
    });
  command
    .command('compare')
    .description('draw the evaluations of runs of one game; seeds of the same settings become one band')
    .argument('<runs...>', 'at least two')
    .option('--out <file>', 'the page', 'runs-compared.html')
    .option('--json', 'print one JSON object')
    .action((paths: string[], flags: { out: string; json?: boolean }) => {
      if (!/\.html?$/.test(flags.out))
        throw new UserError(`--out is ${flags.out}: give the name of a page, such as runs.html`);
      checkWritable(flags.out);
      const { comparison, page } = compareRuns(paths);
      writeAtomic(flags.out, page);
      printResult(flags.json, comparison, () => `${comparisonText(comparison)}\n\n${flags.out} has the curves`);
    });
}

function runsText(folder: string, runs: readonly RunFacts[]): string {
  if (runs.length === 0) return `there are no runs in ${folder}`;
  return alignTable(
    [
      ['run', 'game', 'algorithms', 'seed', 'decisions', 'minutes', 'latest', 'won against', ''],
      ...runs.map(({ run, game, algorithms, seed, decisions, minutes, latest, writer }) => [
        run,
        game,
        algorithms.join(', '),
        seed,
        formatCount(decisions),
        minutes.toFixed(1),
        latest?.name ?? 'not measured',
        latest
          ? Object.entries(latest.winRates)
              .map(([agent, rate]) => `${agent} ${percent(rate)}`)
              .join(', ')
          : '',
        writer === null ? '' : 'being written',
      ]),
    ],
    [0, 1, 2, 3, 6, 7, 8],
  );
}

function comparisonText({ game, groups }: RunsComparison): string {
  const agents = [...new Set(groups.flatMap(({ winRates }) => Object.keys(winRates)))];
  return [
    `Runs of ${game}, at the latest evaluation that all runs of a line have:`,
    '',
    alignTable([
      ['runs', 'decisions', 'minutes', ...agents],
      ...groups.map(({ name, decisions, minutes, winRates }) => [
        name,
        formatCount(Math.round(decisions)),
        minutes.toFixed(1),
        ...agents.map((agent) => {
          const rate = winRates[agent];
          return rate ? rateText(rate) : 'not measured';
        }),
      ]),
    ]),
    '',
    "95 %: Student's over seeds; with one seed over its deals, without the chance in training",
  ].join('\n');
}
