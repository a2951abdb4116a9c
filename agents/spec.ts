/**
 * Agents by their spec string, the same everywhere: `random`, `scripted:merchant`, `search:400?depth=40`,
 * `policy:runs/a?argmax`. A spec is `<kind>[:<what>][?<option>[=<value>]&...]`.
 */
import { existsSync } from 'node:fs';
import type { Agent } from '../env/agent.js';
import type { Game } from '../env/game.js';
import { differentOptions, parseOptions } from '../env/options.js';
import { UserError } from '../env/user-error.js';
import { gamePlayers, LEAST_TEMPERATURE, SoftPlayer, scriptedBots, searchRounds, weighs } from './bots/index.js';
import { nearest } from './nearest.js';
import { FilePlayer, loadPlayer, trainedPlayer } from './player-file/file-player.js';
import { shippedFiles } from './player-file/shipped.js';
import { type ActorCritic, policyJudge } from './policy/actor-critic.js';
import type { Advisor } from './policy/advice.js';
import { actorCritic, loadPolicy, policyFile, policyPlayer, trainedPolicy } from './policy/policy.js';
import { lookaheadPolicy } from './policy/policy-agent.js';
import { type Playing, type Trained, trainedOptions } from './policy/trained.js';
import { RandomAgent } from './random.js';
import { GuidedSearch } from './search/guided-search.js';
import { FEWEST_SAMPLES } from './search/halving.js';
import { evaluationProblem, LookaheadAgent, lookaheadDefaults } from './search/lookahead.js';
import { SearchAgent, searchDefaults } from './search/search.js';
import type { SearchBudget } from './search/simulation.js';

/** What agents are made for. Without `options`: the game's own. */
export interface AgentContext extends Playing {
  game: Game;
  /** Bots that came with the game's module (`loadGame`). */
  bots?: Readonly<Record<string, () => Agent>>;
}

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
  file?(parsed: ParsedSpec, context: AgentContext | undefined): string | undefined | Promise<string>;
  /** Reads what a player in such a file was trained for. */
  trained?(file: string): Trained | Promise<Trained>;
}

/** A spec taken apart. */
interface ParsedSpec {
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
  },
  scripted: {
    spec: 'scripted:<name>',
    about:
      'a scripted player; tabletop games <game> lists them. Option: temperature=<x>, to draw from softmax(worth / x) ' +
      'where it says what it makes of its actions',
    options: ['temperature'],
    load: (parsed, context) => loadScripted(parsed, context),
  },
  search: {
    spec: 'search:<simulations>, search:<n>ms',
    about:
      'Monte-Carlo search, hidden information resampled; simulations or milliseconds per decision. It looks ahead from ' +
      "a scripted player's choice, or grows a tree. Options: rollout=<scripted player or random>, rounds=<n or all>, " +
      'margin=<lead in expected return that another action needs; none: grow a tree>, win=<0..1>; for a tree ' +
      'depth=<decisions or all>, exploration=<x>, widening=<n>',
    options: ['rollout', 'rounds', 'margin', 'depth', 'exploration', 'widening', 'win'],
    load: (parsed, context) => loadSearch(parsed, context),
  },
  policy: {
    spec: 'policy:<run or checkpoint>',
    about: 'a trained policy; its actions are sampled. Options: argmax, temperature=<x>',
    options: ['argmax', 'temperature'],
    load: (parsed, context) => loadPolicyAgent(parsed, context),
    file: (parsed) => policyFile(policyPath(parsed)),
    trained: trainedPolicy,
  },
  'policy+search': {
    spec: 'policy+search:<simulations>:<run or checkpoint>, policy+search:<n>ms:<run or checkpoint>',
    about:
      'tree search guided by a trained policy: its probabilities are the prior, its value head judges positions. ' +
      'Option: exploration=<weight of the prior>',
    options: ['exploration'],
    load: (parsed, context) => loadPolicySearch(parsed, context),
    file: (parsed) => policyFile(amountAndPath(parsed, 'simulations')[1]),
    trained: trainedPolicy,
  },
  'policy+lookahead': {
    spec: 'policy+lookahead:<samples>:<run or checkpoint>',
    about:
      'a trained policy that looks ahead: it plays its candidate actions out for some rounds, and departs from the ' +
      'likeliest one where another leads by the margin. Options: rounds=<n>, margin=<lead in expected return that ' +
      "another action needs>, evaluation=<weight of the advisor's evaluation beside the value head, 0..1>",
    options: ['rounds', 'margin', 'evaluation'],
    load: (parsed, context) => loadPolicyLookahead(parsed, context),
    file: (parsed) => policyFile(amountAndPath(parsed, 'samples')[1]),
    trained: trainedPolicy,
  },
  file: {
    spec: 'file:<player.mjs>',
    about: 'an exported one-file player. Options: difficulty=<easy, medium, hard or 0..1>, topk=<n>',
    options: ['difficulty', 'topk'],
    load: (parsed, context) => loadFile(parsed, context, playerPath(parsed)),
    file: (parsed) => playerPath(parsed),
    trained: trainedPlayer,
  },
  player: {
    spec: 'player',
    about: 'the strongest player shipped for this game and edition; options as for file',
    options: ['difficulty', 'topk'],
    load: async (parsed, context) => {
      nothingAfter(parsed);
      return loadFile(parsed, context, await shippedPlayer(context));
    },
    // Any game may be meant where none is named.
    file: (_, context) => context && shippedPlayer(context),
    trained: trainedPlayer,
  },
};

/** All kinds of agents. */
export const agentSpecs: readonly AgentKind[] = Object.values(kinds).map(({ spec, about }) => ({ spec, about }));

/**
 * Makes an agent.
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

/** @param context may be left out where the kind is known to be one */
function parseSpec(spec: string, context?: AgentContext): ParsedSpec {
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
  const bots = Object.keys(allBots(context));
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
      `agent ${parsed.spec}: ${name} wants a ${whole ? 'whole ' : ''}number ${high === Infinity ? `>= ${low}` : `${low}..${high}`}, not '${text}'`,
    );
  return value;
}

/** Bots of the game's module and of ours; ours come first. */
function allBots({ game, bots }: AgentContext): Record<string, () => Agent> {
  return { ...scriptedBots(game.id), ...bots };
}

function botNamed(name: string, what: string, context: AgentContext): () => Agent {
  const bots = allBots(context);
  if (Object.hasOwn(bots, name)) return bots[name]!;
  const names = Object.keys(bots);
  const meant = nearest(name, names);
  throw new UserError(
    `${what}: ${context.game.id} has ${names.length === 0 ? 'no scripted bots' : `no bot '${name}'`}` +
      `${meant ? `, did you mean ${meant}?` : ''}${names.length > 0 ? `${meant ? ' It has' : '; it has'} ${names.join(', ')}` : ''}`,
  );
}

function loadScripted(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const create = botNamed(needed(parsed, 'the name of a bot'), `agent ${parsed.spec}`, context);
  const temperature = numberOption(parsed, 'temperature', LEAST_TEMPERATURE);
  if (temperature === undefined) return create;
  const { actions } = context.game;
  const soft = () => {
    const bot = create();
    if (!weighs(bot))
      throw new UserError(
        `agent ${parsed.spec}: ${parsed.what} does not say what it makes of its actions (Agent.worths); leave out temperature`,
      );
    return new SoftPlayer(parsed.spec, bot, temperature, actions);
  };
  // Told before the first game.
  soft();
  return soft;
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
  const ours = gamePlayers(context.game.id);
  const win = numberOption(parsed, 'win', 0, 1);
  const returns = win === undefined ? searchDefaults.returns : { ...searchDefaults.returns, winWeight: win };
  // Random play may never end a game, and says little of how good a position is: bots where there are any.
  const rollout = parsed.options.get('rollout') ?? ours.rollout ?? Object.keys(allBots(context))[0] ?? 'random';
  const bot = rollout === 'random' ? undefined : botNamed(rollout, `agent ${parsed.spec}: rollout`, context);
  const rounds = untilOption(parsed, 'rounds', 1, 1e6) ?? searchRounds(ours, budget.simulations);
  const depth = untilOption(parsed, 'depth', 0, 1e9) ?? Infinity;
  for (const [name, limit] of Object.entries({ rounds, depth }))
    if (limit < Infinity && !ours.evaluate)
      throw new UserError(
        `agent ${parsed.spec}: ${context.game.id} has no evaluation of unfinished positions; leave out ${name}`,
      );
  const evaluate = rounds < Infinity || depth < Infinity ? ours.evaluate : undefined;

  const tree = treeOptions.find((name) => parsed.options.has(name));
  const margin = marginOf(parsed) ?? (tree || !bot ? Infinity : (ours.margin ?? Infinity));
  if (margin === Infinity) {
    const exploration = numberOption(parsed, 'exploration', 0);
    const widening = numberOption(parsed, 'widening', 0.01);
    const settings = { ...budget, returns, exploration, widening, rollout: bot, rounds, depth, evaluate };
    return () => new SearchAgent(parsed.spec, settings);
  }
  if (tree)
    throw new UserError(`agent ${parsed.spec}: margin looks ahead without a tree; leave it out, or leave out ${tree}`);
  if (!bot)
    throw new UserError(`agent ${parsed.spec}: margin needs the choice of a bot to keep to; name one as rollout`);
  const settings = { ...budget, rounds, margin, evaluate, returns };
  return () => new LookaheadAgent(parsed.spec, { ...settings, usual: bot(), rollout: bot() });
}

/** How much better another action must be than the bot's; Infinity where a tree is wanted instead. */
function marginOf(parsed: ParsedSpec): number | undefined {
  return parsed.options.get('margin') === 'none' ? Infinity : numberOption(parsed, 'margin', 0);
}

/** A whole number, or Infinity where the option is `all`. */
function untilOption(parsed: ParsedSpec, name: string, low: number, high: number): number | undefined {
  return parsed.options.get(name) === 'all' ? Infinity : numberOption(parsed, name, low, high, true);
}

async function loadFile(parsed: ParsedSpec, context: AgentContext, path: string): Promise<() => Agent> {
  const text = parsed.options.get('difficulty');
  const difficulty =
    text === 'easy' || text === 'medium' || text === 'hard' ? text : numberOption(parsed, 'difficulty', 0, 1);
  const topK = numberOption(parsed, 'topk', 1, 1e9, true);
  const module = await loadPlayer(path, context.game, playingOf(context));
  return () => new FilePlayer(module, context.game, path, { difficulty, topK }, parsed.spec);
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
  return shippedFiles(context.game.id).length > 0 ? 'player' : (rivals(context)[0] ?? 'random');
}

/**
 * Specs of the scripted bots that a new player is to be measured against: of a game of ours the strongest, and all that
 * come with the module of another game, since nothing says which of them is.
 */
export function rivals({ game, bots = {} }: Pick<AgentContext, 'game' | 'bots'>): string[] {
  const [strongest] = Object.keys(scriptedBots(game.id));
  return [...(strongest === undefined ? [] : [strongest]), ...Object.keys(bots)].map((name) => `scripted:${name}`);
}

/** Path of the player shipped for a game that was trained with the options to be played, or with the most of them. */
async function shippedPlayer({ game, options }: AgentContext): Promise<string> {
  const files = shippedFiles(game.id);
  if (files.length === 0)
    throw new UserError(
      `no player is shipped for ${game.id}; train one (tabletop train ${game.id}) and name it policy:<run>`,
    );
  const played = parseOptions(game, options);
  let nearest = { file: files[0]!, differences: Infinity };
  for (const file of files) {
    const trained = await trainedPlayer(file);
    // Another game's, whose name goes on where this one's ends.
    if (trained.game.id !== game.id) continue;
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

/** Loads a policy once, for any number of players, each with an actor-critic of its own. */
function policyOf(
  { spec }: ParsedSpec,
  path: string,
  context: AgentContext,
): { make: () => ActorCritic; advisor: Advisor | undefined } {
  const policy = loadPolicy(path, context.game, context.bots, playingOf(context));
  if (policy.plan)
    throw new UserError(
      `agent ${spec}: this policy is ${policy.plan.bot} with trained weights, and judges no positions; play it as policy:${path}`,
    );
  return { make: () => actorCritic(context.game, policy), advisor: policy.advisor };
}

function loadPolicyAgent(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const path = policyPath(parsed);
  const argmax = parsed.options.has('argmax');
  const temperature = numberOption(parsed, 'temperature', 0.001);
  if (argmax && temperature !== undefined)
    throw new UserError(`agent ${parsed.spec}: argmax and temperature exclude each other`);
  const policy = loadPolicy(path, context.game, context.bots, playingOf(context));
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
  const { make, advisor } = policyOf(parsed, path, context);
  const problem = evaluationProblem({ evaluation }, advisor);
  if (problem) throw new UserError(`agent ${parsed.spec}: ${problem}`);
  return () => lookaheadPolicy(make, advisor, { samples, rounds, margin, evaluation, name: parsed.spec });
}

function loadPolicySearch(parsed: ParsedSpec, context: AgentContext): () => Agent {
  const [amount, path] = amountAndPath(parsed, 'simulations');
  const settings = budgetOf(parsed, amount);
  const exploration = numberOption(parsed, 'exploration', 0);
  const { make } = policyOf(parsed, path, context);
  const judge = () => policyJudge(make());
  return () => new GuidedSearch(parsed.spec, { ...settings, exploration, judge });
}
