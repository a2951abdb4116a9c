/** The players of Kuhn poker: an equilibrium of two players, and simple ones to beat. */

import { RulePlayer } from '../../../agents/bots/rule-player.js';
import type { Agent, View } from '../../../env/agent.js';
import type { ScriptedBot } from '../../../env/game-package.js';
import { MAX_SEATS } from '../options.js';
import { BET, PASS } from '../position.js';

/** What a player goes by. */
interface Hand {
  /** Cards above mine: 0 for the king. */
  above: number;
  players: number;
  /** Seats that have acted. */
  acted: number;
  /** Somebody has bet. */
  facing: boolean;
}

/** Where the pieces of the observation begin. */
const SEATS_AT = MAX_SEATS + 1 + MAX_SEATS;
const SAID_AT = SEATS_AT + MAX_SEATS - 1;

function handOf(view: View): Hand {
  const seen = view.observation();
  const { players } = view;
  let acted = 0;
  let facing = false;
  for (let i = 0; i < players; i++) {
    for (let word = 0; word < 4; word++) if (seen[SAID_AT + 4 * i + word]) acted++;
    if (seen[SAID_AT + 4 * i + 1]) facing = true;
  }
  return { above: players - seen.indexOf(1), players, acted, facing };
}

/** A player that bets (or calls) with a probability. */
function bets(name: string, likely: (hand: Hand) => number): Agent {
  return new RulePlayer(`scripted:${name}`, (view, out) => {
    const p = likely(handOf(view));
    out[BET] = p;
    out[PASS] = 1 - p;
  });
}

/**
 * The equilibria of two players (Kuhn 1950), one for each `alpha` in 0..1/3: how often the first player bluffs with the
 * jack. With more players it bets and calls with the king, calls a third of the time with the next card, and bluffs now
 * and then in the last seat; that is no equilibrium.
 */
export function equilibrium(alpha: number): Agent {
  return bets('nash', ({ above, players, acted, facing }) => {
    if (players > 2) {
      if (above === 0) return 1;
      if (facing) return above === 1 ? 1 / 3 : 0;
      return acted === players - 1 && above === players ? 1 / 3 : 0;
    }
    const king = above === 0;
    const jack = above === 2;
    if (facing) return king ? 1 : jack ? 0 : acted === 1 ? 1 / 3 : alpha + 1 / 3;
    if (acted === 0) return king ? 3 * alpha : jack ? alpha : 0;
    return king ? 1 : jack ? 1 / 3 : 0;
  });
}

export const bots = {
  nash: { plan: 'an equilibrium of two players (alpha 0.2); careful with more', create: () => equilibrium(0.2) },
  honest: {
    plan: 'bets and calls with the king, calls half the time with the next card, never bluffs',
    create: () => bets('honest', ({ above, facing }) => (above === 0 ? 1 : facing && above === 1 ? 0.5 : 0)),
  },
  'always-bet': { plan: 'bets and calls whatever it has', create: () => bets('always-bet', () => 1) },
  'always-fold': { plan: 'passes and folds whatever it has', create: () => bets('always-fold', () => 0) },
} satisfies Record<string, ScriptedBot>;
