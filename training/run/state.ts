/**
 * What a training checkpoint holds: the policy (readable by itself, agents/policy/policy.ts) and, in `training`,
 * everything that going on exactly needs. No clock and no path, so that equal training makes equal files; only a budget
 * in minutes puts the minutes used into it. The config is there to notice when `config.json` was edited.
 */
import { z } from 'zod';
import {
  flattenWeights,
  type NetworkShape,
  VALUE,
  viewWeights,
  type Weights,
  weightShapes,
} from '../../agents/network/network.js';
import { mismatch, type Policy, packPolicy, policySchema, unpackPolicy } from '../../agents/policy/policy.js';
import { packTensor, type Tensor, tensorSchema, unpackTensor } from '../../checkpoints/tensor.js';
import type { RngState } from '../../env/chance.js';
import { chanceSchema, rngSchema } from '../../env/chance-schema.js';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { algorithmOf } from '../algorithms/index.js';
import type { RolloutState } from '../collect/rollout.js';
import type { WaitingRows } from '../collect/rows.js';
import { normalisedPlaces } from '../learn/input-statistics.js';
import { type LearnerState, stateProblem } from '../learn/learner.js';
import { type Moments, momentsProblem } from '../learn/running-statistics.js';
import { count } from '../schedule.js';
import { type PhaseCount, phaseIndex } from './budget.js';
import { type Config, configSchema } from './config.js';

/** Where a run stands between two updates. Counters count over the whole run unless noted otherwise. */
export interface TrainingState {
  /** One for each phase that has begun; the last is under way. */
  phases: PhaseCount[];
  /** Current segment of the run's history (segments.ts); 0: as the run began. */
  segment: number;
  /** The budget is spent; only reports may be missing. */
  finished: boolean;
  /** Decisions learned from. */
  decisions: number;
  /** Games ended. */
  games: number;
  /** Minutes used; 0 without a budget in minutes. */
  minutes: number;
  /** Lines of metrics written. */
  lines: number;
  /** Update of the present phase at the last measurement; -1 before the first. */
  measuredAt: number;
  /** Decisions of the checkpoints that stay (`keepEvery`). */
  kept: number[];
  /** The best checkpoint, with its score on the deals by which it was picked. */
  best: { decisions: number; score: number } | null;
  /** The generator that shuffles rows. */
  shuffle: RngState;
  learner: LearnerState;
  /** Input statistics, if the network normalises its input. */
  inputs?: Moments | undefined;
  /**
   * What the algorithm of the present phase remembers (`AlgorithmKind.memory`); null before the first update of the
   * phase.
   */
  memory: unknown;
  /** How wide a policy of afterstates searches its own turn by now; null: as the spec of the run says. */
  beam: number | null;
  /** State of each collecting thread; empty before the first update. */
  collectors: RolloutState[];
}

const envSchema = z.strictObject({
  game: z.string(),
  version: z.string(),
  seed: z.string(),
  games: z.array(
    z.strictObject({
      position: z.instanceof(Uint8Array),
      chance: chanceSchema,
      episode: count,
      decisions: count,
      rewards: z.array(z.number()),
    }),
  ),
});

const collectorSchema = z.strictObject({
  env: envSchema,
  actionRng: rngSchema,
  seatRng: rngSchema,
  seats: z.array(count),
  received: z.array(z.number()),
  waiting: z.record(z.string(), tensorSchema),
});

const momentsSchema = z.strictObject({ count, mean: tensorSchema, squares: tensorSchema });

const trainingSchema = z.strictObject({
  /** What it was trained under, with the id of the game for its path. */
  config: configSchema,
  phases: z
    .array(z.strictObject({ decisions: count, games: count, updates: count, from: z.number().nonnegative() }))
    .min(1),
  segment: count,
  finished: z.boolean(),
  decisions: count,
  games: count,
  minutes: z.number().nonnegative(),
  lines: count,
  measuredAt: z.number().int().min(-1),
  kept: z.array(count),
  best: z.strictObject({ decisions: count, score: z.number() }).nullable(),
  shuffle: rngSchema,
  adam: z.strictObject({
    steps: z.record(z.string().max(32), count),
    firstMoments: tensorSchema,
    secondMoments: tensorSchema,
  }),
  /** Present if the network normalises its input. */
  inputs: momentsSchema.optional(),
  /** Where the critic is taught scaled returns (`LearnerState.returns`). */
  returns: z
    .strictObject({
      moments: momentsSchema,
      critic: z.strictObject({ [`${VALUE}.kernel`]: tensorSchema, [`${VALUE}.bias`]: tensorSchema }),
    })
    .optional(),
  /** Where the policy is an average of the weights that learn: those (`LearnerState.learned`). */
  learned: tensorSchema.optional(),
  /** Checked by the schema of the algorithm, with its tensors unpacked. */
  memory: z.unknown(),
  beam: count.nullable(),
  collectors: z.array(collectorSchema),
});

/** Schema of a training checkpoint. */
export const trainingCheckpointSchema = z.strictObject({ policy: policySchema, training: trainingSchema });

/** What `trainingCheckpointSchema` checks. */
export type StoredTraining = z.output<typeof trainingCheckpointSchema>;

/**
 * The state as plain data for `writeCheckpoint`.
 * @param policy the policy that the weights are for; its own weights are not used
 * @param config what it was trained under
 */
export function packTraining(policy: Policy, state: TrainingState, config: Config): unknown {
  const { learner, inputs, memory, collectors, ...plain } = state;
  const { returns, learned } = learner;
  const flat = (weights: Weights) => packTensor(flattenWeights(policy.shape, weights));
  const training = {
    config: { ...config, game: policy.game.id },
    ...plain,
    adam: {
      steps: learner.steps,
      firstMoments: flat(learner.firstMoments),
      secondMoments: flat(learner.secondMoments),
    },
    ...(inputs && { inputs: packed(inputs) }),
    ...(returns && { returns: packed(returns) }),
    ...(learned && { learned: flat(learned) }),
    memory: packed(memory),
    collectors: collectors.map((one) => ({
      ...one,
      waiting: Object.fromEntries(Object.entries(one.waiting).map(([name, array]) => [name, packTensor(array)])),
    })),
  };
  return { policy: packPolicy({ ...policy, weights: learner.weights }), training };
}

/** Plain data with its arrays of numbers as tensors. */
function packed(value: unknown): unknown {
  if (value instanceof Float32Array || value instanceof Float64Array || value instanceof Int32Array)
    return packTensor(value);
  if (Array.isArray(value)) return value.map(packed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, packed(field)]));
}

/** The way back. */
function unpacked(value: unknown): unknown {
  const tensor = tensorSchema.safeParse(value);
  if (tensor.success) return unpackTensor(tensor.data, tensor.data.dtype);
  if (Array.isArray(value)) return value.map(unpacked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, unpacked(field)]));
}

/** @throws UserError when what was trained does not fit the game as it is now. @param policy the untrained one of this run */
export function checkFit({ policy: stored }: StoredTraining, file: string, policy: Policy, game: Game): void {
  const problem = mismatch(
    {
      ...unpackPolicy(stored, file),
      ...(policy.advisor && { advisor: policy.advisor }),
      ...(policy.plan && { plan: policy.plan }),
    },
    game,
  );
  if (problem) throw new UserError(`${file}: ${problem}`);
}

/** The state that a checkpoint holds. @param file its name, for errors */
export function unpackTraining({ policy, training }: StoredTraining, file: string, shape: NetworkShape): TrainingState {
  const { config, adam, inputs: _inputs, returns: _returns, learned, memory, collectors, ...plain } = training;
  const views = (tensor: z.output<typeof tensorSchema>) => viewWeights(shape, unpackTensor(tensor));
  const { inputs, returns } = countedOf(training);
  const learner: LearnerState = {
    steps: adam.steps,
    weights: unpackPolicy(policy, file).weights,
    firstMoments: views(adam.firstMoments),
    secondMoments: views(adam.secondMoments),
    ...(returns && { returns }),
    ...(learned && { learned: views(learned) }),
  };
  const problem = stateProblem(weightShapes(shape), learner) ?? countedProblem(config, shape, inputs, returns);
  if (problem) throw new UserError(`${file}: ${problem}; continue from another checkpoint`);
  return {
    ...plain,
    learner,
    ...(inputs && { inputs }),
    memory: memoryOf(config, phaseIndex(plain), unpacked(memory), file),
    collectors: collectors.map((one) => ({
      ...one,
      waiting: Object.fromEntries(
        Object.entries(one.waiting).map(([name, tensor]) => [name, unpackTensor(tensor, tensor.dtype)]),
      ) as unknown as WaitingRows,
    })),
  };
}

/** What is counted beside learning. */
function countedOf({
  inputs,
  returns,
}: StoredTraining['training']): Pick<TrainingState, 'inputs'> & Pick<LearnerState, 'returns'> {
  const moments = ({ count, mean, squares }: z.output<typeof momentsSchema>): Moments => ({
    count,
    mean: unpackTensor(mean, 'float64'),
    squares: unpackTensor(squares, 'float64'),
  });
  const tensors = (stored: Record<string, Tensor>) =>
    Object.fromEntries(Object.entries(stored).map(([name, tensor]) => [name, unpackTensor(tensor)]));
  return {
    ...(inputs && { inputs: moments(inputs) }),
    ...(returns && { returns: { moments: moments(returns.moments), critic: tensors(returns.critic) } }),
  };
}

/** The first thing wrong with them for a run, or undefined. */
function countedProblem(config: Config, shape: NetworkShape, inputs?: Moments, returns?: object): string | undefined {
  if (config.normaliseReturns !== (returns !== undefined))
    return 'its returns are scaled by other settings than its own';
  const columns = normalisedPlaces(shape).length;
  if (columns > 0 && !inputs) return 'statistics of its input are missing';
  return inputs && momentsProblem(inputs, columns);
}

/** @throws UserError when it is not what the algorithm of the phase remembers */
function memoryOf(config: Config, index: number, memory: unknown, file: string): unknown {
  const phase = config.phases[index];
  const parsed = phase && z.nullable(algorithmOf(phase).memory).safeParse(memory);
  if (parsed?.success) return parsed.data;
  throw new UserError(`${file}: training.memory: not that of a phase of its config; choose another checkpoint`);
}
