/** What the training loop knows of a learner: batches in, better weights out. Implemented by `gradient-learner.ts`. */
import type { NetworkShape, Weights } from '../../agents/network/network.js';
import type { Rng } from '../../env/chance.js';

export type { BatchPolicy } from '../../agents/network/batch-policy.js';

/** Decisions to learn from, all of the current policy. D: observation size, A: actions, V: values (seats). */
export interface Batch {
  rows: number;
  /** [rows, D] */
  observation: Float32Array;
  /** [rows, A], 1 for legal. */
  mask: Uint8Array;
  /** [rows], the action taken. */
  action: Int32Array;
  /** [rows], log-probability of that action under the policy that took it. */
  logProb: Float32Array;
  /** [rows], already normalised by the caller. */
  advantage: Float32Array;
  /** [rows, V], returns in relative seat order; NaN marks an entry that is not to be learned (an absent seat). */
  valueTarget: Float32Array;
  /**
   * [rows, A], log-probabilities of the legal actions under the magnet; what stands for illegal ones is finite. Without
   * it there is no magnet.
   */
  magnet?: Float32Array | undefined;
}

/** Positions of a teacher to imitate. */
export interface ImitationBatch {
  rows: number;
  /** [rows, D] */
  observation: Float32Array;
  /** [rows, A] */
  mask: Uint8Array;
  /** [rows], the teacher's action. */
  action: Int32Array;
  /** [rows, V]; the value head is left alone without it. NaN as in `Batch`. */
  valueTarget?: Float32Array;
}

/** The rows from..to-1 of a batch; no copies. */
export function batchRows<B extends Batch | ImitationBatch>(batch: B, from: number, to: number): B {
  const cut = (array: Float32Array | Int32Array | Uint8Array) => {
    const width = array.length / batch.rows;
    return array.subarray(from * width, to * width);
  };
  const arrays = Object.entries(batch).filter((entry) => ArrayBuffer.isView(entry[1]));
  return { ...batch, ...Object.fromEntries(arrays.map(([name, array]) => [name, cut(array)])), rows: to - from };
}

/** How one update goes. Defaults and advice: `docs/ppo.md`. */
export interface UpdateSettings {
  /** Passes over the batch, at most. */
  epochs: number;
  /** Rows of one gradient step. */
  minibatch: number;
  learningRate: number;
  /** PPO's epsilon: the ratio counts within 1 - clip .. 1 + clip. */
  clip: number;
  /** Weight of the entropy bonus. */
  entropy: number;
  /** Weight of the KL divergence from the magnet, which the batch must then have; none without it. */
  magnet?: number;
  /** Weight of the value loss. */
  valueWeight: number;
  /** Gradients longer than this are shortened to it; Infinity turns it off. */
  gradientNorm: number;
  /** Stop after the epoch whose mean KL exceeds 1.5 times this; Infinity turns it off. */
  targetKl: number;
  /** Update the value head alone (policy and trunk stay as they are): for the first updates after imitation. */
  valueOnly?: boolean;
}

/** The settings that imitation reads. */
export type ImitationSettings = Pick<UpdateSettings, 'epochs' | 'minibatch' | 'learningRate' | 'gradientNorm'> & {
  /** Weight of the value loss where targets are given; 0.5 without it. */
  valueWeight?: number;
};

/** Means over the gradient steps of one update, unless said otherwise. Each is explained in `docs/ppo.md`. */
export interface UpdateStats {
  policyLoss: number;
  valueLoss: number;
  /** Nats, over legal actions. */
  entropy: number;
  /** Estimated KL from the policy that acted, mean over the last epoch. */
  kl: number;
  /** KL from the magnet to the policy, nats; only where the batch has a magnet. */
  magnetKl?: number;
  /** Share of rows whose ratio was out of the clip range. */
  clipFraction: number;
  /** Of the values before the update against their targets: 1 is perfect, 0 is no better than the mean. */
  explainedVariance: number;
  /** Length of the gradient before clipping. */
  gradientNorm: number;
  /** Epochs done, at most `settings.epochs`. */
  epochs: number;
}

/** Everything a learner must remember between updates. Equal state, equal batch, same generator: equal bytes. */
export interface LearnerState {
  /** Gradient steps that moved every weight: Adam's t of the trunk and the policy head. */
  step: number;
  /** Gradient steps of `valueOnly` updates; Adam's t of the value head is `step + valueSteps`. */
  valueSteps: number;
  weights: Weights;
  /** Adam's first moments, by the names of the weights. */
  firstMoments: Weights;
  /** Adam's second moments. */
  secondMoments: Weights;
}

/** Trains one network. */
export interface Learner {
  readonly shape: NetworkShape;
  /** One PPO update. `rng` shuffles the rows. */
  update(batch: Batch, settings: UpdateSettings, rng: Rng): Promise<UpdateStats>;
  /** Supervised passes towards a teacher's actions; loss (cross-entropy, nats) and accuracy of the last epoch. */
  imitate(batch: ImitationBatch, settings: ImitationSettings, rng: Rng): Promise<{ loss: number; accuracy: number }>;
  /** The current weights: a copy. */
  weights(): Weights;
  /** A copy of the state. */
  save(): LearnerState;
  load(state: LearnerState): void;
  dispose(): void;
}
