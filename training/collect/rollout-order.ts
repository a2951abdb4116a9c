/** The order for one rollout: length, seats, imitation, rewards. Plain data, so it can be posted to any thread. */
import type { SeatMix } from './opponents.js';

/** The order for one rollout. */
export interface RolloutOrder {
  /** Counts up over the run; it seeds the agents other than the learner. */
  number: number;
  /** First drop the games in flight and the waiting decisions. */
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

/** How an agent is imitated. Its action is the label, no matter which agent plays. */
export interface ImitationOrder {
  /** Index into the run's agents. */
  agent: number;
  /**
   * Above 0, the target is softmax(worths / temperature) of the agent, a distribution over the legal actions, instead
   * of its choice; the agent must have action values (`Agent.actionValues`).
   */
  temperature: number;
}
