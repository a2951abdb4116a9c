/**
 * Exact values of positions, where there are any: from the game's own solver (`GamePackage.exactValues`), else from its
 * rules, if the game is zero-sum for two and small: by backward induction, or as an equilibrium where something is hidden.
 */
import type { Game, State } from '../../env/game.js';
import type { Effort, GamePackage } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import { minimax } from '../exact/minimax.js';
import { positionValues } from '../exact/position-values.js';
import { walkTree } from '../exact/tree.js';

/** What is known exactly of a position when both play best. */
export interface ExactPosition {
  /**
   * By action: for the seat to act, its chance to win (a tie counts half), or what it will have earned in a game scored by
   * rewards.
   */
  values: ReadonlyMap<number, number>;
  /** By seat: the chance to win. */
  chances: readonly number[];
  /** By seat, what it will have earned; null where the game is scored by places. */
  earned: readonly number[] | null;
  /** How far the numbers may be off. */
  within: number;
}

/** Of a position that is not over. @returns null where nothing is known exactly of it */
export type ExactValues = (state: State) => ExactPosition | null;

/** Histories of the largest trees with hidden information: solving one takes a few seconds. */
const MOST_HISTORIES = 20_000;

/**
 * @param options those of the positions, checked
 * @param effort what the game's own solver may spend on a position
 * @returns what gives exact values; the game is solved at the first position that is asked about
 */
export function exactValuesOf(
  { game, exactValues }: Pick<GamePackage, 'game' | 'exactValues'>,
  options: unknown,
  effort: Effort = { quick: false },
): ExactValues {
  if (exactValues)
    return (state) => {
      const list = exactValues(state, effort);
      if (!list) return null;
      const legal = list.flatMap((value, action) => (value === null ? [] : [[action, value] as const]));
      return byPlaces(new Map(legal), state.actor);
    };
  let known: ExactValues | undefined;
  return (state) => {
    known ??= fromRules(game, options);
    return known(state);
  };
}

function fromRules(game: Game, options: unknown): ExactValues {
  const nothing = () => null;
  if (game.utility !== 'zero-sum' || game.players(options) !== 2) return nothing;
  try {
    if (game.information === 'imperfect') return positionValues(walkTree(game, options, MOST_HISTORIES)) ?? nothing;
    if (game.scoring === 'rewards') return nothing;
    const after = minimax(game, options);
    return (state) => {
      const own = (value: number) => (state.actor === 0 ? value : 1 - value);
      return byPlaces(new Map(Array.from(after(state), ([action, value]) => [action, own(value)])), state.actor);
    };
  } catch (error) {
    if (error instanceof UserError) return nothing;
    throw error;
  }
}

/** @param values of the actions, as the chance of the seat to act to win */
function byPlaces(values: ReadonlyMap<number, number>, actor: number): ExactPosition {
  const best = Math.max(...values.values());
  return { values, chances: actor === 0 ? [best, 1 - best] : [1 - best, best], earned: null, within: 0 };
}
