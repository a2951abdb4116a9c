import path from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { panelOf } from '../../agents/panel.js';
import { commandLine } from '../../env/command-line.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { reportSeed } from '../../eval/report-seed.js';
import { type AblateWatch, ablate, resumeAblation } from '../../training/ablate/ablate.js';
import { type AblationPlan, checkFolder as checkAblationFolder } from '../../training/ablate/plan.js';
import type { AblationResult } from '../../training/ablate/results.js';
import { combinations, oneAtATime, parseVary } from '../../training/ablate/variants.js';
import { policySource, readSource } from '../../training/run/branch.js';
import { interruptSignal } from '../interrupt.js';
import { gamesProgress } from '../terminal.js';
import { comparisonText } from './runs.js';
import { agentList, collect, folderName, freeFolder, printResult, wholeNumber } from './shared.js';
import { addConfigOptions, type ConfigFlags, trainConfig, watched } from './train.js';

interface AblateFlags extends Omit<ConfigFlags, 'seed'> {
  vary: string[];
  oneAtATime?: boolean;
  seeds: number;
  against?: string;
  panel?: boolean;
  blocks: number;
  seed: string;
  out?: string;
  resume?: string;
  json?: boolean;
}

/** What chooses whole sets of settings, and may be varied beside settings. */
const choosers = ['preset', 'algorithm', 'agent'] as const;

/** `tabletop ablate <game>`: which settings learn better. */
export function addAblate(program: Command): void {
  const command = program
    .command('ablate [game]')
    .description('compare settings: train variants on equal budgets')
    .option(
      '--vary <setting=a|b>',
      'a setting (or preset, algorithm, agent) and its values, separated by | (repeatable: all combinations)',
      collect,
      [],
    )
    .option('--one-at-a-time', 'no combinations: all first values, then each other value alone')
    .option('--seeds <n>', 'trainings of each variant, with seeds 1 to n', wholeNumber(1, 1000), 3);
  addConfigOptions(command)
    .option('--against <agents>', 'each in turn fills all other seats (default: evaluation.against)')
    .option('--panel', "measure against the game's panel, as evaluate does")
    .option('--blocks <n>', 'deals on which every policy is measured', wholeNumber(2), 200)
    .option('--seed <seed>', 'seed of these deals, which also change with each release', '1')
    .option('--out <dir>', 'folder of the ablation (default: runs/ablate-<game>-<n>)')
    .option('--resume <dir>', 'continue this ablation')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      "\nExample: tabletop ablate pig.ts --vary 'ppo.lambda=0.9|0.95' --vary 'ppo.entropy=0.01|0.05' --minutes 2 --seeds 3\n" +
        'trains 4 variants with 3 seeds each: 24 minutes. The others are compared with the first combination.\n' +
        'The folder has ablation.json, .csv and .html, and a run for each training. Quote values: | means a pipe to a shell.',
    )
    .action(async (game: string | undefined, flags: AblateFlags, command: Command) => {
      const signal = interruptSignal();
      const watch: AblateWatch = {
        signal,
        training: (label, config, start) => {
          process.stderr.write(`${label}\n`);
          return watched(start, config.engine);
        },
      };
      const progress = gamesProgress();
      const measuring = { ...watch, onProgress: progress.update };
      if (flags.resume !== undefined) {
        if (game !== undefined)
          throw new UserError('ablate --resume continues an ablation with its own game: leave the game out');
        const given = command.options.filter(
          (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
        );
        const extra = given.find(({ long }) => long !== '--resume' && long !== '--json');
        if (extra)
          throw new UserError(`ablate --resume continues an ablation as it was begun: leave ${extra.long} out`);
      }
      const result = await (flags.resume === undefined
        ? begin(game, flags, measuring)
        : resumeAblation(flags.resume, measuring)
      ).finally(progress.clear);
      printResult(flags.json, result, () => ablationText(result));
    });
}

async function begin(game: string | undefined, flags: AblateFlags, watch: AblateWatch): Promise<AblationResult> {
  const plan = await planOf(game, flags);
  const folder = flags.out ?? freeFolder(`ablate-${folderName(plan.variants[0]!.config.game)}`);
  if (folder.trim() === '') throw new UserError('--out: the name is empty; give a folder, such as runs/my-ablation');
  checkAblationFolder(folder);
  const from = flags.from === undefined ? null : policySource(readSource(flags.from), folder);
  return ablate(folder, { ...plan, from }, watch);
}

/** The panel of a game. */
async function panelSpecs(source: string): Promise<string[]> {
  return panelOf(await loadGame(source)).map(({ agent }) => agent);
}

/** Every variant's settings, found and checked. @throws UserError for the first thing that is wrong */
async function planOf(game: string | undefined, flags: AblateFlags): Promise<Omit<AblationPlan, 'from'>> {
  const { vary, oneAtATime: singly, seeds, against: named, panel, blocks, seed, set, ...shared } = flags;
  if (panel && named !== undefined) throw new UserError('--panel sets the opponents: leave out --against');
  const others = named === undefined ? undefined : agentList(named);
  if (others?.length === 0) throw new UserError('--against: name at least one agent');
  const variants: AblationPlan['variants'] = [];
  for (const { name, set: chosen } of (singly ? oneAtATime : combinations)(vary.map(parseVary))) {
    const own = Object.fromEntries(choosers.flatMap((key) => (chosen[key] === undefined ? [] : [[key, chosen[key]]])));
    for (const key of Object.keys(own) as (keyof typeof own)[])
      if (shared[key as 'preset'] !== undefined) throw new UserError(`--${key}: it is varied; leave --${key} out`);
    if (chosen.seed !== undefined) throw new UserError('--vary seed: use --seeds, the number of seeds');
    const assignments = Object.entries(chosen)
      .filter(([key]) => !(key in own))
      .map(([key, value]) => `${key}=${value}`);
    const sets = [...set, ...assignments];
    const config = await trainConfig(game, { ...shared, ...own, set: sets, seed: undefined });
    const evaluation = sets.some((one) => one.startsWith('evaluation.against='));
    if (others && !evaluation) config.evaluation = { ...config.evaluation, against: others };
    variants.push({ name, set: chosen, config });
  }
  const [first, ...rest] = variants.map(({ config }) => config);
  const same = (what: (config: typeof first) => unknown) =>
    rest.every((config) => JSON.stringify(what(config)) === JSON.stringify(what(first)));
  if (!same((config) => [config!.game, config!.options]))
    throw new UserError('--vary: variants must play the same game with the same options, or nothing can be compared');
  if (!others && !panel && !same((config) => config!.evaluation.against))
    throw new UserError('the variants evaluate against different agents: name common opponents with --against');
  const against = panel ? await panelSpecs(first!.game) : (others ?? first!.evaluation.against);
  if (against.length === 0) throw new UserError('evaluation.against is empty: name opponents with --against');
  const all = Array.from({ length: seeds }, (_, i) => String(i + 1));
  return { variants, seeds: all, against, deals: blocks, seed: reportSeed(`ablate ${seed}`) };
}

/** The variants compared, and what lies in the folder. */
export function ablationText(result: AblationResult): string {
  const { folder, game, finished } = result;
  return [
    comparisonText(`Ablation on ${game}`, result),
    '',
    finished
      ? `${path.join(folder, 'ablation.html')} has the curves; ablation.json, ablation.csv and the runs lie beside it`
      : `not finished; continue with: ${commandLine(['tabletop', 'ablate', '--resume', folder])}`,
  ].join('\n');
}
