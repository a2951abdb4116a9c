/**
 * What can be said of one position: each seat's chance to win, and what each legal action leads to. All of it is found by
 * playing it on; it gets surer the longer it is worked on, in slices as short as one decision.
 */
import type { Game } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import type { Analysts } from './analysts.js';
import type { End, PlayOuts, PlayoutStart } from './play-outs.js';
import { type Behind, type Estimated, measured, Race } from './race.js';

/** Play-outs of a position, or of an action, after which more would hardly show. */
const ENOUGH = 2000;
/** Play-outs from which the chances of a position can be told. */
export const FEWEST = 8;

/** What is known of a legal action. */
export interface ActionFound {
  action: number;
  /** How likely the thinker takes it. */
  p: number;
  /** Play-outs. */
  n: number;
  /** For the seat to act: its chance to win, or what it will have earned. Null: too few play-outs. */
  result: Estimated | null;
  /** It is still looked at; else it stayed behind too far. */
  running: boolean;
}

/**
 * The analysis of one position: each seat's chance to win, and what each legal action leads to, by playing it on. It
 * gets more exact the longer it runs, in slices as short as one decision.
 */
export class PositionAnalysis {
  /** How likely the thinker takes each action. */
  readonly p: Float32Array;
  /** The legal actions, those that the thinker likes best first; null where there is no choice. */
  readonly race: Race | null = null;
  private readonly ends: End[] = [];
  private readonly earns: boolean;

  /**
   * @param seed the same one has the same luck
   * @param kept actions that are played on however far they stay behind, beside the one that the thinker likes best
   */
  constructor(
    game: Game,
    readonly beginning: PlayoutStart,
    { opinion }: Analysts,
    private readonly seed: number,
    kept: readonly number[] = [],
  ) {
    const { state } = beginning;
    const p = new Float32Array(game.actions);
    const mask = new Uint8Array(game.actions);
    this.p = p;
    this.earns = game.scoring === 'rewards';
    if (state.over || state.legal(mask) === 1) return;
    opinion(new LiveView(game).show(state), p);
    const actions = Array.from(mask.keys()).filter((action) => mask[action] === 1);
    actions.sort((a, b) => p[b]! - p[a]! || a - b);
    this.race = new Race(actions, new Set([...kept, actions[0]!]));
  }

  /** Play-outs of the position as it lies. */
  get n(): number {
    return this.ends.length;
  }

  /** All play-outs so far. */
  get playOuts(): number {
    const { race, n } = this;
    return n + (race?.actions.reduce((sum, action) => sum + race.count(action), 0) ?? 0);
  }

  /** What should be played next: an action, or null for the position as it lies. Undefined: more would hardly show. */
  get next(): number | null | undefined {
    const { race, n } = this;
    if (this.beginning.state.over) return undefined;
    const next = race && race.running.length > 1 ? race.next() : null;
    const passes = next ? next.n : ENOUGH;
    // What moves lead to takes more of them than the position itself.
    if (n < ENOUGH && n < Math.max(FEWEST, 2 * passes)) return null;
    return next && next.n < ENOUGH ? next.action : undefined;
  }

  /**
   * Plays it on once, and notes what came of it.
   * @param action is played first; null: the position is played on as it lies
   * @yields after each decision
   */
  *play(playOuts: PlayOuts, action: number | null): Generator<undefined, void> {
    const n = action === null ? this.n : this.race!.count(action);
    // The chances of a position and what its moves lead to have luck of their own.
    const end = yield* playOuts.play(this.beginning, action, 2 * this.seed + (action === null ? 0 : 1), n);
    if (action === null) this.ends.push(end);
    else this.race!.add(action, (this.earns ? end.earned : end.firsts)[this.beginning.state.actor]!);
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

  /** By seat: the chance to win, ties shared. */
  chances(): Estimated[] {
    return this.seats().map((seat) => shareOf(this.ends.map(({ firsts }) => firsts[seat]!)));
  }

  /** By seat, what it will have earned; null where the game is scored by places. */
  earned(): Estimated[] | null {
    if (!this.earns) return null;
    return this.seats().map((seat) => estimateOf(this.ends.map(({ earned }) => earned[seat]!)));
  }

  /** All legal actions: those that are still looked at, the best first, then the others. */
  actions(): ActionFound[] {
    const { race, p } = this;
    if (!race) return [];
    const running = new Set(race.running);
    const found = race.actions.map((action): ActionFound => {
      const n = race.count(action);
      const estimate = this.earns ? estimateOf : shareOf;
      return {
        action,
        p: p[action]!,
        n,
        result: n > 1 ? estimate(race.results(action)) : null,
        running: running.has(action),
      };
    });
    const mean = ({ result }: ActionFound) => result?.mean ?? 0;
    return found.sort((a, b) => Number(b.running) - Number(a.running) || mean(b) - mean(a) || b.p - a.p);
  }

  /** How far an action stays behind the one that leads; null: it leads itself, or too little is known. */
  behind(action: number): Behind | null {
    return this.race?.behind(action) ?? null;
  }

  private seats(): number[] {
    return Array.from({ length: this.beginning.state.players }, (_, seat) => seat);
  }
}

function estimateOf(values: readonly number[]): Estimated {
  const { mean, error } = measured(values);
  return { mean, error };
}

/**
 * A chance. Its error is that of so many play-outs with one win and one loss more: none of a few is not never (Agresti and
 * Coull 1998).
 */
function shareOf(values: readonly number[]): Estimated {
  return { mean: measured(values).mean, error: measured([...values, 0, 1]).error };
}
