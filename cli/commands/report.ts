import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { checkWritable, makeFolder, writeAtomic } from '../../checkpoints/atomic.js';
import { readGivenJson } from '../../checkpoints/read-text.js';
import { UserError } from '../../env/user-error.js';
import { compareOptions } from '../../eval/game-report/compare.js';
import { comparisonCsv, reportCsv } from '../../eval/game-report/csv.js';
import { comparisonPage, reportPage } from '../../eval/game-report/page.js';
import { fullReport, gameReport } from '../../eval/game-report/report.js';
import { comparisonText, gameReportText } from '../../eval/game-report/text.js';
import type { GamesProgress } from '../../eval/pool.js';
import { interruptSignal } from '../interrupt.js';
import { QUEUE, QUEUE_ABOUT, withQueue } from '../queue-flag.js';
import { compareCommand, printRepeatable, reportCommand, withCommand } from '../repeat.js';
import { formatCount, ProgressLine, timeLeft } from '../terminal.js';
import { agentList, chooseGame, optionFields, readOptions, wholeNumber, workerCount } from './shared.js';

interface Flags {
  agents?: string;
  games: number;
  looks: number;
  playouts: number;
  effects: number;
  options?: string;
  compare?: string;
  compareSeed?: string;
  seed: string;
  out?: string;
  workers?: number;
  queue?: string;
  json?: boolean;
}

/** `tabletop report`: what a designer asks of a game. */
export function addReport(program: Command): void {
  program
    .command('report <game>')
    .description('play many games: length, seats, endings, choices')
    .option(
      '--agents <agents>',
      'levels of play, weak to strong (comma list); each fills every seat of its games (default: random, a bot, the strongest bot); with --compare, one',
    )
    .option('--games <n>', 'games of each level', wholeNumber(2), 400)
    .option('--out <folder>', 'also analyse the strongest level, and write report.html and report.csv here')
    .option(
      '--looks <n>',
      'with --out: games whose rounds are analysed by playouts, to show when games are decided',
      wholeNumber(0),
      60,
    )
    .option('--playouts <n>', 'with --out: playouts of each position', wholeNumber(2), 10)
    .option('--effects <n>', 'with --out: choices to forbid and force, to measure their effect', wholeNumber(0), 4)
    .option(
      '--compare <options>',
      'compare with other options or component tables: key=value,... over --options, or a JSON file',
    )
    .option('--compare-seed <seed>', 'other deals for the other set (default: the same)')
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--seed <seed>', 'seed of the deals', '1')
    .option('--workers <n>', 'worker threads (default: one per core)', workerCount)
    .option(QUEUE, QUEUE_ABOUT)
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: Flags, command: Command) => {
      const { out } = flags;
      const agents = flags.agents === undefined ? undefined : agentList(flags.agents);
      if (flags.compare !== undefined && agents && agents.length !== 1)
        throw new UserError(`--agents names ${agents.length} agents: with --compare give one, it sits in every seat`);
      if (flags.compare === undefined && flags.compareSeed !== undefined)
        throw new UserError('--compare-seed is about --compare, which is missing');
      const analysis = (['looks', 'playouts', 'effects'] as const).find(
        (flag) => command.getOptionValueSource(flag) === 'cli',
      );
      if (analysis && out === undefined)
        throw new UserError(`--${analysis} is for the page: give --out <folder> too, or leave it out`);
      if (analysis && flags.compare !== undefined)
        throw new UserError(`--compare compares games alone: leave --${analysis} out`);
      const chosen = await chooseGame(name, flags.options, agents ?? []);
      const others = flags.compare === undefined ? undefined : readOthers(flags.compare, optionFields(chosen.game));
      const files = ['report.html', 'report.csv'].map((file) => path.join(out ?? '', file));
      if (out !== undefined) for (const file of files) checkWritable(file, { folderIsMade: true });
      const line = new ProgressLine();
      const began = performance.now();
      let phase = '';
      const request = {
        ...{ game: name, options: chosen.typed, otherOptions: chosen.otherOptions || others !== undefined },
        ...{ games: flags.games, seed: flags.seed, workers: flags.workers, signal: interruptSignal() },
        onPhase: (what: string) => {
          phase = what;
        },
        // What is over within two seconds needs no progress.
        onProgress: ({ done, total, secondsLeft }: GamesProgress) => {
          if (performance.now() - began > 2000)
            line.update(`${timeLeft(secondsLeft)}${phase} | ${formatCount(done)} of ${formatCount(total)}`);
        },
      };
      /** Writes what `--out` asks for and prints the rest. */
      const tell = (result: { command: string }, text: string, pages?: readonly string[]) => {
        line.clear();
        if (out !== undefined) {
          makeFolder(out);
          files.forEach((file, i) => {
            writeAtomic(file, pages![i]!);
          });
        }
        const wrote = out === undefined ? '' : `\n\n${files[0]} has the whole report, ${files[1]} its numbers`;
        printRepeatable(flags.json, result, () => text + wrote);
      };
      try {
        await withQueue(flags, line.clear.bind(line), async (fleet) => {
          if (others) {
            const { compareSeed: otherSeed } = flags;
            const compared = { ...request, fleet, others, agent: agents?.[0] };
            const result = await compareOptions(otherSeed === undefined ? compared : { ...compared, otherSeed });
            const command = compareCommand(result, name, out);
            tell(withCommand(result, command), comparisonText(result), [
              comparisonPage(result, command),
              comparisonCsv(result),
            ]);
          } else if (out === undefined) {
            const result = await gameReport({ ...request, fleet, agents });
            tell(withCommand(result, reportCommand(result, name)), gameReportText(result));
          } else {
            const { looks, playouts, effects } = flags;
            const result = await fullReport({ ...request, fleet, agents, looks, playouts, effects });
            const command = reportCommand(result, name, { out, looks, playouts, effects });
            tell(withCommand(result, command), gameReportText(result), [
              reportPage(result, command),
              reportCsv(result),
            ]);
          }
        });
      } finally {
        line.clear();
      }
    });
}

/**
 * The other set of options: typed, or in a JSON file. A file whose keys are none of the options is a component table.
 * @throws UserError when the file cannot be read, or is no object
 */
function readOthers(text: string, fields: Record<string, unknown>): Record<string, unknown> {
  if (!/\.json$/.test(text)) return readOptions(text, '--compare');
  if (!existsSync(text)) throw new UserError(`--compare: there is no file ${text}`);
  const content = readGivenJson(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UserError(`--compare: ${text} holds no object of options or component tables`);
  const keys = Object.keys(content);
  if (keys.every((key) => Object.hasOwn(fields, key))) return content as Record<string, unknown>;
  if (!Object.hasOwn(fields, 'components') || keys.some((key) => Object.hasOwn(fields, key)))
    throw new UserError(
      `--compare: ${text} has the keys ${keys.join(', ')}; the options are ${Object.keys(fields).join(', ')}`,
    );
  return { components: content };
}
