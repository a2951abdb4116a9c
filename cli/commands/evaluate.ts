import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { agentSpecs } from '../../agents/spec/load.js';
import { checkWritable, makeFolder, writeAtomic } from '../../checkpoints/atomic.js';
import { UserError } from '../../env/user-error.js';
import type { PlayingDevice } from '../../eval/choose-device.js';
import { type EvaluateRequest, evaluate } from '../../eval/evaluate.js';
import { evaluatePanel } from '../../eval/panel.js';
import { evaluateText, panelText, temperaturesText, tournamentText } from '../../eval/report.js';
import { evaluateTemperatures } from '../../eval/temperatures.js';
import { tournament } from '../../eval/tournament.js';
import { deviceOf, deviceOption } from '../device-flag.js';
import { interruptSignal } from '../interrupt.js';
import { QUEUE, QUEUE_ABOUT, withQueue } from '../queue-flag.js';
import {
  evaluateCommand,
  printRepeatable,
  temperaturesCommand,
  tournamentCommand,
  withCommand,
  withPanelCommands,
} from '../repeat.js';
import { gamesProgress } from '../terminal.js';
import { kept } from '../unfinished.js';
import { agentList, chooseGame, numberFromZero, OPENINGS, OPENINGS_ABOUT, wholeNumber, workerCount } from './shared.js';

/** All kinds of agents in two columns, one a line. */
function agentHelp(): string {
  const width = 2 + Math.max(...agentSpecs.map(({ spec }) => spec.length));
  const rows = agentSpecs.map(({ spec, about }) => `  ${spec.padEnd(width)}${about}`);
  return `\nAgents (with options, such as policy:runs/a?argmax: docs/cli.md):\n${rows.join('\n')}`;
}

interface Common {
  options?: string;
  seed: string;
  openings?: number;
  workers?: number;
  queue?: string;
  device?: PlayingDevice;
  json?: boolean;
}

/** What the commands of this file share, after their own options. */
function addCommon(command: Command): Command {
  return command
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--seed <seed>', 'seed of all deals', '1')
    .option(OPENINGS, OPENINGS_ABOUT, wholeNumber(0))
    .option('--workers <n>', 'worker threads (default: one per core)', workerCount)
    .option(QUEUE, QUEUE_ABOUT)
    .addOption(deviceOption())
    .option('--json', 'print one JSON object')
    .addHelpText('after', agentHelp);
}

/** Argument parser for commander: `0,0.1,1`. */
function temperatureList(text: string): number[] {
  const list = text.split(',').map(numberFromZero);
  if (new Set(list).size < list.length) throw new InvalidArgumentError('wanted each temperature once');
  return list;
}

/** `tabletop evaluate`: one agent against others, by blocks of rotated deals. */
export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate <agent>')
    .description('measure one agent against others')
    .option('--game <game>', 'game id, or path of its module (default: the game the agent was trained for)')
    .option(
      '--against <agents>',
      'agents in the other seats: one for all, or a comma list (default: random; solo games: nobody, or agents on the same deals)',
    )
    .option('--panel', "measure against each opponent of the game's panel, weak to strong")
    .option(
      '--temperatures <list>',
      'measure a bot that draws from softmax(action values / temperature) at each of these, such as 0,0.1,1; 0 is the bot itself (default of --against: the bot itself)',
      temperatureList,
    )
    .option('--blocks <n>', 'number of deals (default: 100)', wholeNumber(1))
    .option('--games <n>', 'number of games, rounded up to whole deals', wholeNumber(1))
    .option(
      '--sprt <elo>',
      'sequential test: stop once it is clear whether the agent is stronger by this many Elo points',
      Number,
    )
    .option('--state <file>', 'keep the games in this file and continue from it after an interruption')
    .option('--out <file>', 'write the result to this file too, as JSON');
  addCommon(command).action(
    async (
      agent: string,
      flags: Common & {
        game?: string;
        against?: string;
        panel?: boolean;
        temperatures?: number[];
        blocks?: number;
        games?: number;
        sprt?: number;
        state?: string;
        out?: string;
      },
    ) => {
      if (flags.blocks !== undefined && flags.games !== undefined)
        throw new UserError('--blocks and --games set the same thing: give one of them');
      for (const flag of ['against', 'sprt'] as const)
        if (flags.panel && flags[flag] !== undefined)
          throw new UserError(`--panel sets the opponents, and plays all games: leave out --${flag}`);
      for (const flag of ['panel', 'sprt', 'state'] as const)
        if (flags.temperatures && flags[flag] !== undefined)
          throw new UserError(`--temperatures plays each temperature as an evaluation of its own: leave out --${flag}`);
      if (flags.out !== undefined) checkWritable(flags.out, { folderIsMade: true });
      const named = agentList(flags.against ?? '');
      const chosen = await chooseGame(flags.game, flags.options, [agent, ...named]);
      const { game, options, typed, otherOptions } = chosen;
      // Whether there are other seats may depend on the options.
      const players = game.players(options);
      const progress = gamesProgress();
      const { blocks = flags.games === undefined ? 100 : undefined, games } = flags;
      const device = await deviceOf(flags, [agent, ...named], chosen, games ?? blocks! * players);
      const { out, ...same } = flags;
      const play = async <T>(
        run: (request: Omit<EvaluateRequest, 'against' | 'sprt'>) => Promise<T>,
        text: (result: T) => string,
        complete: (result: T) => { command: string },
      ) => {
        const work = (state: string | undefined) =>
          withQueue(flags, progress.clear, (fleet) =>
            run({
              game: flags.game,
              options: typed,
              otherOptions,
              agent,
              blocks,
              games,
              seed: flags.seed,
              openings: flags.openings,
              workers: flags.workers,
              fleet,
              device,
              state,
              signal: interruptSignal(),
              onProgress: progress.update,
            }),
          );
        // The games of temperatures are not kept: each is a short evaluation of its own.
        const result = await (flags.temperatures ? work(undefined) : kept(same, `evaluate ${agent}`, work)).finally(
          progress.clear,
        );
        const repeatable = complete(result);
        if (out !== undefined) {
          makeFolder(path.dirname(out));
          writeAtomic(out, `${JSON.stringify(repeatable, null, 2)}\n`);
        }
        printRepeatable(flags.json, repeatable, () => text(result));
      };
      const { temperatures } = flags;
      if (temperatures)
        return play(
          (request) => evaluateTemperatures({ ...request, temperatures, against: named }),
          temperaturesText,
          (result) => withCommand(result, temperaturesCommand(result)),
        );
      if (flags.panel) return play(evaluatePanel, panelText, withPanelCommands);
      const against = flags.against === undefined && players > 1 ? ['random'] : named;
      const sprt = flags.sprt === undefined ? undefined : { elo0: 0, elo1: flags.sprt };
      return play(
        (request) => evaluate({ ...request, against, sprt }),
        evaluateText,
        (result) => withCommand(result, evaluateCommand(result)),
      );
    },
  );
}

/** `tabletop tournament`: everybody against everybody. */
export function addTournament(program: Command): void {
  const command = program
    .command('tournament <game>')
    .description('play all agents against each other: payoffs and ratings')
    .requiredOption('--agents <agents>', 'at least two agents, separated by commas')
    .option('--blocks <n>', 'deals in which any two agents meet, at least', wholeNumber(1), 25)
    .option('--anchor <agent>', 'the agent whose rating is fixed at 1000 (default: the first scripted one)')
    .option('--state <file>', 'keep the games in this file and continue from it after an interruption');
  addCommon(command).action(
    async (game: string, flags: Common & { agents: string; blocks: number; anchor?: string; state?: string }) => {
      const agents = agentList(flags.agents);
      const chosen = await chooseGame(game, flags.options, agents);
      const { typed, otherOptions } = chosen;
      const device = await deviceOf(flags, agents, chosen, flags.blocks * agents.length);
      const progress = gamesProgress();
      const result = await kept(flags, `tournament ${game}`, (state) =>
        withQueue(flags, progress.clear, (fleet) =>
          tournament({
            game,
            options: typed,
            otherOptions,
            agents,
            blocks: flags.blocks,
            anchor: flags.anchor,
            state,
            seed: flags.seed,
            openings: flags.openings,
            workers: flags.workers,
            fleet,
            device,
            signal: interruptSignal(),
            onProgress: progress.update,
          }),
        ),
      ).finally(progress.clear);
      const command = tournamentCommand(result, flags);
      printRepeatable(flags.json, withCommand(result, command), () => tournamentText(result));
    },
  );
}
