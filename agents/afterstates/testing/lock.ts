/**
 * A game for one: a lock of three wheels is opened by turning each to 0 or 1, one decision after the other; what the
 * combination is worth is paid when it is tried, and then a die decides whether another lock comes. A wheel may be turned
 * back.
 */

import { z } from 'zod';
import {
  actionsOf,
  askedFields,
  gameOf,
  i16,
  observationOf,
  positions,
  question,
  u8,
} from '../../../env/kit/public.js';

const options = z.strictObject({
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

/** What each combination is worth: the best one begins badly. */
export const WORTH = [1, 2, 0, 3, 2, 9, 1, 0];
export const LOCKS = 4;

const fields = {
  ...askedFields({ prompts: ['wheel'], seats: 1, actions: 3 }),
  got: i16([1], 'What the last answer gave.', { min: 0, max: 9 }),
  sum: i16([1], 'What was got.', { min: 0, max: 99 }),
  wheel: u8('Wheels that are set.', { max: 3 }),
  set: u8([3], 'How they are set.', { max: 1 }),
  locks: u8('Locks so far.', { max: LOCKS }),
  luck: u8('The die.', { max: 5 }),
};

class Position extends positions({ title: 'Lock', magic: 'LOCK', schema: options, fields }) {
  get players(): number {
    return 1;
  }
  get round(): number {
    return this.locks + 1;
  }
}

const actions = actionsOf<Position>()((action) => ({
  ZERO: action({}, () => 'turn to 0'),
  ONE: action({}, () => 'turn to 1'),
  BACK: action({}, () => 'turn the last wheel back'),
}));
export const { ZERO, ONE, BACK } = actions.first;

const wheel = question<Position>({
  ask: () => 'which way?',
  legal: (s) => (s.wheel > 0 ? [ZERO, ONE, BACK] : [ZERO, ONE]),
  answer(s, _seat, action, chance) {
    s.got[0] = 0;
    if (action === BACK) {
      s.set[--s.wheel] = 0;
      return;
    }
    s.set[s.wheel++] = action === ONE ? 1 : 0;
    if (s.wheel < 3) return;
    s.got[0] = WORTH[4 * s.set[0]! + 2 * s.set[1]! + s.set[2]!]!;
    s.sum[0]! += s.got[0]!;
    s.wheel = 0;
    s.set.fill(0);
    s.luck = chance.draw(0, 6);
    if (++s.locks === LOCKS) s.over = true;
  },
});

const sight = observationOf<Position>()((piece) => [
  piece.values('wheels', [3], 'How they are set.', (s, _me, i) => (i < s.wheel ? 2 * s.set[i]! - 1 : 0)),
  piece.values('locks', [1], 'Locks to come, in fourths.', (s) => (LOCKS - s.locks) / LOCKS),
  piece.values('luck', [1], 'The die.', (s) => s.luck),
]);

export const lock = gameOf({
  ...{ id: 'lock', version: '1', title: 'Lock', summary: 'Three wheels, one after the other' },
  ...{ seats: { min: 1, max: 1 }, streams: ['die'], options, Position, actions, sight, prompts: { wheel } },
  text: (s) => `wheels ${[...s.set]}`,
  maxDecisions: () => 1000,
  setUp() {},
  step(s) {
    s.actor = 0;
    s.prompt = 0;
  },
  score: (s) => s.sum[0]!,
  rewards: (s, out) => out.set(s.got),
  ending: () => 'opened',
});
