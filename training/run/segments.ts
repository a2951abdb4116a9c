/**
 * Changes of settings during a run: a run is a sequence of segments, each with the settings that changed at its start.
 * `config.json` has the settings at the start and is not changed; `history.json` has the segments after the first. Here
 * is which settings may change, what is in force in each segment, and over what each schedule runs.
 */

import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readJson } from '../../checkpoints/read-text.js';
import type { RunDirectory } from '../../checkpoints/run.js';
import { UserError } from '../../env/user-error.js';
import type { Moment } from '../algorithms/algorithm.js';
import { algorithmOf } from '../algorithms/index.js';
import { count, type Schedule, scheduled } from '../schedule.js';
import { budgetUsed, current, phaseIndex, type RunCounts, usedUp } from './budget.js';
import {
  agentsOf,
  type Config,
  configSchema,
  contradiction,
  parseValue,
  settingOf,
  splitSet,
  unknownKey,
  withSettings,
} from './config.js';
import { refuseForeignCode } from './own-code.js';

/** Settings of the run that may change on the way, and why they may. */
const changeableShared: Readonly<Record<string, string>> = {
  minutes: 'budget: the run continues or ends sooner',
  workers: 'the games in flight are dropped, and others begin',
  games: 'the games in flight are dropped, and others begin',
  learnerThreads: 'changes only how the result is computed',
  engine: 'all engines compute the same, up to rounding',
  device: 'all devices compute the same, up to rounding',
  decisionsPerUpdate: 'read in each rollout',
  'evaluation.against': 'the best checkpoint is evaluated again',
  'evaluation.temperature': 'the best checkpoint is evaluated again',
  'evaluation.lookahead': 'the best checkpoint is evaluated again',
  'evaluation.rounds': 'the best checkpoint is evaluated again',
  'evaluation.blocks': 'the best checkpoint is evaluated again',
  'evaluation.every': 'read after each update',
  'evaluation.reportBlocks': 'read at the end',
  checkpointEvery: 'read after each update',
  keepEvery: 'read after each update; what was kept stays',
};

const budget = 'budget: the phase continues or ends sooner';

/** Settings that may not change, and why; a name without fields stands for all below it. */
const unchangeable: Readonly<Record<string, string>> = {
  game: 'the policy plays it',
  options: 'the games in flight and all results depend on them',
  players: 'the games in flight and all results depend on them',
  preset: 'it records how the run began',
  from: 'it records how the run began',
  seed: 'all randomness of the run follows from it',
  network: 'the weights have its shape',
  advisor: 'its choices are inputs of the policy',
  bot: 'it was trained before the policy',
  agent: 'the weights are those of it',
  features: 'the weights depend on them',
  gamma: 'it defines what values and returns mean',
  returns: 'they define what values mean',
  normaliseReturns: 'the critic has learned with it',
  phases: 'they define the run',
};

/** Settings of a run that may change on the way, by path, and why they may. Those of a phase that is over may not. */
export function changeable({ phases }: Config): Record<string, string> {
  const own = phases.flatMap((phase) =>
    Object.entries({ decisions: budget, minutes: budget, ...algorithmOf(phase).changeable }).map(
      ([path, why]): [string, string] => [`${phase.name}.${path}`, why],
    ),
  );
  return { ...changeableShared, ...Object.fromEntries(own) };
}

/** Why a setting may not change on the way; null where it may, or is not there. */
export function fixed({ phases, ...config }: Config, path: string): string | null {
  const within = (name: string) => path === name || path.startsWith(`${name}.`);
  const shared = Object.keys(unchangeable).find(within);
  if (shared) return unchangeable[shared]!;
  const may = Object.keys(changeable({ ...config, phases }));
  const phase = phases.find(({ name }) => path.startsWith(`${name}.`));
  if (!phase || may.some((name) => within(name) || name.startsWith(`${path}.`))) return null;
  return settingOf({ ...config, phases }, path) === undefined ? null : `it is how ${phase.name} began`;
}

/** Those of the settings above that scores of the best checkpoint depend on. */
const judging = ['against', 'temperature', 'lookahead', 'rounds', 'blocks'] as const;

const segmentSchema = z.strictObject({
  /** Where it begins: decisions learned from, in all and in each phase that had begun, and minutes used. */
  decisions: count,
  phases: z.array(count),
  minutes: z.number().nonnegative(),
  /** What was given, by the paths of settings. */
  set: z.record(z.string(), z.unknown()),
});
const historySchema = z.strictObject({ segments: z.array(segmentSchema) });

/** One segment after the first. */
export type Segment = z.output<typeof segmentSchema>;

/** Settings by their paths, such as `{'ppo.decisions': 2e6, 'ppo.learningRate': 1e-4}`. */
export type Changes = Readonly<Record<string, unknown>>;

/** A run's config, segment by segment. */
export class Course {
  private readonly configs: Config[];

  /** @throws UserError when a segment sets what cannot change, or to something impossible */
  constructor(
    readonly base: Config,
    readonly segments: readonly Segment[] = [],
  ) {
    this.configs = [base];
    for (const { set } of segments) this.configs.push(withChanges(this.configs.at(-1)!, set, 'history.json'));
  }

  /** In force now. */
  get config(): Config {
    return this.configs.at(-1)!;
  }

  /** In force in a segment; 0: the first. */
  configIn(segment: number): Config {
    const config = this.configs[segment];
    if (config) return config;
    throw new UserError(
      `history.json has ${this.segments.length} segments and the checkpoint belongs to segment ${segment}: restore the file`,
    );
  }

  /**
   * Over what the schedule of a setting runs: from the segment that gave it, to the budgets of that time.
   * @returns decisions of `start` are by phase
   */
  stretch(path: string): { config: Config; start: { decisions: readonly number[]; minutes: number } } {
    const last = this.segments.findLastIndex(({ set }) => Object.hasOwn(set, path));
    const { phases, minutes } = this.segments[last] ?? { phases: [], minutes: 0 };
    return { config: this.configs[last + 1]!, start: { decisions: phases, minutes } };
  }

  /** The last segment that had to begin with other games; 0: the first. */
  get gamesBegan(): number {
    const { configs } = this;
    return configs.findLastIndex((config, i) => i === 0 || !keepsGames(configs[i - 1]!, config));
  }

  /** Whether a clock is looked at: some budget is, or was, in minutes. */
  get timed(): boolean {
    return this.configs.some(({ minutes, phases }) => minutes > 0 || phases.some((phase) => phase.minutes > 0));
  }

  /** Whether scores of a segment compare with those of now. */
  judgesAlike(segment: number): boolean {
    const [then, now] = [this.configs[segment]!.evaluation, this.config.evaluation];
    return judging.every((key) => isDeepStrictEqual(then[key], now[key]));
  }
}

/**
 * The moment at which a phase collects or learns.
 *
 * Each schedule runs over the budget that held when it was given, from where it was given; then it stays. So longer
 * budgets stretch no schedule.
 */
export function momentOf(course: Course, at: RunCounts): Moment {
  const phase = phaseIndex(at);
  const { name } = course.config.phases[phase]!;
  return {
    update: current(at).updates,
    updates: at.phases.reduce((sum, { updates }) => sum + updates, 0),
    progress: (setting) => {
      const { config, start } = course.stretch(`${name}.${setting}`);
      return budgetUsed(config, phase, at, { ...start, decisions: start.decisions[phase] ?? 0 });
    },
  };
}

/** Whether the games in flight can go on: as many in as many threads, with the same agents in the same places. */
function keepsGames(before: Config, after: Config): boolean {
  const what = (config: Config) => [Math.max(1, config.workers), config.games, agentsOf(config)];
  return isDeepStrictEqual(what(before), what(after));
}

/** A `--set` on the way. @param config of the run @returns the path of the setting and its value @throws UserError when it may not change */
export function parseChange(config: Config, assignment: string): [path: string, value: unknown] {
  const { path, text } = splitSet(assignment);
  mayChange(config, path, '--set');
  return [path, parseValue(text, settingOf(config, path))];
}

/** @throws UserError unless this is the path of a setting that may change */
function mayChange(config: Config, path: string, where: string): void {
  const may = changeable(config);
  if (Object.hasOwn(may, path)) return;
  const why = fixed(config, path);
  if (why)
    throw new UserError(
      `${where}: ${path} cannot change within a run: ${why}; train --from <run> begins a new run with its weights`,
    );
  const whole = Object.keys(may).find((name) => path.startsWith(`${name}.`));
  if (whole) throw new UserError(`${where}: ${path}: within a run give all of ${whole} at once`);
  const below = Object.keys(may).filter((name) => name.startsWith(`${path}.`));
  if (below.length > 0)
    throw new UserError(`${where}: ${path}: within a run give one setting a time: ${below.join(', ')}`);
  throw unknownKey(path, where, config);
}

function withChanges(config: Config, set: Changes, where: string): Config {
  for (const path of Object.keys(set)) mayChange(config, path, where);
  return withSettings(config, set, where);
}

/** The segments after the first. @throws UserError when the file is not what was written */
export function readSegments(run: RunDirectory): Segment[] {
  return existsSync(run.historyFile) ? readJson(run.historyFile, historySchema).segments : [];
}

/** Replaces the file in one step. */
export function writeSegments(run: RunDirectory, segments: readonly Segment[]): void {
  run.writeHistory({ segments });
}

/**
 * The segments as a checkpoint leaves them. Of those that began after it none are left where somebody went back to it;
 * where later checkpoints are lost, they begin here, so that what was asked for still holds.
 */
export function segmentsAt(segments: readonly Segment[], { phases, minutes }: RunCounts, wentBack: boolean): Segment[] {
  const counts = phases.map(({ decisions }) => decisions);
  const decisions = counts.reduce((a, b) => a + b, 0);
  return segments.flatMap((segment) => {
    if (segment.decisions <= decisions) return [segment];
    return wentBack ? [] : [{ ...segment, decisions, phases: counts, minutes }];
  });
}

/**
 * A run's config as it is in force, its game as `loadGame` finds it.
 * @param game where its user named it
 * @throws UserError as `readSegments` and `RunDirectory.config`, and for code that a run from elsewhere names
 */
export function configInForce(run: RunDirectory, game = run.game()): Config {
  const { config } = new Course({ ...run.config(configSchema), game }, readSegments(run));
  refuseForeignCode(run.path, config);
  return config;
}

/** Where a run stands when settings change. */
export interface ToldAt extends RunCounts {
  finished: boolean;
  /** A best checkpoint was picked. */
  best: boolean;
  /** Minutes that all its processes took, also where no budget counts them. */
  spent: number;
  /** The command that continues it, for errors. */
  command: string;
}

/**
 * The course with one segment more, or the same one where nothing changes: what is in force already is no change, and
 * the last segment's own changes, given again, are that segment.
 * @throws UserError when something cannot change, is impossible, or would have no effect
 */
export function changed(course: Course, changes: Changes, at: ToldAt): Course {
  const after = withChanges(course.config, changes, 'resume');
  const given = Object.keys(changes).map((path): [string, unknown] => [path, settingOf(after, path)]);
  const last = course.segments.at(-1)?.set ?? {};
  const differs = ([path, value]: [string, unknown]) => !isDeepStrictEqual(value, settingOf(course.config, path));
  // A schedule that moves begins anew, unless the present segment has begun with it.
  const again = ([path, value]: [string, unknown]) => moves(value) && !isDeepStrictEqual(value, last[path]);
  if (!given.some((one) => differs(one) || again(one))) return course;
  const set = Object.fromEntries(given.filter((one) => differs(one) || moves(one[1])));
  const phases = at.phases.map(({ decisions }) => decisions);
  const decisions = phases.reduce((a, b) => a + b, 0);
  const timed = new Course(after).timed || course.timed;
  const minutes = timed ? Math.max(at.minutes, at.spent) : 0;
  const next = new Course(course.base, [...course.segments, { decisions, phases, minutes, set }]);
  const problem = futile(course, next, { ...at, minutes });
  if (problem) throw new UserError(problem);
  return next;
}

function moves(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(moves);
  if (typeof value !== 'object' || value === null) return false;
  const { from, to } = value as Partial<Schedule>;
  return from === undefined ? Object.values(value).some(moves) : from !== to;
}

/** Why a new segment would not do what is asked for. */
function futile(before: Course, after: Course, at: ToldAt): string | null {
  const { config } = after;
  const set = after.segments.at(-1)!.set;
  const over = config.phases.slice(0, phaseIndex(at)).find(({ name }) => sets(set, name));
  if (over) return `${over.name} is over: its settings change nothing any more`;
  const shortage = tooLittle(config, at);
  if (shortage) return shortage;
  if (config.evaluation.every === 0 && before.config.evaluation.every > 0 && at.best)
    return 'evaluation.every: this run has a best checkpoint, which no evaluation could replace; give a number above 0 (with a large one only the end is evaluated)';
  // Schedules of different stretches: their largest values may meet.
  const together = (one: string, other: string) => isDeepStrictEqual(after.stretch(one), after.stretch(other));
  return contradiction(config, together) ?? stalled(after, at);
}

const sets = (set: Changes, phase: string) => Object.keys(set).some((path) => path.startsWith(`${phase}.`));

/** What is wrong with budgets: nothing is left to do, or less than was done. */
function tooLittle(config: Config, at: ToldAt): string | null {
  const index = phaseIndex(at);
  const phase = config.phases[index]!;
  const { decisions } = current(at);
  const used = at.minutes.toFixed(1);
  if (at.finished && budgetUsed(config, index, at) >= 1) {
    if (usedUp(config, index, at) === 'decisions')
      return `the run is finished: ${phase.name} has learned from ${decisions} decisions; to continue, give --decisions above ${decisions}`;
    return `the run is finished: ${used} minutes are used; to continue, give --minutes above ${used}`;
  }
  if (phase.decisions > 0 && phase.decisions < decisions)
    return `${phase.name}.decisions: ${decisions} are learned from already; give ${decisions} to end here, or more`;
  if (phase.minutes > 0 && phase.minutes < at.minutes - current(at).from)
    return `${phase.name}.minutes: ${(at.minutes - current(at).from).toFixed(1)} are used already; give more`;
  if (config.minutes > 0 && config.minutes < at.minutes) return `minutes: ${used} are used already; give more`;
  return null;
}

/** A learning rate that is 0, or will be before the budget that was made longer is used up. */
function stalled(after: Course, at: ToldAt): string | null {
  const { config } = after;
  const index = phaseIndex(at);
  const phase = config.phases[index]!;
  const path = `${phase.name}.learningRate`;
  const line = settingOf(config, path) as Schedule | undefined;
  if (line?.to !== 0 || Object.hasOwn(after.segments.at(-1)!.set, path)) return null;
  const { config: given, start } = after.stretch(path);
  const longer = (now: number, then: number) => then > 0 && (now === 0 || now > then);
  const budgets = given.phases[index]!;
  if (
    !longer(phase.decisions, budgets.decisions) &&
    !longer(phase.minutes, budgets.minutes) &&
    !longer(config.minutes, given.minutes)
  )
    return null;
  const progress = budgetUsed(given, index, at, { ...start, decisions: start.decisions[index] ?? 0 });
  const now = scheduled(line, progress);
  const where = now === 0 ? 'is 0 since its schedule ended' : `will be 0 once its schedule ends, with the old budget`;
  const some = Number((Math.max(line.from, 1e-6) / 5).toPrecision(1));
  return `${path} ${where}, so nothing would be learned; set it: ${at.command} --set ${path}=${some}`;
}

/** A segment as words: what changed, and from where on. */
export function segmentText({ decisions, set }: Segment): string {
  const show = (value: unknown) => {
    const line = value as Schedule;
    return typeof value === 'object' && value !== null && 'until' in value && line.from === line.to
      ? String(line.from)
      : JSON.stringify(value);
  };
  const changes = Object.entries(set).map(([path, value]) => `${path}=${show(value)}`);
  return `from ${decisions} decisions: ${changes.join(' ')}`;
}
