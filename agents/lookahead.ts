/**
 * Looking ahead: every action that could be played is tried, the game is played on by a fast player for some rounds, and
 * the value head of a trained policy, or an evaluation, judges where it led (a rollout policy improved by one step: Tesauro
 * and Galperin 1996; Bertsekas, "Rollout algorithms", 2013). The usual action is kept unless another one is better by a
 * margin.
 *
 * Simulations go where they are needed (sequential halving: Karnin, Koren and Somekh 2013): in each phase all actions that
 * are left get as many, then the worse half drops out, and whatever will hardly reach the margin. All of them are played
 * on to the same moment, since what an action is good for often comes after the turn (bench/results/lookahead.md), and are
 * compared under the same luck and the same sample of what is hidden.
 *
 * Not for choices that nobody else sees until later: who judges knows no more than the seat that acts there.
 */
import type { Agent, View } from '../env/agent.js';
import { createRng, type Rng, type Seed } from '../env/chance.js';
import { defaultReturns, type ReturnRule } from '../env/returns.js';
import { RolloutView } from './rollout-view.js';
import type { Evaluate } from './search.js';
import { type SearchBudget, Simulation } from './simulation.js';

/** How to look ahead. */
export interface LookaheadSettings extends SearchBudget {
  /** Instead of a budget: simulations for each legal action, which those that are left share; at least `FEWEST_SAMPLES`. */
  samples?: number | undefined;
  /**
   * How far simulations go: to the seat's own first decision so many rounds later. 0: to the end of its turn; Infinity: to
   * the end of the game.
   */
  rounds: number;
  /** What another action's expected return must be above the usual one's; its own standard error too, at least. */
  margin: number;
  /** Says what is usually played. */
  usual: Agent;
  /** Plays simulated games on, for any seat; draws nothing and remembers nothing. */
  rollout: Agent;
  /** Judges where simulated games have got to; without it they go to the end of the game. */
  evaluate?: Evaluate | undefined;
  /** How final places count; what `evaluate` expects. */
  returns: ReturnRule;
}

/** Samples of a lookahead, at least. */
export const FEWEST_SAMPLES = 4;

/** How strongly to look ahead: what users set. */
export type LookaheadStrength = Pick<LookaheadSettings, 'rounds' | 'margin'> & { samples: number };

/** What is wrong with it; null when nothing is. */
export function lookaheadProblem({ samples, rounds, margin }: LookaheadStrength): string | null {
  if (!(Number.isInteger(samples) && samples >= FEWEST_SAMPLES))
    return `lookahead ${samples}: a whole number of at least ${FEWEST_SAMPLES} samples wanted`;
  if (!(Number.isInteger(rounds) && rounds >= 0)) return `rounds ${rounds}: a whole number of at least 0 wanted`;
  if (!(margin >= 0)) return `margin ${margin}: at least 0 wanted`;
  return null;
}

/** Measured on Lords of Doomspire: bench/results/lookahead.md. */
export const lookaheadDefaults = {
  samples: 32,
  rounds: 2,
  margin: 0.05,
  returns: { ...defaultReturns, winWeight: 1 } as ReturnRule,
};

/** Decisions of one seat in one round after which it is judged unfinished: some games are one long turn. */
const LONGEST_TURN = 100;

/** What is set up once a game. */
class Table extends Simulation {
  readonly view: RolloutView;

  constructor({ game, players }: View) {
    super(game, players);
    this.view = new RolloutView(game);
  }
}

/** An action that might be played instead of the usual one. */
interface Candidate {
  action: number;
  /** By simulation; those of the usual action stand beside them. */
  outcomes: number[];
  /** How much better it is than the usual action: mean and standard error. */
  lead: number;
  error: number;
}

export class LookaheadAgent implements Agent {
  private rng: Rng = createRng(0);
  private table: Table | null = null;

  constructor(
    readonly name: string,
    private readonly settings: LookaheadSettings,
  ) {
    const { samples, simulations, milliseconds, rounds, margin } = settings;
    const problem = lookaheadProblem({
      samples: samples ?? FEWEST_SAMPLES,
      rounds: rounds === Infinity ? 0 : rounds,
      margin,
    });
    if (problem) throw new RangeError(problem);
    if (!samples && !simulations && !milliseconds)
      throw new RangeError('a lookahead needs a number of samples, of simulations or of milliseconds');
  }

  reset(seed: Seed): void {
    this.rng = createRng(`${seed}/lookahead`);
    this.table = null;
    this.settings.usual.reset(seed);
    this.settings.rollout.reset(0);
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    const usual = this.settings.usual.act(view);
    if (!this.table?.fits(view)) this.table = new Table(view);
    const seed = this.rng.int(0x1_0000_0000);
    const { margin } = this.settings;
    let left = this.candidates(view, usual);
    const own: number[] = [];
    const phases = Math.max(1, Math.ceil(Math.log2(left.length)));
    const more = this.purse(view.legal, phases);
    for (let phase = 0; phase < phases && left.length > 0; phase++) {
      // The n-th simulation of every action has the same luck.
      for (let passes = 0; more(phase, passes, left.length + 1); passes++) {
        own.push(this.outcome(view, usual, seed, own.length));
        for (const { action, outcomes } of left) outcomes.push(this.outcome(view, action, seed, own.length - 1));
        if (own.length % FEWEST_SAMPLES === 0 && (left = hopeful(left, own, margin)).length === 0) return usual;
      }
      left = hopeful(left, own, margin).sort((a, b) => b.lead - a.lead || a.action - b.action);
      if (phase < phases - 1) left.length = Math.ceil(left.length / 2);
    }
    const best = left[0];
    if (!best || own.length < FEWEST_SAMPLES || best.lead <= Math.max(margin, best.error)) return usual;
    return best.action;
  }

  /**
   * The actions to be tried. Where the simulations do not even reach to try each one in every phase, some of them are
   * left out by chance.
   */
  private candidates({ mask }: View, usual: number): Candidate[] {
    const { simulations = Infinity } = this.settings;
    const others: Candidate[] = [];
    for (let action = 0; action < mask.length; action++)
      if (mask[action] === 1 && action !== usual) others.push({ action, outcomes: [], lead: 0, error: Infinity });
    // Half of them go on, and half of these: twice as many simulations as actions.
    const most = Math.max(1, Math.floor(simulations / 2) - 1);
    for (; others.length > most; others.pop()) {
      const i = this.rng.int(others.length);
      others[i] = others[others.length - 1]!;
    }
    return others;
  }

  /**
   * What the phases may cost: each an equal share of what those before it left.
   * @returns whether, in a phase with so many passes done, there is another one over so many actions
   */
  private purse(legal: number, phases: number): (phase: number, passes: number, actions: number) => boolean {
    const { samples, milliseconds } = this.settings;
    if (milliseconds !== undefined) {
      const start = performance.now();
      return (phase, passes) =>
        (phase === 0 && passes === 0) || performance.now() - start < (milliseconds * (phase + 1)) / phases;
    }
    let rest = this.settings.simulations ?? samples! * legal;
    let share = 0;
    return (phase, passes, actions) => {
      if (passes === 0) share = rest / (phases - phase);
      // At least one pass a phase, while there is enough for it.
      if ((passes > 0 && (passes + 1) * actions > share) || actions > rest) return false;
      rest -= actions;
      return true;
    };
  }

  /** Plays an action, and on. @returns what the seat gets out of it, or may expect */
  private outcome(view: View, action: number, seed: number, simulation: number): number {
    const table = this.table!;
    const { luck, mask, returns } = table;
    const { rollout, evaluate } = this.settings;
    const rounds = evaluate ? this.settings.rounds : Infinity;
    const { seat } = view;
    luck.start(seed, simulation);
    const state = table.begin(view);
    const { round } = state;
    const last = round + rounds;
    const going =
      rounds > 0
        ? () => state.round < last || (state.round === last && state.actor !== seat)
        : () => state.round === round && state.actor === seat;
    const longest = LONGEST_TURN * (1 + rounds * view.players);
    table.apply(state, action);
    for (let made = 0; made < longest && !state.over && going(); made++) {
      const legal = state.legal(mask);
      table.apply(state, legal === 1 ? mask.indexOf(1) : rollout.act(table.view.show(state, mask, legal)));
    }
    if (!state.over) evaluate!(state, returns);
    table.end(state, this.settings.returns);
    return returns[seat]!;
  }
}

/** Compares actions with the usual one. @returns those that lie no more than their standard error below the margin */
function hopeful(candidates: Candidate[], own: readonly number[], margin: number): Candidate[] {
  for (const candidate of candidates) compare(candidate, own);
  return candidates.filter(({ lead, error }) => lead + error > margin);
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
