import type { Command } from 'commander';
import { UserError } from '../../env/user-error.js';
import { exact, exactText } from '../../eval/exact/index.js';
import { keptResults, keptText } from '../../eval/exact/kept.js';
import { commandLine, exactCommand, printRepeatable, withCommand } from '../repeat.js';
import { ProgressLine } from '../terminal.js';
import { type ChosenGame, chooseGame, printResult, wholeNumber } from './shared.js';

interface ExactFlags {
  policy: string;
  depth?: number;
  options?: string;
  json?: boolean;
}

/** `tabletop exact <game>`: what can be known of a small game without playing it. */
export function addExact(program: Command): void {
  program
    .command('exact <game>')
    .description('solve a small game: counts, value, NashConv of a policy; or test a policy in solved positions')
    .option('--policy <agent>', 'agent to evaluate, in all seats, such as policy:<run>?argmax', 'random')
    .option('--depth <n>', 'only count histories, up to this many decisions (for large games)', wholeNumber(1))
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: ExactFlags) => {
      const chosen = await chooseGame(name, flags.options, [flags.policy]);
      const { typed, otherOptions } = chosen;
      if (chosen.solved && flags.depth === undefined) {
        if (flags.options !== undefined)
          throw new UserError(
            '--options: the solved positions have the default options; leave it out, or give --depth',
          );
        return tellKept(chosen, flags);
      }
      const result = await exact({
        game: name,
        options: typed,
        otherOptions,
        policy: flags.policy,
        depth: flags.depth,
      });
      printResult(flags.json, withCommand(result, exactCommand(result, flags)), () => exactText(result));
    });
}

/** A game that is too large to walk, but has solved positions. */
async function tellKept(chosen: ChosenGame, { policy, json }: ExactFlags): Promise<void> {
  const progress = new ProgressLine();
  const began = performance.now();
  const result = await keptResults(chosen, policy, (done, of) => {
    const seconds = (performance.now() - began) / 1000;
    if (seconds > 2)
      progress.update(`${Math.round((seconds / done) * (of - done))}s left | ${done} of ${of} positions`);
  }).finally(() => progress.clear());
  const command = commandLine(['tabletop', 'exact', result.game, '--policy', policy]);
  printRepeatable(json, withCommand(result, command), () => keptText(result));
}
