/**
 * What a learning algorithm is to a run: settings, a way to collect experience, a way to learn from it, and what it
 * must remember. The loop (run/train.ts) uses nothing else of an algorithm; index.ts lists all algorithms.
 */
import { z } from 'zod';
import { furtherHeads, type Heads, VALUE } from '../../agents/network/network.js';
import type { Rng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { Decisions } from '../collect/batch.js';
import type { Collector } from '../collect/collector.js';
import type { RolloutStats } from '../collect/rollout-stats.js';
import type { Learner } from '../learn/learner.js';
import type { HeadWeights } from '../learn/losses.js';
import { whole } from '../schedule.js';

/** Settings of every algorithm that teaches policy and values together. */
export const lossSettings = {
  valueWeight: z.number().min(0).default(0.5).describe('Weight of the value loss.'),
  gradientNorm: z
    .number()
    .gt(0)
    .default(0.5)
    .describe('Largest norm of a gradient; longer ones are scaled down to it.'),
  freshMoments: z
    .boolean()
    .default(false)
    .describe("Resets Adam's moments and step counts at the beginning of the phase."),
};

/** Weight of the loss of each auxiliary head (`network.auxiliary`). */
const AUXILIARY_WEIGHT = 0.25;

/** The weights of the losses of all heads but the policy's. */
export function headWeights(shape: Heads, { valueWeight }: { valueWeight: number }): HeadWeights {
  return {
    [VALUE]: valueWeight,
    ...Object.fromEntries(furtherHeads(shape).map(({ name }) => [name, AUXILIARY_WEIGHT])),
  };
}

/** The losses of heads, by the names that stand in the metrics. @param losses `<head>Loss` of each */
export function lossMetrics(losses: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(losses).map(([name, loss]) => [name.replace(/Loss$/, '_loss'), loss]));
}

/** How a phase judges actions by the positions that they lead to, as its settings say it. */
export interface AfterstateChoice {
  samples: number;
  /** Null: the game decides. */
  beam: number | null;
  /** Weight of leads, 0..1. */
  lead: number;
}

/** What an algorithm works with. */
export interface Tools {
  /** The rules that are played. */
  game: Game;
  collector: Collector;
  /** Holds the weights and the optimiser of the run; they go from phase to phase. */
  learner: Learner;
  /** Randomness of the learner's gradient steps. */
  rng: Rng;
  /** Discount from one decision of a seat to its next. */
  gamma: number;
  /** Index in `RunSpec.agents` of this phase's first agent; the order is that of `AlgorithmKind.agents`. */
  firstAgent: number;
}

/** Where a phase stands. */
export interface Moment {
  /** Updates of this phase so far. */
  update: number;
  /** Updates of the whole run so far. */
  updates: number;
  /**
   * Progress of the schedule of a setting, from 0 to 1; schedules that were changed during the run began at the change.
   * @param setting its path within the phase, such as `learningRate`
   */
  progress(setting: string): number;
}

/** What was collected for one update, as far as the loop must know. */
export interface Experience {
  /** Decisions to learn from. They count against the budget. */
  decisions: number;
  /** Games that ended. */
  games: number;
  /** Numbers for the line of metrics. */
  metrics: Record<string, number>;
  /** Statistics of a rollout. */
  stats?: RolloutStats;
  /** The rows that are learned from, where there are any: a normalised input is counted from them. */
  batch?: Decisions;
}

/**
 * One algorithm at work, for one phase of a run. `E` is its own kind of experience: rows of decisions, or scores of
 * whole games.
 */
export interface Algorithm<E extends Experience = Experience> {
  /** Collects experience with the weights as they are. */
  collect(at: Moment): Promise<E>;
  /** Makes the weights better by it. @param at as for `collect` @returns numbers for the line of metrics */
  learn(experience: E, at: Moment): Promise<Record<string, number>>;
  /**
   * What it must remember beside weights, optimiser and games: a copy, plain data and typed arrays, as `memory` asks
   * for.
   */
  state(): unknown;
  /** How wide the policy searches its own turn by now; absent: as the run's spec says. */
  beam?(): number;
  /** Takes up a state. @param at updates of the phase */
  load(state: unknown, at: { update: number }): void;
}

/** An algorithm to choose: what it is, before it is at work. `S`: its settings. */
export interface AlgorithmKind<S = unknown> {
  /** As phases name it. */
  readonly name: string;
  /** Schema of its settings, each with a default and a one-sentence description. */
  readonly settings: z.ZodObject;
  /** Settings that may change within a run, by path, and why they may. All others belong to the beginning. */
  readonly changeable: Readonly<Record<string, string>>;
  /** Settings of a phase that begins with weights which such a phase has made. */
  readonly continued: Readonly<Record<string, unknown>>;
  /** Does not discount by `gamma`: a run with another one than 1 is refused. */
  readonly undiscounted?: boolean;
  /** What its state is; tensors are typed arrays. */
  readonly memory: z.ZodType;
  /**
   * Finds settings that contradict each other or would have no effect.
   * @param together whether two schedules, by path, run over the same stretch
   * @returns what is wrong and what to do, beginning with the setting's path; null when nothing is
   */
  contradiction(settings: S, together: (one: string, other: string) => boolean): string | null;
  /** Whether it shapes rewards by the game's potential. */
  shaped(settings: S): boolean;
  /** Specs of the agents that take part in what it collects. */
  agents(settings: S): string[];
  /** Spec of the agent whose action values (`Agent.actionValues`) it needs; null or absent if it needs none. */
  actionValuesOf?(settings: S): string | null;
  /** How it judges actions by the positions that they lead to; absent: it trains another kind of policy. */
  afterstates?(settings: S): AfterstateChoice;
  /** What is left of the moving average of the weights after a step; 0 or absent: the weights that learn are the policy's. */
  average?(settings: S): number;
  /** Number of snapshot slots that it needs in the collector. */
  snapshots(settings: S): number;
  /**
   * For estimates of memory: rows of one gradient step; networks of the run's shape that it holds beside the learner's,
   * and that play in each thread beside the policy.
   */
  size(settings: S): { minibatch: number; networks: number; opponents: number };
  /**
   * The same for an algorithm that keeps whole games: the most it keeps, how many a batch is drawn from, and the share
   * of their decisions that become rows.
   */
  games?(settings: S): { kept: number; drawn: number; learned: number };
  /** Begins a phase. */
  begin(settings: S, tools: Tools): Promise<Algorithm>;
}

/** A name within the path of a setting. */
const nameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'wanted letters, digits, - and _, a letter first');

/** Schema of a phase of one kind: its name, its budget and its settings. */
export function phaseSchema<N extends string, S extends z.ZodRawShape>(name: N, settings: z.ZodObject<S>) {
  return z.strictObject({
    name: nameSchema.default(name).describe('Name of the phase in `--set` and in the metrics.'),
    algorithm: z.literal(name).describe('Learning algorithm of the phase.'),
    decisions: whole(0)
      .default(1_000_000)
      .describe('Budget of the phase in decisions to learn from; 0: no limit, minutes decide.'),
    minutes: z
      .number()
      .min(0)
      .default(0)
      .describe('Budget of the phase in minutes; 0: no limit. Resuming is exact only without a limit of time.'),
    ...settings.shape,
  });
}
