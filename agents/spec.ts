/**
 * Agents by their spec string, the same everywhere: `random`, `scripted:merchant`, `search:400?depth=40`,
 * `policy:runs/a?argmax`. A spec is `<kind>[:<what>][?<option>[=<value>]&...]`.
 */
import { existsSync } from 'node:fs';
import type { Agent } from '../env/agent.js';
import { botMakers, type GamePackage, type Pace, scriptedBots } from '../env/game-package.js';
import { differentOptions, parseOptions } from '../env/options.js';
import { type CappedWorth, cappedWorths } from '../env/returns.js';
import { UserError } from '../env/user-error.js';
import { LEAST_TEMPERATURE } from './bots/soft-player.js';
import { LEVELS, rungOf } from './ladder.js';
import { nearest } from './nearest.js';
import { loadModel } from './outside/model-agent.js';
import { loadProgram } from './outside/program-agent.js';
import { FilePlayer, type FilePlayerSettings, loadPlayer, trainedPlayer } from './player-file/file-player.js';
import { shippedFiles } from './player-file/shipped.js';
import { type ActorCritic, policyJudge } from './policy/actor-critic.js';
import {
  actorCritic,
  loadPolicy,
  policyFile,
  policyLookahead,
  policyLookaheadProblem,
  policyPlayer,
  trainedPolicy,
} from './policy/policy.js';
import { type Playing, type Trained, trainedOptions } from './policy/trained.js';
import { RandomAgent } from './random.js';
import { GuidedAgent } from './search/guided-search.js';
import { FEWEST_SAMPLES } from './search/halving.js';
import { LookaheadAgent, lookaheadDefaults } from './search/lookahead.js';
import {
  type OpponentWeights,
  opponentsProblem,
  simulatedOpponents,
  splitOpponents,
  UNIFORM,
} from './search/opponents.js';
import { SearchAgent, searchDefaults } from './search/search.js';
import type { SearchBudget } from './search/simulation.js';
import { weakened } from './weakened.js';

/** What agents are made for: a game with all that comes with it. Without `options`: the game's own. */
export interface AgentContext extends GamePackage, Playing {}

/** A kind of agent, for help texts and lists. */
export interface AgentKind {
  /** How it is written. */
  spec: string;
  about: string;
}

interface Kind extends AgentKind {
  /** Known options. */
  options: readonly string[];
  load(parsed: ParsedSpec, context: AgentContext): (() => Agent) | Promise<() => Agent>;
  /** The file it plays by, where it needs one. */
  file?(parsed: ParsedSpec, context: AgentContext | undefined): string | undefined | Promise<string | undefined>;
  /** Reads what a player in such a file was trained for. */
  trained?(file: string): Trained | Promise<Trained>;
  /** What other players are part of it, and how. */
  inside(parsed: ParsedSpec, context: AgentContext): Part[] | Promise<Part[]>;
}

/** A player that is part of another one. */
export interface Part {
  /** Its spec. */
  agent: string;
  /** How, in a few words. */
  how: string;
}

/** A spec taken apart. */
export interface ParsedSpec {
  /** As typed. */
  spec: string;
  kind: string;
  /** What stands after the first colon; empty without one. */
  what: string;
  options: Map<string, string>;
}

const kinds: Readonly<Record<string, Kind>> = {
  random: {
    spec: 'random',
    about: 'uniform among the legal actions',
    options: [],
    load: (parsed) => {
      nothingAfter(parsed);
      return () => new RandomAgent();
    },
    inside: () => [{ agent: 'random', how: 'itself' }],
  },
  scripted: {
    spec: 'scripted:<name>',
    about: 'a scripted player (tabletop games <game>)',
    options: ['temperature', 'mistakes'],
    load: (parsed, context) => loadScripted(parsed, context),
    inside: ({ what }, context) => botInside(`scripted:${what}`, 'itself', context),
  },
  search: {
    spec: 'search:<n>, search:<n>ms',
    about: 'search: n simulations or milliseconds a move',
    options: ['rollout', 'opponents', 'rounds', 'margin', 'depth', 'exploration', 'widening', 'win', 'capped'],
    load: (parsed, context) => loadSearch(parsed, context),
    inside: (parsed, context) => [
      ...playerInside(rolloutOf(parsed, context), 'plays its simulations', context),
      ...opponentsInside(opponentsOption(parsed, context)?.weights, context),
    ],
  },
  policy: {
    spec: 'policy:<run>',
    about: 'a trained policy; <run> may be a checkpoint',
    options: ['argmax', 'temperature'],
    load: (parsed, context) => loadPolicyAgent(parsed, context),
    file: (parsed) => policyFile(policyPath(parsed)),
    trained: trainedPolicy,
    inside: (parsed, context) => policyInside(policyPath(parsed), context),
  },
  'policy+search': {
    spec: 'policy+search:<n>:<run>',
    about: 'tree search guided by a policy; n may be <n>ms',
    options: ['exploration', 'considered'],
    load: (parsed, context) => loadPolicySearch(parsed, context),
    file: (parsed) => policyFile(amountAndPath(parsed, 'simulations')[1]),
    trained: trainedPolicy,
    inside: (parsed, context) => policyInside(amountAndPath(parsed, 'simulations')[1], context),
  },
  'policy+lookahead': {
    spec: 'policy+lookahead:<n>:<run>',
    about: 'a policy that looks ahead with n samples',
    options: ['rounds', 'margin', 'evaluation', 'opponents', 'capped'],
    load: (parsed, context) => loadPolicyLookahead(parsed, context),
    file: (parsed) => policyFile(amountAndPath(parsed, 'samples')[1]),
    trained: trainedPolicy,
    inside: (parsed, context) => [
      ...policyInside(amountAndPath(parsed, 'samples')[1], context),
      ...opponentsInside(opponentsOption(parsed, context)?.weights, context),
    ],
  },
  file: {
    spec: 'file:<player.mjs>',
    about: 'an exported player',
    options: ['difficulty', 'topk', 'attention', 'level'],
    load: (parsed, context) => loadFile(parsed, context, playerPath(parsed)),
    file: (parsed) => playerPath(parsed),
    trained: trainedPlayer,
    inside: (parsed, context) => fileInside(playerPath(parsed), context),
  },
  player: {
    spec: 'player, player:fast',
    about: 'the shipped player; fast: without search',
    options: ['difficulty', 'topk', 'attention', 'level'],
    load: async (parsed, context) => loadFile(parsed, context, await shippedPlayer(context, paceOf(parsed))),
    // Any game may be meant where none is named.
    file: (parsed, context) => context && shippedPlayer(context, paceOf(parsed)),
    trained: trainedPlayer,
    inside: async (parsed, context) => fileInside(await shippedPlayer(context, paceOf(parsed)), context),
  },
  level: {
    spec: `level:<1..${LEVELS}>`,
    about: 'a level of the shipped ladder',
    options: ['ladder'],
    load: (parsed, context) => loadAgent(rungAgent(parsed, context), context),
    file: async (parsed, context) => context && agentFile(rungAgent(parsed, context), context),
    inside: (parsed, context) => agentParts(rungAgent(parsed, context), context),
  },
  cmd: {
    spec: 'cmd:<program and arguments>',
    about: 'a program of your own (JSON lines)',
    options: ['ms'],
    load: (parsed, { game, options }) => {
      const command = needed(parsed, 'a program');
      const ms = numberOption(parsed, 'ms', 1, 3_600_000, true) ?? 5000;
      return loadProgram(parsed.spec, command, game, options, ms);
    },
    inside: () => [],
  },
  onnx: {
    spec: 'onnx:<model.onnx>',
    about: 'an ONNX model of your own',
    options: ['argmax', 'temperature'],
    load: (parsed, { game }) => {
      const file = needed(parsed, 'the path of an ONNX model');
      return loadModel(parsed.spec, file, game, drawing(parsed));
    },
    inside: () => [],
  },
};

/** All kinds of agents. */
export const agentSpecs: readonly AgentKind[] = Object.values(kinds).map(({ spec, about }) => ({ spec, about }));

/**
 * Makes an agent by its spec, such as `random`, `scripted:bold`, `search:400`, `policy:runs/first?argmax` or
 * `file:player.mjs`.
 * @param context the game with all that comes with it, as `loadGame` returns it, and the options to be played
 * @throws UserError when the spec is not understood, or what it names is missing, damaged or made for another game or
 *   other options
 */
export async function createAgent(spec: string, context: AgentContext): Promise<Agent> {
  return (await loadAgent(spec, context))();
}

/**
 * Loads what a spec names once (weights, a player file) and returns what makes agents of it, each an instance of its
 * own. Errors as `createAgent`.
 */
export async function loadAgent(spec: string, context: AgentContext): Promise<() => Agent> {
  const parsed = parseSpec(spec, context);
  const create = await kinds[parsed.kind]!.load(parsed, context);
  return () => named(create(), spec);
}

/**
 * The file a spec's agent plays by (a checkpoint, an exported player); undefined for one that needs none.
 * @throws UserError when the spec is not understood, or names a run without a checkpoint
 */
export async function agentFile(spec: string, context: AgentContext): Promise<string | undefined> {
  const parsed = parseSpec(spec, context);
  return kinds[parsed.kind]!.file?.(parsed, context);
}

/**
 * The players that are part of an agent: who plays its simulations, whose choice or weights it began with. Against them it
 * looks stronger than it is, since it knows how they play.
 * @returns each once, an agent that is measured against itself among them
 * @throws UserError as `createAgent`
 */
export async function agentParts(spec: string, context: AgentContext): Promise<Part[]> {
  const parsed = parseSpec(spec, context);
  const parts = await kinds[parsed.kind]!.inside(parsed, context);
  return parts.filter(({ agent }, i) => parts.findIndex((part) => part.agent === agent) === i);
}

/** A spec that names a trained player, and what that was trained for. */
export interface TrainedAgent extends Trained {
  spec: string;
  /** The file it plays by. */
  file: string;
  /** Shipped for the options that are played: it follows others, and says nothing of which are meant. */
  follows: boolean;
}

/**
 * What the agent of a spec was trained for; undefined where it was not, or its file is not there.
 * @param context undefined: the game is not known yet, and then a spec that is not understood is nobody trained
 * @throws UserError when the spec is not understood, or what it names is damaged
 */
export async function trainedAgent(spec: string, context?: AgentContext): Promise<TrainedAgent | undefined> {
  const parsed = context || Object.hasOwn(kinds, kindOf(spec)) ? parseSpec(spec, context) : undefined;
  if (!parsed) return undefined;
  const kind = kinds[parsed.kind]!;
  if (parsed.kind === 'level') {
    const found = context && (await trainedAgent(rungAgent(parsed, context), context));
    return found && { ...found, spec };
  }
  const file = await kind.file?.(parsed, context);
  if (file === undefined || !existsSync(file)) return undefined;
  return { spec, file, follows: parsed.kind === 'player', ...(await kind.trained!(file)) };
}

function kindOf(spec: string): string {
  return /^[^?:]*/.exec(spec)![0];
}

/** Reports show the spec as it was typed, also for bots that call themselves something shorter. */
function named(agent: Agent, spec: string): Agent {
  return agent.name === spec ? agent : Object.defineProperty(agent, 'name', { value: spec });
}

/**
 * @param context may be left out where the kind is known to be one
 * @throws UserError when it names no kind of agent, or an option that this kind does not have
 */
export function parseSpec(spec: string, context?: AgentContext): ParsedSpec {
  const mark = spec.indexOf('?');
  const head = mark < 0 ? spec : spec.slice(0, mark);
  const colon = head.indexOf(':');
  const kind = kindOf(spec);
  if (!Object.hasOwn(kinds, kind)) throw new UserError(unknownAgent(spec, kind, context!));
  const options = new Map<string, string>();
  for (const pair of mark < 0 ? [] : spec.slice(mark + 1).split(/[&?]/)) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const known = kinds[kind]!.options;
    if (!known.includes(name)) {
      const meant = nearest(name, known);
      throw new UserError(
        `agent ${spec}: unknown option '${name}'${meant ? `, did you mean ${meant}?` : ''}; ` +
          (known.length > 0 ? `${kind} has the options ${known.join(', ')}` : `${kind} has no options`),
      );
    }
    options.set(name, equals < 0 ? '' : pair.slice(equals + 1));
  }
  return { spec, kind, what: colon < 0 ? '' : head.slice(colon + 1), options };
}

function unknownAgent(spec: string, kind: string, context: AgentContext): string {
  const bots = Object.keys(context.bots ?? {});
  // The commonest slip: a bot's name without its kind.
  const names = [...Object.keys(kinds), ...bots];
  const found = bots.includes(kind) ? kind : nearest(kind, names);
  const meant = found && (bots.includes(found) ? `scripted:${found}` : spec.replace(kind, found));
  const list = agentSpecs.map((known) => known.spec).join(', ');
  return `unknown agent '${spec}'${meant ? `, did you mean ${meant}? Agents` : '; agents'} are: ${list}`;
}

function needed({ spec, what, kind }: ParsedSpec, thing: string): string {
  if (what === '') throw new UserError(`agent ${spec} needs ${thing}: ${kinds[kind]!.spec}`);
  return what;
}

function nothingAfter({ spec, what, kind }: ParsedSpec): void {
  if (what !== '') throw new UserError(`agent ${spec}: nothing may follow ${kind}; write ${kinds[kind]!.spec}`);
}

function numberOption(
  parsed: ParsedSpec,
  name: string,
  low: number,
  high = Infinity,
  whole = false,
): number | undefined {
  const text = parsed.options.get(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < low || value > high || (whole && !Number.isInteger(value)))
    throw new UserError(
      `agent ${parsed.spec}: ${name} must be a ${whole ? 'whole ' : ''}number ${high === Infinity ? `>= ${low}` : `${low}..${high}`}, not '${text}'`,
    );
  return value;
}

function botNamed(name: string, what: string, context: GamePackage): () => Agent {
  const bots = botMakers(context);
  if (Object.hasOwn(bots, name)) return bots[name]!;
  const names = Object.keys(bots);
  const meant = nearest(name, names);
  throw new UserError(
    `${what}: ${context.game.id} has ${names.length === 0 ? 'no scripted bots' : `no bot '${name}'`}` +
      `${meant ? `, did you mean ${meant}?` : ''}${names.length > 0 ? `${meant ? ' It has' : '; it has'} ${names.join(', ')}` : ''}`,
  );
}

function loadScripted(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const bot = botNamed(needed(parsed, 'the name of a bot'), `agent ${parsed.spec}`, context);
  const weakness = {
    temperature: numberOption(parsed, 'temperature', LEAST_TEMPERATURE),
    mistakes: numberOption(parsed, 'mistakes', 0, 1),
  };
  const create = () => weakened(parsed.spec, bot(), weakness, context.game.actions);
  // Told before the first game.
  create();
  return create;
}

/** `400`, `50ms` or `2s`. */
function budgetOf(parsed: ParsedSpec, text: string): SearchBudget {
  const found = /^(\d+)(ms|s)?$/.exec(text);
  const amount = Number(found?.[1]);
  if (!found || amount < 1 || amount > 1e9)
    throw new UserError(
      `agent ${parsed.spec}: wanted a number of simulations (${parsed.kind}:400) or a time (${parsed.kind}:50ms)`,
    );
  return found[2] ? { milliseconds: amount * (found[2] === 's' ? 1000 : 1) } : { simulations: amount };
}

/** What says how a tree grows: of no use to a search that looks ahead. */
const treeOptions = ['exploration', 'widening', 'depth'] as const;

function loadSearch(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const budget = budgetOf(parsed, needed(parsed, 'a number of simulations or a time'));
  const { search = {}, evaluate: judge } = context;
  const win = numberOption(parsed, 'win', 0, 1);
  const { returns: usual } = searchDefaults;
  const returns = { winWeight: win ?? usual.winWeight, capped: cappedOption(parsed) ?? usual.capped };
  const rollout = rolloutOf(parsed, context);
  const bot = rollout === 'random' ? undefined : botNamed(rollout, `agent ${parsed.spec}: rollout`, context);
  const rivals = opponentsOption(parsed, context);
  const opponents = rivals && simulatedOpponents(rivals.weights, rivals.bots);
  const rounds = untilOption(parsed, 'rounds', 1, 1e6) ?? search.rounds ?? Infinity;
  const depth = untilOption(parsed, 'depth', 0, 1e9) ?? Infinity;
  for (const [name, limit] of Object.entries({ rounds, depth }))
    if (limit < Infinity && !judge)
      throw new UserError(
        `agent ${parsed.spec}: ${context.game.id} has no evaluation of unfinished positions; leave out ${name}`,
      );
  const evaluate = rounds < Infinity || depth < Infinity ? judge : undefined;

  const tree = treeOptions.find((name) => parsed.options.has(name));
  const margin = marginOf(parsed) ?? (tree || !bot ? Infinity : (search.margin ?? Infinity));
  if (margin === Infinity) {
    const exploration = numberOption(parsed, 'exploration', 0);
    const widening = numberOption(parsed, 'widening', 0.01);
    const settings = { ...budget, returns, exploration, widening, rollout: bot, opponents, rounds, depth, evaluate };
    return () => new SearchAgent(parsed.spec, settings);
  }
  if (tree)
    throw new UserError(`agent ${parsed.spec}: margin looks ahead without a tree; leave it out, or leave out ${tree}`);
  if (!bot)
    throw new UserError(`agent ${parsed.spec}: margin needs the choice of a bot to keep to; name one as rollout`);
  const settings = { ...budget, opponents, rounds, margin, evaluate, returns };
  return () => new LookaheadAgent(parsed.spec, { ...settings, usual: bot(), rollout: bot() });
}

/**
 * Name of who plays the rollouts of a search, for its own seat at least. Random play may never end a game, and says little
 * of how good a position is: bots where there are any.
 */
function rolloutOf({ options }: ParsedSpec, context: AgentContext): string {
  return options.get('rollout') ?? context.search?.rollout ?? Object.keys(context.bots ?? {})[0] ?? UNIFORM;
}

/** A bot that is part of an agent, and those whose weights became its own. @param spec `scripted:<name>` */
function botInside(spec: string, how: string, context: AgentContext): Part[] {
  const bots = scriptedBots(context);
  const parts: Part[] = [{ agent: spec, how }];
  for (let from = bots[spec.slice('scripted:'.length)]?.from; from !== undefined; from = bots[from]?.from) {
    const agent = `scripted:${from}`;
    if (parts.some((part) => part.agent === agent)) break;
    parts.push({ agent, how: 'its weights were trained from this' });
  }
  return parts;
}

/** The same of a bot's name, or `random`. */
function playerInside(name: string, how: string, context: AgentContext): Part[] {
  return name === UNIFORM ? [{ agent: UNIFORM, how }] : botInside(`scripted:${name}`, how, context);
}

function opponentsInside(weights: OpponentWeights | undefined, context: AgentContext): Part[] {
  return Object.keys(weights ?? {}).flatMap((name) => playerInside(name, 'plays rivals in its simulations', context));
}

function policyInside(path: string, context: AgentContext): Part[] {
  const { advisor, plan } = loadPolicy(path, context, playingOf(context));
  return [
    ...(advisor ? botInside(advisor.spec, 'its advisor', context) : []),
    ...(plan ? botInside(plan.bot, 'its weights were trained from this', context) : []),
  ];
}

/** What an exported player says of itself. */
async function fileInside(path: string, context: AgentContext): Promise<Part[]> {
  const { meta } = await loadPlayer(path, context.game, playingOf(context));
  const bots = new Set([meta.advisor, meta.provenance?.training?.scriptedPlayerInside ?? undefined]);
  if (meta.plan) bots.delete(meta.plan.bot);
  return [
    ...(meta.plan ? botInside(meta.plan.bot, 'its weights were trained from this', context) : []),
    ...[...bots].flatMap((spec) => (spec === undefined ? [] : botInside(spec, 'inside it', context))),
    ...opponentsInside(meta.lookahead?.opponents, context),
  ];
}

/** How much better another action must be than the bot's; Infinity where a tree is wanted instead. */
function marginOf(parsed: ParsedSpec): number | undefined {
  return parsed.options.get('margin') === 'none' ? Infinity : numberOption(parsed, 'margin', 0);
}

/** `half` or `loss`. */
function cappedOption({ spec, options }: ParsedSpec): CappedWorth | undefined {
  const text = options.get('capped');
  const found = cappedWorths.find((worth) => worth === text);
  if (text === undefined || found) return found;
  throw new UserError(`agent ${spec}: capped must be one of ${cappedWorths.join(', ')}, not '${text}'`);
}

/** Simulated opponents, and the bots that they name. */
interface NamedOpponents {
  weights: OpponentWeights;
  bots: Record<string, () => Agent>;
}

/** Simulated opponents as they are written: `mixed`, `mixed+fame:2+random`. Commas stand between agents. */
function opponentsOption(parsed: ParsedSpec, context: AgentContext): NamedOpponents | undefined {
  const text = parsed.options.get('opponents');
  if (text === undefined) return undefined;
  const what = `agent ${parsed.spec}`;
  const weights = splitOpponents(text, `${what}: opponents`);
  return { weights, bots: opponentBots(weights, what, context) };
}

/**
 * The bots that simulated opponents name.
 * @throws UserError when there is no such bot, or a weight is not above 0
 */
export function opponentBots(
  weights: OpponentWeights,
  what: string,
  context: GamePackage,
): Record<string, () => Agent> {
  const problem = opponentsProblem(weights);
  if (problem) throw new UserError(`${what}: ${problem}`);
  const bots = botMakers(context);
  const named = Object.keys(weights).filter((name) => name !== UNIFORM || Object.hasOwn(bots, name));
  return Object.fromEntries(named.map((name) => [name, botNamed(name, `${what}: opponents`, context)]));
}

/** A whole number, or Infinity where the option is `all`. */
function untilOption(parsed: ParsedSpec, name: string, low: number, high: number): number | undefined {
  return parsed.options.get(name) === 'all' ? Infinity : numberOption(parsed, name, low, high, true);
}

/** How strong a spec of an exported player says it plays. @throws UserError when it says that twice, or wrongly */
export function playerSettings(parsed: ParsedSpec): FilePlayerSettings {
  const text = parsed.options.get('difficulty');
  const difficulty =
    text === 'easy' || text === 'medium' || text === 'hard' ? text : numberOption(parsed, 'difficulty', 0, 1);
  const topK = numberOption(parsed, 'topk', 1, 1e9, true);
  const attention = numberOption(parsed, 'attention', 0, 1);
  const level = numberOption(parsed, 'level', 1, LEVELS, true);
  const said = [level, attention, difficulty ?? topK].filter((one) => one !== undefined);
  if (said.length > 1)
    throw new UserError(
      `agent ${parsed.spec}: level, attention, and difficulty with topk all set its strength; give one of them`,
    );
  return { difficulty, topK, attention, level };
}

async function loadFile(parsed: ParsedSpec, context: AgentContext, path: string): Promise<() => Agent> {
  const settings = playerSettings(parsed);
  const module = await loadPlayer(path, context.game, playingOf(context));
  if (settings.level !== undefined && !module.meta.ladder)
    throw new UserError(
      `agent ${parsed.spec}: the levels of this player were not measured (tabletop ladder --player); use difficulty`,
    );
  if (settings.attention !== undefined && !module.meta.lookahead)
    throw new UserError(`agent ${parsed.spec}: this player does not look ahead, so attention has no effect`);
  return () => new FilePlayer(module, context.game, path, settings, parsed.spec);
}

/** The options that agents of a context are to play. */
function playingOf({ game, options, otherOptions }: AgentContext): Playing {
  return { options: parseOptions(game, options), otherOptions };
}

/**
 * Spec of the best opponent that is there without training: the player shipped for the game, else its first scripted
 * bot, else random play.
 */
export function defaultOpponent(context: AgentContext): string {
  return shippedFiles(context).length > 0 ? 'player' : (rivals(context)[0] ?? 'random');
}

/**
 * Specs of the scripted bots that a new player is measured against while it trains: the strongest where a game declares a
 * panel, which measures it by the others too, else all of them.
 */
export function rivals({ bots = {}, panel }: GamePackage): string[] {
  const names = Object.keys(bots);
  return (panel ? names.slice(0, 1) : names).map((name) => `scripted:${name}`);
}

/** Spec of the agent that a level of a ladder is played by. */
function rungAgent(parsed: ParsedSpec, context: AgentContext): string {
  const level = Number(needed(parsed, `a level, 1 to ${LEVELS}`));
  if (!Number.isInteger(level) || level < 1 || level > LEVELS)
    throw new UserError(`agent ${parsed.spec}: wanted a level from 1 to ${LEVELS}`);
  const file = parsed.options.get('ladder');
  if (file === '') throw new UserError(`agent ${parsed.spec}: ladder needs the file of a ladder`);
  return rungOf(level, context, file).rung.agent;
}

/** Which of the two shipped players a spec means. */
function paceOf({ spec, what }: ParsedSpec): Pace {
  if (what !== '' && what !== 'fast') throw new UserError(`agent ${spec}: write player, or player:fast`);
  return what === 'fast' ? 'fast' : 'strong';
}

/**
 * Path of the player shipped for a game that was trained with the options to be played, or with the most of them.
 * @param pace the strongest, or the one that decides without searching
 */
export async function shippedPlayer(context: AgentContext, pace: Pace = 'strong'): Promise<string> {
  const { game, options } = context;
  const files = shippedFiles(context, pace);
  if (files.length === 0)
    throw new UserError(
      `no player is shipped for ${game.id}; train one (tabletop train ${game.id}) and name it policy:<run>`,
    );
  const played = parseOptions(game, options);
  let nearest = { file: files[0]!, differences: Infinity };
  for (const file of files) {
    const trained = await trainedPlayer(file);
    const differences = differentOptions(trainedOptions(file, trained, game), played).length;
    if (differences < nearest.differences) nearest = { file, differences };
    if (differences === 0) break;
  }
  return nearest.file;
}

function playerPath(parsed: ParsedSpec): string {
  return needed(parsed, 'the path of an exported player');
}

function policyPath(parsed: ParsedSpec): string {
  return needed(parsed, 'the path of a run or a checkpoint');
}

/** Loads a policy that judges positions once, for any number of players, each with an actor-critic of its own. */
function judgingPolicy({ spec }: ParsedSpec, path: string, context: AgentContext): () => ActorCritic {
  const policy = loadPolicy(path, context, playingOf(context));
  if (policy.plan)
    throw new UserError(
      `agent ${spec}: this policy is ${policy.plan.bot} with trained weights, and judges no positions; play it as policy:${path} or policy+lookahead:${lookaheadDefaults.samples}:${path}`,
    );
  return () => actorCritic(context.game, policy);
}

/** How an agent takes an action of its distribution. */
function drawing(parsed: ParsedSpec): { argmax: boolean; temperature: number | undefined } {
  const argmax = parsed.options.has('argmax');
  const temperature = numberOption(parsed, 'temperature', 0.001);
  if (argmax && temperature !== undefined)
    throw new UserError(`agent ${parsed.spec}: argmax and temperature exclude each other`);
  return { argmax, temperature };
}

function loadPolicyAgent(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const path = policyPath(parsed);
  const { argmax, temperature } = drawing(parsed);
  const policy = loadPolicy(path, context, playingOf(context));
  if (policy.plan && temperature !== undefined)
    throw new UserError(
      `agent ${parsed.spec}: this policy is ${policy.plan.bot} with trained weights, which draws nothing; leave out temperature`,
    );
  return () => policyPlayer(context.game, policy, { argmax, temperature, name: parsed.spec });
}

/** What stands before and after the colon in `16:runs/a`. */
function amountAndPath(parsed: ParsedSpec, amount: string): [amount: string, path: string] {
  const what = needed(parsed, `a number of ${amount} and a run or a checkpoint`);
  const colon = what.indexOf(':');
  if (colon < 0 || colon === what.length - 1)
    throw new UserError(`agent ${parsed.spec} needs the path of a run or a checkpoint: ${kinds[parsed.kind]!.spec}`);
  return [what.slice(0, colon), what.slice(colon + 1)];
}

function loadPolicyLookahead(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const [amount, path] = amountAndPath(parsed, 'samples');
  const samples = Number(amount);
  if (!/^\d+$/.test(amount) || samples < FEWEST_SAMPLES || samples > 10_000)
    throw new UserError(
      `agent ${parsed.spec}: wanted ${FEWEST_SAMPLES} to 10000 samples (${parsed.kind}:${lookaheadDefaults.samples}:<run>), not '${amount}'`,
    );
  const rounds = numberOption(parsed, 'rounds', 0, 1000, true) ?? lookaheadDefaults.rounds;
  const margin = numberOption(parsed, 'margin', 0) ?? lookaheadDefaults.margin;
  const evaluation = numberOption(parsed, 'evaluation', 0, 1);
  const capped = cappedOption(parsed);
  const rivals = opponentsOption(parsed, context);
  const strength = { samples, rounds, margin, evaluation, opponents: rivals?.weights, capped, name: parsed.spec };
  const policy = loadPolicy(path, context, playingOf(context));
  const problem = policyLookaheadProblem(context, policy, strength);
  if (problem) throw new UserError(`agent ${parsed.spec}: ${problem}`);
  return () => policyLookahead(context, policy, strength, rivals?.bots);
}

function loadPolicySearch(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const [amount, path] = amountAndPath(parsed, 'simulations');
  const settings = budgetOf(parsed, amount);
  const exploration = numberOption(parsed, 'exploration', 0);
  const considered = numberOption(parsed, 'considered', 2, 10_000, true);
  const make = judgingPolicy(parsed, path, context);
  const judge = () => policyJudge(make());
  return () => new GuidedAgent(parsed.spec, { ...settings, exploration, considered, judge });
}
