/**
 * What can be said of the positions of a game that was played (../analysis/position.ts), and which of its moves lose. Work
 * can stop after each decision. Knows nothing of pages.
 */

import type { Game } from '../../env/game.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { PlayOuts } from '../../eval/analysis/play-outs.js';
import { FEWEST, PositionAnalysis } from '../../eval/analysis/position.js';
import { isMistake } from '../../eval/analysis/race.js';
import type { Mistake, Outlook, PositionReport, ReviewReport } from './protocol.js';
import type { Review } from './review.js';

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
  found: PositionAnalysis;
  /** What the move that was made is compared with, it included. */
  rivals: number[];
}

/** What is to be played next: an action of a position, or null for the position as it lies. */
interface Wanted {
  spot: Spot;
  action: number | null;
}

export class Analysis {
  private readonly spots = new Map<number, Spot>();
  private readonly playOuts: PlayOuts;
  private readonly points: number[];
  private readonly earns: boolean;
  /** A play-out that is under way. */
  private job: Generator<undefined, void> | null = null;

  constructor(
    private readonly game: Game,
    private readonly review: Review,
    private readonly analysts: Analysts,
  ) {
    this.playOuts = new PlayOuts(game, analysts.agents);
    this.points = spread(review.last, POINTS);
    this.earns = game.scoring === 'rewards';
  }

  /** Plays on from a position. @param going asked after each decision @returns what is known of it then */
  position(at: number, going: () => boolean): PositionReport {
    const spot = this.spot(at);
    const { found } = spot;
    const finished = !this.work(going, () => {
      const { next } = found;
      return next === undefined ? null : { spot, action: next };
    });
    const state = this.review.positions[at]!;
    const made = this.review.moves[at]?.action;
    const behind = made === undefined ? null : found.behind(made);
    const results = found.actions();
    const listed = results.filter(({ action }, i) => i < LISTED || action === made);
    return {
      outlook: this.outlook(spot),
      prospects: listed.map(({ action, ...known }) => ({
        text: state.actionText(action),
        made: action === made,
        ...known,
      })),
      others: results.length - listed.length,
      thinker: this.analysts.thinker,
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
  survey(going: () => boolean): ReviewReport {
    const finished = !this.work(going, () => this.forGame());
    if (this.review.positions[this.review.last]!.over) this.spot(this.review.last);
    const spots = [...this.spots.values()].sort((a, b) => a.at - b.at);
    const mistakes = spots.flatMap((spot) => this.mistake(spot) ?? []);
    const outlooks = spots.filter(({ found, at }) => found.n >= FEWEST || this.review.positions[at]!.over);
    const { last } = this.review;
    const compared = spots.filter((spot) => spot.at < last && this.fewest(spot) >= LEVELS[0]!);
    const known = (at: number) => this.spots.get(at);
    const share = (have: number, wanted: number) => Math.min(1, have / wanted);
    const done =
      this.points.reduce(
        (sum, at) => sum + (this.review.positions[at]!.over ? 1 : share(known(at)?.found.n ?? 0, ROUGH)),
        0,
      ) +
      this.review.moves.reduce((sum, _, at) => sum + (known(at) ? share(this.fewest(known(at)!), LEVELS[0]!) : 0), 0);
    return {
      outlooks: outlooks.map((spot) => this.outlook(spot)),
      mistakes,
      earns: this.earns,
      compared: compared.length,
      playOuts: spots.reduce((sum, { found }) => sum + found.playOuts, 0),
      done: finished ? 1 : done / (this.points.length + last),
      finished,
    };
  }

  /** @returns whether there is more to do */
  private work(going: () => boolean, next: () => Wanted | null): boolean {
    do {
      if (!this.job) {
        const wanted = next();
        if (!wanted) return false;
        this.job = wanted.spot.found.play(this.playOuts, wanted.action);
      }
      if (this.job.next().done) this.job = null;
    } while (going());
    return true;
  }

  private forGame(): Wanted | null {
    return this.forChances(FEWEST) ?? this.forChances(ROUGH) ?? this.forMoves() ?? this.forChances(FINE);
  }

  private forChances(wanted: number): Wanted | null {
    const open = this.points.filter((at) => !this.review.positions[at]!.over);
    const at = open.find((point) => (this.spots.get(point)?.found.n ?? 0) < wanted);
    return at === undefined ? null : { spot: this.spot(at), action: null };
  }

  private forMoves(): Wanted | null {
    for (const level of LEVELS)
      for (let at = 0; at < this.review.last; at++) {
        const spot = this.spot(at);
        if (this.fewest(spot) >= level || (level > LEVELS[0]! && !this.unclear(spot))) continue;
        return { spot, action: spot.found.race!.next(spot.rivals).action };
      }
    return null;
  }

  /** The move that was made may be a mistake. */
  private unclear({ at, found }: Spot): boolean {
    const behind = found.behind(this.review.moves[at]!.action);
    return !!behind && behind.mean > behind.error;
  }

  /** Play-outs of the move that was made and its rivals, at least; Infinity where it has none. */
  private fewest({ found: { race }, rivals }: Spot): number {
    return race && rivals.length > 1 ? race.next(rivals).n : Infinity;
  }

  private mistake({ at, found }: Spot): Mistake | null {
    const move = this.review.moves[at];
    const behind = move ? found.behind(move.action) : null;
    if (!isMistake(behind)) return null;
    const better = this.review.positions[at]!.actionText(behind.leader);
    return { at, seat: move!.seat, text: move!.text, better, loss: { mean: behind.mean, error: behind.error } };
  }

  private spot(at: number): Spot {
    const known = this.spots.get(at);
    if (known) return known;
    const { positions, gained, moves } = this.review;
    const made = moves[at]?.action;
    const own = made === undefined ? [] : [made];
    const found = new PositionAnalysis(
      this.game,
      { state: positions[at]!, gained: gained[at]! },
      this.analysts,
      at,
      own,
    );
    const { race, p } = found;
    const liked = (race?.actions ?? []).filter((action) => p[action]! > UNLIKELY && action !== made).slice(0, RIVALS);
    const spot = { at, found, rivals: [...own, ...liked] };
    this.spots.set(at, spot);
    return spot;
  }

  private outlook({ at, found }: Spot): Outlook {
    if (this.review.positions[at]!.over) {
      const { chances, earned } = this.review.result;
      const sure = (mean: number) => ({ mean, error: 0 });
      return { at, n: 0, chances: chances.map(sure), earned: this.earns ? earned.map(sure) : null };
    }
    return { at, n: found.n, chances: found.chances(), earned: found.earned() };
  }
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
