/** Fuzzy Knights as a subject of the fuzz: two, three and four mixed players, and what must hold along a game. */

import { type Player, type Subject, uniform } from '../../../test/fuzz/subject.js';
import { END, FOUND, fuzzyActions, RETREAT } from '../actions.js';
import { planner } from '../bots/planner.js';
import { plans } from '../bots/plans.js';
import { type FuzzyState, game } from '../game.js';
import { violations } from '../invariants.js';
import type { FuzzyOptionsInput } from '../options.js';
import * as S from '../state.js';

/** Two games of three follow the rules as they stand; the others go through the switches. All player counts take turns. */
export const variants: readonly (readonly [string, FuzzyOptionsInput])[] = [
  ['rotating order', { rotateOrderDaily: true }],
  ['tokens may be declined', { tokenMayDecline: true, maxDays: 20 }],
  ['everything asked', { askForced: true, maxDays: 30 }],
  ['poor and hungry', { maxDays: 25, components: { setup: { startCoins: 12, cityIncome: 0 } } }],
  [
    'rich, great monsters',
    { maxDays: 15, components: { setup: { startCoins: 99 }, encounters: { fight: [6, 6, 0], bribeCost: 1 } } },
  ],
];

const random = uniform<FuzzyState>((s) => s.count);
/** Random, but neither ends nor retreats early, and founds cities: it meets more of the rules. */
const restless: Player<FuzzyState> = {
  name: 'restless',
  choose(s, rng) {
    let action = random.choose(s, rng);
    if (action === RETREAT) action = random.choose(s, rng);
    if (action === END) action = random.choose(s, rng);
    return action === END && s.prompt === S.P.FOUND ? FOUND : action;
  },
};
const scripted = Object.entries(plans).map(
  ([name, { weights }]): Player<FuzzyState> => ({ name, choose: planner(weights).choose }),
);

/** Days never go back, and who is out stays out. */
class Progress {
  private day = 0;
  private readonly out = new Uint8Array(4);

  check(s: FuzzyState): string[] {
    const wrong: string[] = [];
    if (s.round < this.day) wrong.push('a day came back');
    for (let seat = 0; seat < s.players; seat++)
      if (this.out[seat]! > s.out[seat]!) wrong.push(`seat ${seat} came back`);
    this.day = s.round;
    this.out.set(s.out);
    return wrong;
  }
}

export const subject: Subject<FuzzyState> = {
  game,
  about: `Two, three and four players in turn; each seat is a scripted bot, uniform random choice, or random choice that
avoids ending and retreating. Two games of three follow the rules as they stand.`,
  blocks: fuzzyActions.spans,
  deepEvery: 64,
  cut: 'day cap',
  draw(_seed, number, rng) {
    const players = 2 + (number % 3);
    const [variant, input] =
      number % 9 >= 6 ? variants[Math.floor(number / 9) % variants.length]! : (['as they stand', {}] as const);
    // Few games are all random (they never end early), some are all scripted.
    const strength = 1 + rng.int(4);
    const seats = Array.from({ length: players }, () => {
      const bot = scripted[rng.int(scripted.length)]!;
      const plays = rng.int(4) < strength;
      const idle = rng.int(2) === 0;
      return plays ? bot : idle ? random : restless;
    });
    return { variant, options: { ...input, players }, players: seats };
  },
  violations,
  watch: () => new Progress(),
  /** Who is left stands before who is out, and who went out later before who went out earlier. */
  atEnd(s, places) {
    const wrong: string[] = [];
    for (let a = 0; a < s.players; a++)
      for (let b = 0; b < s.players; b++) {
        const later = s.out[a]! < s.out[b]! || (s.out[a] === 1 && s.out[b] === 1 && s.outDay[a]! > s.outDay[b]!);
        if (later && places[a]! >= places[b]!) wrong.push(`places ${places} of seats ${a} and ${b}`);
      }
    return wrong;
  },
};
