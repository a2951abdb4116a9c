/** A position of Leduc poker and its rules (Southey et al. 2005, "Bayes' bluff", figure 2). */
import type { Chance } from '../../env/chance.js';
import { i16 } from '../../env/kit/fields.js';
import { smallPositions } from '../../env/kit/position.js';
import type { LeducOptions } from './options.js';

export const SEATS = 2;
/** Two suits of three ranks; card / 2 is the rank. */
export const RANKS = 3;
export const CARDS_IN_DECK = 6;
export const ROUNDS = 2;
/** Raises a round may have. */
const MAX_RAISES = 2;
/** Most actions of one round: call, raise, raise, call. */
export const MAX_SAID = 4;
/** Chips that both pay first, and that one can put in at most. */
const ANTE = 1;
export const MOST_CHIPS = 13;
/** Chips of one raise in the first and in the second round. */
const RAISE_CHIPS = [2, 4] as const;

/** The actions. With nothing to match, call means check. */
export const words = ['fold', 'call', 'raise'] as const;
export const FOLD = 0;
export const CALL = 1;
export const RAISE = 2;

export const streamNames = ['deck'] as const;
const DECK = 0;

export const fields = {
  askForced: i16.flag('As the option says.'),
  street: i16('The round of betting, 0 or 1.', { max: ROUNDS - 1 }),
  actor: i16('Seat to act; none when over.', { max: SEATS - 1, none: -1, start: 0 }),
  raises: i16('Raises of this round.', { max: MAX_RAISES }),
  folded: i16('Seat that folded; none while nobody has.', { max: SEATS - 1, none: -1 }),
  table: i16('The card on the table; none before the second round.', { max: CARDS_IN_DECK - 1, none: -1 }),
  paid: i16([SEATS], 'Chips each seat has put in.', { min: ANTE, max: MOST_CHIPS, start: ANTE }),
  cards: i16([SEATS], 'The card of each seat.', { max: CARDS_IN_DECK - 1, sight: 'depends' }),
  said: i16([ROUNDS], 'How many words were said in each round.', { max: MAX_SAID }),
  words: i16([ROUNDS, MAX_SAID], 'What was said in each round, in order.', { names: words, none: -1 }),
};

export const rankOf = (card: number): number => card >> 1;

export class Position extends smallPositions({ kind: 'leduc 1', fields }) {
  get players(): number {
    return SEATS;
  }
  get options(): LeducOptions {
    return { askForced: this.askForced };
  }
  get over(): boolean {
    return this.actor < 0;
  }
  /** Chips that the seat to act must add to stay in; 0 when over. */
  get owed(): number {
    const { actor, paid } = this;
    return actor < 0 ? 0 : paid[1 - actor]! - paid[actor]!;
  }
  /** Chips of one raise. */
  get raise(): number {
    return RAISE_CHIPS[this.street]!;
  }

  /** Both get a card, one draw a card. */
  deal(chance: Chance): void {
    const deck = Array.from({ length: CARDS_IN_DECK }, (_, card) => card);
    for (let seat = 0; seat < SEATS; seat++) this.cards[seat] = deck.splice(chance.draw(DECK, deck.length), 1)[0]!;
  }

  /** Whether an action is legal now. */
  allows(word: number): boolean {
    if (this.over) return false;
    return word === CALL || (word === FOLD ? this.owed > 0 : this.raises < MAX_RAISES);
  }

  /** The seat to act plays an action; after the first round the card on the table is turned. */
  say(word: number, chance: Chance): void {
    const { street, actor, paid } = this;
    const said = this.said[street]!++;
    this.words[street * MAX_SAID + said] = word;
    if (word === FOLD) {
      this.folded = actor;
      this.actor = -1;
      return;
    }
    paid[actor] = paid[1 - actor]!;
    if (word === RAISE) {
      paid[actor]! += this.raise;
      this.raises++;
    }
    // A call ends the round, except the check that opens it.
    if (word === RAISE || said === 0) this.actor = 1 - actor;
    else if (street === 0) {
      const { cards } = this;
      const deck = [];
      for (let card = 0; card < CARDS_IN_DECK; card++) if (card !== cards[0] && card !== cards[1]) deck.push(card);
      this.table = deck[chance.draw(DECK, deck.length)]!;
      this.street = 1;
      this.raises = 0;
      this.actor = 0;
    } else this.actor = -1;
  }

  /** Whether `seat` sees the card of `other`: its own, and in a showdown both. */
  knows(seat: number, other: number): boolean {
    return seat === other || (this.over && this.folded < 0);
  }

  /** Seat that takes the pot of a finished game; -1 where it is split. */
  winner(): number {
    if (this.folded >= 0) return 1 - this.folded;
    const ranks = [rankOf(this.cards[0]!), rankOf(this.cards[1]!)];
    const pair = ranks.indexOf(rankOf(this.table));
    if (ranks[0] === ranks[1]) return -1;
    return pair >= 0 ? pair : ranks[0]! > ranks[1]! ? 0 : 1;
  }

  /** Chips that each seat of a finished game won or lost. @param out length 2 */
  payoffs(out: Float64Array): void {
    const best = this.winner();
    out.fill(0);
    if (best < 0) return;
    out[best] = this.paid[1 - best]!;
    out[1 - best] = -out[best]!;
  }

  override fault(): string {
    // Everything else follows from the actions: replay them and compare.
    const again = new Position();
    again.askForced = this.askForced;
    again.cards.set(this.cards);
    for (const word of this.words) {
      if (word < 0) continue;
      if (!again.allows(word)) return 'its words do not fit';
      again.say(word, { draw: () => 0 });
    }
    if (again.table >= 0 && this.table >= 0) again.table = this.table;
    if (again.bytes.some((byte, i) => byte !== this.bytes[i])) return 'its words do not fit its chips';
    const cards = [...this.cards, ...(this.table >= 0 ? [this.table] : [])];
    return new Set(cards).size === cards.length ? '' : 'a card is dealt twice';
  }
}
