import type { Command } from 'commander';
import { UserError } from '../../env/user-error.js';
import { joinVarieties, varietyText } from '../../eval/different-games.js';
import { alignTable, percent, rateText } from '../../eval/report.js';
import { type RateResult, rateRun } from '../../training/run/rate.js';
import { type CheckpointRating, gain } from '../../training/run/rating.js';
import { interruptSignal } from '../interrupt.js';
import { formatCount, formatDuration, gamesProgress } from '../terminal.js';
import { agentList, printResult, wholeNumber, workerCount } from './shared.js';

interface RateFlags {
  against?: string;
  panel?: boolean;
  blocks: number;
  seed: string;
  workers?: number;
  json?: boolean;
}

/** `tabletop runs rate <run>`: the strength of its checkpoints over time. */
export function addRate(runs: Command): void {
  runs
    .command('rate <run>')
    .description('measure the kept checkpoints of a run, oldest first, and draw the curve into its summary.html')
    .option('--against <agents>', 'each in turn fills all other seats (comma list; default: as in training)')
    .option('--panel', "the opponents of the game's panel, as in evaluate")
    .option('--blocks <n>', 'number of deals', wholeNumber(2), 100)
    .option('--seed <seed>', 'seed of the deals, which also change with each release', '1')
    .option('--workers <n>', 'worker threads (default: one per core)', workerCount)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nA run keeps its last three checkpoints, its best one, and with --set keepEvery=<n> one of every n updates. All play\n' +
        'the same deals, as in the evaluations of the run. Results go into ratings.jsonl of the run, and repeating the\n' +
        'command continues after Ctrl-C.',
    )
    .action(async (run: string, flags: RateFlags) => {
      const against = opponentsOf(flags);
      const progress = gamesProgress();
      const result = await rateRun(run, {
        against,
        deals: flags.blocks,
        seed: flags.seed,
        workers: flags.workers,
        signal: interruptSignal(),
        onProgress: progress.update,
      }).finally(progress.clear);
      printResult(flags.json, result, () => rateResultText(result));
    });
}

/** Whom policies of runs are measured against; undefined: as in training. */
export function opponentsOf({ against, panel }: { against?: string; panel?: boolean }): string[] | 'panel' | undefined {
  if (panel && against !== undefined) throw new UserError('--panel sets the opponents: leave out --against');
  if (panel) return 'panel';
  return against === undefined ? undefined : agentList(against);
}

/** One row a checkpoint and opponent. */
function rateResultText({ runDir, game, ratings }: RateResult): string {
  const [first] = ratings;
  const { byRewards, seed } = first!;
  const each = (values: (string | number)[]) => [...new Set(values)].join(' or ');
  const score = ({ score }: CheckpointRating) =>
    byRewards ? `${score.mean.toFixed(3)} [${score.low.toFixed(3)}, ${score.high.toFixed(3)}]` : rateText(score);
  const change = (rating: CheckpointRating) => {
    const since = gain(ratings, rating);
    if (!since) return '';
    const shown = (value: number) =>
      `${value < 0 ? '' : '+'}${byRewards ? value.toFixed(3) : (100 * value).toFixed(1)}`;
    return `${shown(since.mean)} [${shown(since.low)}, ${shown(since.high)}]`;
  };
  const rows = ratings.map((rating) => [
    formatCount(rating.decisions),
    rating.seconds === null ? '' : formatDuration(rating.seconds),
    rating.against,
    score(rating),
    change(rating),
  ]);
  return [
    `Checkpoints of ${runDir}: ${game}, ${each(ratings.map(({ games }) => games))} games a row on the same deals (seed ${seed}), 95 % intervals`,
    byRewards ? 'score: mean return' : `parity ${each(ratings.map(({ parity }) => percent(parity)))}`,
    ...varietyText(
      joinVarieties(ratings),
      ratings.reduce((sum, { games }) => sum + games, 0),
      '',
    ),
    '',
    alignTable([['decisions', 'time', 'against', byRewards ? 'score' : 'won', 'since the one before'], ...rows], [2]),
    '',
    `${runDir}/summary.html has the curve`,
  ].join('\n');
}
