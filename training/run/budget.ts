/** How far a run is: what it has learned from in each phase, how much of a budget that is, where schedules stand. */
import type { Config } from './config.js';

/** One phase of a run that has begun. */
export interface PhaseCount {
  /** Decisions learned from in it. */
  decisions: number;
  /** Games that ended in it. */
  games: number;
  updates: number;
  /** Minutes of the run when it began; 0 where no budget is in minutes. */
  from: number;
}

/** What of a run's state budgets and schedules depend on. */
export interface RunCounts {
  /** Those that have begun; the last one is under way. */
  phases: readonly PhaseCount[];
  /** Minutes used; 0 where no budget is in minutes. */
  minutes: number;
}

/** Where schedules and budgets count from: decisions of the phase, minutes of the run. */
export interface ScheduleStart {
  decisions: number;
  minutes: number;
}

/** The phase under way. */
export const phaseIndex = ({ phases }: Pick<RunCounts, 'phases'>): number => phases.length - 1;

/** Counts of the phase under way. */
export const current = ({ phases }: Pick<RunCounts, 'phases'>): PhaseCount => phases.at(-1)!;

/**
 * How much of a phase's budget is used, 0..1, by decisions or by minutes, whichever is further; 1: the phase is over.
 * @param config whose budgets
 * @param start where counting begins; the phase's own beginning without it
 */
export function budgetUsed(config: Config, phase: number, at: RunCounts, start?: ScheduleStart): number {
  const count = at.phases[phase];
  if (!count) return 0;
  const { decisions, minutes } = config.phases[phase]!;
  // Where earlier phases have used all minutes of the run up, nothing is left.
  const end = Math.min(minutes > 0 ? count.from + minutes : Infinity, config.minutes > 0 ? config.minutes : Infinity);
  const from = { decisions: start?.decisions ?? 0, minutes: Math.max(start?.minutes ?? 0, count.from) };
  const part = (used: number, whole: number) => (whole > 0 ? Math.min(1, Math.max(0, used / whole)) : 1);
  return Math.max(
    decisions > 0 ? part(count.decisions - from.decisions, decisions - from.decisions) : 0,
    end < Infinity ? part(at.minutes - from.minutes, end - from.minutes) : 0,
  );
}

/** Which budget of a phase is used up: that of decisions, or of minutes. */
export function usedUp(config: Config, phase: number, at: RunCounts): 'decisions' | 'minutes' {
  const { decisions } = config.phases[phase]!;
  return decisions > 0 && (at.phases[phase]?.decisions ?? 0) >= decisions ? 'decisions' : 'minutes';
}
