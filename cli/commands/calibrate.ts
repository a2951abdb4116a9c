import { type Command, InvalidArgumentError } from 'commander';
import { calibrate, usualTemperatures } from '../../eval/calibrate.js';
import { calibrateText } from '../../eval/report.js';
import { calibrateCommand, printRepeatable, withCommand } from '../repeat.js';
import { gamesProgress } from '../terminal.js';
import { agentList, chooseGame, numberFromZero, wholeNumber, workerCount } from './shared.js';

/** Argument parser for commander: `0,0.1,1`. */
function temperatureList(text: string): number[] {
  const list = text.split(',').map(numberFromZero);
  if (new Set(list).size < list.length) throw new InvalidArgumentError('wanted each temperature once');
  return list;
}

/** `tabletop calibrate`: the strength and entropy of a bot that draws from softmax(action values / temperature). */
export function addCalibrate(program: Command): void {
  program
    .command('calibrate <game>')
    .description(
      'measure a bot that draws from softmax(action values / temperature): games won, entropy, changed choices',
    )
    .requiredOption('--agent <spec>', 'the bot: scripted:<name>; it must have action values')
    .option(
      '--temperatures <list>',
      'temperatures, separated by commas, in the unit of its action values; 0 is the bot itself',
      temperatureList,
      [...usualTemperatures],
    )
    .option('--games <n>', 'games for each, at least; all play the same deals', wholeNumber(1), 400)
    .option(
      '--against <agents>',
      'agents in the other seats: one for all, or a comma list (default: the bot itself; solo games: nobody)',
    )
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--seed <seed>', 'seed of all deals', '1')
    .option('--workers <n>', 'worker threads (default: one per core)', workerCount)
    .option('--json', 'print one JSON object')
    .action(
      async (
        name: string,
        flags: {
          agent: string;
          temperatures: number[];
          games: number;
          against?: string;
          options?: string;
          seed: string;
          workers?: number;
          json?: boolean;
        },
      ) => {
        const against = agentList(flags.against ?? '');
        const { typed, otherOptions } = await chooseGame(name, flags.options, [flags.agent, ...against]);
        const progress = gamesProgress();
        const result = await calibrate({
          game: name,
          options: typed,
          otherOptions,
          agent: flags.agent,
          temperatures: flags.temperatures,
          against: against.length > 0 ? against : undefined,
          games: flags.games,
          seed: flags.seed,
          workers: flags.workers,
          onProgress: progress.update,
        }).finally(progress.clear);
        const command = calibrateCommand(result, { games: flags.games, against });
        printRepeatable(flags.json, withCommand(result, command), () => calibrateText(result));
      },
    );
}
