/**
 * Several actions of a position compared by play-outs, for as long as one likes: those that stay behind get no more. The
 * n-th play-out of each has the same luck, so differences are measured pair by pair.
 *
 * Whichever of many actions is best so far has had luck. Therefore play-outs with even numbers decide who is behind and who
 * leads, and only those with odd numbers say by how much.
 */

/** An estimate and its standard error; Infinity of fewer than two values. */
export interface Estimated {
  mean: number;
  error: number;
}

/** What is known of a number that was measured so many times. */
export interface SampledEstimate extends Estimated {
  n: number;
}

/** The mean of values and its standard error. */
export function measured(values: readonly number[]): SampledEstimate {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: n < 2 ? Infinity : Math.sqrt(squares / (n - 1) / n), n };
}

/** How far an action stays behind the one that leads. */
export interface Behind extends SampledEstimate {
  /** The action that leads. */
  leader: number;
}

/** Play-outs of each action before any drops out; as often again each time afterwards. */
const FIRST_LOOK = 8;
/** An action drops out that is so many standard errors behind. */
const HOPELESS = 2;
/** Pairs from which a loss can be told. */
const FEWEST_PAIRS = 8;

const even = (_: number, i: number) => i % 2 === 0;
const odd = (_: number, i: number) => i % 2 === 1;

export class Race {
  private readonly values = new Map<number, number[]>();
  private left: number[];
  private nextLook = FIRST_LOOK;

  /**
   * @param actions in the order in which they are tried
   * @param kept of them, those that never drop out
   */
  constructor(
    readonly actions: readonly number[],
    private readonly kept: ReadonlySet<number>,
  ) {
    this.left = [...actions];
    for (const action of actions) this.values.set(action, []);
  }

  /** The action that is to be played out next, of those that are left: the one that had the fewest; and the number. */
  next(among: readonly number[] = this.left): { action: number; n: number } {
    let next = among[0]!;
    for (const action of among) if (this.count(action) < this.count(next)) next = action;
    return { action: next, n: this.count(next) };
  }

  /** Notes what a play-out of an action has led to. */
  add(action: number, value: number): void {
    this.values.get(action)!.push(value);
    if (this.left.some((other) => this.count(other) < this.nextLook)) return;
    this.nextLook *= 2;
    const leader = this.leader(this.left);
    this.left = this.left.filter((other) => {
      if (this.kept.has(other)) return true;
      const { mean, error } = measured(this.differences(leader, other).filter(even));
      return mean <= HOPELESS * error;
    });
  }

  count(action: number): number {
    return this.values.get(action)!.length;
  }

  /** What its play-outs have led to, one after the other. */
  results(action: number): readonly number[] {
    return this.values.get(action)!;
  }

  /** Actions that still get play-outs. */
  get running(): readonly number[] {
    return this.left;
  }

  /** How far `action` stays behind the one that leads; null: it leads itself, or too little is known. */
  behind(action: number): Behind | null {
    const known = (other: number) => this.count(other) >= 2 * FEWEST_PAIRS;
    if (!known(action)) return null;
    // What dropped out was judged by few play-outs, and would now and then lead by luck.
    const leader = this.leader([action, ...this.left.filter((other) => other !== action && known(other))]);
    if (leader === action) return null;
    return { leader, ...measured(this.differences(leader, action).filter(odd)) };
  }

  /** By the play-outs with even numbers. */
  private leader(among: readonly number[]): number {
    const means = among.map((action) => measured(this.values.get(action)!.filter(even)).mean);
    return among[means.indexOf(Math.max(...means))]!;
  }

  /** Pair by pair. */
  private differences(better: number, worse: number): number[] {
    const [first, second] = [this.values.get(better)!, this.values.get(worse)!];
    return first.slice(0, second.length).map((value, i) => value - second[i]!);
  }
}

/** Whether an action is a mistake as far as can be told: it loses more than two standard errors of the difference. */
export const isMistake = (behind: Behind | null): behind is Behind =>
  behind !== null && behind.mean > 0 && behind.mean > 2 * behind.error;
