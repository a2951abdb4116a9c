/**
 * Decisions with one answer, which an engine makes by itself: found in a second game beside the first, on the same luck, that asks for
 * them too (`askForced`). So the log can tell what somebody had no choice in.
 */
import { createRng } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { CountedLuck } from './luck.js';
import { actionWords } from './moves.js';
import { secret } from './secrets.js';

/** A decision that had one answer. */
export interface Forced {
  seat: number;
  text: string;
  /** Seats that may not be told. */
  hiddenFrom: readonly number[];
}

/** How it is told. */
export const onlyChoice = ({ seat, text }: Pick<Forced, 'seat' | 'text'>): string =>
  `seat ${seat} has only one choice: ${text}`;

export class ForcedMoves {
  private readonly luck: CountedLuck;
  private readonly state: State;
  private readonly mask: Uint8Array;

  private constructor(
    private readonly game: Game,
    options: unknown,
    private readonly seed: string,
  ) {
    this.luck = new CountedLuck(seed, game.streams);
    this.state = game.newState(options, this.luck);
    this.mask = new Uint8Array(game.actions);
    this.answer(null, 0);
  }

  /** @returns null for games that cannot be asked for forced decisions, or are asked for them already */
  static of(game: Game, options: unknown, seed: string): ForcedMoves | null {
    const asking = game.options.safeParse({ ...(options as object), askForced: true });
    if (!asking.success || (options as { askForced?: unknown }).askForced !== false) return null;
    return new ForcedMoves(game, asking.data, seed);
  }

  /**
   * Makes a move of the first game.
   * @param others seats to find out for whether they may be told; null: nobody is told anything
   * @param moves moves of the first game before it
   */
  play(action: number, others: readonly number[] | null, moves: number): Forced[] {
    this.state.apply(action, this.luck);
    return this.answer(others, moves);
  }

  /** Whether it stands where the first game does. */
  at({ over, actor, prompt }: State): boolean {
    return this.state.over === over && this.state.actor === actor && this.state.prompt === prompt;
  }

  private answer(others: readonly number[] | null, moves: number): Forced[] {
    const { state, mask, luck, game } = this;
    const told: Forced[] = [];
    while (!state.over && state.legal(mask) === 1) {
      const action = mask.indexOf(1);
      const { actor } = state;
      if (!others) {
        state.apply(action, luck);
        continue;
      }
      const asked = others.filter((seat) => seat !== actor);
      const text = actionWords(game, state, action);
      const [before, copies] = asked.length > 0 ? [state.clone(), luck.copies()] : [null, null];
      const legal = mask.slice();
      state.apply(action, luck);
      const rng = createRng(`${this.seed}/forced/${moves}/${told.length}`);
      const size = observationSize(game);
      const hiddenFrom = asked.filter((seat) =>
        secret({ before: before!, mask: legal, action, after: state, seat, size, luck: copies!, rng }),
      );
      told.push({ seat: actor, text, hiddenFrom });
    }
    return told;
  }
}
