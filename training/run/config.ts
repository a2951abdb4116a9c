/**
 * The settings of a training run: one zod schema in which every field has a default and a one-sentence description.
 * Help texts, docs and checks of `--set key=value` all come from it.
 */
import { z } from 'zod';
import { isScripted } from '../../agents/bots/scripted-spec.js';
import { MOST_DECISIONS } from '../../agents/network/encoder.js';
import { featureKinds } from '../../agents/policy/action-features.js';
import { FEWEST_SAMPLES } from '../../agents/search/halving.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { parseJson, refuseLostNumbers } from '../../env/json.js';
import { gameIds } from '../../env/load-game.js';
import { cappedWorths } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { algorithmNames, algorithmOf, anyPhaseSchema, type Phase } from '../algorithms/index.js';
import { deviceChoices } from '../learn/devices.js';
import { share, whole } from '../schedule.js';
import { isObject, mergePhases } from './merge-phases.js';

/** What a policy's file can hold of a layer (`policySchema`). */
const MOST_UNITS = 1_000_000;

/** Most threads that anything here is given: more than a machine has cores are slower, and each takes memory. */
export const MAX_WORKERS = 64;

const network = z.strictObject({
  trunk: z
    .array(whole(1).max(MOST_UNITS))
    .max(16)
    .default([256, 256])
    .describe("Widths of the hidden layers; with `[]` a bot's weights are linear in its features."),
  activation: z.enum(['relu', 'tanh']).default('relu').describe('Activation of the hidden layers.'),
  actions: whole(0)
    .max(MOST_UNITS)
    .default(32)
    .describe('Hidden units per action of the layer that reads features of legal actions; 0: none.'),
  actionFeatures: z
    .array(z.enum(featureKinds))
    .default(['board', 'choice', 'worths', 'parts'])
    .describe(
      'Features of each legal action, if available: `board` (planes at its square), `game` (its description by the game), and from the advisor its `choice`, its action values (`worths`) and their terms (`parts`).',
    ),
  adviceTemperature: z
    .number()
    .min(0)
    .max(1000)
    .default(0)
    .describe(
      'A new policy begins as softmax(action values / this) of its advisor, which is the noisy bot itself; 0: nearly uniform.',
    ),
  normalise: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Pieces of the observation to normalise by their running mean and standard deviation (`all`: every piece); empty: none.',
    ),
  planes: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Pieces of the observation that are planes of one board, which convolutions read (`all`: those of the largest board); empty: none.',
    ),
  filters: whole(1).max(4096).default(16).describe('Numbers a square after each convolution.'),
  blocks: whole(0)
    .max(64)
    .default(1)
    .describe('Residual blocks of two convolutions each, after the first convolution.'),
  entities: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Pieces that tell the same of several things (units, cards), which all pass through the same layers (`all`: every piece of two sizes that is not planes); empty: none.',
    ),
  entityUnits: z
    .array(whole(1).max(4096))
    .min(1)
    .max(8)
    .default([32])
    .describe('Widths of the layers that each of these things passes through before they are pooled.'),
  entityAttention: whole(0)
    .max(8)
    .default(0)
    .describe(
      'Blocks of self-attention after those layers, in which the things of a piece look at each other; 0: they do not.',
    ),
  entityHeads: whole(1)
    .max(32)
    .default(4)
    .describe('Heads of each block, which share the last width of `entityUnits` equally.'),
  memory: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Pieces of the observation that are remembered from decision to decision and read by a recurrent unit (`all`: every piece of the game); empty: none.',
    ),
  memoryDecisions: whole(1)
    .max(MOST_DECISIONS)
    .default(8)
    .describe('So many of the latest own decisions are remembered.'),
  memoryUnits: whole(1).max(4096).default(32).describe('Numbers in the state of the recurrent unit.'),
  auxiliary: z
    .array(z.string().min(1))
    .max(16)
    .default([])
    .describe(
      'Predictions to learn beside policy and values: `winner`, `places`, or those of the game (`tabletop games <game>`); no agent plays by them.',
    ),
});

const returns = z.strictObject({
  winWeight: share
    .default(0)
    .describe('Weight of winning in the return. 0: all places count; 1: only the first place.'),
  capped: z
    .enum(cappedWorths)
    .default('half')
    .describe(
      'Return of a game truncated by the round cap: `half` of what its places give, or a `loss` for every seat.',
    ),
});

const evaluation = z.strictObject({
  against: z
    .array(z.string().min(1))
    .default(['random'])
    .describe('Opponents in evaluations, weak and strong; each in turn fills all other seats.'),
  temperature: z
    .number()
    .min(0)
    .default(1)
    .describe(
      'Temperature of the policy in evaluations: below 1 is more deterministic; 0: always the likeliest action.',
    ),
  lookahead: whole(0)
    .refine((n) => n === 0 || n >= FEWEST_SAMPLES, `wanted 0, or at least ${FEWEST_SAMPLES}`)
    .default(0)
    .describe(
      'Samples of lookahead in evaluations, as in `policy+lookahead:<n>` (docs/training.md); 0: the policy alone.',
    ),
  rounds: whole(0)
    .default(lookaheadDefaults.rounds)
    .describe('Rounds of lookahead in evaluations; with long turns, one round costs less than half of two.'),
  every: whole(0).default(10).describe('Updates between evaluations, which choose `checkpoints/best`; 0: none.'),
  blocks: whole(1).default(10).describe('Deals of an evaluation; each is played once from every seat.'),
  reportBlocks: whole(0)
    .default(25)
    .describe('Deals of the reports at the start, between phases and at the end (other deals); 0: no reports.'),
});

/** Schema of `From`. */
export const fromSchema = z.strictObject({
  source: z.string().min(1).describe('Path of the checkpoint, relative to the run that begins with it.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  decisions: whole(0).nullable().describe('Decisions it had learned from; null: unknown.'),
});

/** Where the first weights of a run came from. */
export type From = z.output<typeof fromSchema>;

/** Schema of a run's configuration; `{}` plus nothing is valid. */
export const configSchema = z.strictObject({
  game: z
    .string()
    .min(1)
    .default(() => gameIds()[0]!)
    .describe('Id of a game, or the path of a module that exports one.'),
  options: z.record(z.string(), z.unknown()).default({}).describe("The game's own options."),
  players: z
    .array(z.int().min(1).max(100))
    .max(100)
    .default([])
    .describe('Numbers of players (--options players=2,3): each game draws one; empty: what the options say.'),
  preset: z.string().default('standard').describe('The preset that this config began with, for the record.'),
  from: fromSchema
    .nullable()
    .default(null)
    .describe('Where the first weights came from, for the record (`train --from` writes it); null: newly initialised.'),
  seed: z
    .union([z.number(), z.string().min(1)])
    .default(1)
    .describe('Seed of all randomness of the run.'),
  minutes: z
    .number()
    .min(0)
    .default(0)
    .describe('Budget of the whole run in minutes; 0: no limit. Resuming is exact only without a limit of time.'),
  workers: whole(0)
    .max(MAX_WORKERS)
    .default(2)
    .describe('Worker threads that collect rollouts; 0: the main thread collects.'),
  learnerThreads: whole(1)
    .max(MAX_WORKERS)
    .default(2)
    .describe('Threads that share each gradient step (`tfjs` uses all cores by itself).'),
  engine: z
    .string()
    .default('auto')
    .describe('Tensor engine: `onnx`, `tfjs`, or `auto`: the fastest that loads (`tabletop doctor`).'),
  device: z
    .enum(deviceChoices)
    .default('cpu')
    .describe(
      'Where networks learn, and judge the positions of expert iteration: `cpu`; `gpu`, a graphics card, by WebGPU; or `auto`: the faster, measured at the beginning.',
    ),
  games: whole(1).default(128).describe('Games in flight, all workers together.'),
  decisionsPerUpdate: whole(1).default(8192).describe('Decisions collected for each update, all workers together.'),
  network: network.prefault({}).describe('The policy and value network.'),
  advisor: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      'Scripted player whose choice the policy observes: `scripted:mixed`, or `policy:<run>` of a bot with trained weights; null: none.',
    ),
  bot: z
    .record(z.string(), z.unknown())
    .nullable()
    .default(null)
    .describe(
      'Trains the advisor first, in the folder `bot` of the run: settings over those of the preset `evolution`, such as `{"minutes": 20}`; null: the advisor is not trained.',
    ),
  agent: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('The bot whose weights are trained, `scripted:<bot>` (evolution only); null: a network.'),
  features: z
    .array(z.string().min(1))
    .default(['all'])
    .describe('With `agent`: features of the bot on which its weights depend (`all`: every feature); `[]`: none.'),
  gamma: share.default(1).describe('Discount factor per decision of a seat; 1 for games that always end.'),
  normaliseReturns: z
    .boolean()
    .default(false)
    .describe(
      "Divides the critic's targets by the running standard deviation of returns, for very large or small rewards.",
    ),
  returns: returns.prefault({}).describe('How final places become returns.'),
  evaluation: evaluation.prefault({}).describe('How the policy is evaluated during training.'),
  checkpointEvery: whole(1).default(10).describe('Updates between two checkpoints.'),
  keepEvery: whole(0)
    .default(0)
    .describe(
      'Keeps one checkpoint of every this many updates of a phase for `tabletop runs rate`; 0: only the last ones and the best.',
    ),
  phases: z
    .array(anyPhaseSchema)
    .min(1)
    .prefault([{ algorithm: 'ppo' }])
    .describe('The phases of the run in order; each has a name, an algorithm, a budget and settings.'),
});

/**
 * A complete configuration of a run: every setting has a value. `tabletop train --settings` lists and explains them.
 */
export type Config = z.output<typeof configSchema>;
/** A configuration as written in files and presets: every field may be missing, schedules may be numbers. */
export type ConfigInput = z.input<typeof configSchema>;
/** One phase of it, of one algorithm. */
export type PhaseInput<A extends Phase['algorithm'] = Phase['algorithm']> = Extract<
  NonNullable<ConfigInput['phases']>[number],
  { algorithm: A }
>;

/**
 * Checks a configuration and fills in the defaults.
 * @param input what a user or preset wrote
 * @param where what to call it in the error: a file name, `--set ...`
 * @throws UserError naming the first wrong field
 */
export function parseConfig(input: unknown, where = 'config'): Config {
  const parsed = configSchema.safeParse(input);
  if (parsed.success) {
    const problem = nameTrouble(parsed.data.phases) ?? endless(parsed.data);
    if (problem) throw new UserError(`${where}: ${problem}`);
    return severalPlayers(parsed.data, where);
  }
  const issue = parsed.error.issues[0]!;
  const path = spoken(issue.path, input);
  if (issue.code === 'unrecognized_keys') throw unknownKey([...path, issue.keys[0]!].join('.'), where);
  const algorithm = issue.path[0] === 'phases' && issue.path[2] === 'algorithm';
  const message = algorithm ? `wanted one of ${algorithmNames.join(', ')}` : issue.message;
  throw new UserError(`${where}: ${path.join('.') || 'the file'}: ${message}`);
}

/**
 * Several numbers of players, which may be written among the options: these keep the largest.
 * @throws UserError when they are none, or the options say another one
 */
function severalPlayers(config: Config, where: string): Config {
  const { players: option } = config.options;
  const given = Array.isArray(option) ? option : config.players;
  if (given === config.players && given.length === 0) return config;
  const players = [...new Set(given as unknown[])].sort((a, b) => Number(a) - Number(b));
  const parsed = configSchema.shape.players.safeParse(players);
  if (!parsed.success || players.length === 0)
    throw new UserError(
      `${where}: options.players is ${JSON.stringify(given)}, wanted numbers of players, such as 2,3`,
    );
  const most = parsed.data.at(-1)!;
  if (given === config.players && option !== undefined && option !== most)
    throw new UserError(
      `${where}: players are ${players.join(', ')}, but options.players is ${option}: give one of the two`,
    );
  const options = { ...config.options, players: most };
  return { ...config, options, players: parsed.data.length > 1 ? parsed.data : [] };
}

/** Options of a run's games by what an agent is called that plays them: one number of players at a time. */
export function measuredOptions({
  options,
  players,
}: Config): { options: Config['options']; named: (agent: string) => string }[] {
  if (players.length === 0) return [{ options, named: (agent) => agent }];
  return players.map((number) => ({
    options: { ...options, players: number },
    named: (agent) => `${agent}, ${number} players`,
  }));
}

/** The path of a field as `--set` has it: a phase by its name. */
function spoken(path: readonly PropertyKey[], input: unknown): string[] {
  const [first, at, ...rest] = path;
  if (first !== 'phases' || typeof at !== 'number') return path.map(String);
  const { name, algorithm } = ((input as { phases: unknown[] }).phases[at] ?? {}) as Partial<Phase>;
  const phase = name ?? algorithm;
  return typeof phase === 'string' ? [phase, ...rest.map(String)] : path.map(String);
}

function nameTrouble(phases: readonly Phase[]): string | null {
  const names = phases.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) return `phases: two are called ${twice}; give each a name of its own`;
  const taken = names.find((name) => name in configSchema.shape);
  return taken === undefined ? null : `phases: ${taken} is a setting; give the phase another name`;
}

function endless({ minutes, phases }: Config): string | null {
  const phase = minutes > 0 ? undefined : phases.find((one) => one.decisions === 0 && one.minutes === 0);
  if (!phase) return null;
  return `${phase.name}: decisions and minutes are both 0: the phase would never end; set one of them`;
}

/**
 * Settings that cannot go together, or would do nothing. Asked when a run begins, not of each `--set`: what one sets
 * alone the next may put right.
 * @param together whether two schedules, by path, run over the same stretch
 * @returns what is wrong and what to do; null when nothing is
 */
export function contradiction(config: Config, together = (_one: string, _other: string) => true): string | null {
  const { workers, games, phases, agent, network, advisor } = config;
  if (games < workers) return `games: ${workers} workers cannot share ${games}; set games to ${workers} or more`;
  if (agent === null && network.trunk.length === 0)
    return 'network.trunk: a policy network needs a hidden layer; give widths, such as [256,256]';
  if (config.bot && !(advisor !== null && isScripted(advisor)))
    return 'bot: it trains the weights of the advisor; set advisor to scripted:<name>, or bot to null';
  if (agent !== null && advisor !== null)
    return 'advisor: a bot whose weights are trained takes no advice; set advisor to null';
  const other = agent === null ? undefined : phases.find(({ algorithm }) => algorithm !== 'evolution');
  if (other)
    return `${other.name}: the weights of ${agent} can only be trained by evolution; set agent to null, or leave ${other.name} out`;
  if (network.auxiliary.length > 0 && phases.every(({ algorithm }) => algorithm === 'evolution'))
    return 'network.auxiliary: evolution trains no auxiliary heads; leave it empty';
  if (network.adviceTemperature > 0) {
    if (advisor === null) return 'network.adviceTemperature: there is no advisor; name one, or set it to 0';
    if (network.actions === 0 || !network.actionFeatures.includes('worths'))
      return 'network.adviceTemperature: the policy does not read action values; set network.actions, and worths in network.actionFeatures';
  }
  const idle = agent === null ? undefined : readings.find((one) => network[one].length > 0);
  if (idle) return `network.${idle}: ${agent} reads features of its own; leave it empty`;
  const judging = afterstateTrouble(config) ?? attentionTrouble(config);
  if (judging) return judging;
  const whole = config.gamma === 1 ? undefined : phases.find((phase) => algorithmOf(phase).undiscounted);
  if (whole)
    return `gamma: ${whole.name} does not discount by it${'discount' in whole ? ` (${whole.name}.discount is its own)` : ''}; set gamma to 1`;
  for (const phase of phases) {
    const within = (one: string, other: string) => together(`${phase.name}.${one}`, `${phase.name}.${other}`);
    const problem = algorithmOf(phase).contradiction(phase, within);
    if (problem) return `${phase.name}.${problem}`;
  }
  return null;
}

function attentionTrouble({ network }: Config): string | null {
  const { entities, entityUnits, entityAttention, entityHeads } = network;
  if (entityAttention === 0) return null;
  if (entities.length === 0)
    return 'network.entityAttention: there are no things that could look at each other; name pieces in network.entities, or set it to 0';
  const width = entityUnits.at(-1)!;
  if (width % entityHeads === 0) return null;
  return `network.entityHeads: ${entityHeads} heads do not share ${width} numbers (the last of network.entityUnits) equally; set one of both so that they do`;
}

/** Settings that name pieces which a network reads in a way of its own. */
const readings = ['normalise', 'planes', 'entities', 'memory'] as const;

/** Settings that cannot go together with afterstate learning. */
function afterstateTrouble({ phases, advisor, network, evaluation }: Config): string | null {
  const [first, ...others] = phases.filter((phase) => phase.algorithm === 'afterstate');
  if (!first) return null;
  const stranger = phases.find(({ algorithm }) => algorithm !== 'afterstate');
  if (stranger)
    return `${stranger.name}: a policy of afterstates has no probabilities for ${stranger.algorithm} to train; leave ${stranger.name} out`;
  const unlike = others.find((phase) =>
    (['samples', 'beam', 'lead', 'average'] as const).some((setting) => phase[setting] !== first[setting]),
  );
  if (unlike) return `${unlike.name}: its samples, beam, lead and average must be those of ${first.name}`;
  if (advisor !== null) return 'advisor: a policy of afterstates takes no advice; set advisor to null';
  const read = (['normalise', 'planes', 'entities', 'memory'] as const).find((setting) => network[setting].length > 0);
  if (read) return `network.${read}: a policy of afterstates reads the observation as it is; leave it empty`;
  if (evaluation.lookahead > 0) return 'evaluation.lookahead: a policy of afterstates has its own search; set it to 0';
  return null;
}

/**
 * A copy of a config in which settings are found by their paths: each phase lies under its name. `unnamed` is the way
 * back.
 */
export function byName({ phases, ...shared }: Config): Record<string, unknown> {
  return structuredClone({ ...shared, ...Object.fromEntries(phases.map((phase) => [phase.name, phase])) });
}

function unnamed(named: Record<string, unknown>, phases: readonly Phase[]): unknown {
  const shared = Object.entries(named).filter(([key]) => Object.hasOwn(configSchema.shape, key));
  return { ...Object.fromEntries(shared), phases: phases.map(({ name }) => named[name]) };
}

/**
 * One `--set`: `ppo.learningRate=1e-4`, `network.trunk=[64,64]`, `evaluation.against=random,scripted:mixed`. A phase is
 * addressed by its name; `phases=[...]` says which there are (`mergeConfig`).
 * Values are JSON where they are JSON, else text; a list of texts may be written with commas.
 * @returns a new config
 * @throws UserError on an unknown key or an impossible value
 */
export function applySet(config: Config, assignment: string): Config {
  const { path, text } = splitSet(assignment);
  const where = `--set ${assignment}`;
  if (path === 'phases') {
    const phases = parseValue(text, []) as unknown;
    const merged = Array.isArray(phases) ? mergePhases(config.phases, phases) : phases;
    return parseConfig({ ...config, phases: merged } as ConfigInput, where);
  }
  const copy = byName(config);
  put(copy, path, text, config);
  return parseConfig(unnamed(copy, config.phases), where);
}

/** Puts what `--set` says into a config by names. @throws UserError where there is no such setting */
function put(copy: Record<string, unknown>, path: string, text: string, config: Config): void {
  const keys = path.split('.');
  let at = copy;
  // Their fields are the game's, and those of another run.
  const open = keys[0] === 'options' || keys[0] === 'bot';
  for (const [depth, key] of keys.entries()) {
    // That name is no field of an object, but what it inherits from.
    if ((!Object.hasOwn(at, key) && !open) || key === '__proto__') throw unknownKey(path, '--set', config);
    if (depth === keys.length - 1) {
      if (depth === 1 && (key === 'name' || key === 'algorithm') && !Object.hasOwn(configSchema.shape, keys[0]!))
        throw new UserError(`--set ${path}: set it in phases=[...]`);
      at[key] = parseValue(text, at[key]);
      break;
    }
    if (open && !isObject(at[key])) at[key] = {};
    if (!isObject(at[key])) throw new UserError(`--set ${path}: ${keys.slice(0, depth + 1).join('.')} has no fields`);
    at = at[key];
  }
}

/**
 * A config with other values, and then with all that `--set` says: together, since one may be possible only with another.
 * @param changes by path, each of a setting that is there
 * @param assignments as of `applySet`
 * @throws UserError naming the first that is impossible
 */
export function applySets(
  config: Config,
  changes: Readonly<Record<string, unknown>>,
  assignments: readonly string[],
): Config {
  // First: the others are settings of these.
  const phases = assignments.filter((assignment) => splitSet(assignment).path === 'phases');
  if (phases.length > 0) {
    const others = assignments.filter((assignment) => !phases.includes(assignment));
    return applySets(phases.reduce(applySet, config), changes, others);
  }
  const copy = byName(config);
  change(copy, changes);
  for (const assignment of assignments) {
    const { path, text } = splitSet(assignment);
    put(copy, path, text, config);
  }
  try {
    return parseConfig(unnamed(copy, config.phases), 'settings');
  } catch (error) {
    // Which of them it was.
    assignments.reduce(applySet, withSettings(config, changes, 'settings'));
    throw error;
  }
}

/** A config with other values. @param changes by path, each of a setting that is there @throws UserError for an impossible value */
export function withSettings(config: Config, changes: Readonly<Record<string, unknown>>, where: string): Config {
  const copy = byName(config);
  change(copy, changes);
  return parseConfig(unnamed(copy, config.phases), where);
}

function change(copy: Record<string, unknown>, changes: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const last = keys.pop()!;
    let at = copy;
    for (const key of keys) at = at[key] as Record<string, unknown>;
    at[last] = value;
  }
}

/** The two sides of a `--set`. @throws UserError when there are none */
export function splitSet(assignment: string): { path: string; text: string } {
  const equals = assignment.indexOf('=');
  if (equals < 1) throw new UserError(`--set ${assignment}: write it as key=value, such as ppo.learningRate=1e-4`);
  return { path: assignment.slice(0, equals).trim(), text: assignment.slice(equals + 1).trim() };
}

/** A value as `--set` has it. @param old of what kind it should be @throws UserError for a number that is lost in reading */
export function parseValue(text: string, old: unknown): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return Array.isArray(old) ? text.split(',').map((part) => part.trim()) : text;
  }
  if (typeof old === 'string' && typeof value !== 'string') return text;
  refuseLostNumbers(text, '--set');
  return value;
}

/** What to say of a setting that is not there. @param config whose settings; without it those of every algorithm */
export function unknownKey(path: string, where: string, config: Config = everything()): UserError {
  let known: unknown = byName(config);
  for (const key of path.split('.')) {
    if (!isObject(known) || !Object.hasOwn(known, key)) break;
    known = known[key];
  }
  const settings = isObject(known) ? Object.keys(known).filter((key) => key !== 'name' && key !== 'algorithm') : [];
  const names = settings.length > 0 ? `; there are ${settings.join(', ')}` : '';
  return new UserError(`${where}: there is no setting \`${path}\`${names}`);
}

/** A config of defaults with a phase of every algorithm: what there is to set. */
export const everything = (): Config =>
  configSchema.parse({ phases: algorithmNames.map((algorithm) => ({ algorithm })) });

/** One setting, for help text and docs. */
export interface SettingHelp {
  /** `ppo.learningRate` */
  path: string;
  value: unknown;
  about: string;
}

/** Every setting with its value and its sentence, in the order of the schema. @param config without it: the defaults, and a phase of every algorithm */
export function configSettings(config: Config = everything()): SettingHelp[] {
  const settings: SettingHelp[] = [];
  const { phases: _, ...shared } = configSchema.shape;
  collect(shared, config, '', settings);
  for (const phase of config.phases) {
    const schema = anyPhaseSchema.options.find((one) => one.shape.algorithm.value === phase.algorithm)!;
    const { name, algorithm, ...fields } = schema.shape;
    collect(fields, phase, `${phase.name}.`, settings);
  }
  return settings;
}

function collect(fields: z.ZodRawShape, values: object, prefix: string, into: SettingHelp[]): void {
  for (const [key, field] of Object.entries(fields)) {
    const path = prefix + key;
    const value = (values as Record<string, unknown>)[key];
    let inner = field as z.ZodType;
    while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) inner = inner.unwrap() as z.ZodType;
    if (inner instanceof z.ZodObject) collect(inner.shape, value as object, `${path}.`, into);
    else into.push({ path, value, about: (field as z.ZodType).description ?? '' });
  }
}

/** The value of a setting. @param path as in `configSettings` */
export function settingOf(config: Config, path: string): unknown {
  let value: unknown = byName(config);
  for (const key of path.split('.')) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/**
 * Help text: one line a setting, `path (value): sentence`.
 * @param config as in `configSettings`
 * @param note follows the description of a setting
 */
export function describeConfig(config?: Config, note: (path: string) => string = () => ''): string {
  const show = (value: unknown) => {
    if (isObject(value) && 'from' in value && 'to' in value)
      return value.from === value.to ? String(value.from) : `${value.from} -> ${value.to}`;
    return JSON.stringify(value);
  };
  return configSettings(config)
    .map(({ path, value, about }) => `${path} (${show(value)}): ${about}${note(path)}`)
    .join('\n');
}

/**
 * Specs of all agents that play in what a run collects, the last phase's first; `firstAgent` says where each one's
 * begin.
 */
export function agentsOf({ phases }: Config): string[] {
  return [...phases].reverse().flatMap((phase) => algorithmOf(phase).agents(phase));
}

/** Index in `agentsOf` of a phase's first agent. */
export function firstAgent({ phases }: Config, phase: number): number {
  return agentsOf({ phases: phases.slice(phase + 1) } as Config).length;
}
