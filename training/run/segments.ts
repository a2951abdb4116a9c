/**
 * What a run is told on the way: a run is a sequence of segments, each with the settings that changed where it began.
 * `config.json` says how the run began and stays as it is; `history.json` has the segments after the first. Here is
 * which settings may change, what is in force in each segment, and over what each schedule runs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { RunDirectory } from '../../checkpoints/index.js';
import { UserError } from '../../env/user-error.js';
import {
  type Config,
  configSchema,
  configSettings,
  contradiction,
  parseConfig,
  parseValue,
  type Schedule,
  scheduled,
  settingOf,
  splitSet,
  unknownKey,
} from './config.js';
import { botSpecs, budgetUsed, type Standing, type Window, windowProgress } from './plan.js';

/** Settings that may change on the way, and why they may. */
export const changeable: Readonly<Record<string, string>> = {
  decisions: 'the budget: the run goes on, or ends sooner',
  minutes: 'the budget: the run goes on, or ends sooner',
  workers: 'the games in flight are given up and others begun',
  games: 'the games in flight are given up and others begun',
  overlap: 'says when rows are played, not which',
  learnerThreads: 'says who computes, not what',
  engine: 'all engines compute the same, to rounding',
  decisionsPerUpdate: 'each rollout is told its length',
  'ppo.learningRate': 'read in each update',
  'ppo.entropy': 'read in each update',
  'ppo.magnet': 'read in each update; a magnet that was not there begins as the policy',
  'ppo.magnetHorizon': 'read in each update',
  'ppo.epochs': 'read in each update',
  'ppo.minibatch': 'read in each update',
  'ppo.clip': 'read in each update',
  'ppo.targetKl': 'read in each update',
  'ppo.valueWeight': 'read in each update',
  'ppo.gradientNorm': 'read in each update',
  'ppo.lambda': 'read in each rollout',
  shaping: 'read in each rollout',
  'opponents.bots': 'read in each rollout; where the agents are others, the games in flight are given up',
  'opponents.snapshots': 'read in each rollout',
  'opponents.recent': 'read in each rollout',
  'opponents.poolSize': 'snapshots that have no room any more are dropped',
  'opponents.snapshotEvery': 'read after each update',
  'evaluation.against': 'the best checkpoint is measured again',
  'evaluation.temperature': 'the best checkpoint is measured again',
  'evaluation.lookahead': 'the best checkpoint is measured again',
  'evaluation.rounds': 'the best checkpoint is measured again',
  'evaluation.blocks': 'the best checkpoint is measured again',
  'evaluation.every': 'read after each update',
  'evaluation.reportBlocks': 'read at the end',
  checkpointEvery: 'read after each update',
};

/** Settings that may not, and why; a name without fields stands for all below it. */
export const unchangeable: Readonly<Record<string, string>> = {
  game: 'the policy plays it',
  options: 'the games in flight and all results are of them',
  preset: 'it says how the run began',
  from: 'it says how the run began',
  seed: 'all randomness of the run follows from it',
  network: 'the weights have its shape',
  advisor: 'the policy was taught with what it is shown',
  'ppo.gamma': 'it is what values and returns mean',
  returns: 'they are what values mean',
  'ppo.valueOnlyUpdates': 'it belongs to the beginning',
  warmStart: 'it belongs to the beginning',
};

/** Of the settings above: those with which scores of the best checkpoint compare. */
const judging = ['against', 'temperature', 'lookahead', 'rounds', 'blocks'] as const;

const count = z.number().int().nonnegative();

const segmentSchema = z.strictObject({
  /** Where it begins: decisions learned from, those of PPO among them, and minutes used. */
  decisions: count,
  ppoDecisions: count,
  minutes: z.number().nonnegative(),
  /** What was given, by the paths of settings. */
  set: z.record(z.string(), z.unknown()),
});
const historySchema = z.strictObject({ segments: z.array(segmentSchema) });

/** One segment after the first. */
export type Segment = z.output<typeof segmentSchema>;

/** Settings by their paths, such as `{decisions: 2e6, 'ppo.learningRate': 1e-4}`. */
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
    for (const { set } of segments) this.configs.push(withChanges(this.configs.at(-1)!, set));
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
      `history.json has ${this.segments.length} segments and the checkpoint is of number ${segment}: bring the file back`,
    );
  }

  /** Over what the schedule of a setting runs: from the segment that gave it, to the budget of that time. */
  window(path: string): Window {
    const last = this.segments.findLastIndex(({ set }) => Object.hasOwn(set, path));
    const { decisions, minutes } = this.configs[last + 1]!;
    const from = this.segments[last] ?? { ppoDecisions: 0, minutes: 0 };
    return { from: { ppoDecisions: from.ppoDecisions, minutes: from.minutes }, budget: { decisions, minutes } };
  }

  /** The last segment that had to begin with other games; 0: the first. */
  get gamesBegan(): number {
    const { configs } = this;
    return configs.findLastIndex((config, i) => i === 0 || !keepsGames(configs[i - 1]!, config));
  }

  /** Whether a clock is looked at: some budget is, or was, in minutes. */
  get timed(): boolean {
    return this.configs.some((config) => config.minutes > 0 || config.warmStart.minutes > 0);
  }

  /** Whether scores of a segment compare with those of now. */
  judgesAlike(segment: number): boolean {
    const [then, now] = [this.configs[segment]!.evaluation, this.config.evaluation];
    return judging.every((key) => isDeepStrictEqual(then[key], now[key]));
  }
}

/** Whether the games in flight can go on: as many in as many threads, with the same agents in the same places. */
function keepsGames(before: Config, after: Config): boolean {
  const what = (config: Config) => [Math.max(1, config.workers), config.games, botSpecs(config)];
  return isDeepStrictEqual(what(before), what(after));
}

/** A `--set` on the way. @returns the path of the setting and its value @throws UserError when it may not change */
export function parseChange(assignment: string): [path: string, value: unknown] {
  const { path, text } = splitSet(assignment);
  const setting = configSettings().find((one) => one.path === path);
  mayChange(path, '--set');
  return [path, parseValue(text, setting!.default)];
}

/** @throws UserError unless this is the path of a setting that may change */
function mayChange(path: string, where: string): void {
  if (Object.hasOwn(changeable, path)) return;
  const at = (name: string) => path === name || path.startsWith(`${name}.`);
  const fixed = Object.keys(unchangeable).find(at);
  if (fixed)
    throw new UserError(
      `${where}: ${path} cannot change within a run: ${unchangeable[fixed]}; train --from <run> begins a new run with its weights`,
    );
  const whole = Object.keys(changeable).find(at);
  if (whole) throw new UserError(`${where}: ${path}: within a run give all of ${whole} at once`);
  const below = Object.keys(changeable).filter((name) => name.startsWith(`${path}.`));
  if (below.length > 0)
    throw new UserError(`${where}: ${path}: within a run give one setting a time: ${below.join(', ')}`);
  throw unknownKey(path, path.split('.').slice(0, -1).join('.'), where);
}

function withChanges(config: Config, set: Changes, where = 'history.json'): Config {
  const copy = structuredClone(config) as unknown as Record<string, unknown>;
  for (const [path, value] of Object.entries(set)) {
    mayChange(path, where);
    const keys = path.split('.');
    const last = keys.pop()!;
    let at = copy;
    for (const key of keys) at = at[key] as Record<string, unknown>;
    at[last] = value;
  }
  return parseConfig(copy, where);
}

/** The segments after the first. @throws UserError when the file is not what was written */
export function readSegments(run: RunDirectory): Segment[] {
  const file = run.historyFile;
  if (!existsSync(file)) return [];
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`cannot read ${file}: ${(error as Error).message}; restore it`, { cause: error });
  }
  const parsed = historySchema.safeParse(value);
  if (parsed.success) return parsed.data.segments;
  const { path, message } = parsed.error.issues[0]!;
  throw new UserError(`${file}: ${path.join('.') || 'the whole of it'}: ${message}; restore it`);
}

/** Replaces the file in one step. */
export function writeSegments(run: RunDirectory, segments: readonly Segment[]): void {
  run.writeHistory({ segments });
}

/**
 * The segments as a checkpoint leaves them. Of those that began after it none are left where somebody went back to it; where
 * later checkpoints are lost, they begin here, so that what was asked for still holds.
 */
export function segmentsAt(
  segments: readonly Segment[],
  { decisions, ppoDecisions, minutes }: Pick<Standing, 'decisions' | 'ppoDecisions' | 'minutes'>,
  wentBack: boolean,
): Segment[] {
  return segments.flatMap((segment) => {
    if (segment.decisions <= decisions) return [segment];
    return wentBack ? [] : [{ ...segment, decisions, ppoDecisions, minutes }];
  });
}

/** A run's config as it is in force, its game as `loadGame` finds it. @throws UserError as `readSegments` and `RunDirectory.config` */
export function configInForce(run: RunDirectory): Config {
  return new Course({ ...run.config(configSchema), game: run.game() }, readSegments(run)).config;
}

/** Where a run stands when it is told something. */
export interface Moment extends Standing {
  finished: boolean;
  /** A best checkpoint was picked. */
  best: boolean;
  /** Minutes that all its processes took, also where no budget counts them. */
  spent: number;
  /** The command that goes on with it, for errors. */
  command: string;
}

/**
 * The course with one segment more, or the same one where nothing changes: what is in force already is no change, and
 * the last segment's own changes, given again, are that segment.
 * @throws UserError when something cannot change, is impossible, or would have no effect
 */
export function changed(course: Course, changes: Changes, at: Moment): Course {
  for (const path of Object.keys(changes)) mayChange(path, 'resume');
  const after = withChanges(course.config, changes, 'resume');
  const given = Object.keys(changes).map((path): [string, unknown] => [path, settingOf(after, path)]);
  const last = course.segments.at(-1)?.set ?? {};
  const differs = ([path, value]: [string, unknown]) => !isDeepStrictEqual(value, settingOf(course.config, path));
  // A schedule that moves begins anew, unless the present segment has begun with it.
  const again = ([path, value]: [string, unknown]) => moves(value) && !isDeepStrictEqual(value, last[path]);
  if (!given.some((one) => differs(one) || again(one))) return course;
  const set = Object.fromEntries(given.filter((one) => differs(one) || moves(one[1])));
  const { decisions, ppoDecisions } = at;
  const timed = course.timed || after.minutes > 0;
  const minutes = timed ? Math.max(at.minutes, at.spent) : 0;
  const next = new Course(course.base, [...course.segments, { decisions, ppoDecisions, minutes, set }]);
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
function futile(before: Course, after: Course, at: Moment): string | null {
  const { config } = after;
  const done = budgetUsed(config, at) >= 1;
  const limit = config.decisions > 0 && at.ppoDecisions >= config.decisions ? 'decisions' : 'minutes';
  const used =
    limit === 'decisions'
      ? `${at.ppoDecisions} decisions are learned from`
      : `${at.minutes.toFixed(1)} minutes are used`;
  const room = `${limit === 'decisions' ? '--decisions' : '--minutes'} above ${limit === 'decisions' ? at.ppoDecisions : at.minutes.toFixed(1)}`;
  if (at.phase === 'ppo' && at.finished && done) return `the run is finished: ${used}; to go on give ${room}`;
  if (config.decisions > 0 && config.decisions < at.ppoDecisions)
    return `decisions: ${at.ppoDecisions} are learned from already; give ${at.ppoDecisions} to end here, or more`;
  if (config.minutes > 0 && config.minutes < at.minutes)
    return `minutes: ${at.minutes.toFixed(1)} are used already; give more`;
  if (config.evaluation.every === 0 && before.config.evaluation.every > 0 && at.best)
    return 'evaluation.every: this run has a best checkpoint, which would stay the best unmeasured; give a number above 0 (a large one measures at the end only)';
  // Schedules of different stretches: their largest values may meet.
  const apart = !isDeepStrictEqual(after.window('opponents.bots'), after.window('opponents.snapshots'));
  const wrong = contradiction(config, apart);
  if (wrong) return wrong;
  const rate = after.window('ppo.learningRate');
  const { learningRate } = config.ppo;
  const short = (limit: 'decisions' | 'minutes') =>
    rate.budget[limit] > 0 && (config[limit] === 0 || config[limit] > rate.budget[limit]);
  const asked = Object.hasOwn(after.segments.at(-1)!.set, 'ppo.learningRate');
  if (!asked && learningRate.to === 0 && (short('decisions') || short('minutes'))) {
    const now = scheduled(learningRate, windowProgress(rate, at));
    const where = now === 0 ? 'is 0 since its schedule ended' : `will be 0 once its schedule ends, with the old budget`;
    const some = Number((Math.max(learningRate.from, 1e-6) / 5).toPrecision(1));
    return `ppo.learningRate ${where}, and nothing is learned with it; say what it is to be: ${at.command} --set ppo.learningRate=${some}`;
  }
  return null;
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
