/**
 * Several actions of a position compared by playouts, for as long as one likes: those that stay behind get no more, so that
 * the best ones are known best. The n-th playout of each has the same luck, so differences are measured pair by pair.
 *
 * Whichever of many actions is best so far has had luck. Therefore playouts with even numbers decide who is behind and who
 * leads, and only those with odd numbers say what an action is worth, and how much less than the one that leads.
 */
import { type Estimate, holm, mean, pairedTest, studentTail, wilson } from '../statistics.js';
import type { End } from './play-outs.js';

/** How far an action stays behind the one that leads, with its 95 % interval. */
export interface Behind extends Estimate {
  /** The action that leads. */
  leader: number;
  /** Probability of so much or more if it were as good as the leader. */
  p: number;
}

/** Playouts of each action before any drops out; as often again each time afterwards. */
const FIRST_LOOK = 8;
/** An action drops out that is so many standard errors behind. */
const HOPELESS = 2;
/** Playouts from which a loss can be told. */
const FEWEST = 16;
/** Degrees of freedom at which Student's t is the normal distribution for all that is needed here. */
const NORMAL = 1000;

const even = (_: unknown, i: number) => i % 2 === 0;
const odd = (_: unknown, i: number) => i % 2 === 1;

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/**
 * A mean of differences with Student's interval. One pair more to each side, as large as the largest: a few that are all
 * equal do not make it certain.
 */
function difference(values: readonly number[]): Estimate {
  const most = Math.max(...values.map(Math.abs));
  const { low, high } = pairedTest([...values, most, -most], 0).difference;
  return { mean: mean(values), low, high };
}

/** Probability of differences with so large a sum or a larger one, if each could as well have the other sign. @param values with a sum above 0 */
function leaning(values: readonly number[]): number {
  const total = sum(values);
  const size = Math.sqrt(sum(values.map((value) => value ** 2)));
  return studentTail(total / size, NORMAL) / 2;
}

export class Race {
  private readonly ends = new Map<number, End[]>();
  private left: number[];
  private nextLook = FIRST_LOOK;

  /**
   * @param actions in the order in which they are tried
   * @param kept of them, those that never drop out
   * @param worth what a playout has led to, for the seat to act
   * @param shares worths lie between 0 and 1
   * @param least a smaller loss is none: what judges play-outs errs by as much
   * @param graded worths are of all sizes, because play-outs are judged; else most are 0 or 1 where they are shares
   */
  constructor(
    readonly actions: readonly number[],
    private readonly kept: ReadonlySet<number>,
    private readonly worth: (end: End) => number,
    private readonly shares: boolean,
    private readonly least = 0,
    private readonly graded = false,
  ) {
    this.left = [...actions];
    for (const action of actions) this.ends.set(action, []);
  }

  /** The action that is to be played out next, of those that are left: the one that had the fewest; and the number. */
  next(among: readonly number[] = this.left): { action: number; n: number } {
    let next = among[0]!;
    for (const action of among) if (this.count(action) < this.count(next)) next = action;
    return { action: next, n: this.count(next) };
  }

  /** Notes how a playout of an action has ended. */
  add(action: number, end: End): void {
    this.ends.get(action)!.push(end);
    if (this.left.some((other) => this.count(other) < this.nextLook)) return;
    this.nextLook *= 2;
    const leader = this.best(this.left);
    this.left = this.left.filter((other) => {
      if (this.kept.has(other)) return true;
      const apart = this.differences(leader, other).filter(even);
      const size = Math.sqrt(sum(apart.map((value) => value ** 2)));
      return sum(apart) <= HOPELESS * size;
    });
  }

  count(action: number): number {
    return this.ends.get(action)!.length;
  }

  /** All playouts of all actions. */
  get total(): number {
    return sum(this.actions.map((action) => this.count(action)));
  }

  /** Actions that still get playouts. */
  get running(): readonly number[] {
    return this.left;
  }

  /** The action that is best so far; null before the first has been played out twice. */
  get leader(): number | null {
    const most = Math.max(0, ...this.left.map((action) => this.count(action)));
    const known = this.left.filter((action) => this.count(action) >= Math.max(2, Math.min(FEWEST, most)));
    return known.length > 0 ? this.best(known) : null;
  }

  /** Several playouts of an action were all the same game: nothing is left to chance there. */
  alike(action: number): boolean {
    const ends = this.ends.get(action)!;
    return ends.length > 1 && ends.every(({ played }) => played === ends[0]!.played);
  }

  /**
   * The mean of something over the playouts of an action with its 95 % interval; null before the second playout.
   * @param of what is looked at in how a playout ended. Default: its worth
   * @param shares it lies between 0 and 1
   */
  estimate(action: number, of = this.worth, shares = this.shares): Estimate | null {
    const values = this.ends.get(action)!.filter(odd).map(of);
    if (values.length === 0) return null;
    // Games that are all the same are one game.
    const n = this.alike(action) ? 1 : values.length;
    if (shares && !this.graded) return wilson(mean(values) * n, n);
    const { mean: middle, low, high } = pairedTest(n === 1 ? values.slice(0, 1) : values, 0).difference;
    return shares ? { mean: middle, low: Math.max(0, low), high: Math.min(1, high) } : { mean: middle, low, high };
  }

  /** How far `action` stays behind the one that leads; null: it does not, or too little is known. */
  behind(action: number): Behind | null {
    const known = (other: number) => this.count(other) >= FEWEST;
    if (!known(action)) return null;
    // What dropped out was judged by few playouts, and would now and then lead by luck.
    const leader = this.best([action, ...this.left.filter((other) => other !== action && known(other))]);
    if (leader === action) return null;
    const apart = this.differences(leader, action).filter(odd);
    // Two games, however often they were played.
    if (this.alike(leader) && this.alike(action)) apart.length = 1;
    const { mean, low, high } = difference(apart);
    if (mean <= 0) return null;
    const within = (value: number) => (this.shares ? Math.max(-1, Math.min(1, value)) : value);
    return { leader, mean, low: within(low), high: within(high), p: this.significance(apart) };
  }

  /** How far an action stays behind one that was named before any of these playouts, so that all of them count. */
  against(leader: number, action: number): Behind | null {
    const apart = this.differences(leader, action);
    if (apart.length < FEWEST / 2) return null;
    if (this.alike(leader) && this.alike(action)) apart.length = 1;
    const { mean, low, high } = difference(apart);
    if (mean <= 0) return null;
    return { leader, mean, low, high, p: this.significance(apart) };
  }

  /**
   * What an action is behind the leader by, of the playouts that did not choose the leader: fair on average, so below 0
   * now and then. 0 for the leader itself; null: too little is known.
   * @param among with what it is compared
   */
  regret(action: number, among: readonly number[]): number | null {
    const known = [action, ...among].filter((other) => this.count(other) >= 2);
    if (!known.includes(action)) return null;
    const leader = this.best(known);
    return leader === action ? 0 : mean(this.differences(leader, action).filter(odd));
  }

  /** By all its playouts, no other is better. */
  leads(action: number, among: readonly number[]): boolean {
    const worth = (other: number) => mean(this.ends.get(other)!.map(this.worth));
    const own = worth(action);
    return among.every((other) => this.count(other) === 0 || worth(other) <= own);
  }

  /** Probability of such differences, or larger ones, if the loss were as small as the smallest that counts. */
  private significance(apart: readonly number[]): number {
    const beyond = apart.map((value) => value - this.least);
    return beyond.length > 1 && sum(beyond) > 0 ? leaning(beyond) : 1;
  }

  /** By the playouts with even numbers. */
  private best(among: readonly number[]): number {
    const means = among.map((action) => mean(this.ends.get(action)!.filter(even).map(this.worth)));
    return among[means.indexOf(Math.max(...means))]!;
  }

  /** Pair by pair. */
  private differences(better: number, worse: number): number[] {
    const [first, second] = [this.ends.get(better)!, this.ends.get(worse)!];
    return first.slice(0, second.length).map((end, i) => this.worth(end) - this.worth(second[i]!));
  }
}

/**
 * Which of several moves are mistakes. After Holm: if none of them were, any would be called one in at most one of twenty
 * such sets of moves.
 * @param moves all that were judged; null: it leads, or too little is known
 */
export function mistakesOf(moves: readonly (Behind | null)[]): boolean[] {
  const corrected = holm(moves.map((behind) => behind?.p ?? 1));
  return corrected.map((p) => p < 0.05);
}
