/**
 * Looking ahead: every action that could be played is tried, the game is played on by a fast player, and the value head of
 * a trained policy judges where it led (a rollout policy improved by one step: Tesauro and Galperin 1996; Bertsekas,
 * "Rollout algorithms", 2013). The usual action is kept unless another one is better by a margin.
 *
 * In two looks. The first one tries every action, a few times, to the end of the turn: cheap, and as wrong as the value
 * head is about positions that nobody gets into; the best of many guesses is mostly the most mistaken one. The few actions
 * that promise something are then played on for whole rounds, until what they are good for has come or has not: there the
 * value head is asked about ordinary positions, and keeps what it promises (bench/results/lookahead.md). The second look
 * counts alone. Actions are compared under the same luck and the same sample of what is hidden.
 *
 * Not for choices that nobody else sees until later: who judges knows no more than the seat that acts there.
 */
import type { Agent, View } from '../env/agent.js';
import { createRng, type Rng, type Seed } from '../env/chance.js';
import { defaultReturns, type ReturnRule } from '../env/returns.js';
import { RolloutView } from './rollout-view.js';
import type { Evaluate } from './search.js';
import { type SearchBudget, Simulation } from './simulation.js';

/** How to look ahead. A budget covers both looks; half of it at most is for the first one. */
export interface LookaheadSettings extends SearchBudget {
  /** Instead of a budget: simulations of an action in the second look; at least `FEWEST_SAMPLES`. */
  samples?: number | undefined;
  /**
   * How far the second look goes: to the seat's own first decision so many rounds later. 0: to the end of its turn, as
   * the first one; Infinity: to the end of the game.
   */
  rounds: number;
  /** What another action's expected return must be above the usual one's; its own standard error too, at least. */
  margin: number;
  /** Says what is usually played. */
  usual: Agent;
  /** Plays simulated games on, for any seat; draws nothing and remembers nothing. */
  rollout: Agent;
  /** Judges where simulated games have got to; without it both looks go to the end of the game. */
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

/** Simulations of every action in the first look. */
const FIRST_LOOK = 4;
/** Actions that get a second look, at most. */
const CANDIDATES = 3;
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

/** Whether another pass over `actions` actions may be made after `n`. */
type Purse = (n: number, actions: number) => boolean;

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
    const { margin, evaluate } = this.settings;
    const rounds = evaluate ? this.settings.rounds : Infinity;
    const seed = this.rng.int(0x1_0000_0000);
    const others: number[] = [];
    for (let action = 0; action < view.mask.length; action++)
      if (view.mask[action] === 1 && action !== usual) others.push(action);
    const budget = this.budget(others);
    const [own, ...firsts] = this.look(view, seed, 0, budget.first, evaluate ? 0 : Infinity, [usual, ...others]);
    const promising = others
      .map((action, i) => ({ action, lead: mean(firsts[i]!) - mean(own!) }))
      // Less than a third of the margin at first seldom becomes the margin.
      .filter(({ lead }) => lead > margin / 3)
      .sort((a, b) => b.lead - a.lead || a.action - b.action)
      .slice(0, CANDIDATES)
      .map(({ action }) => action);
    if (promising.length === 0) return usual;
    const [again, ...seconds] = this.look(view, seed, FIRST_LOOK, budget.second, rounds, [usual, ...promising]);
    if (again!.length < FEWEST_SAMPLES) return usual;
    let best = usual;
    let bestLead = margin;
    promising.forEach((action, i) => {
      const leads = seconds[i]!.map((value, n) => value - again![n]!);
      const lead = mean(leads);
      if (lead <= bestLead || lead <= standardError(leads, lead)) return;
      best = action;
      bestLead = lead;
    });
    return best;
  }

  /**
   * Simulates each action, again and again while `more` says so: the n-th simulation of every action has the same luck.
   * @returns the outcomes, by action
   */
  private look(view: View, seed: number, from: number, more: Purse, rounds: number, actions: number[]): number[][] {
    const outcomes = actions.map((): number[] => []);
    for (let n = 0; more(n, actions.length); n++)
      actions.forEach((action, i) => {
        outcomes[i]!.push(this.outcome(view, action, seed, from + n, rounds));
      });
    return outcomes;
  }

  /**
   * What the looks may cost. Where the simulations do not even reach to try each action once, `others` loses some of
   * them by chance.
   */
  private budget(others: number[]): { first: Purse; second: Purse } {
    const { samples, simulations, milliseconds } = this.settings;
    if (milliseconds !== undefined) {
      const start = performance.now();
      const within = (share: number): boolean => performance.now() - start < share * milliseconds;
      return { first: (n) => n === 0 || (n < FIRST_LOOK && within(1 / 2)), second: () => within(1) };
    }
    if (simulations === undefined) return { first: (n) => n < FIRST_LOOK, second: (n) => n < samples! };
    const most = Math.max(1, Math.floor(simulations / 2) - 1);
    for (; others.length > most; others.pop()) {
      const i = this.rng.int(others.length);
      others[i] = others[others.length - 1]!;
    }
    const tried = others.length + 1;
    const passes = Math.min(FIRST_LOOK, Math.max(1, Math.floor(simulations / 2 / tried)));
    return { first: (n) => n < passes, second: (n, actions) => passes * tried + (n + 1) * actions <= simulations };
  }

  private outcome(view: View, action: number, seed: number, simulation: number, rounds: number): number {
    const table = this.table!;
    const { luck, mask, returns } = table;
    const { rollout, evaluate } = this.settings;
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the mean. */
function standardError(values: readonly number[], middle: number): number {
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
}
