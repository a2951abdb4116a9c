/**
 * A small game of these tests: two seats claim the nine squares of a board in turn, for the coins there. Its two versions
 * differ in what is seen: the second has a plane and a number more, and lost a dead number and a dead piece.
 */
import { actionsOf, askedFields, bot, gameOf, observationOf, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({ askForced: z.boolean().default(false).describe('Ask for forced decisions too') });
const SQUARES = 9;
const names = Array.from({ length: SQUARES }, (_, i) => `s${i}`);

const fields = {
  ...askedFields({ prompts: ['CLAIM'], seats: 2, actions: SQUARES }),
  round: u8('Round, from 1.', { min: 1, max: SQUARES, start: 1 }),
  coins: u8([SQUARES], 'Coins on each square.', { max: 3 }),
  owner: u8([SQUARES], '1 + seat that claimed it.', { max: 2 }),
  purses: u8([2], 'Coins of each seat.', { max: 27 }),
  last: u8([2], 'What each seat gained last.', { max: 3 }),
};

class Position extends positions({ title: 'Claims', magic: 'CLM1', schema: options, fields }) {
  get players(): number {
    return 2;
  }
  override fault(): string {
    return '';
  }
}

const actions = actionsOf<Position>()((action) => ({
  CLAIM: action({ square: names }, (s, { square }) => `claim ${names[square]} for ${s.coins[square]}`),
}));

const claim = question<Position>({
  ask: () => 'which square?',
  legal: (s) => [...names.keys()].filter((square) => s.owner[square] === 0),
  answer(s, seat, square) {
    s.owner[square] = 1 + seat;
    s.last[seat] = s.coins[square]!;
    s.purses[seat]! += s.coins[square]!;
    if (s.owner.includes(0)) s.round++;
    else s.over = true;
  },
});

const held = (s: Position, seat: number) => names.map((_, i) => +(s.owner[i] === 1 + seat));
const squares = [3, 3];

const firstSight = observationOf<Position>()((piece) => [
  piece.values('mine', squares, 'Own squares.', (s, seat) => held(s, seat)),
  piece.values('theirs', squares, 'Squares of the other.', (s, seat) => held(s, 1 - seat)),
  piece.values('coins', squares, 'Coins.', (s) => [...s.coins].map((n) => n / 3)),
  piece.seats('purses', [2, 3], 'Coins; dead; gained last.', (s, seat) => [s.purses[seat]! / 10, 0, s.last[seat]! / 3]),
  piece.values('spare', [2], 'Dead.', () => [0, 0]),
  piece.values('moves', [1], 'Round.', (s) => s.round),
]);

const secondSight = observationOf<Position>()((piece) => [
  piece.values('moves', [2], 'Round; moves left.', (s) => [s.round, SQUARES - s.round]),
  piece.values('mine', squares, 'Own squares.', (s, seat) => held(s, seat)),
  piece.values('others’', squares, 'Squares of the other.', (s, seat) => held(s, 1 - seat)),
  piece.values('rich', squares, '1 where three coins are.', (s) => [...s.coins].map((n) => +(n === 3))),
  piece.values('coins', squares, 'Coins.', (s) => [...s.coins].map((n) => n / 3)),
  piece.seats('purses', [2, 3], 'Coins; gained last; squares.', (s, seat) => [
    s.purses[seat]! / 10,
    s.last[seat]! / 3,
    held(s, seat).reduce((a, b) => a + b, 0) / SQUARES,
  ]),
]);

/** The rules, with another sight. */
const claims = (version: string, sight: typeof firstSight, planes: string[]) =>
  gameOf({
    id: 'claims',
    version,
    title: 'Claims',
    summary: 'Claim squares for their coins',
    seats: { min: 2, max: 2 },
    streams: ['coins'],
    options,
    board: { planes, action: 0 },
    Position,
    actions,
    sight,
    prompts: { CLAIM: claim },
    text: (s) => s.owner.join(' '),
    maxDecisions: () => SQUARES,
    setUp(s, chance) {
      for (let i = 0; i < SQUARES; i++) s.coins[i] = chance.draw(0, 4);
    },
    step(s) {
      [s.actor, s.prompt] = [(s.round - 1) % 2, 0];
    },
    score: (s, seat) => s.purses[seat]!,
    ending: () => 'full',
  });

export const first = claims('1', firstSight, ['mine', 'theirs', 'coins']);

/** With nothing said of its observation. */
export const second = claims('2', secondSight, ['mine', 'others’', 'rich', 'coins']);

/** Takes the most coins. */
export const greedy = bot('greedy', (s: Position, mask) => {
  const worth = names.map((_, i) => (mask[i] ? s.coins[i]! : -1));
  return worth.indexOf(Math.max(...worth));
});
