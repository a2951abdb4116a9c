import process from 'node:process';
import type { Command } from 'commander';
import { commandLine } from '../../env/command-line.js';
import type { CheckReport, CheckResult } from '../../env/conformance/check-game.js';
import { checkModule } from '../../env/conformance/check-module.js';
import { checkNames } from '../../env/conformance/names.js';
import { type ShownStep, showStep, stepText } from '../../env/conformance/show.js';
import { slowestPiece } from '../../env/conformance/slow-piece.js';
import type { Game } from '../../env/game.js';
import { observationShare, slowObservation } from '../../env/speed.js';
import { UserError } from '../../env/user-error.js';
import { perft } from '../../eval/exact/perft.js';
import { interruptSignal } from '../interrupt.js';
import { QUEUE, QUEUE_ABOUT, withQueue } from '../queue-flag.js';
import { countProgress } from '../terminal.js';
import { type ChosenGame, chooseGame, optionFields, positiveNumber, printResult, wholeNumber } from './shared.js';

interface CheckFlags {
  options?: string;
  games: number;
  seed: string;
  seconds: number;
  step?: number;
  depth?: number;
  queue?: string;
  json?: boolean;
}

/** `tabletop check <game>`: holds a game to the contract. */
export function addCheck(program: Command): void {
  program
    .command('check <game>')
    .description('test whether a game keeps the contract')
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--games <n>', 'number of games for each check', wholeNumber(1), 20)
    .option('--seed <seed>', 'seed of all games', '1')
    .option('--seconds <n>', 'time limit for one call of the game', positiveNumber, 60)
    .option('--step <n>', 'show a position that a check names, with its --seed and --options', wholeNumber(0))
    .option('--depth <n>', 'also count the histories of 1 to n decisions (perft)', wholeNumber(1))
    .option(QUEUE, QUEUE_ABOUT)
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: CheckFlags) => {
      const chosen = await chooseGame(name, flags.options);
      if (flags.step !== undefined) {
        const step = shown(chosen, flags.seed, flags.step);
        printResult(flags.json, step, () => stepText(step));
        return;
      }
      const options = flags.options === undefined ? undefined : chosen.options;
      const { games, seed, seconds } = flags;
      const { module } = chosen;
      const progress = countProgress('checks');
      const onProgress = (at: number) =>
        progress.update({ done: at, total: checkNames.length, secondsLeft: Number.NaN, part: checkNames[at] ?? '' });
      const request = { module, games, seed, options, seconds, signal: interruptSignal(), onProgress };
      const result = await withQueue(flags, progress.clear, (fleet) =>
        checkModule(chosen.game, request, fleet),
      ).finally(progress.clear);
      const { depth } = flags;
      const counts = depth === undefined || !result.passed ? undefined : perft(chosen.game, chosen.options, depth);
      printResult(flags.json, counts ? { ...result, perft: counts } : result, () =>
        [
          ...result.checks.flatMap((check) => resultLines(check, result, name)),
          '',
          ...neverReached(result, chosen.game),
          ...(counts ? [`histories by number of decisions: ${counts.join(', ')}`, ''] : []),
          ...(result.passed ? observationNote(chosen) : []),
          result.passed ? `${result.game} passes` : `${result.game} does not pass`,
        ].join('\n'),
      );
      if (!result.passed) process.exitCode = 1;
    });
}

/** The position that `--seed 1/1 --step 57` names. @throws UserError when the seed names no game */
function shown({ game, bots, options }: ChosenGame, seed: string, step: number): ShownStep {
  if (!/\/\d+$/.test(seed))
    throw new UserError(`--step needs the seed of one game, as a failed check prints it: --seed ${seed}/0`);
  return showStep(game, bots, { options, seed, step });
}

/** Nothing is slower to train with than a slow observation. */
function observationNote({ game, options }: ChosenGame): string[] {
  const share = observationShare(game, options);
  if (share <= 0.5) return [];
  const slow = slowObservation(share, 'the time of a decision in random play', slowestPiece(game, options));
  return [`note: ${slow}`, ''];
}

/** One check, and where to look at it. What fails for the reason of a check before it is counted there. */
function resultLines({ name, passed, detail, cause, address }: CheckResult, { checks }: CheckReport, game: string) {
  if (passed) return [`${detail.startsWith('not checked: ') ? 'skip ' : 'ok   '} ${name}: ${detail}`];
  const same = cause === undefined ? [] : checks.filter((other) => other.cause === cause);
  if (same.length > 0 && same[0]!.name !== name) return [];
  const others = same.length - 1;
  const more = others > 0 ? `; the same in ${others} other ${others > 1 ? 'checks' : 'check'}` : '';
  const line = `FAIL  ${name}: ${detail}${more}`;
  if (!address) return [line];
  const { options, seed, step } = address;
  const words = ['tabletop', 'check', game, '--seed', seed, '--step', step];
  return [line, `      to see it: ${commandLine(words, options as Record<string, unknown>)}`];
}

/** Most names that a line of `neverReached` lists. */
const listed = 24;

/** What no game of the checks ever came to, and so nothing was tested of. Nothing where the games could not be played. */
function neverReached({ reached: { never, actions: chosen } }: CheckReport, game: Game): string[] {
  const actions = never.actions.map((id) => (game.actionName ? `${game.actionName(id)} (${id})` : `${id}`));
  const lines = Object.entries<string[]>({ ...never, actions })
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => {
      const more = names.length > listed ? `, ... (${names.length} in all)` : '';
      return `  ${what}: ${names.slice(0, listed).join(', ')}${more}`;
    });
  if (lines.length === 0 || chosen.length === 0) return [];
  const other = otherLengths(game);
  return [
    'never reached, and so not tested:',
    ...lines,
    `to reach them: more --games; a bot in the module's bots that goes there${other && `; other --options, such as ${other}`}`,
    '',
  ];
}

/** Numbers among the options at their ends: with small caps and targets games end sooner, with large ones they go on. */
function otherLengths(game: Game): string {
  const ends = (['minimum', 'maximum'] as const).map((end) =>
    Object.entries(optionFields(game))
      .flatMap(([name, field]) => {
        const { [end]: value, default: usual } = field as { minimum?: number; maximum?: number; default?: unknown };
        // A number without an end has that of all safe integers.
        const ended = value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
        return name !== 'players' && typeof usual === 'number' && ended && value !== usual ? `${name}=${value}` : [];
      })
      .join(','),
  );
  return ends.filter(Boolean).join(' or ');
}
