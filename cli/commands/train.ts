import process from 'node:process';
import type { Command } from 'commander';
import { engineNotice } from '../../agents/network/engines/engines.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { readGivenJson } from '../../checkpoints/read-text.js';
import { gameFrom, RunDirectory, splitRunPath } from '../../checkpoints/run.js';
import { commandLine } from '../../env/command-line.js';
import type { Fleet } from '../../env/fleet.js';
import { gameNamedIn, type LoadedGame, loadGame } from '../../env/load-game.js';
import { slowObservation } from '../../env/speed.js';
import { UserError } from '../../env/user-error.js';
import { presetAlgorithms, presetConfig, presetNames, presetOfPpo } from '../../training/presets/index.js';
import { branchConfig, readSource, type Source, sourceConfig } from '../../training/run/branch.js';
import {
  applySet,
  applySets,
  type Config,
  type ConfigInput,
  configSettings,
  describeConfig,
  everything,
  parseConfig,
  splitSet,
} from '../../training/run/config.js';
import { estimateTraining, type TrainingEstimate } from '../../training/run/estimate.js';
import { memorySize, memoryText } from '../../training/run/memory.js';
import { mergeConfig } from '../../training/run/merge-config.js';
import type { MeasureRecord } from '../../training/run/metrics.js';
import { checkTraining } from '../../training/run/prepare.js';
import { presetGame } from '../../training/run/preset-game.js';
import { resume } from '../../training/run/resume.js';
import { changeable, configInForce, parseChange } from '../../training/run/segments.js';
import { resumedConfig } from '../../training/run/standing.js';
import { train } from '../../training/run/train.js';
import type { Measuring, TrainProgress, TrainResult, TrainWatch } from '../../training/run/watch.js';
import { interruptSignal } from '../interrupt.js';
import { QUEUE, withFleet } from '../queue-flag.js';
import { formatCount, formatDuration, ProgressLine, timeLeft } from '../terminal.js';
import {
  collect,
  folderName,
  freeFolder,
  givenOnce,
  numberFromZero,
  parseGameOptions,
  printResult,
  readOptions,
  wholeNumber,
  workerCount,
} from './shared.js';

/** What says how a new run is configured. */
export interface ConfigFlags {
  preset?: string | undefined;
  algorithm?: string;
  agent?: string;
  config?: string;
  set: string[];
  options?: string;
  decisions?: number | undefined;
  minutes?: number | undefined;
  seed?: string | undefined;
  workers?: number;
  engine?: string;
  device?: string;
  from?: string;
}

interface TrainFlags extends ConfigFlags {
  seeds?: string;
  run?: string;
  resume?: string;
  game?: string;
  takeLock?: boolean;
  queue?: string;
  settings?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** Adds the options that say how trainings are configured. */
export function addConfigOptions(command: Command): Command {
  return command
    .option('--preset <name>', `${presetNames.join(', ')} (default: standard)`)
    .option('--algorithm <name>', 'afterstate, ppo, evolution or expert-iteration (default: that of the preset)')
    .option('--agent <spec>', 'evolution trains the weights of this bot, scripted:<name> (default: a network)')
    .option('--config <file>', 'JSON file with settings that override the preset')
    .option('--set <key=value>', 'one setting, such as ppo.learningRate=1e-4 (repeatable)', collect, [])
    .option('--from <run>', 'begin with the weights and settings of this run or checkpoint')
    .option('--options <options>', 'game options: JSON, or key=value,...; players=2,3: each game draws one')
    .option('--decisions <n>', 'budget of the last phase in decisions; 0: no limit', wholeNumber(0))
    .option('--minutes <n>', 'budget of the whole run in minutes; 0: no limit', numberFromZero)
    .option('--workers <n>', 'worker threads that collect rollouts', workerCount)
    .option('--engine <name>', 'tensor engine: onnx, tfjs, or auto, the fastest that loads (default: auto)')
    .option(
      '--device <name>',
      'where networks learn, and judge positions of expert iteration: cpu, gpu, or auto, the faster, measured (default: cpu)',
    );
}

/** `tabletop train <game>`. */
export function addTrain(program: Command): void {
  const command = program.command('train [game]').description('train a policy, or continue a run');
  addConfigOptions(command)
    .option('--seed <seed>', 'seed of all randomness')
    .option('--seeds <seeds>', 'one run for each seed: 1,2,3')
    .option('--run <dir>', 'directory of the run (default: runs/<game>-<preset>-<n>)')
    .option('--resume <run>', 'continue this run from its latest checkpoint, or from <run>@<decisions>')
    .option('--game <module>', 'with --resume: new path of the game module, if it has moved')
    .option('--take-lock', 'take over the lock of a process on another host')
    .option(
      QUEUE,
      'play the games of afterstate learning, evolution or expert iteration on the workers of this Redis queue (docs/many-machines.md)',
    )
    .option('--settings', 'list all settings with their values, then exit')
    .option('--dry-run', 'print the config and an estimate of time and memory, then exit')
    .option('--json', 'print one JSON object at the end')
    .addHelpText(
      'after',
      '\ntabletop train --settings lists all settings; with <game> --preset <name> it shows the values of that preset.\n' +
        'Later sources win: preset, --config, flags, --set. Ctrl-C writes a checkpoint and stops.',
    )
    .action(async (game: string | undefined, flags: TrainFlags) => {
      // From here on a signal ends it cleanly.
      interruptSignal();
      if (flags.settings && flags.dryRun) throw new UserError('give --settings or --dry-run, not both');
      if (flags.game !== undefined && flags.resume === undefined)
        throw new UserError(
          `--game goes with --resume; a new run is ${commandLine(['tabletop', 'train', flags.game])}`,
        );
      if (flags.settings) await printSettings(game, flags);
      else if (flags.resume !== undefined) await goOn(game, flags.resume, flags);
      else await begin(game, flags);
    });
}

/** New runs, one after the other; all are checked before the first begins. */
async function begin(game: string | undefined, flags: TrainFlags): Promise<void> {
  const { seeds: text, from, takeLock } = flags;
  if (text !== undefined && flags.seed !== undefined) throw new UserError('give --seed or --seeds, not both');
  if (text !== undefined && flags.dryRun) throw new UserError('--dry-run shows one run: give --seed');
  const seeds = text === undefined ? [flags.seed] : seedList(text);
  const runs: { config: Config; runDir: string }[] = [];
  for (const seed of seeds) {
    const config = await trainConfig(game, { ...flags, seed });
    await checkTraining(config, from);
    const taken = runs.map((run) => run.runDir);
    const named = flags.run !== undefined && seeds.length > 1 ? `${flags.run}-${seed}` : flags.run;
    runs.push({ config, runDir: runFolder(config, named, taken) });
  }
  if (flags.dryRun) return printPlan(runs[0]!.config, flags);
  const [{ config: first }] = runs as [(typeof runs)[0]];
  if (flags.algorithm === undefined && first.from === null) tellAlgorithm(first);
  const results: TrainResult[] = [];
  for (const { config, runDir } of runs) {
    const result = await watched(
      (watch) => train(config, { runDir, from, takeLock, ...watch }),
      config.engine,
      shardQueue(flags.queue, config),
    );
    results.push(result);
    if (!flags.json) printResult(false, result, () => trainText(result));
    if (!result.finished) break;
  }
  if (flags.json) printResult(true, seeds.length > 1 ? { runs: results } : results[0], () => '');
}

/** Says what learns where nobody chose it, and when something else is to be chosen. */
function tellAlgorithm({ phases, preset }: Config): void {
  if (phases[0]!.algorithm !== 'afterstate' || preset === 'afterstate') return;
  process.stderr.write(
    'note: learning what positions are worth, from the rules alone (afterstate); ' +
      'for games of bluffing, in which the best play is mixed: --algorithm ppo\n',
  );
}

/** What `--resume` cannot take, for it belongs to the beginning of a run. */
const beginnings = ['preset', 'algorithm', 'agent', 'config', 'options', 'seed', 'seeds', 'run', 'from'] as const;

async function goOn(game: string | undefined, run: string, flags: TrainFlags): Promise<void> {
  const { takeLock } = flags;
  const told = { changes: changesOf(game, run, flags), game: flags.game };
  if (flags.dryRun) return printPlan(await resumedConfig(run, told), flags);
  const config = inForce(run, flags.game);
  const queue = shardQueue(flags.queue, config);
  const result = await watched((watch) => resume(run, { ...watch, ...told, takeLock }), config.engine, queue);
  printResult(flags.json, result, () => trainText(result));
}

/** The queue of a run. @throws UserError when nothing of it comes in shards, which workers could play */
function shardQueue(queue: string | undefined, { phases, bot }: Config): string | undefined {
  if (queue !== undefined && !bot && !phases.some(({ algorithm }) => inShards.includes(algorithm)))
    throw new UserError(
      `--queue: workers play ${inShards.join(', ')}, and this run learns by ${phases.map(({ algorithm }) => algorithm).join(', ')}; leave --queue out`,
    );
  return queue;
}

/** Algorithms whose games come in shards. */
const inShards: readonly string[] = ['afterstate', 'evolution', 'expert-iteration'];

/** The config of a run as it is in force. */
const inForce = (run: string, game?: string): Config => configInForce(RunDirectory.open(splitRunPath(run).path), game);

/** Path of the budget that `--decisions` gives. */
const lastBudget = ({ phases }: Config): string => `${phases.at(-1)!.name}.decisions`;

/** What a run is told on the way. @throws UserError for what it cannot be told */
function changesOf(game: string | undefined, run: string, flags: TrainFlags): Record<string, unknown> {
  if (game !== undefined) throw new UserError('--resume continues a run with its own game: leave the game out');
  const first = beginnings.find((name) => flags[name] !== undefined);
  if (first)
    throw new UserError(
      `--resume: --${first} is fixed at the beginning of a run; leave it out, or begin a new run with its weights: ${commandLine(['train', '--from', run])}`,
    );
  const { decisions, minutes, workers, engine, device, set } = flags;
  const config = inForce(run, flags.game);
  const given = Object.entries({ [lastBudget(config)]: decisions, minutes, workers, engine, device });
  const all = [
    ...given.filter(([, value]) => value !== undefined),
    ...set.map((assignment) => parseChange(config, assignment)),
  ] as [string, unknown][];
  givenOnce(
    '--resume',
    all.map(([path]) => path),
  );
  return Object.fromEntries(all);
}

/** Seeds that can be a part of a folder's name. */
function seedList(text: string): string[] {
  const seeds = text.split(',').map((seed) => seed.trim());
  for (const seed of seeds)
    if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(seed))
      throw new UserError(
        `--seeds ${text}: ${seed === '' ? 'one is empty' : `${seed} cannot name a folder`}; separate seeds of letters, digits, - and _ by commas: 1,2,3`,
      );
  givenOnce(`--seeds ${text}`, seeds);
  return seeds;
}

/** The folder of a new run. @param taken by runs that are about to begin @throws UserError when it is not free */
function runFolder(config: Config, named: string | undefined, taken: readonly string[]): string {
  if (named === undefined) return freeRun(config, taken);
  if (named.trim() === '') throw new UserError('--run: the name is empty; give a folder, such as runs/my-run');
  RunDirectory.checkFree(named);
  return named;
}

/**
 * Preset (or the source of `--from`), then config file, then flags, then `--set`: later ones win.
 * @param name of the game; may be left out where a config file or a source names it
 */
export async function trainConfig(name: string | undefined, flags: ConfigFlags): Promise<Config> {
  const file = flags.config === undefined ? {} : readConfig(flags.config);
  const from = flags.from === undefined ? undefined : readSource(flags.from);
  const chosen = await chosenGame(name, file, flags, from);
  if (flags.preset !== undefined && file.preset !== undefined && flags.preset !== file.preset)
    throw new UserError(
      `${flags.config} has preset ${file.preset}, not ${flags.preset}; leave --preset or its preset out`,
    );
  const known = presetGame(chosen);
  // Phases of PPO go over a preset of PPO: one of another algorithm has other budgets and another network.
  const { algorithm = file.phases?.at(-1)?.algorithm } = flags;
  const preset = presetOf(flags, file) ?? (algorithm === 'ppo' && !from ? presetOfPpo(known) : undefined);
  const base = from ? branchConfig(from, known, preset) : presetConfig(known, preset ?? 'standard', {}, flags.agent);

  const options = readOptions(flags.options, '--options', true);
  const { decisions, minutes, seed, workers, engine, device } = flags;
  let config = parseConfig(mergeConfig(base, { ...file, game: chosen.source }), flags.config);
  // First: which phase is the last one, that --decisions is for, they say.
  const phases = flags.set.filter((assignment) => splitSet(assignment).path === 'phases');
  for (const assignment of phases) config = applySet(config, assignment);
  const budget = decisions === undefined ? {} : { [lastBudget(config)]: decisions };
  const given = Object.entries({ minutes, seed, workers, engine, device, ...budget }).filter(
    ([, value]) => value !== undefined,
  );
  const sets = flags.set.map((assignment) => splitSet(assignment).path);
  for (const path of sets) if (Object.hasOwn(elsewhere, path)) throw new UserError(`--set ${path}: ${elsewhere[path]}`);
  givenOnce('settings', [
    ...given.map(([key]) => key),
    ...Object.keys(options).map((key) => `options.${key}`),
    ...sets,
  ]);
  // One number in place of those that its preset or source had.
  if ('players' in options) config = { ...config, players: [] };
  const others = flags.set.filter((assignment) => !phases.includes(assignment));
  const changes = {
    ...Object.fromEntries(given),
    ...(sets.some((path) => path === 'bot' || path === 'bot.minutes') ? {} : minutesFor(config, minutes)),
  };
  config = applySets(parseConfig(mergeConfig(config, { options })), changes, others);
  parseGameOptions(chosen.game, JSON.stringify(config.options));
  return config;
}

/** `--minutes` are those of the whole run: a bot that is trained first has the share of them that it has in the preset. */
function minutesFor({ bot, minutes: network }: Config, minutes: number | undefined): Record<string, number> {
  const first = bot?.minutes;
  if (!minutes || !network || typeof first !== 'number' || !first) return {};
  const share = first / (first + network);
  return { 'bot.minutes': share * minutes, minutes: (1 - share) * minutes };
}

/** The preset for graphics cards, and what it learns by. */
const [CARD, SEARCHES] = ['gpu', 'expert-iteration'];

/** The preset that flags and a config file mean. @throws UserError when they contradict each other */
function presetOf({ preset, algorithm, agent, from }: ConfigFlags, file: ConfigInput): string | undefined {
  const named = preset ?? file.preset;
  if (algorithm !== undefined && !['ppo', ...presetAlgorithms].includes(algorithm))
    throw new UserError(
      `--algorithm ${algorithm}: use ppo, ${presetAlgorithms.join(' or ')}; other phases by --set phases=[...]`,
    );
  const evolves = algorithm === 'evolution' || (algorithm === undefined && agent !== undefined);
  if (agent !== undefined && !evolves)
    throw new UserError(`--agent ${agent}: only evolution trains the weights of a bot; add --algorithm evolution`);
  if (agent !== undefined && from !== undefined)
    throw new UserError('--agent: --from trains the same weights as its source; leave --agent out');
  const its = evolves ? 'evolution' : presetAlgorithms.find((one) => one === algorithm);
  if (its === undefined) {
    const learns = named === CARD ? SEARCHES : presetAlgorithms.find((one) => one === named);
    if (algorithm !== undefined && learns !== undefined)
      throw new UserError(`--algorithm ${algorithm}: preset ${named} learns by ${learns}; leave one of them out`);
    return named;
  }
  if (named === CARD && its === SEARCHES) return named;
  if (named !== undefined && named !== its)
    throw new UserError(`--algorithm ${its}: preset ${named} has another algorithm; leave --preset out`);
  return its;
}

/** What `--set` does not say, and what does. */
const elsewhere: Readonly<Record<string, string>> = {
  game: 'the game is named first: train <game>',
  preset: '--preset chooses it',
  agent: '--agent chooses it',
  from: '--from chooses it',
};

/** The game of a new run. @throws UserError when it is named in two ways that differ, or not at all */
async function chosenGame(
  name: string | undefined,
  file: ConfigInput,
  flags: ConfigFlags,
  from: Source | undefined,
): Promise<LoadedGame> {
  const named = name ?? file.game;
  const wanted =
    named ??
    (from &&
      (sourceConfig(from)?.game ??
        gameNamedIn(from.file, from.policy.game.id, 'first: tabletop train <module> --from <file>')));
  if (wanted === undefined) throw new UserError('no game given: tabletop train <game>, or train --resume <run>');
  const game = await loadGame(wanted);
  if (file.game !== undefined && (await loadGame(file.game)).source !== game.source)
    throw new UserError(`${flags.config} is for ${file.game}, not ${wanted}; leave one of them out`);
  if (from && from.policy.game.id !== game.game.id)
    throw new UserError(
      `--from ${flags.from}: its policy plays ${from.policy.game.id}, not ${game.game.id}; leave the game out`,
    );
  return game;
}

/** Flags that say something of one game's settings. */
const ownSettings = [
  'preset',
  'algorithm',
  'agent',
  'options',
  'decisions',
  'minutes',
  'seed',
  'workers',
  'engine',
  'device',
] as const;

/** `train --settings`: of a run to come, of one that is there, or the defaults of them all. */
async function printSettings(game: string | undefined, flags: TrainFlags): Promise<void> {
  let config: Config | undefined;
  for (const name of ['seeds', 'run'] as const)
    if (flags[name] !== undefined && flags.resume === undefined)
      throw new UserError(`--settings lists settings: leave --${name} out`);
  if (flags.resume !== undefined)
    config = await resumedConfig(flags.resume, { changes: changesOf(game, flags.resume, flags), game: flags.game });
  else if (game !== undefined || flags.config !== undefined || flags.from !== undefined)
    config = await trainConfig(game, flags);
  else if (flags.set.length > 0 || ownSettings.some((name) => flags[name] !== undefined))
    throw new UserError('--settings: no game given: tabletop train <game> --preset <name> --settings');
  const may = changeable(config ?? everything());
  const note = (setting: string) => (Object.hasOwn(may, setting) ? ' [*]' : '');
  const rows = configSettings(config).map((setting) => ({ ...setting, onResume: may[setting.path] ?? null }));
  const { game: id = null, preset = null } = config ?? {};
  printResult(
    flags.json,
    { game: id, preset, settings: rows },
    () => `${describeConfig(config, note)}\n\n[*]: may also change within a run, with --resume (docs/training.md)`,
  );
}

/** `train --dry-run`: the config on standard output, so that it can be kept in a file; the estimate beside it. */
async function printPlan(config: Config, { json }: TrainFlags): Promise<void> {
  const estimate = await estimateTraining(config, interruptSignal());
  if (!json) process.stderr.write(`${estimateText(estimate)}\n`);
  const shown = { ...config, game: gameFrom('.', config.game) };
  printResult(true, json ? { config: shown, estimate } : shown, () => '');
}

export function estimateText({ minutes, how, memory }: TrainingEstimate): string {
  const time = minutes === null ? 'time: unknown' : `time: about ${formatDuration(60 * minutes)}`;
  return `${time} (${how})\nmemory: about ${memorySize(memory.bytes)} of ${memorySize(memory.limit)} (${memoryText(memory)})${memory.card === undefined ? '' : `\non the graphics card: about ${memorySize(memory.card)}, and what its driver takes`}`;
}

function readConfig(file: string): ConfigInput {
  const value = readGivenJson(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(`${file}: wanted a JSON object with settings`);
  // Checked by itself: what is laid over it may hide what is wrong in it. Phases are laid over those of the preset first.
  const { phases: _, ...shared } = value as ConfigInput;
  parseConfig(shared, file);
  return value as ConfigInput;
}

/** The first folder `runs/<game>-<preset>-<n>` that is free. @param taken besides */
export function freeRun({ game, preset }: Config, taken?: readonly string[]): string {
  return freeFolder(`${folderName(game)}-${preset}`, taken);
}

/**
 * Trains with a live line and Ctrl-C.
 * @param engine as the configuration names it: a second choice is told
 * @param queue whose workers play shards
 */
export async function watched(
  start: (watch: TrainWatch) => Promise<TrainResult>,
  engine = 'auto',
  queue?: string,
): Promise<TrainResult> {
  const line = new ProgressLine();
  const notice = engine === 'auto' ? engineNotice() : undefined;
  if (notice) process.stderr.write(`${notice}\n`);
  let phase = '';
  let observed = false;
  const note = (text: string) => {
    line.clear();
    process.stderr.write(`note: ${text}\n`);
  };
  const show = (progress: TrainProgress, text = progressText(progress)) => {
    if (progress.phase !== phase) line.clear();
    phase = progress.phase;
    line.update(text);
  };
  const begin = (fleet: Fleet | undefined) =>
    start({
      fleet,
      signal: interruptSignal(),
      onNote: note,
      callbacks: {
        onUpdate(progress) {
          const { observeMs = 0, totalMs = 1 } = progress.stats ?? {};
          if (!observed && observeMs > 0.5 * totalMs) {
            observed = true;
            note(slowObservation(observeMs / totalMs, 'the time that games take in training'));
          }
          show(progress);
        },
        onCheckpoint: (progress) => show(progress),
        onMeasuring: (progress) => show(progress, measuringText(progress, progress.measuring)),
        onEvaluation: (progress) => {
          if (progress.measured.kind === 'evaluation') return show(progress);
          line.clear();
          const { phase, decisions, measured } = progress;
          process.stderr.write(`${phase}, ${formatCount(decisions)} decisions: ${winText(progress)}\n`);
          const unfinished = unfinishedText(measured.against);
          if (unfinished) process.stderr.write(`note: ${unfinished}\n`);
        },
      },
    });
  try {
    return await (queue === undefined ? begin(undefined) : withFleet(queue, () => line.clear(), begin));
  } finally {
    line.clear();
  }
}

/** What is known of strength. Where nobody can be beaten a share of games won says nothing. */
function winText({ winRates, earned }: Pick<TrainProgress, 'winRates' | 'earned'>): string {
  return Object.entries(winRates)
    .map(([agent, rate]) => {
      const own = Object.hasOwn(earned, agent) ? earned[agent] : undefined;
      return own === undefined ? `${(rate * 100).toFixed(0)}% v ${agent}` : `return ${own.toFixed(2)} with ${agent}`;
    })
    .join(', ');
}

/**
 * Nobody wins a game that is cut, so a share of games won says nothing of a policy whose games mostly are.
 * @returns null: most games end by the rules
 */
export function unfinishedText(against: MeasureRecord['against']): string | null {
  const cut = Object.entries(against).filter(([, { truncatedShare }]) => truncatedShare > 0.5);
  if (cut.length === 0) return null;
  const said = cut.map(
    ([agent, { truncatedShare, firstRate }]) =>
      `${(100 * truncatedShare).toFixed(0)}% against ${agent}, where it came first in ${(100 * firstRate).toFixed(0)}%`,
  );
  return (
    `most games are cut at their cap, and nobody wins those: ${said.join('; ')}. If it stays so, allow longer games by an ` +
    'option of the game, or try --set returns.capped=loss'
  );
}

/** Metrics that the live line tells, where the phase has them. */
const told: readonly [metric: string, word: string, digits: number][] = [
  ['episode_return_mean', 'return', 2],
  ['imitation_loss', 'loss', 2],
  ['imitation_accuracy', 'accuracy', 2],
  ['explained_variance', 'explained', 2],
  ['entropy', 'entropy', 2],
  ['approx_kl', 'kl', 4],
];

/** One line that says where training stands, the time left first: a narrow terminal leaves out the last facts. */
export function progressText(p: TrainProgress): string {
  const parts = [`${p.phase} ${(p.progress * 100).toFixed(0)}%`, `${formatCount(p.decisions)} decisions`];
  const wins = winText(p);
  if (wins) parts.push(wins);
  parts.push(`${formatCount(p.decisionsPerSecond)}/s`, `${p.games} games`);
  for (const [name, word, digits] of told) {
    const value = p.metrics[name];
    if (typeof value === 'number' && Number.isFinite(value)) parts.push(`${word} ${value.toFixed(digits)}`);
  }
  return `${timeLeft(p.secondsLeft)}${parts.join(' | ')}`;
}

/** The same line while a policy is measured: the time left is that of the measurement. */
export function measuringText(p: TrainProgress, { games, of, secondsLeft }: Measuring): string {
  const where = `${p.phase} ${(p.progress * 100).toFixed(0)}% | ${formatCount(p.decisions)} decisions`;
  return `${timeLeft(secondsLeft)}measuring: ${games} of ${of} games | ${where}`;
}

export function trainText(result: TrainResult): string {
  const lines = [
    result.finished
      ? `trained: ${formatCount(result.decisions)} decisions, ${result.games} games, ${result.updates} updates`
      : `stopped after ${formatCount(result.decisions)} decisions; continue with: ${commandLine(['tabletop', 'train', '--resume', result.runDir])}`,
    `run: ${result.runDir} (summary.html has the curves)`,
  ];
  if (result.finished) {
    const { lookahead, rounds, runDir } = result;
    const ahead = lookahead > 0;
    const far = ahead && rounds !== lookaheadDefaults.rounds;
    const agent = `policy${ahead ? `+lookahead:${lookahead}` : ''}:${runDir}`;
    lines.push(
      `next: ${commandLine(['tabletop', 'evaluate', far ? `${agent}?rounds=${rounds}` : agent])}`,
      `      ${commandLine(['tabletop', 'export', runDir, ...(ahead ? ['--lookahead', lookahead] : []), ...(far ? ['--rounds', rounds] : [])])}`,
    );
  }
  return lines.join('\n');
}
