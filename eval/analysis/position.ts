/**
 * What can be said of one position: each seat's chance to win, and what each legal action leads to. Exact values where there
 * are any; else all of it is found by playing it on, and gets surer the longer it is worked on, in slices as short as one
 * decision. A position is worth what its best action is worth.
 */
import type { Game } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import type { Estimate } from '../statistics.js';
import type { Analysts } from './analysts.js';
import type { ExactPosition } from './exact-values.js';
import type { PlayOuts, PlayoutStart } from './play-outs.js';
import { type Behind, Race } from './race.js';

/** Play-outs of an action after which more would hardly show. */
const ENOUGH = 2000;
/** Exact values that lie nearer to each other than this, and than ten times what they may be off, are equal. */
const EQUAL = 1e-9;

/** What is known of a legal action. */
export interface ActionFound {
  action: number;
  /** How likely the thinker takes it. */
  p: number;
  /** Play-outs. */
  n: number;
  /** For the seat to act: its chance to win, or what it will have earned. Null: too few play-outs. */
  result: Estimate | null;
  /** It is still looked at; else it stayed behind too far. */
  running: boolean;
}

/** A number that is known. */
export const sure = (mean: number): Estimate => ({ mean, low: mean, high: mean });

/**
 * The analysis of one position: each seat's chance to win, and what each legal action leads to: exactly, or by playing it
 * on. It gets more exact the longer it runs, in slices as short as one decision.
 */
export class PositionAnalysis {
  /** How likely the thinker takes each action. */
  readonly p: Float32Array;
  /** What is known exactly; null: all numbers come from play-outs. */
  readonly exact: ExactPosition | null = null;
  /** The legal actions, those that the thinker likes best first. */
  readonly race: Race;
  private readonly earns: boolean;
  /** A smaller loss is none. */
  readonly slight: number;

  /**
   * @param seed the same one has the same luck
   * @param kept actions that are played on however far they stay behind, beside the one that the thinker likes best
   */
  constructor(
    game: Game,
    readonly beginning: PlayoutStart,
    { opinion, exact, cut }: Pick<Analysts, 'opinion' | 'exact'> & Partial<Pick<Analysts, 'cut'>>,
    private readonly seed: number,
    kept: readonly number[] = [],
  ) {
    const { state } = beginning;
    const p = new Float32Array(game.actions);
    const mask = new Uint8Array(game.actions);
    this.p = p;
    this.earns = game.scoring === 'rewards';
    const legal = state.legal(mask);
    const actions = Array.from(mask.keys()).filter((action) => mask[action] === 1);
    if (legal === 1) p[actions[0]!] = 1;
    else if (legal > 1) {
      opinion(new LiveView(game).show(state), p);
      actions.sort((a, b) => p[b]! - p[a]! || a - b);
      this.exact = exact(state);
    }
    const { actor } = state;
    this.slight = cut?.error ?? 0;
    this.race = new Race(
      actions,
      new Set([...kept, actions[0]!]),
      ({ earned, firsts }) => (this.earns ? earned : firsts)[actor]!,
      !this.earns,
      this.slight,
      !!cut,
    );
  }

  /** Play-outs behind the chances: those of the best action. */
  get n(): number {
    const { leader } = this.race;
    return leader === null ? 0 : this.race.count(leader);
  }

  /** All play-outs so far. */
  get playOuts(): number {
    return this.race.total;
  }

  /** All play-outs of the best action were the same game, so that they say nothing of chances. */
  get alike(): boolean {
    const { leader } = this.race;
    return leader !== null && this.race.alike(leader);
  }

  /** The action that should be played next. Undefined: more would hardly show. */
  get next(): number | undefined {
    if (this.beginning.state.over || this.exact) return undefined;
    const { action, n } = this.race.next();
    return n < ENOUGH ? action : undefined;
  }

  /**
   * Plays an action on once, and notes what came of it.
   * @yields after each decision
   */
  *play(playOuts: PlayOuts, action: number): Generator<undefined, void> {
    this.race.add(action, yield* playOuts.play(this.beginning, action, this.seed, this.race.count(action)));
  }

  /**
   * Plays on what should be played next, again and again.
   * @param most play-outs in all
   * @yields after each decision
   */
  *work(playOuts: PlayOuts, most = Infinity): Generator<undefined, void> {
    for (let next = this.next; next !== undefined && this.playOuts < most; next = this.next)
      yield* this.play(playOuts, next);
  }

  /** By seat: the chance to win, ties shared; null before the second play-out. */
  chances(): Estimate[] | null {
    return this.exact ? this.exact.chances.map(sure) : this.bySeat('firsts', true);
  }

  /** By seat, what it will have earned; null where the game is scored by places, and before the second play-out. */
  earned(): Estimate[] | null {
    if (!this.earns) return null;
    return this.exact ? this.exact.earned!.map(sure) : this.bySeat('earned', false);
  }

  /** All legal actions: those that are still looked at, the best first, then the others. */
  actions(): ActionFound[] {
    const { race, p, exact } = this;
    const running = new Set(race.running);
    const { leader } = race;
    const found = race.actions.map(
      (action): ActionFound => ({
        action,
        p: p[action]!,
        n: race.count(action),
        result: exact ? sure(exact.values.get(action)!) : race.estimate(action),
        running: running.has(action),
      }),
    );
    const mean = ({ result }: ActionFound) => result?.mean ?? 0;
    // Another half of the play-outs says which one leads.
    const leads = ({ action }: ActionFound) => Number(action === leader);
    return found.sort(
      (a, b) => Number(b.running) - Number(a.running) || leads(b) - leads(a) || mean(b) - mean(a) || b.p - a.p,
    );
  }

  /** How far an action stays behind the one that leads; null: it does not, or too little is known. */
  behind(action: number): Behind | null {
    const { exact, race } = this;
    if (!exact) return race.behind(action);
    const { values, within } = exact;
    const leader = race.actions.reduce((best, other) => (values.get(other)! > values.get(best)! ? other : best));
    const loss = values.get(leader)! - values.get(action)!;
    return loss > EQUAL + 10 * within ? { leader, ...sure(loss), p: 0 } : null;
  }

  /**
   * What an action loses against the best of some, fair on average; exactly where that is known, whatever these are. Null:
   * too little is known.
   */
  regret(action: number, among: readonly number[]): number | null {
    if (this.exact) return this.behind(action)?.mean ?? 0;
    return this.race.regret(action, among);
  }

  private bySeat(of: 'firsts' | 'earned', shares: boolean): Estimate[] | null {
    const { race, beginning } = this;
    const { leader } = race;
    if (leader === null) return null;
    const seats = Array.from({ length: beginning.state.players }, (_, seat) => seat);
    return seats.map((seat) => race.estimate(leader, (end) => end[of][seat]!, shares)!);
  }
}
