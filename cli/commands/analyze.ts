import { readFileSync } from 'node:fs';
import process from 'node:process';
import { type Command, InvalidArgumentError } from 'commander';
import { type Analyst, defaultOpponent, loadAnalyst, rivals } from '../../agents/index.js';
import { fileError } from '../../checkpoints/index.js';
import type { LoadedGame } from '../../env/games/index.js';
import { parseReplay } from '../../env/replay.js';
import { UserError } from '../../env/user-error.js';
import { Engine, limited } from '../analysis/engine.js';
import { linesOf } from '../analysis/lines.js';
import { analyseReplay, movesTable } from '../analysis/moves.js';
import { MOST_CHARACTERS } from '../analysis/protocol.js';
import { outputEnded } from '../output.js';
import { COLUMNS } from '../play/words.js';
import { formatDuration, ProgressLine, timeLeft } from '../terminal.js';
import { chooseGame, printResult, wholeNumber } from './shared.js';

interface AnalyzeFlags {
  agent?: string;
  options?: string;
  simulations?: number;
  milliseconds?: number;
  rounds?: number | 'all';
  replay?: string;
  seat?: number;
  seed?: string;
  anyVersion?: boolean;
  json?: boolean;
}

/** Simulations a position where nothing else was said. */
const USUAL = 400;

/** Argument parser for commander: `2`, `all`. */
const roundsOf = (text: string): number | 'all' => {
  if (text === 'all') return text;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('wanted a whole number, or all');
};

/** `tabletop analyze <game>`: chances and actions of positions, as lines of JSON or as a table of a game. */
export function addAnalyze(program: Command): void {
  program
    .command('analyze [game]')
    .description(
      'analyse positions: lines of JSON on standard input, answers on standard output; or a played game with --replay',
    )
    .option(
      '--agent <spec>',
      'who analyses: its usual moves, its way to look ahead (default: the shipped player, else the strongest scripted one)',
    )
    .option('--options <options>', 'options of the game for positions given as views: a JSON object, or key=value,...')
    .option('--simulations <n>', `simulations a position (default: ${USUAL})`, wholeNumber(16, 10_000_000))
    .option('--milliseconds <n>', 'time a position instead', wholeNumber(1, 3_600_000))
    .option(
      '--rounds <n>',
      'how far simulations go, in rounds; all: to the end of the game (default: as the agent)',
      roundsOf,
    )
    .option('--replay <file>', 'analyse every move of a saved game, and mark the mistakes')
    .option('--seat <n>', 'with --replay: only the moves of this seat', wholeNumber(0))
    .option('--seed <seed>', 'with --replay: seed of the simulations', '0')
    .option('--any-version', 'with --replay: accept a replay of another version of the game')
    .option('--json', 'with --replay: print one JSON object')
    .addHelpText(
      'after',
      '\nA query: {"id": "a", "replay": {"seed": "1", "options": {}, "actions": [3, 0]}}. docs/analyze.md has the rest.',
    )
    .action(async (name: string | undefined, flags: AnalyzeFlags, command: Command) => {
      if (flags.simulations !== undefined && flags.milliseconds !== undefined)
        throw new UserError('give --simulations or --milliseconds, one of the two');
      if (flags.replay !== undefined) return analyseFile(flags.replay, name, flags);
      const given = (['seat', 'seed', 'anyVersion', 'json'] as const).find(
        (flag) => command.getOptionValueSource(flag) === 'cli',
      );
      if (given) throw new UserError(`--${given === 'anyVersion' ? 'any-version' : given} is for --replay`);
      return answerQueries(name, flags);
    });
}

const budgetOf = ({ simulations, milliseconds }: AnalyzeFlags) =>
  milliseconds === undefined ? { simulations: simulations ?? USUAL } : { milliseconds };

/** Who analyses games with such options; nobody named: the strongest who plays them. */
async function analystFor(
  { game, bots }: Pick<LoadedGame, 'game' | 'bots'>,
  options: unknown,
  spec?: string,
): Promise<[string, Analyst]> {
  const context = { game, bots, options, otherOptions: ['conceding'] };
  if (spec !== undefined) return [spec, await loadAnalyst(spec, context)];
  const strongest = defaultOpponent(context);
  try {
    return [strongest, await loadAnalyst(strongest, context)];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const other = rivals(context)[0] ?? 'random';
    return [other, await loadAnalyst(other, context)];
  }
}

async function answerQueries(name: string | undefined, flags: AnalyzeFlags): Promise<void> {
  const chosen = await chooseGame(name, flags.options, flags.agent === undefined ? [] : [flags.agent]);
  const { game, bots, options } = chosen;
  const analysts = new Map<string, Promise<Analyst>>();
  const analyst = (played: unknown): Promise<Analyst> => {
    const key = JSON.stringify(played);
    let found = analysts.get(key);
    if (!found) {
      // Options are the sender's to choose: not all that were ever asked about are kept.
      if (analysts.size >= 8) analysts.clear();
      found = analystFor({ game, bots }, played, flags.agent).then(([, loaded]) => limited(loaded, flags.rounds));
      analysts.set(key, found);
    }
    return found;
  };
  // Who is wrong here would be wrong in every answer.
  await analyst(options);
  const engine = new Engine({
    game,
    analyst,
    options,
    budget: budgetOf(flags),
    answer: (line) => {
      if (outputEnded()) engine.stop();
      else process.stdout.write(`${line}\n`);
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
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw fileError(error, `cannot read ${file}`);
  }
  const replay = parseReplay(text, file);
  const { game, bots } = await chooseGame(name ?? replay.game);
  const options = game.options.safeParse(replay.options);
  if (!options.success) throw new UserError(`${file}: options: ${options.error.issues[0]!.message}`);
  const [agent, analyst] = await analystFor({ game, bots }, options.data, flags.agent);
  const line = new ProgressLine();
  const began = performance.now();
  const budget = budgetOf(flags);
  const result = await analyseReplay(game, replay, limited(analyst, flags.rounds), {
    ...budget,
    seed: flags.seed,
    seat: flags.seat,
    anyVersion: flags.anyVersion,
    onProgress: (done, total) => {
      const seconds = (performance.now() - began) / 1000;
      if (seconds < 2) return;
      const left = done / total < 0.05 && seconds < 60 ? Number.NaN : (seconds / done) * (total - done);
      line.update(`${timeLeft(left)}${done} of ${total} moves | ${formatDuration(seconds)}`);
    },
  }).finally(() => line.clear());
  printResult(
    flags.json,
    { agent, ...budget, ...result },
    () => `${game.title}, analysed by ${agent}\n\n${movesTable(result, COLUMNS)}`,
  );
}
