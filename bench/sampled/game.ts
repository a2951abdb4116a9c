/**
 * Leduc poker for two or three players, as OpenSpiel plays it with more: as many ranks as players and one more, in two
 * suits; otherwise the rules of Leduc poker. For measuring how solvers do with a third player.
 */
import { z } from 'zod';
import type { Chance } from '../../env/chance.js';
import { shuffle } from '../../env/chance.js';
import type { GamePackage } from '../../env/game-package.js';
import { actionsOf } from '../../env/kit/actions.js';
import { u8 } from '../../env/kit/fields.js';
import { gameOf } from '../../env/kit/game.js';
import { observationOf } from '../../env/kit/pieces.js';
import { positions } from '../../env/kit/position.js';
import { askedFields, question } from '../../env/kit/prompts.js';

const MOST = 3;
const ROUNDS = 2;
/** Most words of a round: checks of all but the last, a raise, calls of all but the last, a raise, calls. */
const MOST_SAID = 3 * MOST - 2;
const NONE = 255;
const MOST_CHIPS = 13;
const [FOLD, CALL, RAISE] = [0, 1, 2];
const words = ['fold', 'call', 'raise'];

const options = z.strictObject({
  players: z.int().min(2).max(MOST).default(2).describe('Number of players'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

const most = 2 * (MOST + 1) - 1;
const card = { max: most, none: NONE, start: NONE };

const fields = {
  ...askedFields({ prompts: ['bet'], seats: MOST, actions: 3 }),
  street: u8('Round of betting, 0 or 1.', { max: ROUNDS - 1 }),
  up: u8('Who is asked next.', { max: MOST - 1 }),
  raises: u8('Raises of this round.', { max: 2 }),
  quiet: u8('Seats that have spoken since the last raise, or since the round began.', { max: MOST }),
  folded: u8([MOST], 'Who has folded.', { max: 1 }),
  paid: u8([MOST], 'Chips put in.', { min: 1, max: MOST_CHIPS, start: 1 }),
  said: u8([ROUNDS], 'Words of each round.', { max: MOST_SAID }),
  words: u8([ROUNDS * MOST_SAID], 'What was said, in order.', { max: 2, none: NONE, start: NONE }),
  table: u8('The card on the table.', card),
  hands: u8([MOST], 'The card of each seat.', { ...card, sight: 'own' }),
};

class Position extends positions({ title: 'Leduc of more', magic: 'LDM1', schema: options, fields }) {
  get players(): number {
    return this.options.players;
  }
  get round(): number {
    return 1 + this.street;
  }
  get pot(): number {
    return this.seats().reduce((sum, seat) => sum + this.paid[seat]!, 0);
  }
  seats(): number[] {
    return Array.from({ length: this.players }, (_, seat) => seat);
  }
  /** Seats that have not folded. */
  left(): number[] {
    return this.seats().filter((seat) => this.folded[seat] === 0);
  }
  highest(): number {
    return Math.max(...this.seats().map((seat) => this.paid[seat]!));
  }
  /** Cards that nobody holds, as far as `known` seats go, and that do not lie on the table. */
  deck(known: readonly number[]): number[] {
    const gone = new Set([this.table, ...known.map((seat) => this.hands[seat]!)]);
    return Array.from({ length: 2 * (this.players + 1) }, (_, i) => i).filter((i) => !gone.has(i));
  }
  /** Chips won; the best of those left share the pot. */
  score(seat: number): number {
    const worth = (who: number) => {
      const rank = this.hands[who]! >> 1;
      return rank === this.table >> 1 ? 99 : rank;
    };
    const left = this.left();
    const best = left.length === 1 ? left : left.filter((who) => left.every((other) => worth(who) >= worth(other)));
    return (best.includes(seat) ? this.pot / best.length : 0) - this.paid[seat]!;
  }
}

function say(s: Position, seat: number, action: number, chance: Chance): void {
  s.words[s.street * MOST_SAID + s.said[s.street]!++] = action;
  if (action === FOLD) s.folded[seat] = 1;
  else {
    s.paid[seat] = s.highest() + (action === RAISE ? (s.street === 0 ? 2 : 4) : 0);
    if (action === RAISE) s.raises++;
  }
  s.quiet = action === RAISE ? 1 : s.quiet + (action === FOLD ? 0 : 1);
  const left = s.left();
  if (left.length === 1) s.over = true;
  else if (s.quiet < left.length) {
    do s.up = (s.up + 1) % s.players;
    while (s.folded[s.up] === 1);
  } else if (s.street === 1) s.over = true;
  else {
    const deck = s.deck(s.seats());
    s.table = deck[chance.draw(0, deck.length)]!;
    s.street = 1;
    s.raises = s.quiet = 0;
    s.up = left[0]!;
  }
}

const ranks = (shown: number) => Array.from({ length: MOST + 1 }, (_, rank) => Number(shown >> 1 === rank));

const game = gameOf({
  id: 'leduc-players',
  version: '1',
  title: 'Leduc poker for two or three',
  summary: 'Leduc poker with as many ranks as players and one more',
  seats: { min: 2, max: MOST },
  streams: ['deck'],
  options,
  Position,
  actions: actionsOf<Position>()((action) => ({
    WORD: action({ word: words }, (_, { word }) => words[word]!),
  })),
  sight: observationOf<Position>()((piece) => [
    piece.values('mine', [MOST + 1], 'My rank.', (s, me) => ranks(s.hands[me]!)),
    piece.values('table', [MOST + 1], 'Its rank.', (s) => (s.table === NONE ? ranks(NONE) : ranks(s.table))),
    piece.values('seat', [MOST], 'Mine.', (_, me) => [0, 1, 2].map((seat) => Number(seat === me))),
    piece.values('said', [ROUNDS, MOST_SAID, 3], 'What was said in each round, in order.', (s) =>
      Array.from(s.words).flatMap((word) => [0, 1, 2].map((one) => Number(word === one))),
    ),
  ]),
  prompts: {
    bet: question({
      ask: () => 'fold, call or raise?',
      legal: (s, seat) => [...(s.paid[seat]! < s.highest() ? [FOLD] : []), CALL, ...(s.raises < 2 ? [RAISE] : [])],
      answer: say,
    }),
  },
  setUp(s, chance) {
    for (const seat of s.seats()) {
      const deck = s.deck(s.seats().slice(0, seat));
      s.hands[seat] = deck[chance.draw(0, deck.length)]!;
    }
  },
  step(s) {
    s.prompt = 0;
    s.actor = s.up;
  },
  text: (s, seat) => `You hold ${s.hands[seat]}, on the table lies ${s.table}, paid ${s.paid.join(' ')}`,
  score: (s, seat) => s.score(seat),
  rewards(s, out) {
    for (const seat of s.seats()) out[seat] = s.over ? s.score(seat) : 0;
  },
  ending: (s) => (s.left().length > 1 ? 'showdown' : 'fold'),
  maxDecisions: () => ROUNDS * MOST_SAID,
  redraw(s, seat, rng) {
    const cards = s.deck([seat]);
    shuffle(cards, rng);
    for (const other of s.seats()) if (other !== seat) s.hands[other] = cards.pop()!;
  },
});

export default { game } satisfies GamePackage<Position>;
