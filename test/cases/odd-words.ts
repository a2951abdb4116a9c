/** A game whose words are those that every JavaScript object has: endings, choices and landmarks. */
import type { GamePackage } from 'tabletop-gym';
import { actionsOf, askedFields, gameOf, observationOf, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

const fields = {
  ...askedFields({ prompts: ['say'], seats: 2, actions: 3 }),
  turns: u8('Turns so far.', { max: 6 }),
  round: u8('Round.', { min: 1, max: 6, start: 1 }),
  last: u8('The last word.', { max: 2 }),
  said: u8([2], 'What each seat said together.', { max: 20 }),
};

class Position extends positions({ title: 'Odd words', magic: 'ODDW', schema: options, fields }) {
  get players(): number {
    return 2;
  }
}

const words = ['constructor', '__proto__', 'toString'];

const actions = actionsOf<Position>()((action) => ({
  A: action({}, () => words[0]!),
  B: action({}, () => words[1]!),
  C: action({}, () => words[2]!),
}));

const say = question<Position>({
  ask: () => 'say what?',
  legal: () => [0, 1, 2],
  answer(s, seat, action) {
    s.last = action;
    s.said[seat]! += action;
    s.turns++;
    s.round = 1 + Math.floor(s.turns / 2);
    if (s.turns >= 6) s.over = true;
  },
});

const sight = observationOf<Position>()((piece) => [
  piece.seats('said', [2], 'What was said.', (s, seat) => s.said[seat]! / 6),
]);

const game = gameOf({
  ...{ id: 'odd-words', version: '1', title: 'Odd words', summary: 'Words that every object has' },
  ...{ seats: { min: 2, max: 2 }, streams: ['none'], options, Position, actions, sight, prompts: { say } },
  text: (s) => `said ${[...s.said]}`,
  maxDecisions: () => 6,
  setUp() {},
  step(s) {
    s.actor = s.turns % 2;
    s.prompt = 0;
  },
  score: (s, seat) => s.said[seat]!,
  ending: (s) => words[s.last]!,
});

export default { game } satisfies GamePackage;
