/**
 * What can be said of the positions of a game that was played (../analysis/position.ts), and which of its moves lose. Work
 * can stop after each decision. Knows nothing of pages.
 */

import type { Game } from '../../env/game.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { PlayOuts } from '../../eval/analysis/play-outs.js';
import { PositionAnalysis, sure } from '../../eval/analysis/position.js';
import { type Behind, mistakesOf } from '../../eval/analysis/race.js';
import { actionWords } from './moves.js';
import type { Mistake, Outlook, PositionReport, ReviewReport } from './protocol.js';
import type { Review } from './review.js';

/** Moves that are listed, beside the one that was made. */
const LISTED = 8;
/** Positions of a game at which its chances are looked at first and longer, at most. */
const POINTS = 40;
/** Play-outs of their moves: first so many, for a curve at once, and in the end so many. */
const [ROUGH, FINE] = [4, 128];
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
  /** What the move that was made is compared with, it included; the position is worth what the best of them is. */
  rivals: number[];
}

/** What is to be played next: an action of a position. */
interface Wanted {
  spot: Spot;
  action: number;
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
    const results = state.over || found.race.actions.length === 1 ? [] : found.actions();
    const listed = results.filter(({ action }, i) => i < LISTED || action === made);
    return {
      outlook: this.outlook(spot),
      prospects: listed.map(({ action, ...known }) => ({
        text: actionWords(this.game, state, action),
        made: action === made,
        ...known,
      })),
      others: results.length - listed.length,
      thinker: this.analysts.thinker,
      earns: this.earns,
      behind: behind && {
        better: actionWords(this.game, state, behind.leader),
        loss: lossOf(behind),
        // One of all the moves of the game.
        mistake: mistakesOf([behind, ...Array.from({ length: this.review.last - 1 }, () => null)])[0]!,
      },
      finished,
    };
  }

  /** Plays on from all over the game. @returns what is known of it then */
  survey(going: () => boolean): ReviewReport {
    const finished = !this.work(going, () => this.forGame());
    const { last, positions } = this.review;
    if (positions[last]!.over) this.spot(last);
    const spots = [...this.spots.values()].sort((a, b) => a.at - b.at);
    const compared = spots.filter(
      (spot) => spot.at < last && spot.rivals.length > 1 && this.fewest(spot) >= LEVELS[0]!,
    );
    const done = positions.reduce((sum, _, at) => {
      const spot = this.spots.get(at);
      return sum + (at < last && spot ? Math.min(1, this.fewest(spot) / LEVELS[0]!) : 0);
    }, 0);
    return {
      outlooks: spots.flatMap((spot) => this.outlook(spot) ?? []),
      mistakes: this.mistakes(compared),
      earns: this.earns,
      compared: compared.length,
      playOuts: spots.reduce((sum, { found }) => sum + found.playOuts, 0),
      done: finished ? 1 : done / Math.max(1, last),
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
    const { last } = this.review;
    const all = Array.from({ length: last }, (_, at) => at);
    const points = this.points.filter((at) => !this.review.positions[at]!.over);
    const [first, ...more] = LEVELS;
    const unclear = (spot: Spot) => this.unclear(spot);
    return (
      this.upTo(ROUGH, points) ??
      this.upTo(first!, points) ??
      this.upTo(first!, all) ??
      more.reduce<Wanted | null>((wanted, level) => wanted ?? this.upTo(level, all, unclear), null) ??
      this.upTo(FINE, points)
    );
  }

  /** Something to play at one of some positions, until the moves that are compared there have so many play-outs. */
  private upTo(level: number, among: readonly number[], wanted = (_: Spot) => true): Wanted | null {
    for (const at of among) {
      const spot = this.spot(at);
      if (this.fewest(spot) < level && wanted(spot)) return { spot, action: spot.found.race.next(spot.rivals).action };
    }
    return null;
  }

  /** The move that was made may be a mistake. */
  private unclear({ at, found }: Spot): boolean {
    const behind = found.behind(this.review.moves[at]!.action);
    return !!behind && behind.p < 0.2;
  }

  /** Play-outs of the moves that are compared, at least; Infinity where all is known. */
  private fewest({ found: { race, exact }, rivals }: Spot): number {
    return exact ? Infinity : race.next(rivals).n;
  }

  /** Those of the moves that were compared. */
  private mistakes(compared: readonly Spot[]): Mistake[] {
    const behind = compared.map(({ at, found }) => found.behind(this.review.moves[at]!.action));
    const mistakes = mistakesOf(behind);
    return compared.flatMap(({ at }, i) => {
      if (!mistakes[i]) return [];
      const { seat, text } = this.review.moves[at]!;
      const better = actionWords(this.game, this.review.positions[at]!, behind[i]!.leader);
      return { at, seat, text, better, loss: lossOf(behind[i]!) };
    });
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
    const liked = race.actions.filter((action) => p[action]! > UNLIKELY && action !== made).slice(0, RIVALS);
    // What nobody likes is compared with something too.
    const rivals = [
      ...own,
      ...(liked.length > 0 ? liked : race.actions.filter((action) => action !== made).slice(0, 1)),
    ];
    const spot = { at, found, rivals };
    this.spots.set(at, spot);
    return spot;
  }

  /** Null: too few play-outs. */
  private outlook({ at, found }: Spot): Outlook | null {
    const { alike, n } = found;
    if (this.review.positions[at]!.over) {
      const { chances, earned } = this.review.result;
      const none = { n: 0, exact: false, alike: false };
      return { at, ...none, chances: chances.map(sure), earned: this.earns ? earned.map(sure) : null };
    }
    const chances = found.chances();
    return chances && { at, n, exact: found.exact !== null, alike, chances, earned: found.earned() };
  }
}

const lossOf = ({ mean, low, high }: Behind) => ({ mean, low, high });

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
