import type { Command } from 'commander';
import { exact, exactText } from '../../eval/exact/index.js';
import { chooseGame, printResult, wholeNumber } from './shared.js';

/** `tabletop exact <game>`: what can be known of a small game without playing it. */
export function addExact(program: Command): void {
  program
    .command('exact <game>')
    .description('solve a small game: counts, its value, and how far a policy is from an equilibrium')
    .option('--policy <agent>', 'the agent to evaluate, for example policy:<run>?argmax; it plays all seats', 'random')
    .option('--depth <n>', 'only count histories, up to this many decisions (for large games)', wholeNumber(1))
    .option('--options <options>', 'options of the game: a JSON object, or key=value,...')
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: { policy: string; depth?: number; options?: string; json?: boolean }) => {
      const { typed, otherOptions } = await chooseGame(name, flags.options, [flags.policy]);
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
