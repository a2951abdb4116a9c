/** Imitation of an agent, as a phase of a run: the first one, as a rule, so that what follows need not begin with nothing. */
import { z } from 'zod';
import { POLICY } from '../../agents/network/network.js';
import type { Batch } from '../collect/batch.js';
import { crowded, opponentsSchema, shares } from '../collect/opponents.js';
import { rolloutMetrics } from '../collect/rollout-metrics.js';
import type { RolloutOrder } from '../collect/rollout-order.js';
import { imitate } from '../learn/imitation.js';
import { forgetMoments } from '../learn/learner.js';
import { schedule, scheduled, share, whole } from '../schedule.js';
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

const settingsSchema = z.strictObject({
  agent: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "Agent to imitate: `scripted:<name>`, or `advisor` for the run's own with its trained weights; required.",
    ),
  dagger: schedule(0, 1)
    .prefault({ from: 0, to: 0.5 })
    .describe('DAgger: share of seats that the learner plays while the imitated agent labels its positions.'),
  opponents: opponentsSchema
    .default([])
    .describe('Other agents in some seats, not imitated: `agent`, `share`, `allSeats` as in PPO.'),
  temperature: z
    .number()
    .min(0)
    .max(1e6)
    .default(0)
    .describe('Imitates softmax(action values / this) of an agent with action values; 0: its choice.'),
  policyWeight: z
    .number()
    .min(0)
    .default(1)
    .describe(
      'Weight of the policy loss; 0: only values are learned, for a policy that begins as the imitated agent (`network.adviceTemperature`).',
    ),
  lambda: share.default(0.95).describe('Lambda of the value targets.'),
  learningRate: schedule(0, 1).prefault({ from: 1e-3, to: 2e-4 }).describe("Adam's step size."),
  epochs: whole(1).default(2).describe('Passes over the rows of one update.'),
  minibatch: whole(1).default(256).describe('Rows of one gradient step.'),
  ...lossSettings,
});

/** Settings of a phase of imitation. */
export type ImitationPhase = z.output<typeof settingsSchema>;

/** Positions, each with what the imitated agent would do. */
interface Labelled extends Experience {
  batch: Batch;
}

/** Imitation at work. */
class ImitationAlgorithm implements Algorithm<Labelled> {
  constructor(
    private readonly settings: ImitationPhase,
    private readonly tools: Tools,
  ) {}

  async collect(at: Moment): Promise<Labelled> {
    const { collector, learner } = this.tools;
    const played = await collector.play(learner.weights(), this.order(at));
    const { stats } = played;
    const { decisions, games } = stats;
    const metrics = rolloutMetrics(stats, collector.spec.agents);
    return { decisions, games, metrics, stats, batch: collector.batch(played) };
  }

  private order(at: Moment): RolloutOrder {
    const { collector, gamma, firstAgent } = this.tools;
    const { opponents, dagger, temperature, lambda } = this.settings;
    return {
      number: at.updates,
      restart: at.update === 0,
      steps: collector.steps,
      mix: {
        bots: shares(opponents, firstAgent, at.progress('opponents')),
        snapshots: 0,
        pool: [],
        teacher: 1 - scheduled(dagger, at.progress('dagger')),
      },
      slots: [],
      imitation: { agent: firstAgent + opponents.length, temperature },
      gamma,
      lambda,
      shaping: 0,
    };
  }

  async learn({ batch }: Labelled, at: Moment): Promise<Record<string, number>> {
    if (batch.rows === 0) return {};
    if (at.update === 0 && this.settings.freshMoments) forgetMoments(this.tools.learner);
    const { epochs, minibatch, gradientNorm, learningRate: line } = this.settings;
    const learningRate = scheduled(line, at.progress('learningRate'));
    const { collector, learner, rng } = this.tools;
    const weights = { ...headWeights(collector.shape, this.settings), [POLICY]: this.settings.policyWeight };
    const settings = { epochs, minibatch, gradientNorm, weights, learningRate };
    const { loss, accuracy, ...losses } = await imitate(learner, batch, settings, rng);
    return {
      learning_rate: learningRate,
      imitation_loss: loss,
      imitation_accuracy: accuracy,
      ...lossMetrics(losses),
    };
  }

  state(): null {
    return null;
  }

  load(): void {}
}

/** Imitation, as a phase can name it. */
export const imitation = {
  name: 'imitation',
  settings: settingsSchema,
  changeable: {
    dagger: 'read in each rollout',
    opponents: 'read in each rollout; other agents drop the games in flight',
    lambda: 'read in each rollout',
    learningRate: 'read in each update',
    epochs: 'read in each update',
    minibatch: 'read in each update',
    policyWeight: 'read in each update',
    valueWeight: 'read in each update',
    gradientNorm: 'read in each update',
  },
  continued: {},
  memory: z.null(),
  contradiction({ agent, opponents }) {
    if (agent === null) return 'agent: there is no agent to imitate; name one, for example scripted:<name>';
    return crowded(opponents);
  },
  shaped: () => false,
  actionValuesOf: ({ agent, temperature }) => (temperature > 0 ? agent : null),
  agents: ({ opponents, agent }) => [...opponents.map((bot) => bot.agent), ...(agent === null ? [] : [agent])],
  snapshots: () => 0,
  size: ({ minibatch }) => ({ minibatch, networks: 0, opponents: 0 }),
  begin: async (settings, tools) => new ImitationAlgorithm(settings, tools),
} as const satisfies AlgorithmKind<ImitationPhase>;
