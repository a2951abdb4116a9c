/** Turns: a player's heroes act one after the other, then the next player's, then the next day begins. Decision 25. */
import { END, HERO } from '../actions.js';
import { heroThere } from '../names.js';
import { P, type Position, STEP } from '../state.js';
import { canAct, inPlay } from './board.js';
import { eliminate } from './deaths.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import { OUT_AFTER_GRACE, reached } from './landmarks.js';
import { begin, nextSeat } from './order.js';
import { finish } from './ranking.js';

export function newDay(s: Position): void {
  s.day++;
  begin(s, STEP.income);
}

const turns: Step = (s) => {
  const seat = nextSeat(s);
  if (seat < 0) {
    if (s.day >= s.options.maxDays) finish(s, true);
    else newDay(s);
    return;
  }
  const first = canAct(s, seat * 2);
  const second = canAct(s, seat * 2 + 1);
  if (first && second) ask(s, P.SELECT_HERO, seat);
  else if (first || second) select(s, seat * 2 + (first ? 0 : 1));
  else {
    if (s.grace[seat] === 1) {
      reached(OUT_AFTER_GRACE);
      eliminate(s, seat);
    }
    s.pos++;
  }
};

function select(s: Position, hero: number): void {
  s.hand = hero;
  s.step = STEP.activate;
}

/** The hero at hand has acted today; also when it is dead. */
export function endActivation(s: Position): void {
  if (inPlay(s, s.hand)) {
    s.done[s.hand] = 1;
    s.movement[s.hand] = 0;
    s.covered[s.hand] = 0;
  }
  s.hand = -1;
  s.arriving = false;
  s.garrisonLeft = 0;
  s.step = STEP.turns;
}

/** END: neither acts. */
const SELECT_HERO: FuzzyPrompt = {
  step: STEP.turns,
  ask: () => 'Which hero acts?',
  uses: ['END', 'HERO'],
  words: { END: () => 'use no hero today', HERO: (s, { hero }) => `use hero ${heroThere(s, 2 * s.actor + hero)}` },
  kinds: { HERO: 'selectHero' },
  legal(_s, _seat, list) {
    list[0] = END;
    list[1] = HERO;
    list[2] = HERO + 1;
    return 3;
  },
  answer(s, seat, action) {
    if (action === END) s.done.fill(1, seat * 2, seat * 2 + 2);
    else select(s, seat * 2 + action - HERO);
  },
  complete: (s, seat) => (canAct(s, seat * 2) && canAct(s, seat * 2 + 1) ? '' : 'two heroes that can act wanted'),
};

export const turnSteps = { turns };
export const turnPrompts = { SELECT_HERO };
