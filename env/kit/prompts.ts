/**
 * Prompts as definitions: what is asked, what may be answered, what the answer does. A game lists them in a table, and goes
 * on through it: nobody asks "which prompt is it?" anywhere else.
 */
import type { Chance } from '../chance.js';
import type { Kinds, Words } from './actions.js';
import { i16, u16 } from './fields.js';

/** Legal actions as they are listed: `legal` writes them from the first place on. */
export type ActionList = Uint8Array | Uint16Array;

/** One kind of decision. `Block` are the names of the action blocks. */
export interface Prompt<P, Block extends string = string> {
  /** The question, for people: `which card attacks?`. */
  ask(position: P): string;
  /** The blocks of actions it may be answered with. */
  readonly uses: readonly Block[];
  /** Lists the legal actions. @returns how many */
  legal(position: P, seat: number, list: ActionList): number;
  /**
   * Plays one of them and what follows at once. Nobody is asked after it, and `step` says what comes next; where that is
   * known here already, it sets `prompt` and `actor` itself.
   */
  answer(position: P, seat: number, action: number, chance: Chance): void;
  /** What actions are called here, where their block's own words would not say it. */
  readonly words?: Words<P>;
  /** The same for their kinds in JSON. */
  readonly kinds?: Kinds<P>;
}

/** A prompt that tells its legal actions as a list: shorter to write than `Prompt.legal`, slower to run. */
export const question = <P>({
  legal,
  uses = [],
  ...prompt
}: Omit<Prompt<P>, 'legal' | 'uses'> & {
  readonly uses?: readonly string[];
  legal(position: P, seat: number): readonly number[];
}): Prompt<P> => ({
  ...prompt,
  uses,
  legal(position, seat, list) {
    const ids = legal(position, seat);
    list.set(ids);
    return ids.length;
  },
});

/** What a position must have to be asked through such a table. */
export interface PendingDecision {
  /** Pending prompt and who answers it, -1 none. */
  prompt: number;
  actor: number;
  /** Its legal actions, `count` of them. */
  count: number;
  readonly legalActions: ActionList;
  readonly over: boolean;
  readonly options: { readonly askForced: boolean };
}

/** The decisions of a game. */
export interface DecisionLoop<P> {
  readonly prompts: readonly Prompt<P>[];
  /** Lists the legal actions of the pending prompt anew. */
  list(position: P): void;
  /** Plays the pending decision. Legality is not checked. */
  answer(position: P, action: number, chance: Chance): void;
  /** Goes on to the next decision that somebody must be asked for, or to the end. */
  advance(position: P, chance: Chance): void;
}

/** The value of `prompt` and `actor` while no decision is pending: -1. */
export const NOBODY = -1;

/**
 * The fields of `PendingDecision`, to stand first among those of a game: `{ ...askedFields({ ... }), round: u8('Round.') }`. JSON
 * leaves the legal actions out; whoever reads it lists them again (`DecisionLoop.list`).
 * @param game names of the prompts in the order of their numbers, the most seats of a game, and the number of action ids
 */
export const askedFields = (game: { prompts: readonly string[]; seats: number; actions: number }) => ({
  prompt: i16('What is asked.', { names: game.prompts, none: NOBODY }),
  actor: i16('Seat that answers.', { max: game.seats - 1, none: NOBODY }),
  over: i16.flag('The game is over.'),
  count: i16('Number of legal actions.', { max: game.actions, sight: 'depends' }),
  legalActions: u16([game.actions], 'The first `count`: legal actions.', { max: game.actions - 1, sight: 'depends' }),
});

/**
 * The loop over prompts: asks, plays answers, and takes steps until a decision is pending or the game is over. `gameOf`
 * has it inside.
 * @param prompts in the order of their numbers
 * @param step does what comes next while no decision is pending; it sets `prompt` and `actor` where one is to be made
 * @param clear whether an answered list is wiped: only a game that hashes it needs that
 */
export function decisions<P extends PendingDecision>(
  prompts: readonly Prompt<P>[],
  step: (position: P, chance: Chance) => void,
  { clear = true }: { clear?: boolean } = {},
): DecisionLoop<P> {
  // Functions by number: which prompt an object is need not be found out on the way.
  const legal = prompts.map((prompt) => prompt.legal);
  const answers = prompts.map((prompt) => prompt.answer);
  const list = (s: P): void => {
    s.count = legal[s.prompt]!(s, s.actor, s.legalActions);
  };
  const withdraw = (s: P): void => {
    const { count } = s;
    s.prompt = s.actor = NOBODY;
    s.count = 0;
    if (clear) s.legalActions.fill(0, 0, count);
  };
  const answer = (s: P, action: number, chance: Chance): void => {
    const { prompt, actor } = s;
    withdraw(s);
    answers[prompt]!(s, actor, action, chance);
  };
  return {
    prompts,
    list,
    answer,
    advance(s, chance) {
      const ask = s.options.askForced;
      while (!s.over) {
        if (s.prompt < 0) {
          step(s, chance);
          if (s.prompt !== NOBODY) list(s);
          continue;
        }
        // Asked just now, by the last answer.
        if (s.count === 0) list(s);
        if (s.count !== 1 || ask) return;
        answer(s, s.legalActions[0]!, chance);
      }
      // A rule may have ended the game after another one had asked somebody: that is withdrawn.
      if (s.prompt !== NOBODY || s.actor !== NOBODY) withdraw(s);
    },
  };
}

/**
 * Writes the mask of a pending decision: 1 for each listed action, 0 for every other.
 * @param mask written; length: the game's action ids
 * @returns how many are listed
 */
export function writeMask({ legalActions, count }: PendingDecision, mask: Uint8Array): number {
  mask.fill(0);
  for (let i = 0; i < count; i++) mask[legalActions[i]!] = 1;
  return count;
}
