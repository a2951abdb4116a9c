/**
 * PPO self-play, as a phase of a run: who plays, what is remembered between updates (snapshots). The update
 * itself is training/learn/ppo.ts.
 */
import { z } from 'zod';
import { flattenWeights, type Heads, VALUE } from '../../agents/network/network.js';
import type { Batch } from '../collect/batch.js';
import { crowded, opponentsSchema, SNAPSHOT, shares } from '../collect/opponents.js';
import { rolloutMetrics } from '../collect/rollout-metrics.js';
import type { RolloutOrder } from '../collect/rollout-order.js';
import type { RolloutStats } from '../collect/rollout-stats.js';
import { forgetMoments } from '../learn/learner.js';
import { ppoUpdate, type UpdateSettings, type UpdateStats } from '../learn/ppo.js';
import { everAbove0, schedule, scheduled, share, whole } from '../schedule.js';
import {
  type Algorithm,
  type AlgorithmKind,
  type Experience,
  headWeights,
  lossMetrics,
  lossSettings,
  type Moment,
  type Tools,
} from './algorithm.js';
import { changeableSnapshots, Snapshots, snapshotMemory, snapshotSettings } from './snapshots.js';

const settingsSchema = z.strictObject({
  learningRate: schedule(0, 1).prefault({ from: 5e-4, to: 0 }).describe("Adam's step size."),
  entropy: schedule(0, 10)
    .prefault({ from: 0.1, to: 0.05 })
    .describe('Weight of the entropy bonus: 0.05-0.2 in games with hidden information, far less in others.'),
  epochs: whole(1).default(4).describe('Passes over the rows of one update.'),
  minibatch: whole(1).default(1024).describe('Rows of one gradient step.'),
  clip: z.number().gt(0).max(1).default(0.2).describe('Clip range: how far the probability ratio may depart from 1.'),
  targetKl: z
    .number()
    .gt(0)
    .default(0.02)
    .describe('An update stops early when its KL divergence exceeds 1.5 times this.'),
  ...lossSettings,
  lambda: share.default(0.95).describe('Lambda of generalised advantage estimation.'),
  valueOnlyUpdates: whole(0)
    .default(0)
    .describe('Number of first updates that train only the value head, after imitation.'),
  shaping: schedule(0, 10).prefault(0).describe("Weight of the game's potential-based shaping reward; 0: none."),
  opponents: opponentsSchema
    .default([])
    .describe('Other agents in some seats: `share` of all seats, `allSeats` of games with it in all seats but one.'),
  snapshots: snapshotSettings,
});

/** Settings of a phase of PPO. */
export type PpoPhase = z.output<typeof settingsSchema>;

const memorySchema = z.strictObject(snapshotMemory);

type PpoMemory = z.output<typeof memorySchema>;

/** A rollout's rows. */
interface RolloutRows extends Experience {
  batch: Batch;
}

/** PPO at work. */
class PpoAlgorithm implements Algorithm<RolloutRows> {
  private readonly snapshots: Snapshots;

  constructor(
    private readonly settings: PpoPhase,
    private readonly tools: Tools,
  ) {
    this.snapshots = new Snapshots(settings.snapshots, tools.collector);
  }

  async collect(at: Moment): Promise<RolloutRows> {
    const { collector, learner } = this.tools;
    this.snapshots.take(at.update, () => flattenWeights(collector.shape, learner.weights()));
    const played = await collector.play(learner.weights(), this.order(at));
    const { stats } = played;
    this.record(stats);
    const { decisions, games } = stats;
    const metrics = {
      ...rolloutMetrics(stats, collector.spec.agents),
      snapshots: this.snapshots.pool.snapshots.length,
    };
    return { decisions, games, metrics, stats, batch: collector.batch(played) };
  }

  private order(at: Moment): RolloutOrder {
    const { collector, gamma, firstAgent } = this.tools;
    const { opponents, snapshots, lambda, shaping } = this.settings;
    return {
      number: at.updates,
      // Games and waiting decisions of another phase are of no use to this one.
      restart: at.update === 0,
      steps: collector.steps,
      mix: {
        bots: shares(opponents, firstAgent, at.progress('opponents')),
        snapshots: scheduled(snapshots.share, at.progress('snapshots.share')),
        pool: this.snapshots.pool.weights(),
        teacher: 0,
      },
      slots: this.snapshots.slots,
      imitation: null,
      gamma,
      lambda,
      shaping: scheduled(shaping, at.progress('shaping')),
    };
  }

  /** Notes how the learner did against the snapshots. */
  private record({ versus }: RolloutStats): void {
    for (const [who, { score, meetings }] of Object.entries(versus))
      if (Number(who) >= SNAPSHOT) this.snapshots.pool.record(Number(who) - SNAPSHOT, score, meetings);
  }

  async learn({ batch }: RolloutRows, at: Moment): Promise<Record<string, number>> {
    if (batch.rows === 0) return {};
    if (at.update === 0 && this.settings.freshMoments) forgetMoments(this.tools.learner);
    const { learner, rng } = this.tools;
    const settings = ppoSettings(this.tools.collector.shape, this.settings, at);
    const stats = await ppoUpdate(learner, batch, settings, rng);
    return {
      learning_rate: settings.learningRate,
      entropy_coef: settings.entropy,
      ...updateMetrics(stats),
    };
  }

  state(): PpoMemory {
    return this.snapshots.save();
  }

  load(state: PpoMemory, { update }: { update: number }): void {
    this.snapshots.load(state, update);
  }
}

/** How the update at this moment goes. */
function ppoSettings(shape: Heads, phase: PpoPhase, at: Moment): UpdateSettings {
  const { epochs, minibatch, clip, targetKl, gradientNorm } = phase;
  return {
    ...{ epochs, minibatch, clip, targetKl, gradientNorm },
    weights: headWeights(shape, phase),
    learningRate: scheduled(phase.learningRate, at.progress('learningRate')),
    entropy: scheduled(phase.entropy, at.progress('entropy')),
    only: at.update < phase.valueOnlyUpdates ? [VALUE] : undefined,
  };
}

/** Numbers of an update under the names that everybody searches for (`metricMeanings`). */
function updateMetrics(stats: UpdateStats): Record<string, number> {
  const { entropy, kl, clipFraction, explainedVariance, gradientNorm, epochs, ...losses } = stats;
  return {
    ...lossMetrics(losses),
    entropy,
    approx_kl: kl,
    clip_fraction: clipFraction,
    explained_variance: explainedVariance,
    grad_norm: gradientNorm,
    epochs,
  };
}

/** PPO, as a phase can name it. */
export const ppo = {
  name: 'ppo',
  settings: settingsSchema,
  changeable: {
    learningRate: 'read in each update',
    entropy: 'read in each update',
    epochs: 'read in each update',
    minibatch: 'read in each update',
    clip: 'read in each update',
    targetKl: 'read in each update',
    valueWeight: 'read in each update',
    gradientNorm: 'read in each update',
    lambda: 'read in each rollout',
    shaping: 'read in each rollout',
    opponents: 'read in each rollout; other agents drop the games in flight',
    ...changeableSnapshots,
  },
  continued: { valueOnlyUpdates: 0 },
  memory: memorySchema,
  contradiction: ({ opponents, snapshots }, together) =>
    crowded(opponents, snapshots.share, !together('opponents', 'snapshots.share')),
  shaped: ({ shaping }) => everAbove0(shaping),
  agents: ({ opponents }) => opponents.map((bot) => bot.agent),
  snapshots: ({ snapshots }) => snapshots.poolSize,
  size: ({ minibatch, snapshots: { share, poolSize } }) => ({
    minibatch,
    networks: 0,
    opponents: everAbove0(share) ? poolSize : 0,
  }),
  begin: async (settings, tools) => new PpoAlgorithm(settings, tools),
} as const satisfies AlgorithmKind<PpoPhase>;
