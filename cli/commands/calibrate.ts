import { type Command, InvalidArgumentError } from 'commander';
import { calibrate, calibrateText, usualTemperatures } from '../../eval/index.js';
import { calibrateCommand, printRepeatable, withCommand } from '../repeat.js';
import { gamesProgress } from '../terminal.js';
import { agentList, chooseGame, numberFromZero, wholeNumber, workerCount } from './shared.js';

/** Argument parser for commander: `0,0.1,1`. */
function temperatureList(text: string): number[] {
  const list = text.split(',').map(numberFromZero);
  if (new Set(list).size < list.length) throw new InvalidArgumentError('wanted each temperature once');
  return list;
}

/** `tabletop calibrate`: how strong, and how soft, a bot is that draws from softmax(worth / temperature). */
export function addCalibrate(program: Command): void {
  program
    .command('calibrate <game>')
    .description(
      'measure a scripted player that draws its actions from softmax(worth / temperature): games won, entropy of its ' +
        'decisions, and how many differ from its own choice',
    )
    .requiredOption('--agent <spec>', 'the player: scripted:<name>; it must say what it makes of its actions')
    .option(
      '--temperatures <list>',
      'temperatures, separated by commas, in the unit of its worths; 0 is the player itself',
      temperatureList,
      [...usualTemperatures],
    )
    .option('--games <n>', 'least number of games for each; all play the same deals', wholeNumber(1), 400)
    .option(
      '--against <agents>',
      'agents in the other seats: one spec for all, or one for each, separated by commas (default: the player itself; in a game of one seat nobody)',
    )
    .option('--options <options>', 'options of the game: a JSON object, or key=value,...')
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
