/**
 * Small games of two without hidden information, scored by places: what every position is worth when both play best, by
 * backward induction over positions. Chance is averaged.
 */
import { finalPlaces } from '../../env/finished.js';
import type { Game, State } from '../../env/game.js';
import { firstShares } from '../../env/returns.js';
import { askingAll, eachOutcome, probe, tooLarge } from './outcomes.js';

/** Positions that are kept at most. */
const MOST_POSITIONS = 200_000;

/**
 * Solves a game from its beginning.
 * @param options checked
 * @returns what each action of a position leads to: the chance of seat 0 to win, a tie counts half
 * @throws UserError when there are too many positions
 */
export function minimax(game: Game, options: unknown): (state: State) => Map<number, number> {
  probe(game, askingAll(options));
  const known = new Map<number, number>();
  let most = MOST_POSITIONS;
  const mask = new Uint8Array(game.actions);
  const places = new Uint8Array(2);
  const legal = (state: State): number[] => {
    state.legal(mask);
    return Array.from(mask.keys()).filter((action) => mask[action] === 1);
  };
  const worth = (state: State): number => {
    if (state.over) {
      finalPlaces(state, places);
      return firstShares(places)[0]!;
    }
    const key = state.hash();
    const before = known.get(key);
    if (before !== undefined) return before;
    const values = [...after(state).values()];
    const value = state.actor === 0 ? Math.max(...values) : Math.min(...values);
    if (known.size >= most) throw tooLarge(game);
    known.set(key, value);
    return value;
  };
  const after = (state: State): Map<number, number> =>
    new Map(
      legal(state).map((action) => {
        let sum = 0;
        const play = (chance: Parameters<State['apply']>[1]) => {
          const next = state.clone();
          next.apply(action, chance);
          return next;
        };
        eachOutcome(game, play, (next, probability) => {
          sum += probability * worth(next);
        });
        return [action, sum] as const;
      }),
    );
  eachOutcome(
    game,
    (chance) => game.newState(options as never, chance),
    (state) => void worth(state),
  );
  // Other options that change nothing make other positions of the same ones.
  most = Infinity;
  return after;
}
