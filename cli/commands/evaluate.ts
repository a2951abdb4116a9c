import path from 'node:path';
import type { Command } from 'commander';
import { agentSpecs } from '../../agents/spec.js';
import { checkWritable, makeFolder, writeAtomic } from '../../checkpoints/atomic.js';
import { UserError } from '../../env/user-error.js';
import { type EvaluateRequest, evaluate } from '../../eval/evaluate.js';
import { evaluatePanel } from '../../eval/panel.js';
import { evaluateText, panelText, simulateText, tournamentText } from '../../eval/report.js';
import { simulate } from '../../eval/simulate.js';
import { tournament } from '../../eval/tournament.js';
import { interruptSignal } from '../interrupt.js';
import { print } from '../output.js';
import { QUEUE, QUEUE_ABOUT, withQueue } from '../queue-flag.js';
import {
  evaluateCommand,
  printRepeatable,
  simulateCommand,
  tournamentCommand,
  withCommand,
  withPanelCommands,
} from '../repeat.js';
import { gamesProgress } from '../terminal.js';
import { kept } from '../unfinished.js';
import { agentList, chooseGame, wholeNumber, workerCount } from './shared.js';

/** All kinds of agents in two columns, one a line. */
function agentHelp(): string {
  const width = 2 + Math.max(...agentSpecs.map(({ spec }) => spec.length));
  const rows = agentSpecs.map(({ spec, about }) => `  ${spec.padEnd(width)}${about}`);
  return `\nAgents (with options, such as policy:runs/a?argmax: docs/cli.md):\n${rows.join('\n')}`;
}

interface Common {
  options?: string;
  seed: string;
  workers?: number;
  queue?: string;
  json?: boolean;
}

/** What the commands of this file share, after their own options. @param of what the seed deals */
function addCommon(command: Command, of: 'deals' | 'games'): Command {
  return command
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--seed <seed>', `seed of all ${of}`, '1')
    .option('--workers <n>', 'worker threads (default: one per core)', workerCount)
    .option(QUEUE, QUEUE_ABOUT)
    .option('--json', 'print one JSON object')
    .addHelpText('after', agentHelp);
}

/** `tabletop evaluate`: one agent against others, by blocks of rotated deals. */
export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate <agent>')
    .description('measure one agent against others, every deal once from each seat')
    .option('--game <game>', 'game id, or path of its module (default: the game the agent was trained for)')
    .option(
      '--against <agents>',
      'agents in the other seats: one for all, or a comma list (default: random; solo games: nobody, or agents on the same deals)',
    )
    .option('--panel', "measure against each opponent of the game's panel, weak to strong")
    .option('--blocks <n>', 'number of deals (default: 100)', wholeNumber(1))
    .option('--games <n>', 'number of games, rounded up to whole deals', wholeNumber(1))
    .option(
      '--sprt <elo>',
      'sequential test: stop once it is clear whether the agent is stronger by this many Elo points',
      Number,
    )
    .option('--state <file>', 'keep the games in this file and continue from it after an interruption')
    .option('--out <file>', 'write the result to this file too, as JSON');
  addCommon(command, 'deals').action(
    async (
      agent: string,
      flags: Common & {
        game?: string;
        against?: string;
        panel?: boolean;
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
      if (flags.out !== undefined) checkWritable(flags.out, { folderIsMade: true });
      const named = agentList(flags.against ?? '');
      const { game, options, typed, otherOptions } = await chooseGame(flags.game, flags.options, [agent, ...named]);
      // Whether there are other seats may depend on the options.
      const players = game.players(options);
      const progress = gamesProgress();
      const { blocks = flags.games === undefined ? 100 : undefined, games } = flags;
      const { out, ...same } = flags;
      const play = async <T>(
        run: (request: Omit<EvaluateRequest, 'against' | 'sprt'>) => Promise<T>,
        text: (result: T) => string,
        complete: (result: T) => { command: string },
      ) => {
        const result = await kept(same, `evaluate ${agent}`, (state) =>
          withQueue(flags, progress.clear, (fleet) =>
            run({
              game: flags.game,
              options: typed,
              otherOptions,
              agent,
              blocks,
              games,
              seed: flags.seed,
              workers: flags.workers,
              fleet,
              state,
              signal: interruptSignal(),
              onProgress: progress.update,
            }),
          ),
        ).finally(progress.clear);
        const repeatable = complete(result);
        if (out !== undefined) {
          makeFolder(path.dirname(out));
          writeAtomic(out, `${JSON.stringify(repeatable, null, 2)}\n`);
        }
        printRepeatable(flags.json, repeatable, () => text(result));
      };
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
    .description('play agents against each other: payoff table and ratings')
    .requiredOption('--agents <agents>', 'at least two agents, separated by commas')
    .option('--blocks <n>', 'deals in which any two agents meet, at least', wholeNumber(1), 25)
    .option('--anchor <agent>', 'the agent whose rating is fixed at 1000 (default: the first scripted one)')
    .option('--state <file>', 'keep the games in this file and continue from it after an interruption');
  addCommon(command, 'deals').action(
    async (game: string, flags: Common & { agents: string; blocks: number; anchor?: string; state?: string }) => {
      const agents = agentList(flags.agents);
      const { typed, otherOptions } = await chooseGame(game, flags.options, agents);
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
            workers: flags.workers,
            fleet,
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

/** `tabletop simulate`: a designer's report on the game itself. */
export function addSimulate(program: Command): void {
  const command = program
    .command('simulate <game>')
    .description('play many games and print statistics: length, seat advantage, endings, kinds of decision')
    .option('--agents <agents>', 'one agent for all seats, or a comma list', 'random')
    .option('--games <n>', 'number of games', wholeNumber(1), 1000)
    .option('--show', 'play one game and print it move by move');
  addCommon(command, 'games').action(
    async (name: string, flags: Common & { agents: string; games: number; show?: boolean }) => {
      const agents = agentList(flags.agents);
      const chosen = await chooseGame(name, flags.options, agents);
      if (flags.show) {
        const { showGame } = await import('./show.js');
        await showGame(chosen, agents, flags.seed, print);
        return;
      }
      const progress = gamesProgress();
      const result = await withQueue(flags, progress.clear, (fleet) =>
        simulate({
          game: name,
          options: chosen.typed,
          otherOptions: chosen.otherOptions,
          agents,
          games: flags.games,
          seed: flags.seed,
          workers: flags.workers,
          fleet,
          signal: interruptSignal(),
          onProgress: progress.update,
        }),
      ).finally(progress.clear);
      const command = simulateCommand(result, agents);
      printRepeatable(flags.json, withCommand(result, command), () => simulateText(result));
    },
  );
}
