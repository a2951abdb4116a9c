/** The players of Leduc poker: one that plays soundly, and simple ones to beat. */

import { always, RulePlayer } from '../../../agents/bots/rule-player.js';
import type { Agent, View } from '../../../env/agent.js';
import type { ScriptedBot } from '../../../env/game-package.js';
import { CALL, FOLD, RAISE, RANKS } from '../position.js';

const JACK = 0;
const KING = 2;

/** My rank and that of the card on the table, -1 before it is turned. */
function cardsOf(view: View): { mine: number; table: number } {
  const seen = view.observation();
  const oneAt = (from: number) => seen.subarray(from, from + RANKS).indexOf(1);
  return { mine: oneAt(0), table: oneAt(RANKS) };
}

const bot = (name: string, choose: (view: View) => number): Agent => new RulePlayer(`scripted:${name}`, always(choose));

/** The first of these that is legal. */
function first(view: View, ...actions: number[]): number {
  return actions.find((action) => view.mask[action] === 1) ?? CALL;
}

/** Raises what is strong, calls what is middling, gives up what is weak, and bluffs with a quarter of the jacks. */
function sound(): Agent {
  return new RulePlayer('scripted:sound', (view, out) => {
    const { mine, table } = cardsOf(view);
    const facing = view.mask[FOLD] === 1;
    const strong = mine === table || (table < 0 && mine === KING);
    if (strong) out[first(view, RAISE, CALL)] = 1;
    else if (mine === JACK && !facing) {
      out[RAISE] = 0.25;
      out[CALL] = 0.75;
    } else if (mine === JACK || (table >= 0 && mine < KING && facing)) out[first(view, FOLD, CALL)] = 1;
    else out[CALL] = 1;
  });
}

export const bots = {
  sound: {
    plan: 'raises kings and pairs, calls with the middle, gives up weak cards, bluffs a little',
    create: sound,
  },
  'always-call': { plan: 'checks and calls whatever it has', create: () => bot('always-call', () => CALL) },
  'always-raise': {
    plan: 'raises while it may, then calls',
    create: () => bot('always-raise', (view) => first(view, RAISE, CALL)),
  },
  'always-fold': {
    plan: 'folds where it may, else checks',
    create: () => bot('always-fold', (view) => first(view, FOLD, CALL)),
  },
} satisfies Record<string, ScriptedBot>;
