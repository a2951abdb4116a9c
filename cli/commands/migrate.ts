import path from 'node:path';
import type { Command } from 'commander';
import { type MigrateResult, migrate } from '../../export/player/index.js';
import { printResult } from './shared.js';

interface MigrateFlags {
  out: string;
  game?: string;
  ladder?: string;
  json?: boolean;
}

/** `tabletop migrate <policy or player>`: weights that were trained on an older version of a game. */
export function addMigrate(program: Command): void {
  program
    .command('migrate <policy>')
    .description(
      'carry a policy (run, checkpoint) or a player (.mjs) of an older version of its game over to this version, ' +
        'and show that it says what it said',
    )
    .requiredOption('--out <file>', 'checkpoint (.tgym) or player (.mjs) to write')
    .option('--game <game>', 'path of the module of your own game (default: the one in the run)')
    .option(
      '--ladder <file>',
      'of a player: a ladder of it alone (tabletop ladder --player), for act(view, { level: 7 }); default: the levels that it has',
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\ndocs/training.md explains what is carried over, and what a game declares for it.')
    .action(async (policy: string, { out, game, ladder, json }: MigrateFlags) => {
      const result = await migrate({ policy, out, game, ladder });
      printResult(json, result, () => migrateText(result));
    });
}

export function migrateText(result: MigrateResult): string {
  const { from, to, added, gone } = result;
  const parts = (list: typeof added) => list.map(({ piece, numbers }) => `${piece} (${numbers})`).join(', ');
  return [
    `wrote ${path.relative('.', result.path)}, ${from === to ? `made anew for version ${to}` : `from version ${from} to ${to}`}`,
    added.length > 0 ? `new, without influence until it is trained: ${parts(added)}` : '',
    gone.length > 0 ? `gone, and lost what was learned from it: ${parts(gone)}` : '',
    checkedText(result),
  ]
    .filter(Boolean)
    .join('\n');
}

function checkedText(result: MigrateResult): string {
  if (result.kind === 'policy') {
    const { positions, maxError, largest } = result.checked;
    return `equal outputs on ${positions} views of recorded positions: largest difference ${maxError.toExponential(1)}, of outputs up to ${largest.toPrecision(3)}`;
  }
  const { positions, maxError, lost, lostError, searched, sameSearched } = result.checked;
  return [
    `old and new file say the same on ${positions} positions: largest difference of a probability or value ${maxError.toExponential(1)}`,
    lost > 0
      ? `on ${lost} positions more something that is gone was not zero, or something else is seen: largest difference ${lostError.toPrecision(2)}`
      : '',
    searched > 0 ? `looking ahead they chose the same on ${sameSearched} of ${searched} positions` : '',
  ]
    .filter(Boolean)
    .join('\n');
}
