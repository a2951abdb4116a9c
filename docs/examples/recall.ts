/**
 * Recall, a test of memory for one seat: so many cards of four colours are shown, one after the other. Then one of their places
 * is named, and the seat says the colour of the card that it saw there. What it says before counts for nothing. An
 * observation shows the present card or the present question alone, so that whoever remembers nothing is right one time in four.
 */
import type { GamePackage } from 'tabletop-gym';
import { actionsOf, askedFields, bot, gameOf, observationOf, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const COLOURS = ['red', 'green', 'blue', 'black'] as const;
const MOST = 16;

const options = z.strictObject({
  cards: z.int().min(1).max(MOST).default(4).describe('Cards that are shown'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

const fields = {
  ...askedFields({ prompts: ['watch', 'answer'], seats: 1, actions: COLOURS.length }),
  shown: u8('Cards shown so far.', { min: 1, max: MOST, start: 1 }),
  cards: u8([MOST], 'Colour of each of them, in their order.', { max: COLOURS.length - 1 }),
  asked: u8('Place of the card that is asked for, from 0.', { max: MOST - 1 }),
  asking: u8.flag('All cards were shown.'),
  right: u8.flag('The answer was right.'),
};

class Position extends positions({ title: 'Recall', magic: 'RCL1', schema: options, fields }) {
  get players(): number {
    return 1;
  }
  get round(): number {
    return this.shown;
  }
  get truncated(): boolean {
    return false;
  }
  override fault(): string {
    return this.shown <= this.options.cards && this.asked < this.options.cards ? '' : 'there are not so many cards';
  }
}

const actions = actionsOf<Position>()((action) => ({
  SAY: action({ colour: [...COLOURS] }, (_, { colour }) => COLOURS[colour]!),
}));
const every = Array.from(COLOURS.keys());

const watch = question<Position>({
  ask: (s) => `card ${s.shown} is ${COLOURS[s.cards[s.shown - 1]!]}`,
  legal: () => every,
  answer(s, _, __, chance) {
    if (s.shown < s.options.cards) s.cards[s.shown++] = chance.draw(0, COLOURS.length);
    else {
      s.asking = true;
      s.asked = chance.draw(1, s.options.cards);
    }
  },
});
const answer = question<Position>({
  ask: (s) => `what colour was card ${s.asked + 1}?`,
  legal: () => every,
  answer(s, _, action) {
    s.right = action === s.cards[s.asked];
    s.over = true;
  },
});

const sight = observationOf<Position>()((piece) => [
  piece.values(
    'card',
    [4],
    '1 at the colour of the card that is shown; zeros while one is asked for.',
    (s, _, colour) => (!s.asking && s.cards[s.shown - 1] === colour ? 1 : 0),
  ),
  piece.values('place', [MOST], '1 at the place that is asked for; zeros while cards are shown.', (s, _, place) =>
    s.asking && s.asked === place ? 1 : 0,
  ),
]);

export const game = gameOf({
  id: 'recall',
  version: '1',
  title: 'Recall',
  summary: 'Cards are shown once, and asked for later',
  seats: { min: 1, max: 1 },
  streams: ['cards', 'question'],
  options,
  Position,
  actions,
  sight,
  prompts: { watch, answer },
  text: (s) => (s.asking ? `${s.options.cards} cards were shown` : `card ${s.shown} of ${s.options.cards}`),
  maxDecisions: ({ cards }) => cards + 1,
  setUp(s, chance) {
    s.cards[0] = chance.draw(0, COLOURS.length);
  },
  step(s) {
    s.actor = 0;
    s.prompt = s.asking ? 1 : 0;
  },
  score: (s) => (s.right ? 1 : 0),
  rewards: (s, out) => out.fill(s.right ? 1 : 0),
  ending: (s) => (s.right ? 'right' : 'wrong'),
  enumerate: (s) => (s.over ? [] : every),
});

/** Sees the whole position, which no policy does: what is possible. */
const perfect = bot<Position>('perfect', (s) => (s.asking ? s.cards[s.asked]! : 0));

export default { game, bots: { perfect } } satisfies GamePackage<Position>;
