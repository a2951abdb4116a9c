/** A new run that begins with the weights of another: `train --from`. Everything else of it starts afresh. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { type NetworkShape, POLICY, type Weights } from '../../agents/network/network.js';
import type { FeatureKind } from '../../agents/policy/action-features.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { plannedBy } from '../../agents/policy/planned.js';
import { mismatch, type Policy, policySchema, unpackPolicy } from '../../agents/policy/policy.js';
import { readNamedCheckpoint, runOf } from '../../checkpoints/run.js';
import type { GamePackage } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import { algorithmOf } from '../algorithms/index.js';
import type { RunSpec } from '../collect/run-spec.js';
import { type PresetGame, presetConfig } from '../presets/index.js';
import { advisorIn, type NamedAdvisor, sameAdvisor } from './advisor.js';
import { type Config, type ConfigInput, type From, parseConfig } from './config.js';
import { mergeConfig } from './merge-config.js';
import { configInForce } from './segments.js';

/** A policy to begin with, and where it came from. */
export interface Source {
  file: string;
  policy: Policy;
  /** The player whose choice it is shown. */
  advisor: NamedAdvisor;
  /** Spec of the bot whose weights it is, and the names of what they depend on; null for a network. */
  agent: string | null;
  features: readonly string[];
  sha256: string;
  /** Decisions it had learned from; null if the file does not record them. */
  decisions: number | null;
}

// A policy alone has no `training`, and no decisions.
const sourceSchema = z.object({ policy: policySchema, training: z.object({ decisions: z.number() }).optional() });

/**
 * @param from a run (its best checkpoint, else its latest), `<run>@<decisions>` or a checkpoint; or what `policySource`
 *   made of one
 * @param runDir of the run that was begun with it
 * @throws UserError when there is none, it is damaged, or not that one any more
 */
export function readSource(from: string | From, runDir = '.'): Source {
  const { file, value } = readNamedCheckpoint(
    typeof from === 'string' ? from : resolve(runDir, from.source),
    sourceSchema,
  );
  const { policy, training } = value;
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (typeof from !== 'string' && sha256 !== from.sha256)
    throw new UserError(
      `${runDir} has no checkpoint yet, and ${file}, with which it began, has changed; start it again`,
    );
  const advisor = advisorIn(policy);
  const { bot: agent = null, features = [] } = policy.plan ?? {};
  const decisions = training?.decisions ?? null;
  return { file, policy: unpackPolicy(policy, file), advisor, agent, features, sha256, decisions };
}

/** The source as the config of a new run records it: no absolute path. */
export function policySource({ file, sha256, decisions }: Source, runDir: string): From {
  const path = relative(runDir, file);
  return { source: isAbsolute(path) ? basename(file) : path.replaceAll('\\', '/'), sha256, decisions };
}

/** The config of the run that a source lies in; null where it lies in none. @param game its game, where it is named */
export function sourceConfig({ file }: Source, game?: string): Config | null {
  const run = runOf(file);
  return run && configInForce(run, game);
}

/**
 * The config of a new run before anything is laid over it: the source's own, or with `preset` that preset's but for the
 * game, its options, the network and the advisor, which are the source's either way. Of its phases only the last is
 * left: those before it made weights to begin with.
 * @param game the source's
 */
export function branchConfig(source: Source, game: PresetGame, preset?: string): Config {
  const own = sourceConfig(source, game.source);
  const { trunk, activation, normalise, planes, entities, memory } = source.policy.shape;
  const names = (of: { pieces: { name: string }[] } | undefined) => of?.pieces.map(({ name }) => name) ?? [];
  const reads = {
    ...{ normalise: names(normalise), planes: names(planes), entities: names(entities) },
    ...(planes && { filters: planes.filters, blocks: planes.blocks }),
    ...(entities && { entityUnits: entities.layers, entityAttention: entities.attention?.blocks ?? 0 }),
    ...(entities?.attention && { entityHeads: entities.attention.heads }),
    ...(memory && {
      memory: memory.of.map(({ name }) => name),
      ...{ memoryDecisions: memory.decisions, memoryUnits: memory.units },
    }),
  };
  const fixed: ConfigInput = {
    game: game.source,
    network: { trunk, activation, ...actionsOf(source.policy.shape), ...reads },
    advisor: source.advisor.spec,
    bot: null,
    agent: source.agent,
    ...(source.agent && { features: [...source.features] }),
    options: source.policy.options as Record<string, unknown>,
    players: [...(source.policy.players ?? [])],
    from: null,
    engine: 'auto',
  };
  const base = own && preset === undefined ? own : presetConfig(game, preset ?? 'standard');
  const last = base.phases.at(-1)!;
  const phases = [{ ...last, ...algorithmOf(last).continued }];
  return parseConfig({ ...mergeConfig(base, fixed), phases });
}

/** The advisor of a run that begins so: the source's own, unless the config names another. Undefined: the config's. */
export function advisorOfBranch({ advisor }: Source, config: Config): NamedAdvisor | undefined {
  return config.advisor === advisor.spec ? advisor : undefined;
}

/**
 * The source's weights for a run.
 * @throws UserError when they do not fit: another game, network or advisor
 */
export function fittingWeights(
  { file, policy, advisor, agent, features }: Source,
  config: Config,
  pack: GamePackage,
  { shape, ...spec }: Pick<RunSpec, 'shape' | 'advisor' | 'advisorWeights'>,
): Weights {
  const { game } = pack;
  const named: NamedAdvisor = { spec: spec.advisor, weights: spec.advisorWeights };
  const told = ({ spec, weights }: NamedAdvisor) =>
    spec ? `the advisor ${spec}${weights ? ' with trained weights' : ''}` : 'no advisor';
  // Another game's advisor would be looked for in vain, and that would not be what is wrong.
  const here = policy.game.id === game.id;
  const shown = advisor.spec !== null && here ? advisorNamed(advisor.spec, pack, advisor.weights) : undefined;
  const plan = agent && policy.plan === undefined && here ? plannedBy(agent, pack, features) : undefined;
  const problem = mismatch({ ...policy, advisor: shown, plan }, game);
  if (problem) throw new UserError(`${file}: ${problem}`);
  if (!sameAdvisor(advisor, named))
    throw new UserError(
      `${file}: this policy has ${told(advisor)}, the config ${told(named)}${told(advisor) === told(named) ? ', which are others' : ''}; leave advisor as it is`,
    );
  if (agent !== config.agent)
    throw new UserError(
      `${file}: this policy is ${agent ?? 'a network'}, the config trains ${config.agent ?? 'a network'}; leave agent as it is`,
    );
  const chooses = ({ heads }: NetworkShape) => heads.some(({ name }) => name === POLICY);
  if (chooses(policy.shape) !== chooses(shape)) {
    const algorithm = config.phases.at(-1)!.algorithm;
    throw new UserError(
      chooses(policy.shape)
        ? `${file}: this policy has probabilities of actions, and ${algorithm} learns values of positions: they share no network; go on by the algorithm that made it, or begin anew`
        : `${file}: this policy judges positions and has no probabilities of actions, which ${algorithm} trains; go on with --algorithm afterstate, or begin anew`,
    );
  }
  for (const key of ['trunk', 'activation', 'normalise', 'planes', 'entities', 'memory', 'actions', 'heads'] as const) {
    const [theirs, ours] = [policy.shape, shape].map((of) => (key === 'actions' ? actionsOf(of) : (of[key] ?? null)));
    if (JSON.stringify(theirs) === JSON.stringify(ours)) continue;
    throw new UserError(
      `${file}: the network of this policy has ${key} ${briefly(theirs)}, the config ${briefly(ours)}; leave network as it is`,
    );
  }
  return policy.weights;
}

/** A part of a shape for people: pieces of the observation by name. */
const briefly = (part: unknown): string =>
  part === null ? 'none' : JSON.stringify(part, (_, value) => (value?.name && 'from' in value ? value.name : value));

/** The setting for features of actions in the config of such a network. */
function actionsOf({ heads, actions = [] }: NetworkShape): { actions: number; actionFeatures?: FeatureKind[] } {
  const width = heads.find(({ name }) => name === POLICY)?.actions ?? 0;
  return { actions: width, ...(width > 0 && { actionFeatures: actions.map(({ name }) => name as FeatureKind) }) };
}
