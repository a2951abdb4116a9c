/**
 * What can be said of the positions of a game that was played: each seat's chance to win, what each move leads to, which moves
 * lose. All of it is found by playing positions on; it gets sharper the longer it is worked on, in slices as short as one
 * decision. Knows nothing of pages.
 */
import type { End } from '../../agents/search/play-outs.js';
import { PlayOuts } from '../../agents/search/play-outs.js';
import { isMistake, measured, Race } from '../../agents/search/race.js';
import type { Game } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import type { Crew } from './players.js';
import type { Estimated, GameReport, Mistake, Outlook, PositionReport } from './protocol.js';
import type { Review } from './review.js';

/** Play-outs of a position after which more would hardly show. */
const ENOUGH = 2000;
/** Moves that are listed, beside the one that was made. */
const LISTED = 8;
/** Positions of a game at which its chances are looked at, at most. */
const POINTS = 40;
/** Play-outs of each of them: first so many, before moves are looked at; in the end so many. */
const [ROUGH, FINE] = [24, 96];
/** What a move is compared with over a whole game: moves that the thinker likes best. */
const RIVALS = 2;
/** Moves that the thinker likes less are no rivals. */
const UNLIKELY = 0.05;
/** Play-outs of a move and its rivals. All get the first number, the others only those that may be mistakes. */
const LEVELS = [16, 32, 64, 128, 256];

/** What is known of one position. */
interface Spot {
  at: number;
  ends: End[];
  /** The legal actions; null where there is no choice. */
  race: Race | null;
  /** How likely the thinker takes each action. */
  p: Float32Array;
  /** What the move that was made is compared with, it included. */
  rivals: number[];
}

/** A play-out that is under way. */
interface Job {
  spot: Spot;
  action: number | null;
  play: Generator<undefined, End>;
}

export class Analysis {
  private readonly spots = new Map<number, Spot>();
  private readonly playOuts: PlayOuts;
  private readonly view: LiveView;
  private readonly points: number[];
  private readonly earns: boolean;
  private job: Job | null = null;

  constructor(
    private readonly game: Game,
    private readonly review: Review,
    private readonly crew: Crew,
  ) {
    this.playOuts = new PlayOuts(game, crew.agents);
    this.view = new LiveView(game);
    this.points = spread(review.last, POINTS);
    this.earns = game.scoring === 'rewards';
  }

  /** Plays on from a position. @param going asked after each decision @returns what is known of it then */
  position(at: number, going: () => boolean): PositionReport {
    const spot = this.spot(at);
    const finished = !this.work(going, () => this.forPosition(spot));
    const { race, p } = spot;
    const state = this.review.positions[at]!;
    const made = this.review.moves[at]?.action;
    const behind = made === undefined ? null : (race?.behind(made) ?? null);
    const running = new Set(race?.running);
    const results =
      race?.actions.map((action) => ({ action, ...measured(race.results(action)), runs: running.has(action) })) ?? [];
    results.sort(
      (a, b) => Number(b.runs) - Number(a.runs) || (b.n && b.mean) - (a.n && a.mean) || p[b.action]! - p[a.action]!,
    );
    const listed = results.filter(({ action }, i) => i < LISTED || action === made);
    return {
      outlook: this.outlook(spot),
      prospects: listed.map(({ action, n, runs }) => ({
        text: state.actionText(action),
        p: p[action]!,
        n,
        result: n > 1 ? this.estimate(race!.results(action)) : null,
        running: runs,
        made: action === made,
      })),
      others: results.length - listed.length,
      thinker: this.crew.thinker,
      earns: this.earns,
      behind: behind && {
        better: state.actionText(behind.leader),
        loss: { mean: behind.mean, error: behind.error },
        mistake: isMistake(behind),
      },
      finished,
    };
  }

  /** Plays on from all over the game. @returns what is known of it then */
  survey(going: () => boolean): GameReport {
    const finished = !this.work(going, () => this.forGame());
    if (this.review.positions[this.review.last]!.over) this.spot(this.review.last);
    const spots = [...this.spots.values()].sort((a, b) => a.at - b.at);
    const mistakes = spots.flatMap((spot) => this.mistake(spot) ?? []);
    const outlooks = spots.filter(({ ends, at }) => ends.length >= 8 || this.review.positions[at]!.over);
    const { last } = this.review;
    const compared = spots.filter((spot) => spot.at < last && this.fewest(spot) >= LEVELS[0]!);
    const known = (at: number) => this.spots.get(at);
    const share = (have: number, wanted: number) => Math.min(1, have / wanted);
    const done =
      this.points.reduce(
        (sum, at) => sum + (this.review.positions[at]!.over ? 1 : share(known(at)?.ends.length ?? 0, ROUGH)),
        0,
      ) +
      this.review.moves.reduce((sum, _, at) => sum + (known(at) ? share(this.fewest(known(at)!), LEVELS[0]!) : 0), 0);
    return {
      outlooks: outlooks.map((spot) => this.outlook(spot)),
      mistakes,
      earns: this.earns,
      compared: compared.length,
      playOuts: spots.reduce(
        (sum, { ends, race }) =>
          sum + ends.length + (race?.actions.reduce((n, action) => n + race.count(action), 0) ?? 0),
        0,
      ),
      done: finished ? 1 : done / (this.points.length + last),
      finished,
    };
  }

  /** @returns whether there is more to do */
  private work(going: () => boolean, next: () => { spot: Spot; action: number | null } | null): boolean {
    do {
      if (!this.job) {
        const wanted = next();
        if (!wanted) return false;
        this.job = this.begin(wanted.spot, wanted.action);
      }
      const { spot, action, play } = this.job;
      const { done, value } = play.next();
      if (!done) continue;
      this.job = null;
      const seat = this.review.positions[spot.at]!.actor;
      if (action === null) spot.ends.push(value);
      else spot.race!.add(action, (this.earns ? value.earned : value.firsts)[seat]!);
    } while (going());
    return true;
  }

  private begin(spot: Spot, action: number | null): Job {
    const { positions, gained } = this.review;
    const beginning = { state: positions[spot.at]!, gained: gained[spot.at]! };
    const n = action === null ? spot.ends.length : spot.race!.count(action);
    // The chances of a position and what its moves lead to have luck of their own.
    const seed = 2 * spot.at + (action === null ? 0 : 1);
    return { spot, action, play: this.playOuts.play(beginning, action, seed, n) };
  }

  private forPosition(spot: Spot) {
    const { ends, race, at } = spot;
    if (this.review.positions[at]!.over) return null;
    const next = race && race.running.length > 1 ? race.next() : null;
    const passes = next ? next.n : ENOUGH;
    // What moves lead to takes more of them than the position itself.
    if (ends.length < ENOUGH && ends.length < Math.max(8, 2 * passes)) return { spot, action: null };
    return next && next.n < ENOUGH ? { spot, action: next.action } : null;
  }

  private forGame() {
    return this.forChances(8) ?? this.forChances(ROUGH) ?? this.forMoves() ?? this.forChances(FINE);
  }

  private forChances(wanted: number) {
    const open = this.points.filter((at) => !this.review.positions[at]!.over);
    const at = open.find((point) => (this.spots.get(point)?.ends.length ?? 0) < wanted);
    return at === undefined ? null : { spot: this.spot(at), action: null };
  }

  private forMoves() {
    for (const level of LEVELS)
      for (let at = 0; at < this.review.last; at++) {
        const spot = this.spot(at);
        if (this.fewest(spot) >= level || (level > LEVELS[0]! && !this.unclear(spot))) continue;
        return { spot, action: spot.race!.next(spot.rivals).action };
      }
    return null;
  }

  /** The move that was made may be a mistake. */
  private unclear({ at, race }: Spot): boolean {
    const behind = race?.behind(this.review.moves[at]!.action);
    return !!behind && behind.mean > behind.error;
  }

  /** Play-outs of the move that was made and its rivals, at least; Infinity where it has none. */
  private fewest({ race, rivals }: Spot): number {
    return race && rivals.length > 1 ? race.next(rivals).n : Infinity;
  }

  private mistake({ at, race }: Spot): Mistake | null {
    const move = this.review.moves[at];
    const behind = move ? (race?.behind(move.action) ?? null) : null;
    if (!isMistake(behind)) return null;
    const better = this.review.positions[at]!.actionText(behind.leader);
    return { at, seat: move!.seat, text: move!.text, better, loss: { mean: behind.mean, error: behind.error } };
  }

  private spot(at: number): Spot {
    const known = this.spots.get(at);
    if (known) return known;
    const made = this.review.moves[at]?.action;
    const p = new Float32Array(this.game.actions);
    let race: Race | null = null;
    let rivals: number[] = [];
    const state = this.review.positions[at]!;
    const mask = new Uint8Array(this.game.actions);
    if (!state.over && state.legal(mask) > 1) {
      this.crew.opinion(this.view.show(state), p);
      const actions = Array.from(mask.keys()).filter((action) => mask[action] === 1);
      actions.sort((a, b) => p[b]! - p[a]! || a - b);
      const liked = actions.filter((action) => p[action]! > UNLIKELY && action !== made).slice(0, RIVALS);
      rivals = made === undefined ? liked : [made, ...liked];
      race = new Race(actions, new Set([...rivals.slice(0, 1), actions[0]!]));
    }
    const spot = { at, ends: [], race, p, rivals };
    this.spots.set(at, spot);
    return spot;
  }

  private outlook({ at, ends }: Spot): Outlook {
    const state = this.review.positions[at]!;
    const seats = Array.from({ length: state.players }, (_, seat) => seat);
    if (state.over) {
      const { chances, earned } = this.review.result;
      const sure = (mean: number) => ({ mean, error: 0 });
      return { at, n: 0, chances: chances.map(sure), earned: this.earns ? earned.map(sure) : null };
    }
    return {
      at,
      n: ends.length,
      chances: seats.map((seat) => shareOf(ends.map(({ firsts }) => firsts[seat]!))),
      earned: this.earns ? seats.map((seat) => estimateOf(ends.map(({ earned }) => earned[seat]!))) : null,
    };
  }

  private estimate(values: readonly number[]): Estimated {
    return this.earns ? estimateOf(values) : shareOf(values);
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

/**
 * Positions spread over a game, the first and the last among them; in an order in which the first few are spread over it too.
 */
function spread(last: number, most: number): number[] {
  const count = Math.min(last + 1, most);
  const steps = Array.from({ length: count }, (_, i) => (count > 1 ? Math.round((i * last) / (count - 1)) : 0));
  const order: number[] = [];
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(1, count))); step >= 1; step /= 2)
    for (let i = 0; i < count; i += step) if (!order.includes(steps[i]!)) order.push(steps[i]!);
  return order;
}
