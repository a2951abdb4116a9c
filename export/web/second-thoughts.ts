/**
 * What the choices of a person's latest turn have cost, judged as a review judges moves, but from the view of the seat alone:
 * what is hidden cannot get in. Work can stop after each decision. Knows nothing of pages.
 */
import type { Game } from '../../env/game.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { GameReview } from '../../eval/analysis/game-review.js';
import { seenBy } from './hint.js';
import type { OwnChoice } from './made.js';
import { actionWords } from './moves.js';
import type { Regret, SecondThought } from './protocol.js';

/** So much of a chance to win is a large loss. */
const LARGE = 0.1;
/** Nothing is said of a move that is at least as good as all others in more than so many cases. */
const SURE = 0.005;
/** Milliseconds of work on one choice. */
const LONG = 8000;
/** Choices that are remembered. */
const KEPT = 200;

/** What is known of one choice. */
interface Thought {
  review: GameReview;
  /** Milliseconds so far. */
  spent: number;
  finished: boolean;
  regret: Regret | null;
}

export class SecondThoughts {
  private readonly thoughts = new Map<string, Thought>();

  /**
   * @param analysts who play on
   * @param clock in milliseconds
   */
  constructor(
    private readonly game: Game,
    private readonly analysts: Analysts,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Plays on. Games that are scored by what is earned have no measure of a large loss: nothing is said there.
   * @param choices that can be taken back, in their order
   * @param going asked after each decision
   */
  look(choices: readonly OwnChoice[], going: () => boolean): SecondThought {
    if (this.game.scoring === 'rewards') return { regret: null, finished: true };
    const known = choices.map((choice) => this.of(choice));
    const next = known.findIndex(({ finished }) => !finished);
    if (next >= 0) this.work(known[next]!, choices[next]!, going);
    return {
      regret: known.findLast(({ regret }) => regret !== null)?.regret ?? null,
      finished: known.every(({ finished }) => finished),
    };
  }

  private work(thought: Thought, choice: OwnChoice, going: () => boolean): void {
    const start = this.clock();
    const left = LONG - thought.spent;
    thought.review.work(() => going() && this.clock() - start < left);
    thought.spent += this.clock() - start;
    thought.finished = thought.review.finished || thought.spent >= LONG;
    // Who looks again and again, and stops when it seems clear, is wrong more often.
    if (thought.finished) thought.regret = this.regret(thought.review, choice);
  }

  private of(choice: OwnChoice): Thought {
    const { at, action, position } = choice;
    const key = `${at} ${action} ${position.hash()}`;
    const known = this.thoughts.get(key);
    if (known) return known;
    const state = seenBy(this.game, position);
    const none = Array.from({ length: state.players }, () => 0);
    // What came of the choice is of no concern: a game of this one move.
    const played = { positions: [state], gained: [none], moves: [{ seat: state.actor, action }] };
    const review = new GameReview(this.game, played, this.analysts, { seed: 'second thought' });
    const thought: Thought = { review, spent: 0, finished: false, regret: null };
    this.thoughts.set(key, thought);
    if (this.thoughts.size > KEPT) this.thoughts.delete(this.thoughts.keys().next().value!);
    return thought;
  }

  private regret(review: GameReview, { at, action, position }: OwnChoice): Regret | null {
    const [judged] = review.judged();
    const { behind, mistake = false, spot } = judged ?? {};
    if (!behind || !mistake || behind.p > SURE || behind.mean < LARGE) return null;
    const { mean, low, high } = behind;
    const text = actionWords(this.game, position, action);
    return { at, seat: position.actor, action, text, loss: { mean, low, high }, exact: spot!.found.exact !== null };
  }
}
