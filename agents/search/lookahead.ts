/**
 * Looking ahead: every action that could be played is tried, the game is played on by a fast player for some rounds, and
 * the value head of a trained policy, or an evaluation, judges where it led (a rollout policy improved by one step: Tesauro
 * and Galperin 1996; Bertsekas, "Rollout algorithms", 2013). The usual action is kept unless another one is better by a
 * margin.
 *
 * Simulations go where they are needed (halving.ts). All actions are played on to the same moment, since what an action is
 * good for often comes after the turn (bench/results/lookahead.md), and are compared under the same draws and the same sample
 * of what is hidden.
 *
 * Not for choices that nobody else sees until later: who judges knows no more than the seat that acts there.
 */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import type { Evaluate } from '../../env/judges.js';
import { type CappedWorth, cappedWorths, defaultReturns, type ReturnRule } from '../../env/returns.js';
import { FEWEST_SAMPLES, type HalvingBudget, halve } from './halving.js';
import { type OpponentWeights, opponentsProblem, Rivals, type SimulatedOpponent } from './opponents.js';
import { Simulation } from './simulation.js';

/** How to look ahead. */
export interface LookaheadSettings extends HalvingBudget {
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
  /** Who plays the other seats instead. Default: `rollout` plays them too. */
  opponents?: readonly SimulatedOpponent[] | undefined;
  /** Judges where simulated games have got to; without it they go to the end of the game. */
  evaluate?: Evaluate | undefined;
  /** How final places count; what `evaluate` expects. */
  returns: ReturnRule;
}

/** How strongly to look ahead: what users set. */
export interface LookaheadStrength extends Pick<LookaheadSettings, 'rounds' | 'margin'> {
  samples: number;
  /** Share of the advisor's evaluation (advice.ts) in what is made of a position, 0..1; the value head has the rest. Default: 0. */
  evaluation?: number | undefined;
  /** Names of scripted players, or `random`, that play the other seats in simulations, with their weights. Default: who plays on for the seat itself. */
  opponents?: OpponentWeights | undefined;
  /** What a truncated game is worth. Default: `lookaheadDefaults.returns`. */
  capped?: CappedWorth | undefined;
}

/** What is wrong with it; null when nothing is. */
export function lookaheadProblem({
  samples,
  rounds,
  margin,
  evaluation = 0,
  opponents,
  capped = 'half',
}: LookaheadStrength): string | null {
  if (!(Number.isInteger(samples) && samples >= FEWEST_SAMPLES))
    return `lookahead ${samples}: a whole number of at least ${FEWEST_SAMPLES} samples wanted`;
  if (!(Number.isInteger(rounds) && rounds >= 0)) return `rounds ${rounds}: a whole number of at least 0 wanted`;
  if (!(margin >= 0)) return `margin ${margin}: at least 0 wanted`;
  if (!(evaluation >= 0 && evaluation <= 1)) return `evaluation ${evaluation}: a share from 0 to 1 wanted`;
  if (!cappedWorths.includes(capped)) return `capped ${capped}: one of ${cappedWorths.join(', ')} wanted`;
  return opponents ? opponentsProblem(opponents) : null;
}

/** Who may have an evaluation of positions: an advisor (advice.ts). */
interface Evaluator {
  spec: string;
  evaluate?: Evaluate | undefined;
}

/** What is wrong with a share of the evaluation when the advisor, if there is one, has none; null when nothing is. */
export function evaluationProblem(
  { evaluation = 0 }: { evaluation?: number | undefined },
  advisor?: Evaluator,
): string | null {
  if (evaluation === 0 || advisor?.evaluate) return null;
  return `evaluation ${evaluation}: ${advisor ? `its advisor ${advisor.spec} has` : 'without an advisor this policy has'} no evaluation of positions`;
}

/**
 * Why a scripted player with trained weights cannot look ahead so; null when it can. Nothing judges but the evaluation of its
 * game.
 * @param bot what to call it: its spec
 */
export function botLookaheadProblem(
  { evaluation }: { evaluation?: number | undefined },
  bot: string,
  evaluate: Evaluate | undefined,
): string | null {
  if (!evaluate)
    return `this policy is ${bot} with trained weights, and its game has no evaluation of positions by which to look ahead`;
  if (evaluation === undefined) return null;
  return `evaluation ${evaluation}: this policy is ${bot} with trained weights, judged by its game's evaluation alone; leave out evaluation`;
}

/**
 * Who judges where a policy's simulated games have got to: its value head, or the mean of that and its advisor's
 * evaluation. Two judges that err in different places are better than either, and the largest lead is less often a mistake.
 * @param share of the evaluation, 0..1
 * @throws RangeError when it is above 0 and there is no evaluation
 */
export function lookaheadJudge(head: Evaluate, advisor: Evaluator | undefined, share: number): Evaluate {
  if (share === 0) return head;
  const problem = evaluationProblem({ evaluation: share }, advisor);
  if (problem) throw new RangeError(problem);
  const evaluate = advisor!.evaluate!;
  let other = new Float64Array(0);
  return (state, out) => {
    if (other.length !== state.players) other = new Float64Array(state.players);
    head(state, out);
    evaluate(state, other);
    for (let seat = 0; seat < other.length; seat++) out[seat]! += share * (other[seat]! - out[seat]!);
  };
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
  /** Decisions in all simulations of this decision, by action. */
  readonly lengths: Float64Array;

  constructor({ game, players }: View, returns: ReturnRule) {
    super(game, players, returns);
    this.lengths = new Float64Array(game.actions);
  }
}

export class LookaheadAgent implements Agent {
  simulations = 0;
  /** No pass over the actions is begun after so much time in a decision, which then depends on the machine. */
  milliseconds = Infinity;
  private rng: Rng = createRng(0);
  private table: Table | null = null;
  private readonly rivals: Rivals | null;

  constructor(
    readonly name: string,
    private readonly settings: LookaheadSettings,
  ) {
    const { samples, simulations, milliseconds, rounds, margin, opponents } = settings;
    this.rivals = opponents ? new Rivals(opponents) : null;
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
    this.rivals?.reset();
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    const usual = this.settings.usual.act(view);
    if (!this.table?.fits(view)) this.table = new Table(view, this.settings.returns);
    const seed = this.rng.int(0x1_0000_0000);
    const others = othersOf(view, usual, this.settings, this.rng);
    const outcome = (action: number, n: number) => this.outcome(view, action, seed, n);
    // What changes nothing leads as much as what is played after it, but takes one decision more: dropping an item before
    // the turn is ended, an offer that is not made.
    const { lengths } = this.table;
    lengths.fill(0);
    const until = this.milliseconds === Infinity ? Infinity : performance.now() + this.milliseconds;
    const going = () => until === Infinity || performance.now() < until;
    const { margin } = this.settings;
    return halve(usual, others, outcome, margin, this.settings, (one) => lengths[one]!, going).action;
  }

  /** Plays an action, and on. @returns what the seat gets out of it, or may expect */
  private outcome(view: View, action: number, seed: number, simulation: number): number {
    const table = this.table!;
    const { chance, mask, returns } = table;
    const { rivals } = this;
    const { rollout, evaluate } = this.settings;
    const rounds = evaluate ? this.settings.rounds : Infinity;
    const { seat } = view;
    this.simulations++;
    chance.start(seed, simulation);
    rivals?.draw(chance, view.players);
    const state = table.begin(view);
    const going = horizon(state, seat, rounds);
    table.apply(state, action);
    let made = 0;
    for (; !state.over && going(made); made++) {
      const legal = state.legal(mask);
      const agent = rivals && state.actor !== seat ? rivals.at(state.actor) : rollout;
      table.apply(state, table.ask(agent, state, legal));
    }
    table.lengths[action]! += made;
    if (!state.over) evaluate!(state, returns);
    table.end(state);
    return returns[seat]!;
  }
}

/**
 * The actions to be tried. Where the simulations do not even reach to try each one in every phase, some of them are
 * left out by chance.
 */
export function othersOf(
  { mask }: Pick<View, 'mask'>,
  usual: number,
  { simulations = Infinity }: HalvingBudget,
  rng: Rng,
): number[] {
  const others = Array.from(mask.keys()).filter((action) => mask[action] === 1 && action !== usual);
  // Half of them go on, and half of these: twice as many simulations as actions.
  const most = Math.max(1, Math.floor(simulations / 2) - 1);
  for (; others.length > most; others.pop()) {
    const i = rng.int(others.length);
    others[i] = others[others.length - 1]!;
  }
  return others;
}

/**
 * How far a simulation goes that begins here.
 * @param seat who looks ahead
 * @returns whether it goes on after so many decisions
 */
export function horizon(state: State, seat: number, rounds: number): (made: number) => boolean {
  const { round } = state;
  const last = round + rounds;
  const longest = LONGEST_TURN * (1 + rounds * state.players);
  if (rounds > 0)
    return (made) => made < longest && (state.round < last || (state.round === last && state.actor !== seat));
  return (made) => made < longest && state.round === round && state.actor === seat;
}
