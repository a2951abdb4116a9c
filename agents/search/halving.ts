/**
 * Which of several actions is better than the usual one, found with few simulations (sequential halving: Karnin, Koren and
 * Somekh 2013): in each phase all actions that are left get as many, then the worse half drops out. Whatever will hardly
 * reach the margin is dropped early: while much of the budget remains only what is far below it, since there is enough to
 * tell bad luck from a bad action later.
 */
import type { SearchBudget } from './simulation.js';

/** What may be spent on a decision: one of them is needed. */
export interface HalvingBudget extends SearchBudget {
  /** Simulations for each legal action, which those that are left share; at least `FEWEST_SAMPLES`. */
  samples?: number | undefined;
}

/** Simulations of an action from which something can be said, at least. */
export const FEWEST_SAMPLES = 4;

/** An action that might be played instead of the usual one. */
interface Candidate {
  action: number;
  /** By simulation; those of the usual action stand beside them. */
  outcomes: number[];
  /** How much better it is than the usual action: mean and standard error. */
  lead: number;
  error: number;
}

/** Asks what each of some actions leads to in the n-th simulation, which has the same draws for all of them. */
export interface Pass {
  actions: readonly number[];
  n: number;
}

/**
 * As `halving`, where each outcome is known at once.
 * @param outcome what an action leads to in the n-th simulation
 */
export function halve(
  usual: number,
  others: readonly number[],
  outcome: (action: number, n: number) => number,
  margin: number,
  limits: HalvingBudget,
  length: (action: number) => number = () => 0,
  going: () => boolean = () => true,
): { action: number; lead: number } {
  const steps = halving(usual, others, margin, limits, length, going);
  let step = steps.next([]);
  while (!step.done) {
    const { actions, n } = step.value;
    step = steps.next(actions.map((action) => outcome(action, n)));
  }
  return step.value;
}

/**
 * Yields passes and is told their outcomes, in the order of the actions.
 * @param others the actions that might be played instead of `usual`
 * @param margin what another action must be better by; by its own standard error too, at least
 * @param length how long an action's simulations were, of equals the shorter one is better. Default: all alike
 * @param going whether there is time for another pass over the actions that are left
 * @returns the action to play, and how much better than the usual one it seems
 */
export function* halving(
  usual: number,
  others: readonly number[],
  margin: number,
  limits: HalvingBudget,
  length: (action: number) => number = () => 0,
  going: () => boolean = () => true,
): Generator<Pass, { action: number; lead: number }, readonly number[]> {
  let left = others.map((action): Candidate => ({ action, outcomes: [], lead: 0, error: Infinity }));
  const own: number[] = [];
  const phases = Math.max(1, Math.ceil(Math.log2(left.length)));
  const budget = budgetOf(limits, left.length + 1, phases);
  const drop = () => {
    left = contenders(left, own, margin, doubt(budget.spent()));
  };
  for (let phase = 0; phase < phases && left.length > 0; phase++) {
    for (let passes = 0; left.length > 0 && going() && budget.take(phase, passes, left.length + 1); passes++) {
      const actions = [usual, ...left.map(({ action }) => action)];
      const [its, ...others] = yield { actions, n: own.length };
      own.push(its!);
      for (const [i, { outcomes }] of left.entries()) outcomes.push(others[i]!);
      if (own.length % FEWEST_SAMPLES === 0) drop();
    }
    drop();
    left.sort((a, b) => b.lead - a.lead || length(a.action) - length(b.action) || a.action - b.action);
    if (phase < phases - 1) left.length = Math.ceil(left.length / 2);
  }
  const best = left[0];
  if (!best || own.length < FEWEST_SAMPLES || best.lead <= Math.max(margin, best.error))
    return { action: usual, lead: 0 };
  return { action: best.action, lead: best.lead };
}

/** What the phases may cost: each an equal share of what those before it left. */
interface Budget {
  /** Takes out the cost of a pass over so many actions, in a phase with so many passes done. @returns whether there was enough */
  take(phase: number, passes: number, actions: number): boolean;
  /** Share of the budget that is spent; of time it may be more than 1. */
  spent(): number;
}

function budgetOf({ samples, simulations, milliseconds }: HalvingBudget, legal: number, phases: number): Budget {
  if (milliseconds !== undefined) {
    const start = performance.now();
    const spent = () => (performance.now() - start) / milliseconds;
    return { spent, take: (phase, passes) => (phase === 0 && passes === 0) || spent() < (phase + 1) / phases };
  }
  const all = simulations ?? samples! * legal;
  let rest = all;
  let share = 0;
  return {
    spent: () => 1 - rest / all,
    take(phase, passes, actions) {
      if (passes === 0) share = rest / (phases - phase);
      // At least one pass a phase, while there is enough for it.
      if ((passes > 0 && (passes + 1) * actions > share) || actions > rest) return false;
      rest -= actions;
      return true;
    },
  };
}

/**
 * How many standard errors an action's lead may be too low by, with this share of the budget spent: `sqrt(2 ln(1 / spent))`,
 * as in Lattimore's "Optimally confident UCB" (2015), and one at least. What it is worth: bench/results/lookahead.md.
 */
function doubt(spent: number): number {
  // A coarse clock may say that no time has gone by, and the last pass takes more than there was.
  const share = Math.min(1, Math.max(0.001, spent));
  return Math.max(1, Math.sqrt(2 * Math.log(1 / share)));
}

/** Compares actions with the usual one. @returns the contenders: those that lie no more than so many standard errors below the margin */
function contenders(candidates: Candidate[], own: readonly number[], margin: number, errors: number): Candidate[] {
  for (const candidate of candidates) compare(candidate, own);
  return candidates.filter(({ lead, error }) => lead + errors * error > margin);
}

/** Compares an action with the usual one, simulation by simulation. */
function compare(candidate: Candidate, own: readonly number[]): void {
  const leads = candidate.outcomes.map((outcome, n) => outcome - own[n]!);
  const lead = leads.reduce((sum, x) => sum + x, 0) / leads.length;
  const squares = leads.reduce((sum, x) => sum + (x - lead) ** 2, 0);
  candidate.lead = lead;
  // Two or three simulations say too little of how far they may be off.
  candidate.error = leads.length < FEWEST_SAMPLES ? Infinity : Math.sqrt(squares / (leads.length - 1) / leads.length);
}
