/**
 * Rewards on the turns of others: whoever acts pays 1 to the seat before or the seat after, or takes 2. A seat that was
 * paid three times gets 5 and is out; the last one, or the 24th turn, ends the game.
 */
import type { GamePackage } from 'tabletop-gym';
import { actionsOf, askedFields, gameOf, i16, observationOf, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

const fields = {
  gave: i16([3], 'What the last answer gave each seat.', { min: -10, max: 10 }),
  sum: i16([3], 'What each seat got.', { min: -200, max: 200 }),
  ...askedFields({ prompts: ['pay'], seats: 3, actions: 3 }),
  up: u8('Whose turn it is.', { max: 2 }),
  turns: u8('Turns so far.', { max: 60 }),
  round: u8('Round.', { min: 1, max: 60, start: 1 }),
  paid: u8([3], 'How often each seat was paid.', { max: 60 }),
  out: u8([3], 'Who is out.', { max: 1 }),
};

class Position extends positions({ title: 'Pay', magic: 'PAY1', schema: options, fields }) {
  get players(): number {
    return 3;
  }
  give(seat: number, amount: number): void {
    this.gave[seat]! += amount;
    this.sum[seat]! += amount;
  }
  /** The next seat that is in, in a direction. */
  next(seat: number, direction: number): number {
    let found = seat;
    do found = (found + direction + 3) % 3;
    while (this.out[found] === 1);
    return found;
  }
}

const actions = actionsOf<Position>()((action) => ({
  BACK: action({}, () => 'pay the seat before'),
  ON: action({}, () => 'pay the seat after'),
  TAKE: action({}, () => 'take two'),
}));
const { BACK, TAKE } = actions.first;

const pay = question<Position>({
  ask: () => 'pay whom?',
  legal: () => [0, 1, 2],
  answer(s, seat, action) {
    s.gave.fill(0);
    if (action === TAKE) s.give(seat, 2);
    else {
      const to = s.next(seat, action === BACK ? -1 : 1);
      s.give(to, 1);
      s.give(seat, -1);
      if (++s.paid[to]! === 3) {
        s.out[to] = 1;
        s.give(to, 5);
      }
    }
    s.turns++;
    s.round = 1 + Math.floor(s.turns / 3);
    if (s.out[0]! + s.out[1]! + s.out[2]! >= 2 || s.turns >= 24) s.over = true;
    else s.up = s.next(s.up, 1);
  },
});

const sight = observationOf<Position>()((piece) => [
  piece.seats('sum', [3], 'Sums.', (s, seat) => s.sum[seat]! / 20),
  piece.seats('out', [3], 'Out.', (s, seat) => s.out[seat]!),
]);

const game = gameOf({
  ...{ id: 'pay', version: '1', title: 'Pay', summary: 'Rewards on the turns of others' },
  ...{ seats: { min: 3, max: 3 }, streams: ['none'], options, Position, actions, sight, prompts: { pay } },
  text: (s) => `sums ${[...s.sum]}, out ${[...s.out]}`,
  maxDecisions: () => 24,
  setUp() {},
  step(s) {
    s.actor = s.up;
    s.prompt = 0;
  },
  score: (s, seat) => s.sum[seat]!,
  rewards: (s, out) => out.set(s.gave),
  ending: () => 'end',
});

export default { game } satisfies GamePackage;
