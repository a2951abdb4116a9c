/** Chooses by the scores of a plan, which are its action values. */

import type { Planner } from '../../../agents/bots/plan-bot.js';
import type { Position } from '../state.js';
import type { Weights } from './plans.js';
import { type Made, scales, scorers } from './scores.js';

/** Worths up to here stay as they are; no larger one comes above half as much again. */
const USUAL = 16;

/** Keeps the order. Each operation is monotonic, so rounding keeps it as well. */
function bounded(worth: number): number {
  const over = Math.abs(worth) - USUAL;
  if (!(over > 0)) return worth;
  return Math.sign(worth) * (USUAL + (USUAL / 2) * (1 - 1 / (1 + over / (USUAL / 2))));
}

/** In [0, 1), the same for the same numbers: keeps players from all doing the same for ever. */
function muddle(day: number, hero: number, action: number): number {
  let h = Math.imul(day * 16 + hero + 1, 0x9e3779b1) ^ Math.imul(action + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
}

/** What worths are made of. The first four add up to the worth, where it is not beyond what is usual. */
export const parts = ['gain', 'safety', 'way', 'muddle', 'odds'] as const;

/** A planner that reads these weights at each decision. */
export function planner(w: Readonly<Weights>): Planner<Position> {
  const made: Made = { way: 0, safety: 0, odds: 0 };
  return {
    parts,
    /** Ties are broken by a fixed muddle of day, hero and action. */
    choose(s) {
      const { count: n, day, hand } = s;
      let best = -1;
      let most = Number.NEGATIVE_INFINITY;
      const score = scorers[s.prompt]!(s, w, made);
      for (let i = 0; i < n; i++) {
        const action = s.legalActions[i]!;
        const value = score(action) + w.muddle * muddle(day, hand, action);
        if (value > most) {
          most = value;
          best = action;
        }
      }
      return best;
    },
    actionValues(s, out, written) {
      const { count: n, day, hand } = s;
      const score = scorers[s.prompt]!(s, w, made);
      const scale = scales[s.prompt]!;
      for (let i = 0; i < n; i++) {
        const action = s.legalActions[i]!;
        made.way = made.safety = made.odds = 0;
        const value = score(action);
        const stirred = w.muddle * muddle(day, hand, action);
        out[action] = bounded(scale * (value + stirred));
        if (!written) continue;
        let at = action * parts.length;
        written[at++] = bounded(scale * (value + made.way - made.safety));
        written[at++] = scale * made.safety;
        written[at++] = -scale * made.way;
        written[at++] = scale * stirred;
        written[at++] = made.odds;
      }
    },
  };
}
