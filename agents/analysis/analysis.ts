/**
 * A position analysed: each seat's chance to win, and what every legal action is worth, with standard errors. It knows what
 * the seat to act knows, and simulates as a player that looks ahead does (../search/lookahead.ts).
 *
 * Half of the budget looks for the best action (halving.ts). The other half compares that one, under fresh luck, with the
 * actions in question: a number that was picked for being the largest is too large, and would make mistakes of good moves.
 *
 * Nothing here needs Node: a page may analyse too.
 */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Seed } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { FEWEST_SAMPLES, halving } from '../search/halving.js';
import { LookaheadAgent, type LookaheadSettings, lookaheadDefaults } from '../search/lookahead.js';
import type { SearchBudget } from '../search/simulation.js';

/** Fresh simulations from which an action may be called a mistake, at least. */
const FEWEST_COMPARED = 16;

/** Who analyses: what is usually played, how games are played on, and who judges where they led. */
export interface Analyst
  extends Pick<LookaheadSettings, 'usual' | 'rollout' | 'opponents' | 'rounds' | 'evaluate' | 'margin'> {
  /** Says how likely each action is played. Default: `usual`, where it can say it. */
  prior?: Agent | undefined;
}

/** How to analyse. */
export interface AnalysisSettings extends SearchBudget {
  /** The same seed and number of simulations give the same analysis. */
  seed?: Seed;
  /** Actions to be compared with the best one, such as the one that was played. Default: the next best. */
  compare?: readonly number[] | undefined;
}

/** A mean of simulations. */
export interface Estimated {
  mean: number;
  /** Standard error: what other luck would change. It knows nothing of how well games are judged or played on. */
  error: number;
}

/** What became of one legal action. Null: not enough simulations to say it. */
export interface AnalysedAction {
  action: number;
  /** How likely the player takes it before it looks ahead; null where it cannot say. */
  probability: number | null;
  /** Simulations that began with it. */
  visits: number;
  /** What the seat to act may expect: from -1 to 1 for games scored by places, else points. */
  result: Estimated | null;
  /** Its chance to win; null also where nothing says who wins. */
  chance: Estimated | null;
  /** How much better the best action is in the same simulations: fresh ones for that one and those it was compared with. */
  loss: Estimated | null;
  /** It was compared, and its loss is more than twice its standard error. */
  mistake: boolean;
}

export interface Analysis {
  /** The seat to act. */
  seat: number;
  /** Of each seat, who plays on as the players of the simulations do; null where nothing says who wins. */
  chances: Estimated[] | null;
  /** What each seat may expect, as `AnalysedAction.result`; null before anything was simulated. */
  results: Estimated[] | null;
  /** The best one. */
  best: number;
  /** All legal actions: the best one, then by what they lead to. */
  actions: AnalysedAction[];
  /** Simulations in all. */
  simulations: number;
}

/** All simulations that began with one action. */
class Tries {
  /** What the seat to act got, by simulation: while the best was looked for, and afterwards. */
  readonly searched: number[] = [];
  readonly fresh: number[] = [];
  /** What all seats got, and who won, in both. */
  readonly all: { results: number[]; wins: number[] | null; fresh: boolean }[] = [];

  own(seat: number, fresh: boolean): number[] {
    return this.all.filter((one) => !fresh || one.fresh).map(({ results }) => results[seat]!);
  }
}

/**
 * Analyses a position, a few simulations at a time.
 * @param view of a position that stays as it is meanwhile
 * @yields what says how it looks so far, after each pass over the actions
 */
export function* analysing(
  view: View,
  analyst: Analyst,
  { seed = 0, compare = [], simulations, milliseconds }: AnalysisSettings,
): Generator<() => Analysis, Analysis> {
  const { game, seat, players, mask } = view;
  const budget = { ...(simulations && { simulations }), ...(milliseconds && { milliseconds }) };
  const looking = new LookaheadAgent('analysis', {
    ...analyst,
    ...budget,
    samples: FEWEST_SAMPLES,
    returns: { ...lookaheadDefaults.returns },
  });
  looking.reset(`${seed}/analysis`);
  const rng = createRng(`${seed}/analysis/luck`);
  const [luck, freshLuck] = [rng.int(2 ** 32), rng.int(2 ** 32)];
  const legal = Array.from(mask.keys()).filter((action) => mask[action] === 1);
  const tries = new Map(legal.map((action) => [action, new Tries()]));
  const probabilities = priorOf(view, analyst, `${seed}/prior`);
  let done = 0;
  const simulate = (action: number, n: number, fresh: boolean): number => {
    const { state, returns } = looking.simulate(view, action, fresh ? freshLuck : luck, n);
    const wins = winShares(state, returns, game.scoring === 'places');
    const own = tries.get(action)!;
    own.all.push({ results: Array.from(returns), wins, fresh });
    (fresh ? own.fresh : own.searched).push(returns[seat]!);
    done++;
    return returns[seat]!;
  };
  const start = performance.now();
  let usual = legal[0]!;
  let best = usual;
  let compared: number[] = [];
  const soFar = () => summary(view, { tries, probabilities, best, compared, players, done });

  if (legal.length > 1) {
    usual = analyst.usual.act(view);
    best = usual;
    const half: SearchBudget = milliseconds
      ? { milliseconds: milliseconds / 2 }
      : { simulations: Math.floor(simulations! / 2) };
    const others = shuffled(
      legal.filter((action) => action !== usual),
      rng,
    );
    // As many as can be tried at all; those in question are never left out.
    const most = Math.max(1, Math.floor((half.simulations ?? Infinity) / 2) - 1);
    const tried = others.length <= most ? others : others.slice(0, most);
    const passes = halving(usual, tried, (action, n) => simulate(action, n, false), -Infinity, half);
    for (;;) {
      const { done: over, value } = passes.next();
      if (over) {
        if (value.lead > analyst.margin) best = value.action;
        break;
      }
      yield soFar;
    }
  }

  compared = [...new Set(compare)].filter((action) => action !== best && mask[action] === 1);
  if (compared.length === 0 && legal.length > 1) compared = [runnerUp(tries, best)];
  const finalists = [best, ...compared];
  const going = (): boolean =>
    milliseconds ? performance.now() - start < milliseconds : done + finalists.length <= simulations!;
  for (let n = 0; n < FEWEST_SAMPLES || going(); n++) {
    for (const action of finalists) simulate(action, n, true);
    yield soFar;
  }
  return soFar();
}

/** As `analysing`, at once. */
export function analyse(view: View, analyst: Analyst, settings: AnalysisSettings): Analysis {
  const passes = analysing(view, analyst, settings);
  for (;;) {
    const { done, value } = passes.next();
    if (done) return value;
  }
}

/** What is known of a game that is over: who won, for certain. */
export function finalChances(state: State, scoredByPlaces: boolean): Estimated[] | null {
  const wins = winShares(state, new Float64Array(state.players), scoredByPlaces);
  return wins?.map((mean) => ({ mean, error: 0 })) ?? null;
}

/**
 * How much of a win each seat has: those who share the first place share it, a game cut at our own cap nobody has won, and
 * none whom a side without a seat was ahead of. Of a game that goes on, what its judge expects. Null: nothing says it.
 */
function winShares(state: State, returns: Float64Array, scoredByPlaces: boolean): number[] | null {
  const { players } = state;
  if (state.over) {
    const rival = state.rivalAhead?.() ?? null;
    if (players === 1 && rival === null) return null;
    if (state.truncated || rival === true) return Array.from({ length: players }, () => 0);
    const places = new Uint8Array(players);
    state.places(places);
    const winners = places.filter((place) => place === 0).length;
    return Array.from(places, (place) => (place === 0 ? 1 / winners : 0));
  }
  if (!scoredByPlaces || players === 1) return null;
  // The inverse of what only the first place counts for (env/returns.ts).
  return Array.from(returns, (r) => Math.min(1, Math.max(0, (r * (players - 1) + 1) / players)));
}

interface SoFar {
  tries: ReadonlyMap<number, Tries>;
  probabilities: Float32Array | null;
  best: number;
  compared: readonly number[];
  players: number;
  done: number;
}

function summary(view: View, { tries, probabilities, best, compared, players, done }: SoFar): Analysis {
  const { seat } = view;
  const top = tries.get(best)!;
  const actions = [...tries].map(([action, own]): AnalysedAction => {
    const fresh = action === best || compared.includes(action);
    const loss = action === best ? null : lossOf(top, own, fresh);
    return {
      action,
      probability: probabilities && probabilities[action]!,
      visits: own.all.length,
      result: estimated(own.own(seat, false)),
      chance: chanceOf(own, seat, false),
      loss,
      mistake: loss !== null && fresh && own.fresh.length >= FEWEST_COMPARED && loss.mean > 2 * loss.error,
    };
  });
  const value = ({ action, result }: AnalysedAction): number =>
    action === best ? Infinity : (result?.mean ?? -Infinity);
  actions.sort((a, b) => value(b) - value(a) || a.action - b.action);
  // Simulations that chose the best action would say too much of it.
  const fresh = top.fresh.length >= FEWEST_SAMPLES;
  const of = <T>(one: (seat: number) => T | null): T[] | null => {
    const all = Array.from({ length: players }, (_, s) => one(s));
    return all.every((each) => each !== null) ? (all as T[]) : null;
  };
  return {
    seat,
    chances: of((s) => chanceOf(top, s, fresh)),
    results: of((s) => estimated(top.own(s, fresh))),
    best,
    actions,
    simulations: done,
  };
}

/** The best action against another one, simulation by simulation. */
function lossOf(best: Tries, other: Tries, fresh: boolean): Estimated | null {
  const [a, b] = fresh ? [best.fresh, other.fresh] : [best.searched, other.searched];
  const common = Math.min(a.length, b.length);
  return estimated(Array.from({ length: common }, (_, n) => a[n]! - b[n]!));
}

function chanceOf(tries: Tries, seat: number, fresh: boolean): Estimated | null {
  const wins: number[] = [];
  for (const one of tries.all) {
    if (fresh && !one.fresh) continue;
    if (one.wins === null) return null;
    wins.push(one.wins[seat]!);
  }
  return estimated(wins);
}

/** Null of so few values that nothing can be said of how far they may be off. */
function estimated(values: readonly number[]): Estimated | null {
  const n = values.length;
  if (n < FEWEST_SAMPLES) return null;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (n - 1) / n) };
}

/** The best of the others, as far as they were tried. */
function runnerUp(tries: ReadonlyMap<number, Tries>, best: number): number {
  const mean = ({ searched }: Tries): number =>
    searched.length === 0 ? -Infinity : searched.reduce((sum, x) => sum + x, 0) / searched.length;
  const others = [...tries.keys()].filter((action) => action !== best);
  // What was tried longest had not dropped out.
  const rank = (action: number): [number, number] => [tries.get(action)!.searched.length, mean(tries.get(action)!)];
  return others.reduce((a, b) => {
    const [[n, x], [m, y]] = [rank(a), rank(b)];
    return m > n || (m === n && y > x) ? b : a;
  });
}

function priorOf(view: View, { prior, usual }: Analyst, seed: Seed): Float32Array | null {
  const asked = prior ?? usual;
  if (!asked.probabilities) return null;
  prior?.reset(seed);
  const out = new Float32Array(view.mask.length);
  asked.probabilities(view, out);
  return out;
}

function shuffled(values: number[], rng: { int(n: number): number }): number[] {
  for (let i = values.length - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    [values[i], values[j]] = [values[j]!, values[i]!];
  }
  return values;
}
