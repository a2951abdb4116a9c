import path from 'node:path';
import type { Command } from 'commander';
import { policyFile } from '../../agents/policy/policy.js';
import { checkWritable, makeFolder, writeAtomic } from '../../checkpoints/atomic.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { measureLadder } from '../../eval/ladder/ladder.js';
import { ladderText } from '../../eval/ladder/text.js';
import { interruptSignal } from '../interrupt.js';
import { ladderCommand, printRepeatable, withCommand } from '../repeat.js';
import { gamesProgress } from '../terminal.js';
import { kept } from '../unfinished.js';
import { agentList, chooseGame, OPENINGS, OPENINGS_ABOUT, wholeNumber, workerCount } from './shared.js';

/** Checkpoints of a run that a ladder takes: so many, from the first to the last. */
const CHECKPOINTS = 8;

/** Specs of checkpoints of a run, evenly spaced. @throws UserError when there is no run, or it has none */
function checkpointsOf(run: string): string[] {
  policyFile(run);
  const all = RunDirectory.open(run).checkpoints();
  const count = Math.min(CHECKPOINTS, all.length);
  const taken = Array.from(
    { length: count },
    (_, i) => all[Math.round((i * (all.length - 1)) / Math.max(1, count - 1))]!,
  );
  return taken.map(({ decisions }) => `policy:${run}@${decisions}`);
}

interface LadderFlags {
  agents?: string;
  player?: string;
  run?: string;
  blocks: number;
  options?: string;
  seed: string;
  openings?: number;
  out?: string;
  state?: string;
  workers?: number;
  json?: boolean;
}

/** `tabletop ladder`: ten measured opponents of a game, for `play --difficulty`. */
export function addLadder(program: Command): void {
  program
    .command('ladder <game>')
    .description('measure ten levels, weak to strong, for play --difficulty')
    .option(
      '--agents <agents>',
      'candidates, separated by commas (default: bots, also noisy, and the shipped player at several difficulties, or small searches); random play always takes part, with the rating 0',
    )
    .option(
      '--player <file>',
      'candidate: an exported player at several difficulties; alone it gets all ten levels, which export --ladder writes into its file',
    )
    .option('--run <run>', `candidates beside those: up to ${CHECKPOINTS} checkpoints of a run`)
    .option('--blocks <n>', 'deals in which neighbours meet, at least; others meet in a fifth', wholeNumber(1), 50)
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--seed <seed>', 'seed of all deals', '1')
    .option(OPENINGS, OPENINGS_ABOUT, wholeNumber(0))
    .option('--out <file>', 'write the ladder, for play --difficulty --ladder')
    .option('--state <file>', 'keep the games in this file and continue from it after an interruption')
    .option('--workers <n>', 'worker threads (default: one per core)', workerCount)
    .option('--json', 'print one JSON object: what --out writes')
    .addHelpText('after', '\ndocs/ladder.md explains how to read a ladder.')
    .action(async (name: string, flags: LadderFlags) => {
      const { out, ...same } = flags;
      if (out !== undefined) checkWritable(out, { folderIsMade: true });
      const agents = flags.agents === undefined ? undefined : agentList(flags.agents);
      const also = flags.run === undefined ? undefined : checkpointsOf(flags.run);
      const player = flags.player === undefined ? [] : [`file:${flags.player}`];
      const { game, typed, otherOptions } = await chooseGame(name, flags.options, [
        ...(agents ?? []),
        ...(also ?? []),
        ...player,
      ]);
      const asked = { agents, also, player: flags.player };
      const progress = gamesProgress();
      const measured = await kept(same, `ladder ${name}`, (state) =>
        measureLadder({
          game: name,
          options: typed,
          otherOptions,
          ...asked,
          blocks: flags.blocks,
          seed: flags.seed,
          openings: flags.openings,
          state,
          workers: flags.workers,
          signal: interruptSignal(),
          onProgress: progress.update,
        }),
      ).finally(progress.clear);
      const ladder = withCommand(measured, ladderCommand(measured, { agents, run: flags.run, player: flags.player }));
      if (out !== undefined) {
        makeFolder(path.dirname(out));
        writeAtomic(out, `${JSON.stringify(ladder, null, 2)}\n`);
      }
      printRepeatable(flags.json, ladder, () => ladderText(ladder, game.scoring === 'rewards'));
    });
}
