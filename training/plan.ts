/** What the config means at one point of a run: how much of the budget is used, the next rollout, the next update. */
import type { Config } from './config.js';
import { scheduled } from './config.js';
import type { ImitationSettings, UpdateSettings } from './learner.js';
import type { SnapshotPool } from './opponents.js';
import type { RolloutOrder } from './rollout.js';
import type { TrainingState } from './state.js';

/** What of the state the plan depends on. */
export type Standing = Pick<
  TrainingState,
  'phase' | 'update' | 'rollouts' | 'decisions' | 'ppoDecisions' | 'minutes' | 'ppoFromMinutes'
>;

/** Share of the present phase's budget that is used, 0..1; 1: the phase is over. Schedules follow it. */
export function budgetUsed(config: Config, at: Standing): number {
  const { decisions, minutes, warmStart } = config;
  const part = (used: number, budget: number) => (budget > 0 ? Math.min(1, used / budget) : 0);
  if (at.phase === 'warmStart') {
    const limits = [warmStart.minutes, minutes].filter((limit) => limit > 0);
    return Math.max(part(at.decisions, warmStart.decisions), part(at.minutes, Math.min(...limits, Infinity)));
  }
  // Where the warm start has used up all minutes, nothing is left.
  const left = minutes > 0 ? Math.max(1e-9, minutes - at.ppoFromMinutes) : 0;
  const used = minutes > 0 && at.minutes >= minutes ? left : at.minutes - at.ppoFromMinutes;
  return Math.max(part(at.ppoDecisions, decisions), part(used, left));
}

/** What the next rollout is told. @param steps learned decisions a game */
export function rolloutOrder(config: Config, at: Standing, pool: SnapshotPool, steps: number): RolloutOrder {
  const { opponents, warmStart, ppo } = config;
  const progress = budgetUsed(config, at);
  const warm = at.phase === 'warmStart';
  const shares = (what: 'share' | 'tables') => [
    ...opponents.bots.map((bot) => (warm ? 0 : scheduled(bot[what], progress))),
    ...warmStart.opponents.map((bot) => (warm ? scheduled(bot[what], progress) : 0)),
  ];
  return {
    number: at.rollouts,
    // Games and waiting decisions of the warm start are of no use to PPO.
    restart: !warm && at.update === 0,
    steps,
    mix: {
      bots: shares('share'),
      tables: shares('tables'),
      snapshots: warm ? 0 : scheduled(opponents.snapshots, progress),
      pool: warm ? [] : pool.weights(opponents.recent),
      teacher: warm ? 1 - scheduled(warmStart.dagger, progress) : 0,
    },
    slots: pool.snapshots.map(({ id, slot }) => ({ id, slot })),
    imitate: warm,
    smoothing: warmStart.smoothing,
    keep: warmStart.keep,
    stir: warmStart.stir,
    gamma: ppo.gamma,
    lambda: warm ? warmStart.lambda : ppo.lambda,
    shaping: warm ? 0 : scheduled(config.shaping, progress),
  };
}

/** Specs of all agents that `rolloutOrder` gives shares to, in its order. */
export function botSpecs({ opponents, warmStart }: Config): string[] {
  return [...opponents.bots, ...warmStart.opponents].map((bot) => bot.agent);
}

/** Whether the run has a magnet, if perhaps not all the time. */
export function hasMagnet({ ppo: { magnet } }: Config): boolean {
  return Math.max(magnet.from, magnet.to) > 0;
}

/** How the next PPO update goes. */
export function ppoSettings(config: Config, at: Standing): Required<UpdateSettings> {
  const { learningRate, entropy, magnet, magnetHorizon, valueOnlyUpdates, ...rest } = config.ppo;
  const progress = budgetUsed(config, at);
  return {
    ...rest,
    learningRate: scheduled(learningRate, progress),
    entropy: scheduled(entropy, progress),
    magnet: scheduled(magnet, progress),
    valueOnly: at.update < valueOnlyUpdates,
  };
}

/** How the next round of imitation goes. */
export function imitationSettings({ warmStart, ppo, ...config }: Config, at: Standing): ImitationSettings {
  const { epochs, minibatch, learningRate } = warmStart;
  const progress = budgetUsed({ warmStart, ppo, ...config }, at);
  const { gradientNorm, valueWeight } = ppo;
  return { epochs, minibatch, gradientNorm, valueWeight, learningRate: scheduled(learningRate, progress) };
}
