/** Perft: how many histories there are after so many decisions, the classic check of move generators. */
import type { Game, State } from '../../env/game.js';
import { askingAll, eachOutcome } from './outcomes.js';

/**
 * Histories of exactly 1, 2, ... `depth` decisions, outcomes of chance told apart; games that end earlier are not
 * counted later.
 */
export function perft(game: Game, options: unknown, depth: number): number[] {
  const counts = new Array<number>(depth).fill(0);
  const masks = Array.from({ length: depth }, () => new Uint8Array(game.actions));
  const pool: State[] = [];
  const visit = (state: State, done: number): void => {
    if (done > 0) counts[done - 1]!++;
    if (done === depth || state.over) return;
    const mask = masks[done]!;
    state.legal(mask);
    for (let action = 0; action < mask.length; action++) {
      if (!mask[action]) continue;
      eachOutcome(
        game,
        (chance) => {
          let copy = pool[done];
          if (copy) copy.copyFrom(state);
          else copy = pool[done] = state.clone();
          copy.apply(action, chance);
          return copy;
        },
        (after) => visit(after, done + 1),
      );
    }
  };
  eachOutcome(
    game,
    (chance) => game.newState(askingAll(options) as never, chance),
    (state) => visit(state, 0),
  );
  return counts;
}
