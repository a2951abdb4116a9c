/**
 * Leduc poker twice: its deck is shuffled when the game begins and lies there face down (`deck: 'dealt'`), or each card is
 * drawn when it is turned up. To the players it is one game, so reports and analyses must not differ.
 */
import { z } from 'zod';
import type { Chance } from '../../../env/chance.js';
import { shuffle, shuffleBy } from '../../../env/chance.js';
import type { GamePackage } from '../../../env/game-package.js';
import { actionsOf } from '../../../env/kit/actions.js';
import { bot } from '../../../env/kit/bot.js';
import { u8 } from '../../../env/kit/fields.js';
import { gameOf } from '../../../env/kit/game.js';
import { observationOf } from '../../../env/kit/pieces.js';
import { positions } from '../../../env/kit/position.js';
import { askedFields, question } from '../../../env/kit/prompts.js';

const options = z.strictObject({
  deck: z.enum(['dealt', 'drawn']).default('dealt').describe('When the cards are drawn'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

const CARDS = 6;
/** No card: not turned, not dealt, or gone from the deck. */
const NONE = 255;
const [FOLD, CALL, RAISE] = [0, 1, 2];
const card = { max: CARDS - 1, none: NONE, start: NONE };

const fields = {
  ...askedFields({ prompts: ['bet'], seats: 2, actions: 3 }),
  street: u8('Round of betting, 0 or 1.', { max: 1 }),
  up: u8('Who is asked next.', { max: 1 }),
  said: u8('Words of this round.', { max: 4 }),
  raises: u8('Raises of this round.', { max: 2 }),
  folded: u8('Seat that folded.', { max: 1, none: NONE, start: NONE }),
  paid: u8([2], 'Chips put in.', { min: 1, max: 13, start: 1 }),
  table: u8('The card on the table.', card),
  hands: u8([2], 'The card of each seat.', { ...card, sight: 'own' }),
  deck: u8([CARDS - 2], 'The cards that are left, face down; none of them where they are drawn later.', {
    ...card,
    sight: 'never',
  }),
};

class Position extends positions({ title: 'Leduc from a deck', magic: 'LDK1', schema: options, fields }) {
  get players(): number {
    return 2;
  }
  get round(): number {
    return 1 + this.street;
  }
  /** The cards that do not lie in the open, but for the hand of `seat`. */
  left(seat: number): number[] {
    return Array.from({ length: CARDS }, (_, i) => i).filter((i) => i !== this.table && i !== this.hands[seat]);
  }
  score(seat: number): number {
    if (this.folded !== NONE) return this.folded === seat ? -this.paid[seat]! : this.paid[1 - seat]!;
    const worth = (who: number) => {
      const rank = this.hands[who]! >> 1;
      return rank === this.table >> 1 ? 9 : rank;
    };
    return Math.sign(worth(seat) - worth(1 - seat)) * this.paid[seat]!;
  }
}

function say(s: Position, seat: number, action: number, chance: Chance): void {
  const opens = s.said++ === 0;
  if (action === FOLD) {
    s.folded = seat;
    s.over = true;
    return;
  }
  s.paid[seat] = s.paid[1 - seat]!;
  if (action === RAISE) {
    s.paid[seat] += s.street === 0 ? 2 : 4;
    s.raises++;
  }
  s.up = 1 - seat;
  if (action === RAISE || opens) return;
  if (s.street === 1) s.over = true;
  else {
    s.street = 1;
    s.up = s.said = s.raises = 0;
    if (s.options.deck === 'drawn') {
      const cards = s.left(0).filter((i) => i !== s.hands[1]);
      s.table = cards[chance.draw(0, cards.length)]!;
    } else {
      // The top of the deck.
      s.table = s.deck[0]!;
      s.deck[0] = NONE;
    }
  }
}

const actions = actionsOf<Position>()((action) => ({
  WORD: action({ word: ['fold', 'call', 'raise'] }, (_, { word }) => ['fold', 'call', 'raise'][word]!),
}));

const game = gameOf({
  id: 'leduc-deck',
  version: '1',
  title: 'Leduc from a deck',
  summary: 'Leduc poker with a deck that is dealt, or drawn card by card',
  seats: { min: 2, max: 2 },
  streams: ['deck'],
  options,
  Position,
  actions,
  sight: observationOf<Position>()((piece) => [
    piece.values('mine', [3], 'My rank.', (s, me) => [0, 1, 2].map((rank) => Number(s.hands[me]! >> 1 === rank))),
    piece.values('table', [3], 'Its rank.', (s) => [0, 1, 2].map((rank) => Number(s.table >> 1 === rank))),
    piece.values('paid', [2], 'Chips put in, me first.', (s, me) => [s.paid[me]! / 13, s.paid[1 - me]! / 13]),
    piece.values('said', [3], 'Words, raises, round.', (s) => [s.said / 4, s.raises / 2, s.street]),
  ]),
  prompts: {
    bet: question({
      ask: () => 'fold, call or raise?',
      legal: (s, seat) => [
        ...(s.paid[1 - seat]! > s.paid[seat]! ? [FOLD] : []),
        CALL,
        ...(s.raises < 2 ? [RAISE] : []),
      ],
      answer: say,
    }),
  },
  setUp(s, chance) {
    const cards = Array.from({ length: CARDS }, (_, i) => i);
    shuffleBy(chance, 0, cards);
    s.hands.set(cards.slice(0, 2));
    if (s.options.deck === 'dealt') s.deck.set(cards.slice(2));
  },
  step(s) {
    s.prompt = 0;
    s.actor = s.up;
  },
  text: (s, seat) => `You hold ${s.hands[seat]}, on the table lies ${s.table}, paid ${s.paid.join(' ')}`,
  score: (s, seat) => s.score(seat),
  ending: (s) => (s.folded === NONE ? 'showdown' : 'fold'),
  maxDecisions: () => 8,
  redraw(s, seat, rng) {
    const cards = s.left(seat);
    shuffle(cards, rng);
    s.hands[1 - seat] = cards.pop()!;
    if (s.options.deck === 'dealt') s.deck.set(s.table === NONE ? cards : [NONE, ...cards]);
  },
});

/** Always does the same with the same cards: nothing but the deck differs from game to game. */
const bots = {
  steady: bot<Position>('steady', (s, mask) => {
    const rank = s.hands[s.actor]! >> 1;
    const strong = rank === s.table >> 1 || (s.table === NONE && rank === 2);
    if (strong) return mask[RAISE] ? RAISE : CALL;
    return s.table !== NONE && rank === 0 && mask[FOLD] ? FOLD : CALL;
  }),
};

export default { game, bots } satisfies GamePackage<Position>;
