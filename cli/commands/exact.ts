import type { Command } from 'commander';
import { UserError } from '../../env/user-error.js';
import { exact, exactText, keptResults, keptText } from '../../eval/exact/index.js';
import { ProgressLine } from '../terminal.js';
import { chooseGame, printResult, wholeNumber } from './shared.js';

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
    .description(
      'solve a small game: counts, its value, and how far a policy is from an equilibrium; of connect-four, how often a ' +
        'policy keeps the result in solved positions',
    )
    .option('--policy <agent>', 'the agent to evaluate, for example policy:<run>?argmax; it plays all seats', 'random')
    .option('--depth <n>', 'only count histories, up to this many decisions (for large games)', wholeNumber(1))
    .option('--options <options>', 'options of the game: a JSON object, or key=value,...')
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: ExactFlags) => {
      const { typed, otherOptions } = await chooseGame(name, flags.options, [flags.policy]);
      if (name === 'connect-four' && flags.depth === undefined) {
        if (flags.options !== undefined)
          throw new UserError(
            '--options: the solved positions are of the game as it is; leave it out, or give --depth',
          );
        return tellKept(flags);
      }
      const result = await exact({
        game: name,
        options: typed,
        otherOptions,
        policy: flags.policy,
        depth: flags.depth,
      });
      printResult(flags.json, result, () => exactText(result));
    });
}

/** Connect Four is too large to walk, but many of its positions are solved. */
async function tellKept({ policy, json }: ExactFlags): Promise<void> {
  const progress = new ProgressLine();
  const began = performance.now();
  const result = await keptResults(policy, (done, of) => {
    const seconds = (performance.now() - began) / 1000;
    if (seconds > 2)
      progress.update(`${Math.round((seconds / done) * (of - done))}s left | ${done} of ${of} positions`);
  }).finally(() => progress.clear());
  printResult(json, result, () => keptText(result));
}
