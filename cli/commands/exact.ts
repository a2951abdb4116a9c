import type { Command } from 'commander';
import { type SolvedFile, writeSolved } from '../../agents/solved/solved-file.js';
import { checkWritable } from '../../checkpoints/atomic.js';
import { commandLine } from '../../env/command-line.js';
import { UserError } from '../../env/user-error.js';
import { measured, sampledSolution, solution } from '../../eval/exact/solution.js';
import { walkTree } from '../../eval/exact/tree.js';
import { alignTable } from '../../eval/report.js';
import { guardSignals, interruptSignal } from '../interrupt.js';
import { printRepeatable } from '../repeat.js';
import { formatCount, ProgressLine, timeLeft } from '../terminal.js';
import { type ChosenGame, chooseGame, positiveNumber, wholeNumber } from './shared.js';

interface ExactFlags {
  options?: string;
  save?: string;
  nashconv?: number;
  iterations?: number;
  sampled?: boolean;
  seconds?: number;
  seed?: string;
  resume?: string;
  json?: boolean;
}

/** What is wanted of a policy over the whole tree, where nothing else is said. */
const usual = { nashConv: 1e-6, iterations: 5000, seconds: 60, seed: '1' };

/** `tabletop exact <game>`: a policy that nobody can exploit, by the rules alone. */
export function addExact(program: Command): void {
  program
    .command('exact <game>')
    .description('solve a small game, or sample a larger one')
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--save <file>', 'write the policy to this file; solved:<file> plays it')
    .option(
      '--nashconv <n>',
      `stop when best responses gain so little, summed over the seats (default: ${usual.nashConv})`,
      positiveNumber,
    )
    .option(
      '--iterations <n>',
      `times to go over the tree at most (default: ${usual.iterations.toLocaleString('en-US')}), or sampled games of each seat`,
      wholeNumber(1),
    )
    .option('--sampled', 'sample games instead of going over the whole tree: for games that are too large')
    .option('--seconds <n>', `time for sampling (default: ${usual.seconds}, without --iterations)`, positiveNumber)
    .option('--seed <seed>', `seed of sampling (default: "${usual.seed}")`)
    .option('--resume <file>', 'go on sampling from this policy; --iterations counts all of them')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nGames without hidden information for two are solved by backward induction, others by predictive CFR+ over the\n' +
        'whole tree, or with --sampled by external-sampling MCCFR. NashConv is what the best responses of all seats gain\n' +
        'together, and 0 in an equilibrium. With more than two seats nothing promises that it goes to 0.',
    )
    .action(async (name: string, flags: ExactFlags) => {
      refuseIdle(flags);
      const chosen = await chooseGame(name, flags.options);
      if (flags.save !== undefined) checkWritable(flags.save);
      const progress = new ProgressLine();
      const solved = await solvedGame(chosen, flags, progress).finally(() => progress.clear());
      if (flags.save !== undefined) writeSolved(flags.save, solved);
      const { states, game, version, players, method, nashConv, complete } = solved;
      const informationStates = states.length;
      const facts = { game, version, players, method, informationStates, complete, nashConv, file: flags.save ?? null };
      printRepeatable(flags.json, { ...facts, command: repeating(chosen, flags, solved) }, () => told(solved, flags));
    });
}

/** @throws UserError where a flag would do nothing */
function refuseIdle(flags: ExactFlags): void {
  const idle = flags.sampled ? (['nashconv'] as const) : (['seconds', 'seed', 'resume'] as const);
  const given = idle.find((flag) => flags[flag] !== undefined);
  if (given !== undefined)
    throw new UserError(`--${given} is for ${flags.sampled ? 'solving without' : 'sampling: give'} --sampled`);
}

async function solvedGame(
  { game, options }: ChosenGame,
  flags: ExactFlags,
  progress: ProgressLine,
): Promise<SolvedFile> {
  if (!flags.sampled) {
    const { nashconv: nashConv = usual.nashConv, iterations = usual.iterations } = flags;
    const onLook = (n: number, now: number) => progress.update(`NashConv ${now.toPrecision(3)} | ${n} iterations`);
    const onProgress = (histories: number) => progress.update(`the tree so far: ${formatCount(histories)} histories`);
    return solution(walkTree(game, options, undefined, onProgress), options, { nashConv, iterations, onLook });
  }
  guardSignals();
  const { iterations = Infinity, resume, seed = usual.seed } = flags;
  const seconds = flags.seconds ?? (flags.iterations === undefined ? usual.seconds : Infinity);
  const onProgress = (done: number, states: number, passed: number) => {
    const left = Math.min(seconds - passed, iterations === Infinity ? Infinity : (passed / done) * (iterations - done));
    progress.update(`${timeLeft(left)}${formatCount(done)} iterations | ${formatCount(states)} information states`);
  };
  const signal = interruptSignal();
  const found = await sampledSolution(game, options, { iterations, seconds, seed, resume, signal, onProgress });
  progress.update('measuring');
  return measured(game, options, found);
}

/** The command that makes the same policy again: by iterations, since a clock never says the same twice. */
function repeating({ name, typed }: ChosenGame, flags: ExactFlags, { method }: SolvedFile): string {
  const words: (string | number)[] = ['tabletop', 'exact', name];
  if (flags.sampled) words.push('--sampled', '--iterations', method.iterations, '--seed', method.seed!);
  else {
    if (flags.nashconv !== undefined) words.push('--nashconv', flags.nashconv);
    if (flags.iterations !== undefined) words.push('--iterations', flags.iterations);
  }
  if (flags.save !== undefined) words.push('--save', flags.save);
  return commandLine(words, typed);
}

const count = (n: number) => n.toLocaleString('en-US');

/** The result for people. */
function told(
  { game, version, players, method, states, nashConv }: SolvedFile,
  { save: file, sampled, nashconv: wanted = usual.nashConv, iterations }: ExactFlags,
): string {
  // Backward induction, which has no iterations, is exact.
  const missed =
    sampled || nashConv === null || nashConv <= wanted || method.iterations === 0
      ? ''
      : `, above the ${wanted} asked for: more --iterations${iterations === undefined ? ` than ${count(usual.iterations)}` : ''}`;
  const seats = `${players} ${players === 1 ? 'player' : 'players'}`;
  return [
    `${game} ${version}, ${seats}: a policy by ${method.name}`,
    '',
    alignTable(
      [
        ...(method.iterations > 0 ? [['iterations', count(method.iterations)]] : []),
        ['information states', count(states.length)],
        ['NashConv', nashConv === null ? 'too large to measure' : `${nashConv.toExponential(2)}${missed}`],
      ],
      [0, 1],
    ),
    ...(file === undefined ? [] : ['', `saved: play it as solved:${file}`]),
  ].join('\n');
}
