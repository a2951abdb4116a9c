/**
 * Agents by their spec string, the same everywhere: `random`, `scripted:merchant`, `search:400?depth=40`,
 * `policy:runs/a?argmax`. How specs are written stands in grammar.ts, which kinds there are in kinds.ts.
 */
import { existsSync } from 'node:fs';
import type { Agent } from '../../env/agent.js';
import type { GamePackage } from '../../env/game-package.js';
import { nearest } from '../../env/spelling.js';
import { UserError } from '../../env/user-error.js';
import { scriptedSpec } from '../bots/scripted-spec.js';
import type { DeferredAgent } from '../deferred/deferred-agent.js';
import type { DeviceNetworks } from '../deferred/device-networks.js';
import type { Trained } from '../policy/trained.js';
import { kindOf, type ParsedSpec, readSpec } from './grammar.js';
import type { AgentContext, AgentKind, Part, PlayingKind } from './kind.js';
import { kinds } from './kinds.js';

/** All kinds of agents as they are written, for help texts and lists. */
export const agentSpecs: readonly { spec: string; about: string }[] = kinds.map(({ spec, about }) => ({ spec, about }));

/**
 * The kind of agents that a spec names.
 * @param bots of the game: their names are known in suggestions
 * @throws UserError when it names none
 */
export function agentKind(spec: string, { bots }: Pick<GamePackage, 'bots'> = {}): AgentKind {
  const name = kindOf(spec);
  const found = kinds.find(({ kind }) => kind === name);
  if (!found) throw new UserError(unknownAgent(spec, name, Object.keys(bots ?? {})));
  return found;
}

function unknownAgent(spec: string, kind: string, bots: readonly string[]): string {
  const names = [...kinds.map((known) => known.kind), ...bots];
  // The commonest slip: a bot's name without its kind.
  const found = bots.includes(kind) ? kind : nearest(kind, names);
  const meant = found && (bots.includes(found) ? scriptedSpec(found) : spec.replace(kind, found));
  const list = agentSpecs.map((known) => known.spec).join(', ');
  return `unknown agent '${spec}'${meant ? `, did you mean ${meant}? Agents` : '; agents'} are: ${list}`;
}

/**
 * Takes a spec apart; loads nothing.
 * @throws UserError when it names no kind of agent, or an option that this kind does not have or that has a wrong value
 */
export function parseSpec(spec: string, context?: Pick<GamePackage, 'bots'>): ParsedSpec {
  return readSpec(agentKind(spec, context), spec);
}

/** The agent that a spec means: its own, or the one it stands for. */
function findAgent(spec: string, context: AgentContext): { kind: PlayingKind; parsed: ParsedSpec } {
  const kind = agentKind(spec, context);
  const parsed = readSpec(kind, spec);
  if (!('standsFor' in kind)) return { kind, parsed };
  const meant = kind.standsFor(parsed, context);
  const other = agentKind(meant, context);
  if (other.foreign) throw new UserError(`${spec} is ${meant}, which runs code of its own: name that agent itself`);
  if ('standsFor' in other) throw new UserError(`${spec} is ${meant}, which stands for another agent itself`);
  return { kind: other, parsed: readSpec(other, meant) };
}

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
  const { kind, parsed } = findAgent(spec, context);
  const create = await kind.load(parsed, context);
  return () => named(create(), spec);
}

/**
 * Loads an agent whose network lies on a device; undefined for one that computes none there.
 * @throws UserError as `createAgent`, and when its network cannot lie there
 */
export function loadDeferred(
  spec: string,
  context: AgentContext,
  networks: DeviceNetworks,
): (() => DeferredAgent) | undefined {
  const { kind, parsed } = findAgent(spec, context);
  return kind.loadDeferred?.(parsed, context, networks);
}

/** Whether an agent's network can lie on a device. Nothing is loaded. @throws UserError when the spec is not understood */
export function computesNetwork(spec: string, context: AgentContext): boolean {
  return findAgent(spec, context).kind.loadDeferred !== undefined;
}

/** Reports show the spec as it was typed, also for bots that call themselves something shorter. */
function named(agent: Agent, spec: string): Agent {
  return agent.name === spec ? agent : Object.defineProperty(agent, 'name', { value: spec });
}

/**
 * The file a spec's agent plays by (a checkpoint, an exported player, a model); undefined for one that needs none.
 * @throws UserError when the spec is not understood, or names a run without a checkpoint
 */
export async function agentFile(spec: string, context: AgentContext): Promise<string | undefined> {
  const { kind, parsed } = findAgent(spec, context);
  return kind.file?.(parsed, context);
}

/** All files that decide how an agent plays, as far as is known; what they name need not be there. @throws as `agentFile` */
export async function agentFiles(spec: string, context: AgentContext): Promise<string[]> {
  const { kind, parsed } = findAgent(spec, context);
  const file = await kind.file?.(parsed, context);
  return [...(file === undefined ? [] : [file]), ...(kind.alsoReads?.(parsed) ?? [])];
}

/**
 * The players that are part of an agent: those that play its simulations, or whose choice or weights it began with.
 * Against them it looks stronger than it is, since it was made with them.
 * @returns each once, an agent that is measured against itself among them
 * @throws UserError as `createAgent`
 */
export async function agentParts(spec: string, context: AgentContext): Promise<Part[]> {
  const { kind, parsed } = findAgent(spec, context);
  const parts = await kind.parts(parsed, context);
  return parts.filter(({ agent }, i) => parts.findIndex((part) => part.agent === agent) === i);
}

/** A spec that names a trained player, and what that was trained for. */
export interface TrainedAgent extends Trained {
  spec: string;
  /** The file it plays by. */
  file: string;
  /** Chosen for the options that are played: it follows the others, and does not decide which are played. */
  follows: boolean;
}

/**
 * What the agent of a spec was trained for; undefined where it was not, or its file is not there.
 * @param context undefined: the game is not known yet. A spec that is not understood then counts as not trained, since
 *   it may be a bot's name
 * @throws UserError when the spec is not understood, or what it names is damaged
 */
export async function trainedAgent(spec: string, context?: AgentContext): Promise<TrainedAgent | undefined> {
  if (!context && !kinds.some((one) => one.kind === kindOf(spec))) return undefined;
  const { kind, parsed } = context ? findAgent(spec, context) : { kind: agentKind(spec), parsed: parseSpec(spec) };
  if ('standsFor' in kind || !kind.trained) return undefined;
  const file = await kind.file?.(parsed, context);
  if (file === undefined || !existsSync(file)) return undefined;
  return { spec, file, follows: kind.follows ?? false, ...(await kind.trained(file)) };
}

/** Whether a stored file (a saved game) may name an agent: not where it runs code of others, or names another file. */
export function mayBeStored(spec: string): boolean {
  const kind = agentKind(spec);
  return !kind.foreign && localReason(kind, readSpec(kind, spec)) === undefined;
}

/** Why an option ties the agent to this machine; undefined where none does. */
export function localReason({ options }: AgentKind, parsed: ParsedSpec): string | undefined {
  const given = Object.keys(options).filter((name) => parsed.options[name] !== undefined);
  return given.map((name) => options[name]!.local).find((reason) => reason !== undefined);
}
