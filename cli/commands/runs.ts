import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { checkWritable, writeAtomic } from '../../checkpoints/atomic.js';
import { trust } from '../../checkpoints/own-runs.js';
import { UserError } from '../../env/user-error.js';
import { varietyText } from '../../eval/different-games.js';
import { alignTable, percent, rateText } from '../../eval/report.js';
import { compareRuns } from '../../training/ablate/compare-runs.js';
import type { RunsComparison } from '../../training/ablate/comparison.js';
import { listRuns, type RunFacts } from '../../training/run/runs.js';
import { interruptSignal } from '../interrupt.js';
import { countProgress, formatCount, gamesProgress } from '../terminal.js';
import { addRate, opponentsOf } from './runs-rate.js';
import { printResult, wholeNumber, workerCount } from './shared.js';

interface CompareFlags {
  against?: string;
  panel?: boolean;
  blocks: number;
  seed: string;
  workers?: number;
  out: string;
  json?: boolean;
}

/** `tabletop runs`: what runs there are, how they compare, and how strong their checkpoints are. */
export function addRuns(program: Command): void {
  const command = program.command('runs').description('list or compare runs, or rate their checkpoints');
  command
    .command('list', { isDefault: true })
    .description('list the runs in a folder')
    .argument('[folder]', 'where the runs lie', 'runs')
    .option('--json', 'print one JSON object')
    .action((folder: string, flags: { json?: boolean }) => {
      const progress = countProgress('runs');
      let unread = 0;
      const warn = (why: string) => {
        unread++;
        progress.clear();
        process.stderr.write(`warning: ${why}\n`);
      };
      const runs = listRuns(folder, warn, (done, total) => progress.update({ done, total, secondsLeft: Number.NaN }));
      progress.clear();
      printResult(flags.json, { folder, runs }, () => runsText(folder, runs, unread));
    });
  command
    .command('compare')
    .description('measure runs of one game on the same deals; seeds of the same settings become one line')
    .argument('<runs...>', 'at least two')
    .option('--against <agents>', 'each in turn fills all other seats (comma list; default: as in training)')
    .option('--panel', "the opponents of the game's panel, as in evaluate")
    .option('--blocks <n>', 'number of deals', wholeNumber(2), 200)
    .option('--seed <seed>', 'seed of the deals, which also change with each release', '1')
    .option('--workers <n>', 'worker threads (default: one per core)', workerCount)
    .option('--out <file>', 'the page with the curves', 'runs-compared.html')
    .option('--json', 'print one JSON object')
    .action(async (paths: string[], flags: CompareFlags) => {
      const { out, blocks: deals, seed, workers } = flags;
      if (!/\.html?$/.test(out)) throw new UserError(`--out is ${out}: give the name of a page, such as runs.html`);
      checkWritable(out);
      const against = opponentsOf(flags);
      const progress = gamesProgress();
      const watch = { workers, signal: interruptSignal(), onProgress: progress.update };
      const { comparison, page } = await compareRuns(paths, { against, deals, seed, ...watch }).finally(progress.clear);
      writeAtomic(out, page);
      const title = `Runs of ${comparison.game}`;
      printResult(flags.json, comparison, () => `${comparisonText(title, comparison)}\n\n${out} has the curves`);
    });
  command
    .command('trust')
    .description('let runs from elsewhere run the modules and programs that they name')
    .argument('<folders...>', 'runs or ablations')
    .action((folders: string[]) => {
      for (const folder of folders) {
        if (!existsSync(path.join(folder, 'config.json')) && !existsSync(path.join(folder, 'ablation.json')))
          throw new UserError(`${folder} is no run and no ablation: it has no config.json and no ablation.json`);
        trust(folder);
      }
    });
  addRate(command);
}

/** @param unread folders that are runs and could not be read */
function runsText(folder: string, runs: readonly RunFacts[], unread: number): string {
  if (runs.length === 0)
    return unread > 0
      ? `none of the ${unread === 1 ? 'one run' : `${unread} runs`} in ${folder} could be read`
      : `there are no runs in ${folder}`;
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

/** One row a variant. */
export function comparisonText(title: string, result: RunsComparison): string {
  const { against, deals, games, seed, byRewards, parity, variants } = result;
  const score = (value: number) => (byRewards ? value.toFixed(3) : (100 * value).toFixed(1));
  const signed = (value: number) => `${value < 0 ? '' : '+'}${score(value)}`;
  const rows = variants.map(({ name, score: own, difference, seeds, decisions, minutes }) => [
    name,
    own ? (byRewards ? `${score(own.mean)} [${score(own.low)}, ${score(own.high)}]` : rateText(own)) : 'not trained',
    difference ? `${signed(difference.mean)} [${signed(difference.low)}, ${signed(difference.high)}]` : '',
    seeds.map((one) => score(one.score)).join(' '),
    formatCount(decisions),
    minutes.toFixed(1),
  ]);
  const one = variants.every(({ seeds }) => seeds.length < 2);
  return [
    `${title} against ${against.join(' and ')}: ${deals} deals a policy (seed ${seed})${byRewards ? '' : `, parity ${percent(parity)}`}`,
    one
      ? "95 % intervals over deals (Student's); one seed does not include the chance in training"
      : "95 % intervals over seeds and deals (Student's, crossed random effects)",
    ...varietyText(result, games, ''),
    '',
    alignTable(
      [
        ['variant', byRewards ? 'mean return' : 'won', 'to the first, paired', 'by seed', 'decisions', 'minutes'],
        ...rows,
      ],
      [0],
    ),
  ].join('\n');
}
