import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { checkWritable, readJson, writeAtomic } from '../../checkpoints/index.js';
import { UserError } from '../../env/user-error.js';
import {
  compareOptions,
  comparisonCsv,
  comparisonPage,
  comparisonText,
  gameReport,
  gameReportText,
  reportCsv,
  reportPage,
} from '../../eval/index.js';
import { interruptSignal } from '../interrupt.js';
import { QUEUE, QUEUE_ABOUT, withQueue } from '../queue-flag.js';
import { compareCommand, reportCommand, withCommand } from '../repeat.js';
import { formatCount, formatDuration, ProgressLine } from '../terminal.js';
import { agentList, chooseGame, optionFields, printResult, readOptions, wholeNumber, workerCount } from './shared.js';

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
    .description('write a report for game designers: a page and a CSV file')
    .option(
      '--agents <agents>',
      'levels of play, weak to strong (comma list); each fills every seat of its games (default: random, a bot, the strongest bot); with --compare, one',
    )
    .option('--games <n>', 'games of each level', wholeNumber(2), 400)
    .option(
      '--looks <n>',
      'games whose rounds are analysed by playouts, to show when games are decided',
      wholeNumber(0),
      60,
    )
    .option('--playouts <n>', 'playouts of each position', wholeNumber(2), 10)
    .option('--effects <n>', 'choices to forbid and force, to measure their effect', wholeNumber(0), 4)
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option(
      '--compare <options>',
      'compare with other options or component tables: key=value,... over --options, or a JSON file',
    )
    .option('--compare-seed <seed>', 'other deals for the other set (default: the same)')
    .option('--out <file>', 'the page; the CSV file goes beside it (default: <game>-report.html)')
    .option('--seed <seed>', 'seed of the deals', '1')
    .option('--workers <n>', 'threads; 0 plays in the main one (default: one a core)', workerCount)
    .option(QUEUE, QUEUE_ABOUT)
    .option('--json', 'print the whole report as JSON')
    .action(async (name: string, flags: Flags) => {
      const agents = flags.agents === undefined ? undefined : agentList(flags.agents);
      if (flags.compare !== undefined && agents && agents.length !== 1)
        throw new UserError(`--agents names ${agents.length} agents: with --compare give one, it sits in every seat`);
      if (flags.compare === undefined && flags.compareSeed !== undefined)
        throw new UserError('--compare-seed is about --compare, which is missing');
      const chosen = await chooseGame(name, flags.options, agents ?? []);
      const others = flags.compare === undefined ? undefined : readOthers(flags.compare, optionFields(chosen.game));
      const out = flags.out ?? `${chosen.game.id}-report.html`;
      if (!/\.html?$/.test(out)) throw new UserError(`--out is ${out}: give the name of a page, such as report.html`);
      const csv = out.replace(/\.html?$/, '.csv');
      for (const file of [out, csv]) checkWritable(file);
      const line = new ProgressLine();
      let phase = '';
      const request = {
        ...{ game: name, options: chosen.typed, otherOptions: chosen.otherOptions || others !== undefined },
        ...{ games: flags.games, seed: flags.seed, workers: flags.workers, signal: interruptSignal() },
        onPhase: (what: string) => {
          phase = what;
        },
        onProgress: ({ done, total, secondsLeft }: { done: number; total: number; secondsLeft: number }) =>
          line.update(
            [
              phase,
              `${formatCount(done)} of ${formatCount(total)}`,
              ...(Number.isFinite(secondsLeft) ? [`${formatDuration(secondsLeft)} left`] : []),
            ].join(' | '),
          ),
      };
      const write = (page: string, table: string) => {
        line.clear();
        writeAtomic(out, page);
        writeAtomic(csv, table);
      };
      const wrote = `\n\n${out} has the whole report, ${csv} its numbers`;
      try {
        if (others) {
          const result = await withQueue(flags, line.clear.bind(line), (fleet) =>
            compareOptions({
              ...{ ...request, others, fleet, agent: agents?.[0] },
              ...(flags.compareSeed !== undefined && { otherSeed: flags.compareSeed }),
            }),
          );
          const command = compareCommand(result, name);
          write(comparisonPage(result, command), comparisonCsv(result));
          printResult(flags.json, withCommand(result, command), () => `${comparisonText(result)}${wrote}`);
        } else {
          const { looks, playouts, effects } = flags;
          const result = await withQueue(flags, line.clear.bind(line), (fleet) =>
            gameReport({ ...request, fleet, agents, looks, playouts, effects }),
          );
          const command = reportCommand(result, name, flags);
          write(reportPage(result, command), reportCsv(result));
          printResult(flags.json, withCommand(result, command), () => `${gameReportText(result)}${wrote}`);
        }
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
  const content = readJson(text);
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
