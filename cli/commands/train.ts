import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { engineNotice } from '../../agents/engines/engines.js';
import { lookaheadDefaults } from '../../agents/index.js';
import { loadGame } from '../../env/games/index.js';
import { UserError } from '../../env/user-error.js';
import { applySet, type Config, type ConfigInput, describeConfig, parseConfig } from '../../training/config.js';
import {
  presetConfig,
  presetNames,
  resume,
  type TrainProgress,
  type TrainResult,
  train,
} from '../../training/index.js';
import { interruptSignal } from '../interrupt.js';
import { formatCount, formatDuration, ProgressLine } from '../terminal.js';
import { agentList, collect, parseGameOptions, positiveNumber, printResult, wholeNumber } from './shared.js';

interface TrainFlags {
  preset: string;
  config?: string;
  set: string[];
  options?: string;
  decisions?: number;
  minutes?: number;
  seed?: string;
  seeds?: string;
  workers?: number;
  run?: string;
  resume?: string;
  json?: boolean;
  settings?: boolean;
}

/** `tabletop train <game>`: PPO self-play. */
export function addTrain(program: Command): void {
  program
    .command('train [game]')
    .description('train a policy by self-play, or go on with a run: train --resume <run>')
    .option('--preset <name>', `settings to begin with: ${presetNames.join(', ')}`, 'standard')
    .option('--config <file>', 'JSON file with settings, laid over the preset')
    .option('--set <key=value>', 'one setting (repeatable), such as ppo.learningRate=1e-4', collect, [])
    .option('--options <options>', 'options of the game: JSON, or key=value,...')
    .option('--decisions <n>', 'budget: decisions to learn from', wholeNumber(1))
    .option('--minutes <n>', 'budget: minutes, warm start included', positiveNumber)
    .option('--seed <seed>', 'all randomness of the run follows from it')
    .option('--seeds <seeds>', 'several runs, one a seed: 1,2,3')
    .option('--workers <n>', 'threads that play', wholeNumber(0))
    .option('--run <dir>', 'folder of the run (default: runs/<game>-<preset>-<n>)')
    .option('--resume <run>', 'go on with this run from its latest checkpoint')
    .option('--settings', 'list all settings with their defaults, and stop')
    .option('--json', 'print one JSON object at the end')
    .addHelpText('after', '\ntabletop train --settings lists every setting. Ctrl-C stops with a checkpoint.')
    .action(async (game: string | undefined, flags: TrainFlags) => {
      if (flags.settings) {
        printResult(false, null, describeConfig);
        return;
      }
      if (flags.resume !== undefined) {
        if (game !== undefined) throw new UserError('--resume goes on with the game of the run: leave the game out');
        const result = await watched((watch) => resume(flags.resume!, watch));
        printResult(flags.json, result, () => trainText(result));
        return;
      }
      if (game === undefined) throw new UserError('which game? tabletop train <game>, or train --resume <run>');
      const seeds = flags.seeds === undefined ? [flags.seed] : agentList(flags.seeds);
      if (flags.seeds !== undefined && flags.seed !== undefined)
        throw new UserError('give --seed or --seeds, not both');
      const results: TrainResult[] = [];
      for (const seed of seeds) {
        const config = await trainConfig(game, { ...flags, seed });
        const run = flags.run === undefined ? freeRun(config) : seeds.length > 1 ? `${flags.run}-${seed}` : flags.run;
        const result = await watched((watch) => train(config, { runDir: run, ...watch }), config.engine);
        results.push(result);
        if (!flags.json) printResult(false, result, () => trainText(result));
        if (!result.finished) break;
      }
      if (flags.json) printResult(true, seeds.length > 1 ? { runs: results } : results[0], () => '');
    });
}

/** Preset, then config file, then flags, then `--set`: later ones win. */
export async function trainConfig(name: string, flags: Omit<TrainFlags, 'run' | 'resume'>): Promise<Config> {
  const { game, source } = await loadGame(name);
  let config = presetConfig(game.id, source, flags.preset, flags.config === undefined ? {} : readConfig(flags.config));
  const over: ConfigInput = {};
  if (flags.decisions !== undefined) over.decisions = flags.decisions;
  if (flags.minutes !== undefined) over.minutes = flags.minutes;
  if (flags.seed !== undefined) over.seed = flags.seed;
  if (flags.workers !== undefined) over.workers = flags.workers;
  if (flags.options !== undefined) {
    parseGameOptions(game, flags.options);
    over.options = parseGameOptions(game, flags.options) as Record<string, unknown>;
  }
  config = parseConfig({ ...config, ...over });
  for (const assignment of flags.set) config = applySet(config, assignment);
  parseGameOptions(game, JSON.stringify(config.options));
  return config;
}

function readConfig(file: string): ConfigInput {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConfigInput;
  } catch (error) {
    throw new UserError(`cannot read the config ${file}: ${(error as Error).message}`);
  }
}

/** The first folder `runs/<game>-<preset>-<n>` that is free. */
export function freeRun(config: Config): string {
  const name = path.basename(config.game).replace(/\.[cm]?[jt]s$/, '');
  for (let n = 1; ; n++) {
    const run = path.join('runs', `${name}-${config.preset}-${n}`);
    if (!existsSync(run)) return run;
  }
}

/** Trains with a live line and Ctrl-C. @param engine as the configuration names it: a second choice is told */
export async function watched(
  start: (watch: { onProgress: (progress: TrainProgress) => void; signal: AbortSignal }) => Promise<TrainResult>,
  engine = 'auto',
): Promise<TrainResult> {
  const line = new ProgressLine();
  let phase = '';
  const notice = engine === 'auto' ? engineNotice() : undefined;
  if (notice) process.stderr.write(`${notice}\n`);
  try {
    return await start({
      signal: interruptSignal(),
      onProgress: (progress) => {
        if (progress.kind === 'report' && progress.measured) {
          line.clear();
          process.stderr.write(
            `${progress.phase}, ${formatCount(progress.decisions)} decisions: ${winText(progress.winRates)}\n`,
          );
          return;
        }
        if (progress.phase !== phase) {
          line.clear();
          phase = progress.phase;
        }
        line.update(progressText(progress));
      },
    });
  } finally {
    line.clear();
  }
}

function winText(winRates: Record<string, number>): string {
  return Object.entries(winRates)
    .map(([agent, rate]) => `${(rate * 100).toFixed(0)}% v ${agent}`)
    .join(', ');
}

/** One line that says where training stands. */
export function progressText(p: TrainProgress): string {
  const parts = [
    `${p.phase} ${(p.progress * 100).toFixed(0)}%`,
    `${formatCount(p.decisions)} decisions`,
    `${p.games} games`,
    `${formatCount(p.decisionsPerSecond)}/s`,
  ];
  if (Number.isFinite(p.meanReturn)) parts.push(`return ${p.meanReturn.toFixed(2)}`);
  // Imitation has neither.
  if (p.phase === 'ppo') parts.push(`entropy ${p.entropy.toFixed(2)}`, `kl ${p.kl.toFixed(4)}`);
  const wins = winText(p.winRates);
  if (wins) parts.push(wins);
  parts.push(`${formatDuration(p.secondsLeft)} left`);
  return parts.join(' | ');
}

export function trainText(result: TrainResult): string {
  const lines = [
    result.finished
      ? `trained: ${formatCount(result.decisions)} decisions, ${result.games} games, ${result.updates} updates`
      : `stopped after ${formatCount(result.decisions)} decisions: tabletop train --resume ${result.runDir} goes on`,
    `run: ${result.runDir} (summary.html has the curves)`,
  ];
  if (result.finished) {
    const game = result.game === 'doomspire' ? '' : ` --game ${result.game}`;
    const options = Object.keys(result.options).length > 0 ? ` --options '${JSON.stringify(result.options)}'` : '';
    const { lookahead, rounds, runDir } = result;
    const ahead = lookahead > 0;
    const far = ahead && rounds !== lookaheadDefaults.rounds;
    const agent = `policy${ahead ? `+lookahead:${lookahead}` : ''}:${runDir}`;
    lines.push(
      `next: tabletop evaluate ${far ? `'${agent}?rounds=${rounds}'` : agent}${game}${options}`,
      `      tabletop export ${runDir}${ahead ? ` --lookahead ${lookahead}` : ''}${far ? ` --rounds ${rounds}` : ''}`,
    );
  }
  return lines.join('\n');
}
