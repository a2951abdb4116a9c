/** What one rollout is told: how long it is, who sits where, what is imitated, how rewards count. Plain data, for any thread. */
import type { SeatMix } from './opponents.js';

/** What one rollout is told. Plain data. */
export interface RolloutOrder {
  /** Counts up over the run; agents other than the learner are seeded anew by it. */
  number: number;
  /** Give up the games in flight and what waits first. */
  restart: boolean;
  /** Learned decisions a game. */
  steps: number;
  mix: SeatMix;
  /** Where the weights of each snapshot lie. */
  slots: { id: number; slot: number }[];
  /** How an agent is imitated; null: none is. */
  imitation: ImitationOrder | null;
  gamma: number;
  lambda: number;
  /** Weight of the shaping potential. */
  shaping: number;
}

/**
 * The order of a rollout of self-play alone, the current policy in all seats, except for its number and its steps: `{
 * ...selfPlay, number: 0, steps: 16 }`.
 */
export const selfPlay: Omit<RolloutOrder, 'number' | 'steps'> = {
  restart: false,
  mix: { bots: [], snapshots: 0, pool: [], teacher: 0 },
  slots: [],
  imitation: null,
  gamma: 1,
  lambda: 0.95,
  shaping: 0,
};

/** How an agent is imitated. Its action is the label, whoever plays. */
export interface ImitationOrder {
  /** Which of the run's agents. */
  agent: number;
  /** Share of the labels that are any legal action instead. */
  smoothing: number;
  /** Share of the imitated agent's own decisions that are learned from; the rest it only plays. */
  subsample: number;
  /**
   * Above 0, what is learned is softmax(worths / temperature) of the agent, a distribution over the legal actions, in place of
   * its choice; the agent must have worths.
   */
  temperature: number;
  /** Largest chance of a decision it only plays to be any legal action instead; each game has one of its own. */
  epsilon: number;
}
