/** A position of Kuhn poker and its rules: the cards and the actions so far. All else follows from these. */
import type { Chance } from '../../env/chance.js';
import { i16 } from '../../env/kit/fields.js';
import { smallPositions } from '../../env/kit/position.js';
import { type KuhnOptions, MAX_SEATS, MIN_SEATS } from './options.js';

export const streamNames = ['deck'] as const;
const DECK = 0;

/** The actions. Before a bet: pass or bet; after it the same numbers mean fold or call. */
export const words = ['pass', 'bet'] as const;
export const PASS = 0;
export const BET = 1;

export const fields = {
  players: i16('Number of seats.', { min: MIN_SEATS, max: MAX_SEATS }),
  askForced: i16.flag('As the option says.'),
  // Everybody says one thing; after a bet the others say one thing more.
  said: i16('How many words were said.', { max: 2 * MAX_SEATS - 1 }),
  bettor: i16('The seat that bet first; none before.', { max: MAX_SEATS - 1, none: -1 }),
  words: i16([2 * MAX_SEATS - 1], 'What was said, in order.', { names: words, none: -1 }),
  cards: i16([MAX_SEATS], 'The card of each seat, 0 the lowest; none where nobody sits.', {
    max: MAX_SEATS,
    none: -1,
    sight: 'depends',
  }),
};

export class Position extends smallPositions({ kind: 'kuhn 1', fields }) {
  get options(): KuhnOptions {
    return { players: this.players, askForced: this.askForced };
  }
  /** All have passed, or everybody has answered the first bet. */
  get over(): boolean {
    return this.said === this.players + Math.max(this.bettor, 0);
  }
  get actor(): number {
    return this.over ? -1 : this.said % this.players;
  }

  /** Gives every seat a card of those that are left, one draw a card. */
  deal(chance: Chance): void {
    const { players, cards } = this;
    const deck = Array.from({ length: players + 1 }, (_, card) => card);
    for (let seat = 0; seat < players; seat++) cards[seat] = deck.splice(chance.draw(DECK, deck.length), 1)[0]!;
  }

  /** The seat to act passes or bets. */
  say(word: number): void {
    const { said } = this;
    this.words[said] = word;
    if (word === BET && this.bettor < 0) this.bettor = said;
    this.said = said + 1;
  }

  /** Whether a seat has put in its second chip. */
  hasBet(seat: number): boolean {
    const { words, said, players } = this;
    for (let at = seat; at < said; at += players) if (words[at] === BET) return true;
    return false;
  }

  /** Whether a seat is in the showdown of a finished game: everybody where nobody bet, else those who did. */
  isIn(seat: number): boolean {
    return this.bettor < 0 || this.hasBet(seat);
  }

  /** The game has ended with cards shown. */
  get showdown(): boolean {
    let left = 0;
    for (let seat = 0; seat < this.players; seat++) if (this.isIn(seat)) left++;
    return this.over && left > 1;
  }

  /** Whether `seat` sees the card of `other`: its own, and those of a showdown. */
  knows(seat: number, other: number): boolean {
    return seat === other || (this.showdown && this.isIn(other));
  }

  /** Chips that each seat of a finished game won or lost. @param out length `players` */
  payoffs(out: Float64Array): void {
    const { cards } = this;
    let winner = -1;
    let pot = 0;
    for (let seat = 0; seat < out.length; seat++) {
      const paid = this.hasBet(seat) ? 2 : 1;
      pot += paid;
      out[seat] = -paid;
      if (this.isIn(seat) && (winner < 0 || cards[seat]! > cards[winner]!)) winner = seat;
    }
    out[winner]! += pot;
  }

  override fault(): string {
    const { players, said, bettor } = this;
    if (this.words.some((word, at) => at < said !== word >= 0)) return 'its words do not fit';
    if (this.words.indexOf(BET) !== bettor || bettor >= players) return 'the first bet does not fit';
    if (said > players + Math.max(0, bettor)) return 'somebody spoke after the end';
    if (this.cards.some((card, seat) => (seat < players ? card < 0 || card > players : card >= 0)))
      return 'its cards do not fit';
    return new Set(this.cards.subarray(0, players)).size === players ? '' : 'a card is dealt twice';
  }
}
