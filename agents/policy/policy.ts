/**
 * A trained policy: what is stored of it, how it is read and checked, and how it is made ready to play. A training
 * checkpoint holds the same thing in its field `policy`, so it can be played too.
 */
import { z } from 'zod';
import { writeCheckpoint } from '../../checkpoints/format.js';
import { checkpointFile, readNamedCheckpoint } from '../../checkpoints/run.js';
import { tensorSchema, unpackTensor } from '../../checkpoints/tensor.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import type { Evaluate, Judge } from '../../env/judges.js';
import { gameObserver } from '../../env/observer.js';
import { parseOptions } from '../../env/options.js';
import type { OutcomeRule } from '../../env/outcomes.js';
import { cappedWorths } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { AfterstateAgent } from '../afterstates/afterstate-agent.js';
import { afterstateJudge, type GuideOptions, guideDefaults } from '../afterstates/afterstate-judge.js';
import type { AfterstateSearch } from '../afterstates/own-turn.js';
import { positionValues } from '../afterstates/position-values.js';
import { ValueNetwork } from '../afterstates/value-network.js';
import { rememberable } from '../memory/memory-observer.js';
import { RememberingAgent } from '../memory/remembering-agent.js';
import { WasmInference } from '../network/engines/wasm-inference.js';
import {
  actorCriticShape,
  type NetworkShape,
  POLICY,
  VALUE,
  type Weights,
  weightShapes,
  weightsProblem,
  widthOf,
} from '../network/network.js';
import { networkSchema } from '../network/schema.js';
import { botLookaheadProblem, evaluationProblem, type LookaheadStrength } from '../search/lookahead.js';
import { ActorCritic, policyJudge, policyValue } from './actor-critic.js';
import { type Advisor, policyObserver } from './advice.js';
import { advisorNamed } from './advisor.js';
import { auxiliaryHeads } from './auxiliary.js';
import { type PieceShape, piecesProblem, piecesSchema, shapesOf, sizeOf } from './pieces.js';
import { type Planned, plannedBy, plannedPlayer, plannedProblem, plannedSchema } from './planned.js';
import { lookaheadBot, lookaheadPolicy, PolicyAgent, type PolicyPlay } from './policy-agent.js';
import { type NetworkReads, readsOf } from './reads.js';
import { packTuned, packWeights, storedTunedSchema, unpackTuned } from './stored-tuned.js';
import { type Playing, refuseOtherOptions, type Trained, trainedOptions } from './trained.js';

const outcomeRuleSchema = z.strictObject({
  winWeight: z.number().min(0).max(1),
  capped: z.enum(cappedWorths),
  lead: z.strictObject({ weight: z.number().min(0).max(1), mean: z.number(), deviation: z.number().gt(0) }).nullable(),
});

/** How a policy judges actions by the positions that they lead to: as it was trained. */
export const afterstatesSchema: z.ZodType<Afterstates> = z.strictObject({
  samples: z.int().min(1).max(1000),
  beam: z.int().min(0).max(1000),
  outcomes: outcomeRuleSchema,
});

/** A policy as it lies in a checkpoint. */
export const policySchema = z
  .strictObject({
    /** The game it plays. */
    game: z.strictObject({ id: z.string(), version: z.string() }),
    /** All options of the game it was trained with. */
    options: z.record(z.string(), z.unknown()),
    /** Numbers of players that it was trained with, where there were several; its options have the largest. */
    players: z.array(z.int().min(1).max(100)).max(100).optional(),
    /** The pieces that its network reads, in their order; none where it plans: it reads features then. */
    observation: piecesSchema,
    network: networkSchema,
    /** Spec of the player whose choice the policy is shown (advice.ts). */
    advisor: z.string().optional(),
    /** The advisor's weights, where they were trained. */
    advisorWeights: storedTunedSchema.optional(),
    /** Of a policy that is a scripted player with other weights (planned.ts). */
    plan: plannedSchema.optional(),
    /** Of a policy that plays by the values of the positions that its actions lead to (agents/afterstates). */
    afterstates: afterstatesSchema.optional(),
    weights: z.record(z.string(), tensorSchema),
  })
  .refine(
    ({ network: { heads }, plan, afterstates }) =>
      plan !== undefined ||
      ((afterstates !== undefined ||
        heads.some(({ name, masked, loss }) => name === POLICY && masked && loss === 'cross-entropy')) &&
        heads.some(({ name, loss }) => name === VALUE && loss === 'squared-error')),
    'a policy has a masked head policy with cross-entropy and a head value with squared error',
  )
  .refine(
    ({ network: { inputs }, observation, plan }) => sizeOf(observation) === (plan ? 0 : inputs),
    'the pieces of its observation are not what its network reads',
  );

/** What `policySchema` checks. */
export type StoredPolicy = z.infer<typeof policySchema>;

// Fields beside `policy` are the training's and left alone.
const fileSchema = z.object({ policy: policySchema });

/** A policy in memory; not to be changed once it plays. */
export interface Policy {
  game: { id: string; version: string };
  /** All options of the game it was trained with. */
  options: Record<string, unknown>;
  /** Numbers of players that it was trained with, where there were several; its options have the largest. */
  players?: readonly number[] | undefined;
  /** The pieces that its network reads, in their order; none where it plans: it reads features then. */
  observation: readonly PieceShape[];
  /** Whose choice it is shown. */
  advisor?: Advisor | undefined;
  /** Of a policy that is a scripted player with other weights; its network reads that player's features. */
  plan?: Planned | undefined;
  /** Of a policy that plays by the values of the positions that its actions lead to. */
  afterstates?: Afterstates | undefined;
  shape: NetworkShape;
  weights: Weights;
}

/** How a policy judges actions by the positions that they lead to. */
export interface Afterstates extends AfterstateSearch {
  /** What a game that ends on the way is worth. */
  outcomes: OutcomeRule;
}

/**
 * The network for a game: as many inputs as its observer writes, as many actions and values (seats) as it has.
 * @param actionWidth hidden units an action of what reads features of legal actions, where the observer writes any; 0: nothing does
 * @param reads pieces of the observation that are normalised, or read apart before the trunk (reads.ts)
 * @param auxiliary names of what it shall foresee beside (auxiliary.ts)
 * @throws UserError when the game has no such piece, or no such thing to foresee
 */
export function networkFor(
  game: Game,
  trunk: number[],
  activation: NetworkShape['activation'] = 'relu',
  actionWidth = 0,
  observer = gameObserver(game),
  reads: NetworkReads = {},
  auxiliary: readonly string[] = [],
): NetworkShape {
  const pieces = observer.actions?.pieces.map(({ name, size }) => ({ name, size }));
  const features = pieces && actionWidth > 0 ? { pieces, width: actionWidth } : undefined;
  const sizes = { inputs: observer.size, actions: game.actions, values: game.seats.max };
  const more = auxiliaryHeads(game, auxiliary);
  const apart = readsOf(game, observer.pieces, reads);
  // What is remembered stands behind what is seen now.
  const inputs = apart.memory?.piece.to ?? sizes.inputs;
  return actorCriticShape({ ...sizes, inputs, trunk, activation, ...apart, features }, more);
}

/** What a policy is beside its network. */
export interface PolicyOf extends Pick<Policy, 'advisor' | 'plan' | 'afterstates'> {
  /** Those it is trained with. Default: the game's own. */
  options?: unknown;
  /** Numbers of them, where it is trained with several. */
  players?: readonly number[];
}

/** A policy for this game; the weights are kept, not copied. */
export function policyFor(
  game: Game,
  shape: NetworkShape,
  weights: Weights,
  { advisor, options, plan, afterstates, players = [] }: PolicyOf = {},
): Policy {
  return {
    game: { id: game.id, version: game.version },
    options: parseOptions(game, options) as Record<string, unknown>,
    ...(players.length > 0 && { players }),
    observation: plan ? [] : shapesOf(policyObserver(game, shape, advisor).pieces),
    ...(advisor && { advisor }),
    ...(plan && { plan }),
    ...(afterstates && { afterstates }),
    shape,
    weights,
  };
}

/** The policy as plain data for a checkpoint; copies the weights. */
export function packPolicy(policy: Policy): StoredPolicy {
  const { game, options, players, observation, shape, weights, advisor, plan, afterstates } = policy;
  return {
    game: { ...game },
    options: { ...options },
    ...(players && { players: [...players] }),
    observation: shapesOf(observation),
    network: { ...shape },
    ...(advisor && { advisor: advisor.spec }),
    ...(advisor?.tuned && { advisorWeights: packTuned(advisor.tuned) }),
    ...(plan && {
      plan: { bot: plan.bot, features: [...plan.features], parameters: plan.parameters.map((one) => ({ ...one })) },
    }),
    ...(afterstates && { afterstates: structuredClone(afterstates) }),
    weights: packWeights(shape, weights),
  };
}

/**
 * Without its advisor or the bot that it plans for, who are players of a game: `loadPolicy` finds them.
 * @param from what to call it in errors: its file
 * @throws UserError when tensors do not fit the network
 */
export function unpackPolicy(stored: StoredPolicy, from: string): Policy {
  const { game, options, players, observation, network: shape, afterstates } = stored;
  const wanted = new Map(weightShapes(shape).map(({ name, shape: dims }) => [name, dims]));
  const weights: Weights = {};
  try {
    for (const [name, tensor] of Object.entries(stored.weights))
      weights[name] = unpackTensor(tensor, 'float32', wanted.get(name));
  } catch (error) {
    throw new UserError(`${from}: ${(error as Error).message}; train it again`, { cause: error });
  }
  const problem = weightsProblem(shape, weights);
  if (problem) throw new UserError(`${from}: ${problem}; the policy cannot be used, train it again`);
  return { game, options, players, observation, shape, weights, ...(afterstates && { afterstates }) };
}

/** Writes a policy alone, without what training needs to go on. */
export function savePolicy(file: string, policy: Policy): void {
  writeCheckpoint(file, { policy: packPolicy(policy) });
}

/**
 * The checkpoint that a path means: itself; of a run directory the best, else the latest; of `<run>@<decisions>` that one.
 * @throws UserError when a run has none, or not that one
 */
export function policyFile(path: string): string {
  return checkpointFile(path);
}

/** What the policy in a checkpoint was trained for. @throws UserError when there is none, or it is damaged */
export function trainedPolicy(file: string): Trained {
  const { game, options, players } = readNamedCheckpoint(file, fileSchema).value.policy;
  return { game, options, players };
}

/**
 * Reads a policy from a checkpoint file, a run directory or `<run>@<decisions>` (`policyFile`).
 * @param pack the game it is to play; not checked, and without an advisor, when left out
 * @param playing the options it is to play; not checked when left out: `Policy.options` says what it was trained with
 * @throws UserError when there is none, it is damaged, or it was trained for something else
 */
export function loadPolicy(path: string, pack?: GamePackage, playing: Playing = {}): Policy {
  const { file, value } = readNamedCheckpoint(path, fileSchema);
  const stored = value.policy;
  if (!pack) return unpackPolicy(stored, file);
  const { game } = pack;
  const policy = policyOf(stored, file, pack);
  const problem = mismatch(policy, game);
  if (problem) throw new UserError(`${file}: ${problem}`);
  policy.options = trainedOptions(file, policy, game);
  if (playing.options !== undefined)
    refuseOtherOptions(file, policy, { ...playing, options: parseOptions(game, playing.options) });
  return policy;
}

/**
 * A stored policy with its advisor, or the bot that it plans for. Whether it can play the game is not checked.
 * @param from what to call it in errors: its file
 * @throws UserError when it is damaged, or its game has no such player
 */
function policyOf(stored: StoredPolicy, from: string, pack: GamePackage): Policy {
  const policy = unpackPolicy(stored, from);
  // Another game's advisor would be looked for in vain, and that would not be what is wrong.
  if (stored.game.id !== pack.game.id) return policy;
  if (stored.advisor !== undefined) policy.advisor = storedAdvisor(stored, from, pack);
  if (stored.plan) policy.plan = { ...plannedBy(stored.plan.bot, pack, []), ...stored.plan };
  return policy;
}

/** The advisor of a stored policy, undefined where it has none. @throws UserError as `policyOf` */
function storedAdvisor(
  { advisor, advisorWeights }: Pick<StoredPolicy, 'advisor' | 'advisorWeights'>,
  from: string,
  pack: GamePackage,
): Advisor | undefined {
  if (advisor === undefined) return undefined;
  try {
    return advisorNamed(advisor, pack, advisorWeights && unpackTuned(advisorWeights));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${from}: ${error.message}`, { cause: error });
  }
}

/** Why a policy cannot play a game, or undefined. */
export function mismatch(policy: Policy, game: Game): string | undefined {
  const { shape } = policy;
  const { pieces, size: inputs, actions } = policyObserver(game, shape, policy.advisor);
  if (policy.game.id !== game.id)
    return `this policy plays ${policy.game.id}, not ${game.id}; choose the game with --game or another policy`;
  if (policy.game.version !== game.version)
    return `this policy was trained for ${game.id} version ${policy.game.version}, this is ${game.version}; train it again`;
  if (policy.plan) {
    const problem = plannedProblem(policy.plan, shape, policy.weights);
    return problem && `${problem}; train it again`;
  }
  const unlike = piecesProblem(policy.observation, pieces);
  if (unlike) return `this policy was trained on another observation of ${game.id}: ${unlike}; train it again`;
  if (shape.inputs !== inputs)
    return `this policy reads ${shape.inputs} observation values, ${game.id} gives ${inputs}; train it again`;
  if (shape.memory && !rememberable(game, shape.memory, inputs))
    return `this policy remembers other pieces than ${game.id} shows; train it again`;
  if (policy.afterstates) return undefined;
  if (widthOf(shape, POLICY) !== game.actions)
    return `this policy has ${widthOf(shape, POLICY)} actions, ${game.id} has ${game.actions}; train it again`;
  const read = shape.actions ?? [];
  const written = actions?.pieces ?? [];
  const other = read.find(({ name, size }, i) => name !== written[i]?.name || size !== written[i]?.size);
  if (other)
    return `this policy reads ${other.size} numbers ${other.name} of each action, which ${game.id} does not give; train it again`;
  return undefined;
}

/** One network a policy and thread: all that play the same policy share it, since each call is over before the next. */
const networks = new WeakMap<Policy, WasmInference>();

/**
 * A policy, ready to play a game and judge its positions (policy-agent.ts, actor-critic.ts), with an observer of its own.
 * @param game one that it fits (`mismatch`)
 */
export function actorCritic(game: Game, policy: Policy): ActorCritic {
  return new ActorCritic(networkOf(policy), policyObserver(game, policy.shape, policy.advisor));
}

/** The same of policies of afterstates. */
const valueNetworks = new WeakMap<Policy, ValueNetwork>();

function valuesOf(policy: Policy): ValueNetwork {
  let network = valueNetworks.get(policy);
  if (!network) valueNetworks.set(policy, (network = new ValueNetwork(policy.shape, policy.weights)));
  return network;
}

function networkOf(policy: Policy): WasmInference {
  let network = networks.get(policy);
  if (!network) networks.set(policy, (network = new WasmInference(policy.shape, policy.weights)));
  return network;
}

/**
 * A policy as a player, by its choice alone.
 * @param game one that it fits (`mismatch`)
 * @throws UserError when it is to play in a way that it cannot
 */
export function policyPlayer(game: Game, policy: Policy, play: PolicyPlay = {}): Agent {
  const { plan, shape, weights, afterstates } = policy;
  if (afterstates) return afterstatePlayer(game, policy, afterstates, play);
  if (!plan) return withMemory(game, policy, new PolicyAgent(actorCritic(game, policy), play));
  return plannedPlayer(plan, shape, weights, play.name ?? 'policy');
}

/**
 * Lets an agent that plays by a policy remember what the policy reads of earlier decisions; itself where it reads none.
 * @param agent looks at positions by views alone
 */
export function withMemory(game: Game, { shape }: Pick<Policy, 'shape'>, agent: Agent): Agent {
  return shape.memory ? new RememberingAgent(agent, game, shape.memory) : agent;
}

/**
 * A policy of afterstates as a player.
 * @param afterstates how it judges its actions: as it was trained, or otherwise
 */
export function afterstatePlayer(
  game: Game,
  policy: Policy,
  afterstates: Afterstates,
  { name, temperature }: PolicyPlay = {},
): Agent {
  const setup = { ...afterstates, observer: gameObserver(game), network: valuesOf(policy) };
  const sure = game.information === 'perfect' && game.streams.length === 0;
  return new AfterstateAgent(setup, { ...(name !== undefined && { name }), temperature, sure });
}

/**
 * What a policy expects of unfinished positions, as it judges them in searches of others.
 * @throws UserError of a scripted player with trained weights, which judges none, and of a network with a memory
 */
export function policyEvaluate(game: Game, policy: Policy): Evaluate {
  if (policy.plan)
    throw new UserError(`this policy is ${policy.plan.bot} with trained weights, and judges no positions`);
  if (policy.shape.memory)
    throw new UserError(
      'this policy remembers earlier decisions, and judges no single positions; play it as policy+search:<n>:<run>',
    );
  if (policy.afterstates) return positionValues(gameObserver(game), valuesOf(policy));
  return policyValue(actorCritic(game, policy));
}

/**
 * What guides searches: which actions a policy would look at, and what it expects.
 * @param players at the table
 * @throws UserError of a scripted player with trained weights, which judges none
 */
export function policyGuide(game: Game, policy: Policy, players: number, guide: GuideOptions = {}): Judge {
  const { afterstates } = policy;
  if (!afterstates) return policyJudge(actorCritic(game, policy));
  const { temperature = guideDefaults.temperature, samples = guideDefaults.samples } = guide;
  const setup = { ...afterstates, samples, game, players, observer: gameObserver(game), network: valuesOf(policy) };
  return afterstateJudge(setup, temperature);
}

/** Why a policy of afterstates looks ahead in no other way. */
export const NO_PROBABILITIES = 'this policy values positions: it has no action probabilities';

/** Why a policy cannot look ahead so; null when it can. */
export function policyLookaheadProblem(
  { evaluate }: Pick<GamePackage, 'evaluate'>,
  { plan, advisor, afterstates }: Pick<Policy, 'plan' | 'advisor' | 'afterstates'>,
  strength: Pick<LookaheadStrength, 'evaluation'>,
): string | null {
  if (afterstates) return NO_PROBABILITIES;
  if (plan) return botLookaheadProblem(strength, plan.bot, evaluate);
  return evaluationProblem(strength, advisor);
}

/**
 * A policy as a player that looks ahead.
 * @param pack of a game that it fits (`mismatch`)
 * @param bots those that `opponents` names, by name
 * @throws UserError when it cannot
 */
export function policyLookahead(
  pack: GamePackage,
  policy: Policy,
  strength: LookaheadStrength & { name: string },
  bots: Readonly<Record<string, () => Agent>> = {},
): Agent {
  const problem = policyLookaheadProblem(pack, policy, strength);
  if (problem) throw new UserError(problem);
  const { game, evaluate } = pack;
  if (!policy.plan) {
    const agent = lookaheadPolicy(() => actorCritic(game, policy), policy.advisor, strength, bots);
    return withMemory(game, policy, agent);
  }
  return lookaheadBot(() => policyPlayer(game, policy), evaluate!, strength, bots);
}
