/**
 * What a training run is told: one zod schema in which every field has a default and one sentence. Help text, docs and
 * checks of `--set key=value` all come from it. It says nothing about how training works.
 */
import { z } from 'zod';
import { FEWEST_SAMPLES } from '../../agents/search/halving.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { UserError } from '../../env/user-error.js';

/** A number that moves in a straight line from `from` to `to` while progress goes from 0 to `until`, and stays there. */
export interface Schedule {
  from: number;
  to: number;
  /** Progress (0..1) at which `to` is reached. */
  until: number;
}

/** A schedule in a config: a plain number stays as it is for the whole run. */
function schedule(low: number, high: number) {
  const value = z.number().min(low).max(high);
  return z
    .union([value, z.strictObject({ from: value, to: value, until: z.number().gt(0).max(1).default(1) })])
    .transform((v): Schedule => (typeof v === 'number' ? { from: v, to: v, until: 1 } : v));
}

/** Value of a schedule at a progress of 0..1. */
export function scheduled(line: Schedule, progress: number): number {
  return line.from + (line.to - line.from) * Math.min(1, Math.max(0, progress) / line.until);
}

const whole = (low: number) => z.number().int().min(low);
const share = z.number().min(0).max(1);

/** What a policy's file can hold of a layer (`policySchema`). */
const MOST_UNITS = 1_000_000;

/** Most threads that anything here is given: more than a machine has cores are slower, and each takes memory. */
export const MAX_WORKERS = 64;

const network = z.strictObject({
  trunk: z.array(whole(1).max(MOST_UNITS)).min(1).max(16).default([256, 256]).describe('Widths of the hidden layers.'),
  activation: z.enum(['relu', 'tanh']).default('relu').describe('Activation of the hidden layers.'),
  board: whole(0)
    .max(MOST_UNITS)
    .default(32)
    .describe('Hidden units a square of the board head, in games that declare a board; 0: no board head.'),
});

const ppo = z.strictObject({
  learningRate: schedule(0, 1).prefault({ from: 5e-4, to: 0 }).describe("Adam's step size."),
  entropy: schedule(0, 10)
    .prefault({ from: 0.1, to: 0.05 })
    .describe('Weight of the entropy bonus: 0.05-0.2 where information is hidden, far less where all is open.'),
  magnet: schedule(0, 10)
    .prefault(0)
    .describe('Weight of the KL divergence from the magnet, the policy with averaged weights; 0: no magnet.'),
  magnetHorizon: z
    .number()
    .min(1)
    .default(20)
    .describe(
      'Updates the magnet looks back: after each its weights go 1 / `magnetHorizon` of the way to the new ones.',
    ),
  epochs: whole(1).default(4).describe('Passes over the rows of one update.'),
  minibatch: whole(1).default(1024).describe('Rows of one gradient step.'),
  clip: z.number().gt(0).max(1).default(0.2).describe('How far the probability ratio may leave 1.'),
  targetKl: z
    .number()
    .gt(0)
    .default(0.02)
    .describe('An update ends early once its KL divergence passes 1.5 times this.'),
  valueWeight: z.number().min(0).default(0.5).describe('Weight of the value loss.'),
  gradientNorm: z.number().gt(0).default(0.5).describe('Gradients longer than this are scaled down to it.'),
  gamma: share.default(1).describe('Discount from one decision of a seat to its next; 1 for games that always end.'),
  lambda: share.default(0.95).describe('Weight of long returns in the advantage estimate.'),
  valueOnlyUpdates: whole(0)
    .default(0)
    .describe('So many first updates learn values only, to settle the value head after a warm start.'),
});

const returns = z.strictObject({
  winWeight: share.default(0).describe('0: all places count; 1: only the first place counts; between: a blend.'),
  cappedFactor: share
    .default(0.5)
    .describe('What a game cut at the round cap is worth, as a factor of a finished one.'),
});

const botShare = z.strictObject({
  agent: z.string().min(1).describe('Agent spec, such as `random` or `scripted:merchant`.'),
  share: schedule(0, 1).prefault(0.1).describe('Share of all seats this agent plays.'),
  tables: schedule(0, 1)
    .prefault(0)
    .describe('Share of games in which this agent plays all seats but one, besides its share of single seats.'),
});

const opponents = z.strictObject({
  bots: z
    .array(botShare)
    .default([])
    .describe(
      'Agents that play some of the seats: each with `share` of all seats, and `tables`, games with it in all seats but one.',
    ),
  snapshots: schedule(0, 1).prefault(0.08).describe('Share of all seats played by earlier versions of the policy.'),
  recent: share
    .default(0.5)
    .describe('Share of snapshot seats given to recent snapshots; the rest goes by difficulty.'),
  poolSize: whole(1).default(10).describe('Most snapshots kept.'),
  snapshotEvery: whole(1).default(8).describe('Updates between two snapshots.'),
});

const warmStart = z.strictObject({
  agent: z.string().default('').describe('Spec of the agent to imitate before PPO begins; empty for none.'),
  decisions: whole(0).default(500_000).describe('Decisions of the warm start.'),
  minutes: z.number().min(0).default(0).describe('The warm start ends after so many minutes too; 0: no limit.'),
  dagger: schedule(0, 1)
    .prefault({ from: 0, to: 0.5 })
    .describe('Share of seats that the learner plays itself while the imitated agent says what it would have done.'),
  opponents: z
    .array(botShare)
    .default([])
    .describe('Agents that play some seats of the warm start and are not imitated.'),
  smoothing: share
    .default(0)
    .describe('Share of labels that are any legal action instead: what is imitated surely cannot be explored from.'),
  keep: share
    .min(0.001)
    .default(1)
    .describe(
      "Share of the imitated agent's own decisions that are learned from; the rest it only plays, quickly. Values want many games more than many positions of each.",
    ),
  lambda: share
    .default(0.95)
    .describe('`ppo.lambda` of the warm start, from one decision that is learned from to the next of its seat.'),
  stir: share
    .default(0)
    .describe(
      'Largest chance of a decision that is only played to be any legal action; each game has a chance of its own, mostly small. So values are learned of positions the imitated agent would not get into. Needs `keep` below 1.',
    ),
  learningRate: schedule(0, 1).prefault({ from: 1e-3, to: 2e-4 }).describe("Adam's step size in the warm start."),
  epochs: whole(1).default(2).describe('Passes over the rows of one round of the warm start.'),
  minibatch: whole(1).default(256).describe('Rows of one gradient step in the warm start.'),
});

const evaluation = z.strictObject({
  against: z
    .array(z.string().min(1))
    .default(['random'])
    .describe('Agents the policy is measured against, weak and strong ones together; each fills all other seats.'),
  temperature: z
    .number()
    .min(0)
    .default(1)
    .describe(
      'How the policy plays when it is measured: below 1 it keeps closer to its likeliest action; 0: always that one.',
    ),
  lookahead: whole(0)
    .refine((n) => n === 0 || n >= FEWEST_SAMPLES, `wanted 0, or at least ${FEWEST_SAMPLES}`)
    .default(0)
    .describe(
      'Measures the policy as `policy+lookahead:<n>` plays it (docs/training.md), with so many samples; 0: the policy alone.',
    ),
  rounds: whole(0)
    .default(lookaheadDefaults.rounds)
    .describe('How far it looks ahead then; where turns are long, one round costs less than half of two.'),
  every: whole(0)
    .default(10)
    .describe('Updates, those of a warm start too, between two evaluations that choose `checkpoints/best`; 0: none.'),
  blocks: whole(1).default(10).describe('Deals of such an evaluation, each played once from every seat.'),
  reportBlocks: whole(0)
    .default(25)
    .describe('Deals, other ones, of the reports at the start, after the warm start and at the end; 0: none.'),
});

const from = z.strictObject({
  source: z.string().min(1).describe('The checkpoint, as a path from the folder of the run.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  decisions: whole(0).nullable().describe('Decisions it had learned from; null where it does not say.'),
});

/** Where the first weights of a run came from. */
export type From = z.output<typeof from>;

/** Schema of a run's configuration; `{}` plus nothing is valid. */
export const configSchema = z.strictObject({
  game: z.string().min(1).default('doomspire').describe('Id of a game, or the path of a module that exports one.'),
  options: z.record(z.string(), z.unknown()).default({}).describe("The game's own options."),
  preset: z.string().default('standard').describe('The preset this config began as (for the record).'),
  from: from
    .nullable()
    .default(null)
    .describe('Where the first weights came from, for the record: `train --from` writes it; null: from nothing.'),
  seed: z
    .union([z.number(), z.string().min(1)])
    .default(1)
    .describe('All randomness of the run follows from it.'),
  decisions: whole(0)
    .default(1_000_000)
    .describe('Budget: PPO decisions to learn from, warm start apart; 0: no limit, `minutes` decides.'),
  minutes: z
    .number()
    .min(0)
    .default(0)
    .describe(
      'Budget: the run ends after so many minutes too, warm start included; 0: no limit (and then resume is exact).',
    ),
  workers: whole(0).max(MAX_WORKERS).default(2).describe('Threads that play; 0: play in the main thread.'),
  overlap: z
    .boolean()
    .default(false)
    .describe('Play the next rows while learning from the last ones, with weights one update old; needs a worker.'),
  learnerThreads: whole(1)
    .max(MAX_WORKERS)
    .default(2)
    .describe('Threads that share each gradient step; only tfjs-node uses all cores by itself.'),
  engine: z
    .string()
    .default('auto')
    .describe('Tensor engine: `onnx`, `tfjs`, or `auto`, the fastest that loads (`tabletop doctor`).'),
  games: whole(1).default(128).describe('Games in flight, over all workers.'),
  decisionsPerUpdate: whole(1).default(8192).describe('Decisions played between two updates, over all workers.'),
  network: network.prefault({}).describe('The policy and value network.'),
  advisor: z
    .string()
    .default('')
    .describe(
      'A scripted player (`scripted:mixed`) whose choice the policy is shown with each observation, to follow or to improve on; empty for none.',
    ),
  ppo: ppo.prefault({}).describe('The PPO update.'),
  returns: returns.prefault({}).describe('How final places become returns.'),
  shaping: schedule(0, 10).prefault(0).describe("Weight of the preset's potential-based shaping reward; 0: none."),
  opponents: opponents.prefault({}).describe('Who plays the seats that the current policy does not.'),
  warmStart: warmStart.prefault({}).describe('Imitation before PPO.'),
  evaluation: evaluation.prefault({}).describe('How the policy is measured while it trains.'),
  checkpointEvery: whole(1).default(10).describe('Updates between two checkpoints.'),
});

/** A complete configuration. */
export type Config = z.output<typeof configSchema>;
/** A configuration as written in files and presets: every field may be missing, schedules may be numbers. */
export type ConfigInput = z.input<typeof configSchema>;

/**
 * @param input what a user or preset wrote
 * @param where what to call it in the error: a file name, `--set ...`
 * @throws UserError naming the first wrong field
 */
export function parseConfig(input: unknown, where = 'config'): Config {
  const parsed = configSchema.safeParse(input);
  if (parsed.success) {
    if (parsed.data.decisions === 0 && parsed.data.minutes === 0)
      throw new UserError(`${where}: decisions and minutes are both 0: the run would never end; set one of them`);
    return parsed.data;
  }
  const issue = parsed.error.issues[0]!;
  const path = issue.path.join('.') || 'the whole of it';
  if (issue.code === 'unrecognized_keys') {
    const at = issue.path.join('.');
    throw unknownKey([...issue.path.map(String), issue.keys[0]!].join('.'), at, where);
  }
  throw new UserError(`${where}: ${path}: ${issue.message}`);
}

/**
 * Settings that cannot go together, or would do nothing. Asked when a run begins, not of each `--set`: what one sets alone
 * the next may put right.
 * @param apart whether snapshots and bots have their shares at different times
 * @returns what is wrong and what to do; null when nothing is
 */
export function contradiction(config: Config, apart = false): string | null {
  const { overlap, workers, games, warmStart, opponents } = config;
  if (overlap && workers === 0) return 'overlap: nobody plays while the main thread learns; set workers to 1 or more';
  if (games < workers) return `games: ${workers} workers cannot share ${games}; set games to ${workers} or more`;
  const { agent, keep, stir } = warmStart;
  if (agent !== '' && stir > 0 && keep === 1)
    return 'warmStart.stir: with warmStart.keep 1 no decision is only played; set keep below 1, or stir to 0';
  return (
    crowded('opponents', opponents.bots, opponents.snapshots, apart) ??
    crowded('warmStart.opponents', warmStart.opponents)
  );
}

type BotShare = Config['opponents']['bots'][number];

const noShare: Schedule = { from: 0, to: 0, until: 1 };

/** Whether opponents leave no seat that is sure to learn, at any progress. */
function crowded(where: string, bots: readonly BotShare[], snapshots = noShare, apart = false): string | null {
  const shares = bots.map((bot) => bot.share);
  const seats = apart ? most(shares) + most([snapshots]) : most([...shares, snapshots]);
  if (seats >= 1)
    return `${where}: shares add up to ${short(seats)} of all seats and leave none to learn; keep the sum below 1`;
  const tables = most(bots.map((bot) => bot.tables));
  if (tables > 1 + 1e-9) return `${where}: tables add up to ${short(tables)} of all games; keep the sum at 1 or less`;
  return null;
}

/** The largest sum of some schedules: it is reached where one of them bends. */
function most(lines: readonly Schedule[]): number {
  const at = (progress: number) => sum(lines.map((line) => scheduled(line, progress)));
  return Math.max(0, at(0), ...lines.map((line) => at(line.until)));
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const short = (value: number) => Number(value.toPrecision(3));

/**
 * Lays `over` onto `base`: objects field by field, everything else (arrays, schedules given as numbers) replaced.
 * `options` is merged too.
 */
export function mergeConfig(base: ConfigInput, over: ConfigInput): ConfigInput {
  return merge(base, over) as ConfigInput;
}

function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) result[key] = key in result ? merge(result[key], value) : value;
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * One `--set`: `ppo.learningRate=1e-4`, `network.trunk=[64,64]`, `evaluation.against=random,scripted:mixed`.
 * Values are JSON where they are JSON, else text; a list of texts may be written with commas.
 * @returns a new config
 * @throws UserError on an unknown key or an impossible value
 */
export function applySet(config: Config, assignment: string): Config {
  const { path, text } = splitSet(assignment);
  const keys = path.split('.');
  const copy = structuredClone(config) as unknown as Record<string, unknown>;
  let at: Record<string, unknown> = copy;
  for (const [depth, key] of keys.entries()) {
    const parent = keys.slice(0, depth).join('.');
    if (!Object.hasOwn(at, key) && keys[0] !== 'options') throw unknownKey(path, parent, '--set');
    if (depth === keys.length - 1) {
      at[key] = parseValue(text, at[key]);
      break;
    }
    if (keys[0] === 'options' && !isObject(at[key])) at[key] = {};
    if (!isObject(at[key])) throw new UserError(`--set ${path}: ${keys.slice(0, depth + 1).join('.')} has no fields`);
    at = at[key];
  }
  return parseConfig(copy, `--set ${assignment}`);
}

/** The two sides of a `--set`. @throws UserError when there are none */
export function splitSet(assignment: string): { path: string; text: string } {
  const equals = assignment.indexOf('=');
  if (equals < 1) throw new UserError(`--set ${assignment}: write it as key=value, such as ppo.learningRate=1e-4`);
  return { path: assignment.slice(0, equals).trim(), text: assignment.slice(equals + 1).trim() };
}

/** A value as `--set` has it. @param old of what kind it should be */
export function parseValue(text: string, old: unknown): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof old === 'string' && typeof value !== 'string' ? text : value;
  } catch {
    return Array.isArray(old) ? text.split(',').map((part) => part.trim()) : text;
  }
}

/** What to say of a setting that is not there. @param parent the part of its path that is */
export function unknownKey(path: string, parent: string, where: string): UserError {
  let known: unknown = configSchema.parse({});
  for (const key of parent ? parent.split('.') : []) known = isObject(known) ? known[key] : undefined;
  const names = isObject(known) ? `; there are ${Object.keys(known).join(', ')}` : '';
  return new UserError(`${where}: there is no setting \`${path}\`${names}`);
}

/** One setting, for help text and docs. */
export interface SettingHelp {
  /** `ppo.learningRate` */
  path: string;
  default: unknown;
  about: string;
}

/** Every setting with its default and its sentence, in the order of the schema. */
export function configSettings(): SettingHelp[] {
  const settings: SettingHelp[] = [];
  collect(configSchema, configSchema.parse({}), '', settings);
  return settings;
}

function collect(schema: z.ZodObject, defaults: Record<string, unknown>, prefix: string, into: SettingHelp[]): void {
  for (const [key, field] of Object.entries(schema.shape)) {
    const path = prefix + key;
    let inner = field as z.ZodType;
    while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) inner = inner.unwrap() as z.ZodType;
    if (inner instanceof z.ZodObject) collect(inner, defaults[key] as Record<string, unknown>, `${path}.`, into);
    else into.push({ path, default: defaults[key], about: (field as z.ZodType).description ?? '' });
  }
}

/** The value of a setting. @param path as in `configSettings` */
export function settingOf(config: Config, path: string): unknown {
  let value: unknown = config;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return value;
}

/**
 * Help text: one line a setting, `path (value): sentence`.
 * @param config whose values; the defaults without it
 * @param note said after the sentence of a setting
 */
export function describeConfig(config?: Config, note: (path: string) => string = () => ''): string {
  const show = (value: unknown) => {
    if (isObject(value) && 'from' in value && 'to' in value)
      return value.from === value.to ? String(value.from) : `${value.from} -> ${value.to}`;
    return JSON.stringify(value);
  };
  return configSettings()
    .map(
      ({ path, default: value, about }) =>
        `${path} (${show(config ? settingOf(config, path) : value)}): ${about}${note(path)}`,
    )
    .join('\n');
}
