import process from 'node:process';
import type { Command } from 'commander';
import { readText } from '../../checkpoints/read-text.js';
import type { GamePackage } from '../../env/game-package.js';
import { gameNamedIn } from '../../env/load-game.js';
import { parseReplay } from '../../env/replay.js';
import { UserError } from '../../env/user-error.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { defaultRollout, loadAnalysts } from '../../eval/analysis/load-analysts.js';
import { Engine } from '../analysis/engine.js';
import { linesOf } from '../analysis/lines.js';
import { analyseReplay, movesTable } from '../analysis/moves.js';
import { MOST_CHARACTERS } from '../analysis/protocol.js';
import { outputEnded, write } from '../output.js';
import { COLUMNS } from '../play/words.js';
import { formatDuration, ProgressLine } from '../terminal.js';
import { chooseGame, printResult, requireVersion, wholeNumber } from './shared.js';

interface AnalyzeFlags {
  agent?: string;
  rollout?: string;
  rounds?: number;
  options?: string;
  playOuts?: number;
  milliseconds?: number;
  replay?: string;
  seat?: number;
  seed?: string;
  anyVersion?: boolean;
  json?: boolean;
}

const roundsOf = (text: string): number => (text === 'all' ? Infinity : wholeNumber(1, 1_000_000)(text));

/** Playouts of a position by default. */
const USUAL = 400;

/** `tabletop analyze <game>`: chances and actions of positions, as lines of JSON or as a table of a game. */
export function addAnalyze(program: Command): void {
  program
    .command('analyze [game]')
    .description('compute win probabilities and the values of moves')
    .option('--rollout <spec>', 'agent of the playouts (default: the fast bot of the game)')
    .option(
      '--agent <spec>',
      'agent whose probabilities are reported (default: the shipped player without lookahead, else the strongest bot)',
    )
    .option('--options <options>', 'game options for positions given as views: JSON, or key=value,...')
    .option(
      '--play-outs <n>',
      `playouts of a position, at most (default: ${USUAL}; with --replay as many as each move needs)`,
      wholeNumber(16, 10_000_000),
    )
    .option(
      '--rounds <n>',
      "rounds after which playouts are cut and judged by the game's evaluation, or all (default: as the game says)",
      roundsOf,
    )
    .option('--milliseconds <n>', 'time for a position instead', wholeNumber(1, 3_600_000))
    .option('--replay <file>', 'analyse every move of a saved game and mark mistakes')
    .option('--seat <n>', 'with --replay: only the moves of this seat', wholeNumber(0))
    .option('--seed <seed>', 'with --replay: seed of the playouts', '0')
    .option('--any-version', 'with --replay: accept another version of the game')
    .option('--json', 'with --replay: print one JSON object')
    .addHelpText(
      'after',
      '\nA query: {"id": "a", "replay": {"seed": "1", "options": {}, "actions": [3, 0]}}. More: docs/analyze.md.',
    )
    .action(async (name: string | undefined, flags: AnalyzeFlags, command: Command) => {
      if (flags.playOuts !== undefined && flags.milliseconds !== undefined)
        throw new UserError('give --play-outs or --milliseconds, one of the two');
      if (flags.replay !== undefined) return analyseFile(flags.replay, name, flags);
      const given = (['seat', 'seed', 'anyVersion', 'json'] as const).find(
        (flag) => command.getOptionValueSource(flag) === 'cli',
      );
      if (given) throw new UserError(`--${given === 'anyVersion' ? 'any-version' : given} is for --replay`);
      return answerQueries(name, flags);
    });
}

const budgetOf = ({ playOuts, milliseconds }: AnalyzeFlags) =>
  milliseconds === undefined ? { playOuts: playOuts ?? USUAL } : { milliseconds };

/** Who analyses games with such options. */
const analystsFor = (
  pack: GamePackage,
  { agent, rollout, rounds }: AnalyzeFlags,
  options: unknown,
  seats: number,
): Promise<Analysts> =>
  loadAnalysts({ rollout, rounds, thinker: agent }, { ...pack, options, otherOptions: ['conceding'] }, seats);

const named = ({ agent, rollout }: AnalyzeFlags): string[] =>
  [agent, rollout].filter((spec): spec is string => spec !== undefined);

async function answerQueries(name: string | undefined, flags: AnalyzeFlags): Promise<void> {
  const chosen = await chooseGame(name, flags.options, named(flags));
  const { game, options } = chosen;
  const byOptions = new Map<string, Promise<Analysts>>();
  const analysts = (played: unknown, seats: number): Promise<Analysts> => {
    const key = JSON.stringify([played, seats]);
    let found = byOptions.get(key);
    if (!found) {
      // Options are the sender's to choose: not all that were ever asked about are kept.
      if (byOptions.size >= 8) byOptions.clear();
      found = analystsFor(chosen, flags, played, seats);
      byOptions.set(key, found);
    }
    return found;
  };
  // Who is wrong here would be wrong in every answer.
  await analysts(options, game.players(options));
  const engine = new Engine({
    game,
    analysts,
    options,
    budget: budgetOf(flags),
    answer: (line) => {
      if (outputEnded()) engine.stop();
      else write(`${line}\n`);
    },
  });
  for await (const line of linesOf(process.stdin, MOST_CHARACTERS)) {
    if (outputEnded()) break;
    if (line === null) engine.refuse(new UserError(`a line is longer than ${MOST_CHARACTERS} characters`));
    else engine.ask(line);
  }
  await engine.finish();
}

async function analyseFile(file: string, name: string | undefined, flags: AnalyzeFlags): Promise<void> {
  if (flags.options !== undefined) throw new UserError('--options are those of the replay: leave it out with --replay');
  const text = readText(file);
  const replay = parseReplay(text, file);
  const own = name ?? gameNamedIn(file, replay.game, 'first: tabletop analyze <module> --replay <file>');
  const chosen = await chooseGame(own, undefined, named(flags));
  const { game } = chosen;
  requireVersion(file, replay, game, flags.anyVersion);
  const options = game.options.safeParse(replay.options);
  if (!options.success) throw new UserError(`${file}: options: ${options.error.issues[0]!.message}`);
  const analysts = await analystsFor(chosen, flags, options.data, game.players(options.data));
  const line = new ProgressLine();
  const began = performance.now();
  const { playOuts, milliseconds } = flags;
  const budget = { playOuts, milliseconds };
  const result = await analyseReplay(game, replay, analysts, {
    ...budget,
    seed: flags.seed,
    seat: flags.seat,
    anyVersion: flags.anyVersion,
    onProgress: (done, judged, mistakes) => {
      const seconds = (performance.now() - began) / 1000;
      if (seconds < 2) return;
      const found = `${judged} moves judged, ${mistakes} ${mistakes === 1 ? 'mistake' : 'mistakes'} so far`;
      line.update(`${Math.floor(100 * done)} % | ${found} | ${formatDuration(seconds)}`);
    },
  }).finally(() => line.clear());
  const rollout = flags.rollout ?? defaultRollout(chosen);
  printResult(
    flags.json,
    { agent: analysts.thinker, rollout, ...budget, ...result },
    () => `${game.title}, played on by ${rollout}\n\n${movesTable(result, COLUMNS)}`,
  );
}
