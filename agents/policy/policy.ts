/**
 * A trained policy: what is stored of it, and the player that plays it. A training checkpoint holds the same thing in
 * its field `policy`, so it can be played too.
 */
import { z } from 'zod';
import { writeCheckpoint } from '../../checkpoints/format.js';
import { checkpointFile, readNamedCheckpoint } from '../../checkpoints/run.js';
import { packTensor, tensorSchema, unpackTensor } from '../../checkpoints/tensor.js';
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { hashBytes } from '../../env/hash.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { WasmInference } from '../network/engines/wasm-inference.js';
import { MaskedDistribution } from '../network/masked.js';
import {
  actorCritic,
  type BoardShape,
  type NetworkShape,
  type Outputs,
  outputsFor,
  POLICY,
  VALUE,
  type Weights,
  weightShapes,
  weightsProblem,
  widthOf,
} from '../network/network.js';
import { networkSchema } from '../network/schema.js';
import type { Judge } from '../search/guided-search.js';
import { LookaheadAgent, type LookaheadStrength, lookaheadDefaults, lookaheadJudge } from '../search/lookahead.js';
import type { Evaluate } from '../search/search.js';
import { type Advisor, adviceOn, advisedObservation, writeAdvice } from './advice.js';
import { advisorNamed } from './advisor.js';
import { type Playing, refuseOtherOptions, type Trained, trainedOptions } from './trained.js';

/** A policy as it lies in a checkpoint. */
export const policySchema = z.strictObject({
  /** The game it plays. */
  game: z.strictObject({ id: z.string(), version: z.string() }),
  /** All options of the game it was trained with. */
  options: z.record(z.string(), z.unknown()),
  /** Hash of the names and shapes of the observation's pieces. */
  observation: z.number(),
  network: networkSchema.refine(
    ({ heads }) =>
      heads.some(({ name, masked, loss }) => name === POLICY && masked && loss === 'cross-entropy') &&
      heads.some(({ name, loss }) => name === VALUE && loss === 'squared-error'),
    'a policy has a masked head policy with cross-entropy and a head value with squared error',
  ),
  /** Spec of the player whose choice the policy is shown (advice.ts). */
  advisor: z.string().optional(),
  weights: z.record(z.string(), tensorSchema),
});

/** What `policySchema` checks. */
export type StoredPolicy = z.infer<typeof policySchema>;

// Fields beside `policy` are the training's and left alone.
const fileSchema = z.object({ policy: policySchema });

/** A policy in memory; not to be changed once it plays. */
export interface Policy {
  game: { id: string; version: string };
  /** All options of the game it was trained with. */
  options: Record<string, unknown>;
  /** See `observationHash`; of the advised game where there is an advisor. */
  observation: number;
  /** Whose choice it is shown, and the game that is looked at for it. */
  advisor?: (Advisor & { game: Game }) | undefined;
  shape: NetworkShape;
  weights: Weights;
}

/** Changes when a piece of the observation is renamed, moved or reshaped. */
export function observationHash(game: Pick<Game, 'observation'>): number {
  const pieces = game.observation.map(({ name, shape }) => [name, shape]);
  return hashBytes(new TextEncoder().encode(JSON.stringify(pieces)));
}

/**
 * The network for a game (or an advised one): as many inputs, actions and values (seats) as it has. A further head of all
 * networks is declared here (docs/ppo.md, detail 20).
 * @param boardWidth hidden units a square of the board head, where the game has a board; 0: no board head
 */
export function networkFor(
  game: Game,
  trunk: number[],
  activation: NetworkShape['activation'] = 'relu',
  boardWidth = 0,
): NetworkShape {
  const board = boardWidth > 0 ? boardOf(game, boardWidth) : undefined;
  const inputs = observationSize(game);
  return actorCritic({ inputs, actions: game.actions, values: game.players.max, trunk, activation, board });
}

/** Where a game's squares stand in its observation, plane by plane, if it says so. */
function boardOf(game: Game, width: number): Omit<BoardShape, 'name'> | undefined {
  if (!game.board) return undefined;
  const planes: number[] = [];
  let squares = 0;
  let at = 0;
  for (const { name, shape } of game.observation) {
    const size = shape.reduce((product, n) => product * n, 1);
    if (game.board.planes.includes(name)) {
      squares = shape.slice(-2).reduce((product, n) => product * n, 1);
      for (let plane = at; plane < at + size; plane += squares) planes.push(plane);
    }
    at += size;
  }
  return { squares, planes, output: game.board.action, width };
}

/**
 * A policy for this game; the weights are kept, not copied.
 * @param game the game itself, also where there is an advisor
 * @param options those it is trained with; default: the game's own
 */
export function policyFor(
  game: Game,
  shape: NetworkShape,
  weights: Weights,
  advisor?: Advisor,
  options?: unknown,
): Policy {
  const observation = observationHash({ observation: advisedObservation(game, advisor) });
  const policy: Policy = {
    game: { id: game.id, version: game.version },
    options: parseOptions(game, options) as Record<string, unknown>,
    observation,
    shape,
    weights,
  };
  return advisor ? { ...policy, advisor: { ...advisor, game } } : policy;
}

/** The policy as plain data for a checkpoint; copies the weights. */
export function packPolicy(policy: Policy): StoredPolicy {
  const { game, options, observation, shape, weights, advisor } = policy;
  const tensors = weightShapes(shape).map(({ name, shape: dims }) => [name, packTensor(weights[name]!, dims)]);
  return {
    game: { ...game },
    options: { ...options },
    observation,
    network: { ...shape },
    ...(advisor && { advisor: advisor.spec }),
    weights: Object.fromEntries(tensors),
  };
}

/**
 * Without its advisor, who is a player of a game: `loadPolicy` finds it.
 * @param from what to call it in errors: its file
 * @throws UserError when tensors do not fit the network
 */
export function unpackPolicy(stored: StoredPolicy, from: string): Policy {
  const shape: NetworkShape = stored.network;
  const wanted = new Map(weightShapes(shape).map(({ name, shape: dims }) => [name, dims]));
  const weights: Weights = {};
  try {
    for (const [name, tensor] of Object.entries(stored.weights))
      weights[name] = unpackTensor(tensor, 'float32', wanted.get(name));
  } catch (error) {
    throw new UserError(`${from}: ${(error as Error).message}; train it anew`, { cause: error });
  }
  const problem = weightsProblem(shape, weights);
  if (problem) throw new UserError(`${from}: ${problem}; the policy cannot be used, train it anew`);
  const { game, options, observation } = stored;
  return { game, options, observation, shape, weights };
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
  const { game, options } = readNamedCheckpoint(file, fileSchema).value.policy;
  return { game, options };
}

/**
 * Reads a policy from a checkpoint file, a run directory or `<run>@<decisions>` (`policyFile`).
 * @param game the game it is to play; not checked, and without an advisor, when left out
 * @param bots those that came with the game's module
 * @param playing the options it is to play; not checked when left out: `Policy.options` says what it was trained with
 * @throws UserError when there is none, it is damaged, or it was trained for something else
 */
export function loadPolicy(
  path: string,
  game?: Game,
  bots?: Readonly<Record<string, () => Agent>>,
  playing: Playing = {},
): Policy {
  const { file, value } = readNamedCheckpoint(path, fileSchema);
  const stored = value.policy;
  const policy = unpackPolicy(stored, file);
  if (!game) return policy;
  // Another game's advisor would be looked for in vain, and that would not be what is wrong.
  if (stored.advisor !== undefined && stored.game.id === game.id)
    policy.advisor = { ...advisorNamed(stored.advisor, game, bots), game };
  const problem = mismatch(policy, game);
  if (problem) throw new UserError(`${file}: ${problem}`);
  policy.options = trainedOptions(file, policy, game);
  if (playing.options !== undefined)
    refuseOtherOptions(file, policy.options, { ...playing, options: parseOptions(game, playing.options) });
  return policy;
}

/** Why a policy cannot play a game, or undefined. */
export function mismatch(policy: Policy, game: Game): string | undefined {
  const { shape } = policy;
  const observation = advisedObservation(game, policy.advisor);
  const inputs = observationSize({ observation });
  if (policy.game.id !== game.id)
    return `this policy plays ${policy.game.id}, not ${game.id}; choose the game with --game or another policy`;
  const again = 'train it anew for this version';
  if (policy.game.version !== game.version)
    return `this policy was trained for ${game.id} version ${policy.game.version}, this is ${game.version}; ${again}`;
  if (shape.inputs !== inputs)
    return `this policy reads ${shape.inputs} observation values, ${game.id} gives ${inputs}; ${again}`;
  if (widthOf(shape, POLICY) !== game.actions)
    return `this policy knows ${widthOf(shape, POLICY)} actions, ${game.id} has ${game.actions}; ${again}`;
  if (policy.observation !== observationHash({ observation }))
    return `the pieces of the observation of ${game.id} are not those this policy was trained on; ${again}`;
  return undefined;
}

/** One network a policy and thread: players of the same policy share it, since each call is over before the next. */
const inferences = new WeakMap<Policy, WasmInference>();

function inferenceOf(policy: Policy): WasmInference {
  let inference = inferences.get(policy);
  if (!inference) inferences.set(policy, (inference = new WasmInference(policy.shape, policy.weights)));
  return inference;
}

/** How a policy is played. */
export interface PolicyPlay {
  /** Its spec string. */
  name?: string;
  /** Always the most likely action instead of a drawn one. */
  argmax?: boolean;
  /** Above 1 more adventurous, below 1 less; > 0. */
  temperature?: number;
}

/** Plays a policy: draws each action from it with a generator of its own. */
export class PolicyAgent implements Agent {
  readonly name: string;
  private readonly inference: WasmInference;
  private readonly distribution: MaskedDistribution;
  private readonly outputs: Outputs;
  private readonly advisor: Agent | undefined;
  /** Of an advised policy: what it is shown. */
  private readonly advised: Float32Array;
  /** Where the advice begins. */
  private readonly own: number;
  /** What the value head said of the last decision: expected returns, me first. */
  readonly values: Float32Array;
  private rng: Rng = createRng(0);

  constructor(
    policy: Policy,
    private readonly play: PolicyPlay = {},
  ) {
    this.name = play.name ?? 'policy';
    this.inference = inferenceOf(policy);
    this.distribution = new MaskedDistribution(widthOf(policy.shape, POLICY));
    this.outputs = outputsFor(policy.shape, 1, [POLICY, VALUE]);
    this.values = this.outputs[VALUE]!;
    this.advisor = policy.advisor?.create();
    this.own = policy.advisor ? observationSize(policy.advisor.game) : policy.shape.inputs;
    this.advised = new Float32Array(this.advisor ? policy.shape.inputs : 0);
  }

  reset(seed: Seed): void {
    this.rng = createRng(seed);
    this.advisor?.reset(0);
  }

  act(view: View): number {
    const distribution = this.look(view);
    return this.play.argmax ? distribution.argmax() : distribution.sample(this.rng);
  }

  probabilities(view: View, out: Float32Array): void {
    const distribution = this.look(view);
    if (this.play.argmax) out.fill(0)[distribution.argmax()] = 1;
    else distribution.write(out);
  }

  private look(view: View): MaskedDistribution {
    this.inference.run(this.observation(view), 0, this.outputs, view.mask);
    return this.distribution.set(this.outputs[POLICY]!, 0, view.mask, 0, this.play.temperature ?? 1);
  }

  private observation(view: View): Float32Array {
    const { advisor, advised } = this;
    if (!advisor) return view.observation();
    const { own } = this;
    // In the game it was trained in, the view shows advice already.
    advised.set(view.observation().subarray(0, own));
    writeAdvice(advisor, view, advised, own);
    return advised;
  }
}

/** Runs the network on positions as their seat to act sees them. @returns what fills `outputs` */
function looker(policy: Policy, outputs: Outputs): (state: State, mask?: Uint8Array) => void {
  const inference = inferenceOf(policy);
  const { advisor, shape } = policy;
  const advice = advisor && adviceOn(advisor.game, advisor);
  const own = advisor ? observationSize(advisor.game) : shape.inputs;
  const observation = new Float32Array(shape.inputs);
  return (state, mask) => {
    state.observe(state.actor, observation, 0);
    advice?.(state, observation, own);
    inference.run(observation, 0, outputs, mask);
  };
}

/** Values of the network stand by seat from the one to act on. */
function bySeat(values: Float32Array, { actor, players }: State, out: Float64Array): void {
  for (let i = 0; i < players; i++) out[(actor + i) % players] = values[i]!;
}

/**
 * The value head as a judge of unfinished positions, for search: the expected return of each seat, as the seat to act
 * sees it.
 * @returns a function that writes them by seat (length players)
 */
export function policyValue(policy: Policy): Evaluate {
  const outputs = outputsFor(policy.shape, 1, [VALUE]);
  const look = looker(policy, outputs);
  return (state, out) => {
    look(state);
    bySeat(outputs[VALUE]!, state, out);
  };
}

/** The whole network as a guide of a search: what it would do, and what `policyValue` says, in one run. */
export function policyJudge(policy: Policy): Judge {
  const outputs = outputsFor(policy.shape, 1, [POLICY, VALUE]);
  const look = looker(policy, outputs);
  const distribution = new MaskedDistribution(widthOf(policy.shape, POLICY));
  return (state, mask, priors, returns) => {
    look(state, mask);
    distribution.set(outputs[POLICY]!, 0, mask, 0).write(priors);
    bySeat(outputs[VALUE]!, state, returns);
  };
}

/**
 * A policy that looks ahead (lookahead.ts): its likeliest action is the usual one, its value head judges, with its advisor's
 * evaluation where that has a share. Games are played on by its advisor, who is fast, or by itself.
 * @throws RangeError when `evaluation` is above 0 and there is no advisor that has one
 */
export function lookaheadPolicy(
  policy: Policy,
  { name, evaluation = 0, ...strength }: LookaheadStrength & { name: string },
): LookaheadAgent {
  const usual = new PolicyAgent(policy, { argmax: true });
  const rollout = policy.advisor?.create() ?? new PolicyAgent(policy, { argmax: true });
  const { returns } = lookaheadDefaults;
  const evaluate = lookaheadJudge(policyValue(policy), policy.advisor, evaluation);
  return new LookaheadAgent(name, { ...strength, usual, rollout, evaluate, returns });
}
