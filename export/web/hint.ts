/**
 * A hint for who is to move: the best move as far as its seat can know, and by how much. Everything follows from the view of
 * that seat, which is all that the position is made of again: what is hidden cannot get in. Work can stop after each
 * decision. Knows nothing of pages.
 */
import type { Game, State } from '../../env/game.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { PlayOuts } from '../../eval/analysis/play-outs.js';
import { PositionAnalysis } from '../../eval/analysis/position.js';
import { actionWords, thingsOf } from './moves.js';
import type { HintReport } from './protocol.js';

/** Play-outs of the best move after which a hint is given for good, and of all moves. */
const [BEST, ALL] = [256, 6000];

export class Hint {
  private readonly playOuts: PlayOuts;
  private readonly found: PositionAnalysis;
  private readonly work: Generator<undefined, void>;

  /** @param position whose seat to act asks; only what it can see is looked at */
  constructor(
    private readonly game: Game,
    position: State,
    private readonly analysts: Analysts,
  ) {
    const state = seenBy(game, position);
    const gained = Array.from({ length: state.players }, () => 0);
    this.playOuts = new PlayOuts(game, analysts.agents, analysts.cut);
    // The luck of a hint is always the same: that of the game would tell of what is to come.
    this.found = new PositionAnalysis(game, { state, gained }, analysts, 1);
    this.work = this.found.work(this.playOuts);
  }

  /** Plays on. @param going asked after each decision @returns what is known then; null: too little */
  look(going: () => boolean): HintReport {
    const { found, game } = this;
    const { state } = found.beginning;
    while (!this.settled && !this.work.next().done && going());
    const finished = this.settled || found.next === undefined;
    const [best, next] = found.actions();
    const known = best !== undefined && (best.result !== null || found.race.actions.length === 1);
    const behind = next && known ? found.behind(next.action) : null;
    return {
      best: known
        ? {
            action: best.action,
            text: actionWords(game, state, best.action),
            things: thingsOf(game, state, best.action),
            result: best.result,
          }
        : null,
      next:
        known && next
          ? {
              text: actionWords(game, state, next.action),
              // Equal as far as is known where it does not stay behind.
              lead: behind && { mean: behind.mean, low: behind.low, high: behind.high },
            }
          : null,
      earns: game.scoring === 'rewards',
      exact: found.exact !== null,
      playOuts: found.playOuts,
      rounds: this.analysts.cut?.rounds ?? null,
      finished,
    };
  }

  private get settled(): boolean {
    const { found } = this;
    return found.race.actions.length === 1 || found.n >= BEST || found.playOuts >= ALL;
  }
}

/** The position made of nothing but what the seat to act sees of it. */
export function seenBy(game: Game, position: State): State {
  if (!game.parseView || !position.view) return position.clone();
  return game.parseView(JSON.parse(JSON.stringify(position.view(position.actor))));
}
