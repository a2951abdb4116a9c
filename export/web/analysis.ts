/**
 * What can be said of the positions of a game that was played, in words for people (eval/analysis/game-review.ts finds it).
 * Work can stop after each decision. Knows nothing of pages.
 */

import type { Game } from '../../env/game.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { GameReview, type Spot } from '../../eval/analysis/game-review.js';
import { accuracyOf, momentsOf, type Turn, turnsOf } from '../../eval/analysis/moments.js';
import { sure } from '../../eval/analysis/position.js';
import { type Behind, mistakesOf } from '../../eval/analysis/race.js';
import { actionWords } from './moves.js';
import type { Guess, Mistake, Outlook, PositionReport, ReviewReport } from './protocol.js';
import type { Review } from './review.js';

/** Moves that are listed, beside the one that was made. */
const LISTED = 8;
/** Turns that are called decisive. */
const MOMENTS = 5;
/** Play-outs of a move that was guessed, and of those that it is compared with. */
const GUESSED = 64;

export class Analysis {
  private readonly found: GameReview;
  private readonly turns: Turn[];
  private readonly earns: boolean;
  /** What was found of positions after so many play-outs. */
  private readonly outlooks = new Map<number, { playOuts: number; outlook: Outlook | null }>();

  constructor(
    private readonly game: Game,
    private readonly review: Review,
    private readonly analysts: Analysts,
  ) {
    this.found = new GameReview(game, review, analysts);
    const { moves, positions } = review;
    this.turns = turnsOf(moves.map(({ seat }, at) => ({ seat, round: positions[at]!.round })));
    this.earns = game.scoring === 'rewards';
  }

  /** Plays on from a position. @param going asked after each decision @returns what is known of it then */
  position(at: number, going: () => boolean): PositionReport {
    const state = this.review.positions[at]!;
    const finished = this.found.position(at, going);
    const spot = this.found.spot(at);
    const { found } = spot;
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
        mistake: this.isMistake(at, behind),
      },
      rounds: this.analysts.cut?.rounds ?? null,
      finished,
    };
  }

  /** Plays on from all over the game. @returns what is known of it then */
  survey(going: () => boolean): ReviewReport {
    const { found, review } = this;
    found.work(going);
    const { last, positions, moves } = review;
    if (positions[last]!.over) found.spot(last);
    const { spots } = found;
    const judged = found.judged();
    const outlooks = spots.flatMap((spot) => this.outlook(spot) ?? []);
    const marked = judged.filter(({ mistake }) => mistake);
    const slight = spots[0]?.found.slight ?? 0;
    return {
      outlooks,
      mistakes: marked.map(({ at, spot, behind }) => this.mistake(at, spot, behind!)),
      turns: this.turns,
      moments: momentsOf(this.turns, outlooks, MOMENTS),
      accuracy: accuracyOf(
        judged.map(({ at, ...move }) => ({ ...move, seat: moves[at]!.seat })),
        positions[0]!.players,
        slight,
        this.earns ? Infinity : 1,
      ),
      slight,
      earns: this.earns,
      compared: judged.length,
      playOuts: found.total,
      rounds: this.analysts.cut?.rounds ?? null,
      done: found.progress,
      finished: found.finished,
    };
  }

  /**
   * What is to be said of a move that somebody would rather have made.
   * @throws RangeError when it is not legal there
   */
  guess(at: number, action: number, going: () => boolean): Guess {
    const state = this.review.positions[at]!;
    const { found, rivals } = this.found.spot(at);
    if (!found.race.actions.includes(action)) throw new RangeError(`action ${action} is not legal after ${at} moves`);
    const among = [...new Set([action, ...rivals])];
    const finished = this.found.compare(at, among, GUESSED, going);
    const behind = found.behind(action);
    const made = this.review.moves[at]!.action;
    const best = behind?.leader ?? (found.exact ? action : (found.race.leader ?? action));
    return {
      text: actionWords(this.game, state, action),
      made: action === made,
      best: actionWords(this.game, state, best),
      loss: behind && lossOf(behind),
      // One move alone is judged.
      worse: mistakesOf([behind])[0]!,
      exact: found.exact !== null,
      finished,
    };
  }

  /** Among all the moves of the game; where play-outs are judged, only what the review has tried to the end. */
  private isMistake(at: number, behind: Behind): boolean {
    if (this.analysts.cut) return this.found.judged().some((move) => move.at === at && move.mistake);
    return mistakesOf([behind, ...Array.from({ length: this.review.last - 1 }, () => null)])[0]!;
  }

  private mistake(at: number, { found }: Spot, behind: Behind): Mistake {
    const { seat, text } = this.review.moves[at]!;
    const state = this.review.positions[at]!;
    const better = actionWords(this.game, state, behind.leader);
    return { at, seat, round: state.round, text, better, loss: lossOf(behind), exact: found.exact !== null };
  }

  /** Null: too few play-outs. */
  private outlook(spot: Spot): Outlook | null {
    const { playOuts } = spot.found;
    const known = this.outlooks.get(spot.at);
    if (known?.playOuts === playOuts) return known.outlook;
    const outlook = this.look(spot);
    this.outlooks.set(spot.at, { playOuts, outlook });
    return outlook;
  }

  private look({ at, found }: Spot): Outlook | null {
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
