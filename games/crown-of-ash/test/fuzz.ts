/** Crown of Ash as a subject of the fuzz: every number of seats and every AI, and what must hold along a game. */

import { type Player, type Subject, uniform } from '../../../test/fuzz/subject.js';
import { crownActions, DONE, GOLD } from '../actions.js';
import { Planner } from '../bots/planner.js';
import { plans } from '../bots/plans.js';
import { type CrownState, game } from '../game.js';
import { violations } from '../invariants.js';
import type { CrownOptionsInput } from '../options.js';

/** Options that take turns: every number of seats, every AI, the switches. */
export const variants: readonly (readonly [string, CrownOptionsInput])[] = [
  ['2 seats', { players: 2 }],
  ['3 seats', { players: 3 }],
  ['4 seats', { players: 4 }],
  ['alone, easy', { players: 1, ai: 'easy' }],
  ['alone, medium', { players: 1, ai: 'medium' }],
  ['alone, hard', { players: 1, ai: 'hard' }],
  ['2 players, medium', { players: 2, ai: 'medium' }],
  ['3 players, hard, memory aid', { players: 3, ai: 'hard', memoryAid: true }],
  ['4 seats, everything asked', { players: 4, askForced: true }],
  ['2 seats, no choice at the start', { players: 2, startChoice: false }],
];

const random = uniform<CrownState>((s) => s.count);
/** Random, but thinks twice before it does nothing much. */
const restless: Player<CrownState> = {
  name: 'restless',
  choose(s, rng) {
    const action = random.choose(s, rng);
    return action === DONE || action === GOLD ? random.choose(s, rng) : action;
  },
};
const planners = Object.entries(plans).map(([name, { weights }]): Player<CrownState> => {
  const planner = new Planner(weights);
  return { name, choose: (s) => planner.choose(s) };
});
const players = [random, restless, ...planners];

/** Rounds never go back, and nobody loses points, the AI included. */
class Progress {
  private round = 1;
  private readonly points = [0, 0, 0, 0];

  check(s: CrownState): string[] {
    const wrong: string[] = [];
    if (s.round < this.round) wrong.push('the round went back');
    this.round = s.round;
    for (let seat = 0; seat < s.seats; seat++) {
      if (s.vp[seat]! < this.points[seat]!) wrong.push(`seat ${seat} lost points`);
      this.points[seat] = s.vp[seat]!;
    }
    return wrong;
  }
}

export const subject: Subject<CrownState> = {
  game,
  about: 'Each seat is played by a scripted bot, at random, or at random with a second draw before doing nothing.',
  blocks: crownActions.spans,
  deepEvery: 32,
  draw(_seed, number, rng) {
    const [variant, options] = variants[number % variants.length]!;
    return { variant, options, players: [0, 1, 2, 3].map(() => players[rng.int(players.length)]!) };
  },
  violations,
  watch: () => new Progress(),
  atEnd: (s) => (s.ai >= 0 && s.shuffles !== 4 ? [`${s.shuffles} shuffles of the AI deck`] : []),
};
