/**
 * What a training checkpoint holds: the policy (readable by itself, agents/policy/policy.ts) and, in `training`, everything
 * that going on exactly needs. No clock and no path, so that equal training makes equal files; only a budget in minutes
 * puts the minutes used into it. The config is there to notice when `config.json` was edited.
 */
import { z } from 'zod';
import { flattenWeights, type NetworkShape, viewWeights, type Weights } from '../../agents/network/network.js';
import { mismatch, type Policy, packPolicy, policySchema, unpackPolicy } from '../../agents/policy/policy.js';
import { packTensor, readCheckpoint, tensorSchema, unpackTensor } from '../../checkpoints/index.js';
import type { RngState } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import type { PoolState } from '../collect/opponents.js';
import type { RolloutOrder, RolloutState, WaitingRows } from '../collect/rollout.js';
import { type LearnerState, stateProblem } from '../learn/learner.js';
import { type Config, configSchema } from './config.js';

/** Where a run stands between two updates. Counters count over the whole run unless said otherwise. */
export interface TrainingState {
  phase: 'warmStart' | 'ppo';
  /** Of the run's history (segments.ts), the segment that it is in; 0: as the run began. */
  segment: number;
  /** The budget is spent; only reports may be missing. */
  finished: boolean;
  /** Updates of the present phase. */
  update: number;
  /** Rollouts ordered. */
  rollouts: number;
  /** Decisions learned from. */
  decisions: number;
  /** Of them, by PPO. */
  ppoDecisions: number;
  /** Games ended. */
  games: number;
  /** Minutes used, and those used when PPO began; 0 without a budget in minutes. */
  minutes: number;
  ppoFromMinutes: number;
  /** Lines of metrics written. */
  lines: number;
  /** PPO update of the last measurement; -1 before the first. */
  measuredAt: number;
  /** PPO update of the last snapshot; -1 before the first. */
  snapshotAt: number;
  best: { decisions: number; score: number } | null;
  /** The generator that shuffles rows. */
  shuffle: RngState;
  learner: LearnerState;
  /** Flat weights of the magnet; absent before the first PPO update and in a run that has none. */
  magnet?: Float32Array | undefined;
  pool: PoolState;
  /** Flat weights of each slot in use, by slot. */
  poolWeights: Float32Array[];
  /** Players, each in its own place. */
  crew: RolloutState[];
  /** The rollout under way (it is played again on resume), with the flat weights it is played with. */
  pending: { order: RolloutOrder; weights: Float32Array } | null;
}

const rng = z.strictObject({ c: z.number(), s0: z.number(), s1: z.number(), s2: z.number() });
const count = z.number().int().nonnegative();

const orderSchema = z.strictObject({
  number: count,
  restart: z.boolean(),
  steps: count,
  mix: z.strictObject({
    bots: z.array(z.number()),
    tables: z.array(z.number()),
    snapshots: z.number(),
    pool: z.array(z.strictObject({ id: count, weight: z.number() })),
    teacher: z.number(),
  }),
  slots: z.array(z.strictObject({ id: count, slot: count })),
  imitate: z.boolean(),
  smoothing: z.number().default(0),
  keep: z.number().default(1),
  stir: z.number().default(0),
  gamma: z.number(),
  lambda: z.number(),
  shaping: z.number(),
});

const envSchema = z.strictObject({
  game: z.string(),
  version: z.string(),
  seed: z.string(),
  games: z.array(
    z.strictObject({
      position: z.instanceof(Uint8Array),
      chance: z.strictObject({ seed: z.string(), streams: z.array(rng.nullable()) }),
      episode: count,
      decisions: count,
      rewards: z.array(z.number()),
    }),
  ),
});

const crewSchema = z.strictObject({
  env: envSchema,
  actionRng: rng,
  seatRng: rng,
  seats: z.array(count),
  received: z.array(z.number()),
  waiting: z.record(z.string(), tensorSchema),
});

const trainingSchema = z.strictObject({
  /** What it was trained under, with the id of the game for its path. */
  config: configSchema,
  phase: z.enum(['warmStart', 'ppo']),
  segment: count,
  finished: z.boolean(),
  update: count,
  rollouts: count,
  decisions: count,
  ppoDecisions: count,
  games: count,
  minutes: z.number().nonnegative(),
  ppoFromMinutes: z.number().nonnegative(),
  lines: count,
  measuredAt: z.number().int().min(-1),
  snapshotAt: z.number().int().min(-1),
  best: z.strictObject({ decisions: count, score: z.number() }).nullable(),
  shuffle: rng,
  adam: z.strictObject({
    steps: z.record(z.string().max(32), count),
    firstMoments: tensorSchema,
    secondMoments: tensorSchema,
  }),
  magnet: tensorSchema.optional(),
  pool: z.strictObject({
    nextId: count,
    snapshots: z.array(z.strictObject({ id: count, slot: count, update: count, score: z.number(), meetings: count })),
  }),
  poolWeights: z.array(tensorSchema),
  crew: z.array(crewSchema),
  pending: z.strictObject({ order: orderSchema, weights: tensorSchema }).nullable(),
});

/** Schema of a training checkpoint. */
export const trainingCheckpointSchema = z.strictObject({ policy: policySchema, training: trainingSchema });

/** What `trainingCheckpointSchema` checks. */
export type StoredTraining = z.output<typeof trainingCheckpointSchema>;

/**
 * The state as plain data for `writeCheckpoint`.
 * @param policy says what the weights are for; its own are not used
 * @param config what it was trained under
 */
export function packTraining(policy: Policy, state: TrainingState, config: Config): unknown {
  const { learner, magnet, poolWeights, crew, pending, ...plain } = state;
  const flat = (weights: Weights) => packTensor(flattenWeights(policy.shape, weights));
  const training = {
    config: { ...config, game: policy.game.id },
    ...plain,
    adam: {
      steps: learner.steps,
      firstMoments: flat(learner.firstMoments),
      secondMoments: flat(learner.secondMoments),
    },
    ...(magnet ? { magnet: packTensor(magnet) } : {}),
    poolWeights: poolWeights.map((weights) => packTensor(weights)),
    crew: crew.map((member) => ({
      ...member,
      waiting: Object.fromEntries(Object.entries(member.waiting).map(([name, array]) => [name, packTensor(array)])),
    })),
    pending: pending && { order: pending.order, weights: packTensor(pending.weights) },
  };
  return { policy: packPolicy({ ...policy, weights: learner.weights }), training };
}

/**
 * Reads a training checkpoint.
 * @throws UserError when it is missing, damaged, or a policy without what training needs
 */
export function readTraining(file: string, shape: NetworkShape): TrainingState {
  return unpackTraining(readCheckpoint(file, trainingCheckpointSchema), file, shape);
}

/** @throws UserError when what was trained does not fit the game as it is now. @param policy the untrained one of this run */
export function checkFit({ policy: stored }: StoredTraining, file: string, policy: Policy, game: Game): void {
  const problem = mismatch({ ...unpackPolicy(stored, file), ...(policy.advisor && { advisor: policy.advisor }) }, game);
  if (problem) throw new UserError(`${file}: ${problem}`);
}

/** The state that a checkpoint holds. @param file its name, for errors */
export function unpackTraining({ policy, training }: StoredTraining, file: string, shape: NetworkShape): TrainingState {
  const { config: _config, adam, magnet, poolWeights, crew, pending, ...plain } = training;
  const views = (tensor: z.output<typeof tensorSchema>) => viewWeights(shape, unpackTensor(tensor));
  const learner: LearnerState = {
    steps: adam.steps,
    weights: unpackPolicy(policy, file).weights,
    firstMoments: views(adam.firstMoments),
    secondMoments: views(adam.secondMoments),
  };
  const problem = stateProblem(shape, learner);
  if (problem) throw new UserError(`${file}: ${problem}; go on from another checkpoint`);
  return {
    ...plain,
    learner,
    ...(magnet ? { magnet: unpackTensor(magnet) } : {}),
    poolWeights: poolWeights.map((tensor) => unpackTensor(tensor)),
    crew: crew.map((member) => ({
      ...member,
      waiting: Object.fromEntries(
        Object.entries(member.waiting).map(([name, tensor]) => [name, unpackTensor(tensor, tensor.dtype)]),
      ) as unknown as WaitingRows,
    })),
    pending: pending && { order: pending.order, weights: unpackTensor(pending.weights) },
  };
}
