/** What the config means at one point of a run: how much of the budget is used, the next rollout, the next update. */

import { VALUE } from '../../agents/network/network.js';
import type { SnapshotPool } from '../collect/opponents.js';
import type { RolloutOrder } from '../collect/rollout.js';
import type { ImitationSettings } from '../learn/imitation.js';
import type { UpdateSettings } from '../learn/ppo.js';
import type { Config } from './config.js';
import { scheduled } from './config.js';
import type { Course } from './segments.js';
import type { TrainingState } from './state.js';

/** What of the state the plan depends on. */
export type Standing = Pick<
  TrainingState,
  'phase' | 'update' | 'rollouts' | 'decisions' | 'ppoDecisions' | 'minutes' | 'ppoFromMinutes'
>;

/** A stretch of PPO: from where, and to which budgets; 0: that one has no end. */
export interface Window {
  from: { ppoDecisions: number; minutes: number };
  budget: { decisions: number; minutes: number };
}

/** How much of a stretch has passed, 0..1: by decisions or by minutes, whichever is further. */
export function windowProgress({ from, budget }: Window, at: Standing): number {
  const part = (used: number, whole: number) => (whole > 0 ? Math.min(1, Math.max(0, used / whole)) : 1);
  // The minutes of PPO begin after the warm start; where it has used them all up, nothing is left.
  const began = Math.max(from.minutes, at.ppoFromMinutes);
  return Math.max(
    budget.decisions > 0 ? part(at.ppoDecisions - from.ppoDecisions, budget.decisions - from.ppoDecisions) : 0,
    budget.minutes > 0 ? part(at.minutes - began, budget.minutes - began) : 0,
  );
}

/** Share of the present phase's budget that is used, 0..1; 1: the phase is over. @param config in force */
export function budgetUsed(config: Config, at: Standing): number {
  const { decisions, minutes } = config;
  if (at.phase === 'warmStart') return warmProgress(config, at);
  return windowProgress({ from: { ppoDecisions: 0, minutes: 0 }, budget: { decisions, minutes } }, at);
}

function warmProgress({ minutes, warmStart }: Config, at: Standing): number {
  const part = (used: number, budget: number) => (budget > 0 ? Math.min(1, used / budget) : 0);
  const limits = [warmStart.minutes, minutes].filter((limit) => limit > 0);
  return Math.max(part(at.decisions, warmStart.decisions), part(at.minutes, Math.min(...limits, Infinity)));
}

/**
 * How far the schedule of a setting has come, 0..1. Each runs over the budget that held when it was given, from where it
 * was given; then it stays. So longer budgets stretch no schedule.
 */
function progressOf(course: Course, path: string, at: Standing): number {
  return path.startsWith('warmStart.') ? warmProgress(course.base, at) : windowProgress(course.window(path), at);
}

/** What the next rollout is told. @param steps learned decisions a game */
export function rolloutOrder(course: Course, at: Standing, pool: SnapshotPool, steps: number): RolloutOrder {
  const { opponents, warmStart, ppo, shaping } = course.config;
  const warm = at.phase === 'warmStart';
  const progress = (path: string) => progressOf(course, path, at);
  const [bots, others] = [progress('opponents.bots'), progress('warmStart.opponents')];
  const shares = (what: 'share' | 'tables') => [
    ...opponents.bots.map((bot) => (warm ? 0 : scheduled(bot[what], bots))),
    ...warmStart.opponents.map((bot) => (warm ? scheduled(bot[what], others) : 0)),
  ];
  return {
    number: at.rollouts,
    // Games and waiting decisions of the warm start are of no use to PPO.
    restart: !warm && at.update === 0,
    steps,
    mix: {
      bots: shares('share'),
      tables: shares('tables'),
      snapshots: warm ? 0 : scheduled(opponents.snapshots, progress('opponents.snapshots')),
      pool: warm ? [] : pool.weights(opponents.recent),
      teacher: warm ? 1 - scheduled(warmStart.dagger, progress('warmStart.dagger')) : 0,
    },
    slots: pool.snapshots.map(({ id, slot }) => ({ id, slot })),
    imitate: warm,
    smoothing: warmStart.smoothing,
    keep: warmStart.keep,
    stir: warmStart.stir,
    gamma: ppo.gamma,
    lambda: warm ? warmStart.lambda : ppo.lambda,
    shaping: warm ? 0 : scheduled(shaping, progress('shaping')),
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
export function ppoSettings(course: Course, at: Standing): UpdateSettings & { magnet: number } {
  const { learningRate, entropy, magnet, magnetHorizon, valueOnlyUpdates, valueWeight, ...rest } = course.config.ppo;
  return {
    ...rest,
    learningRate: scheduled(learningRate, progressOf(course, 'ppo.learningRate', at)),
    entropy: scheduled(entropy, progressOf(course, 'ppo.entropy', at)),
    magnet: scheduled(magnet, progressOf(course, 'ppo.magnet', at)),
    weights: { [VALUE]: valueWeight },
    only: at.update < valueOnlyUpdates ? [VALUE] : undefined,
  };
}

/** How the next round of imitation goes. */
export function imitationSettings(course: Course, at: Standing): ImitationSettings {
  const { warmStart, ppo } = course.config;
  const { epochs, minibatch, learningRate } = warmStart;
  const { gradientNorm, valueWeight } = ppo;
  const rate = scheduled(learningRate, progressOf(course, 'warmStart.learningRate', at));
  return { epochs, minibatch, gradientNorm, weights: { [VALUE]: valueWeight }, learningRate: rate };
}
