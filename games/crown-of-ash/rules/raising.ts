/** After a minion's work: which fighter is raised, and how it is paid. */
import * as A from '../actions.js';
import { SLOTS } from '../data.js';
import { fighterName, items } from '../names.js';
import { NONE, type Position, STAGE } from '../state.js';
import type { CrownPrompt } from './definitions.js';
import * as L from './landmarks.js';
import { takeRaised } from './pieces.js';

/** Resources a seat lacks for a fighter: it pays gold for them. */
function shortfall(s: Position, seat: number, fighter: number): number {
  let lacks = 0;
  for (let k = 0; k < 4; k++) lacks += Math.max(0, s.tables.cost[fighter * 4 + k]! - s.resources[seat * 4 + k]!);
  return lacks;
}

const RAISE: CrownPrompt = {
  ask: () => 'which fighter is raised?',
  uses: ['RAISE', 'DONE'],
  words: { DONE: () => 'raise nobody' },
  legal(s, seat, list) {
    let n = 0;
    list[n++] = A.DONE;
    for (let slot = 0; slot < SLOTS; slot++) {
      const fighter = s.slots[slot]!;
      if (fighter !== NONE && shortfall(s, seat, fighter) <= s.gold[seat]!) list[n++] = A.RAISE + slot;
    }
    return n;
  },
  answer(s, seat, action) {
    if (action === A.DONE) {
      s.stage = STAGE.next;
      return;
    }
    // What the seat lacks it pays in gold; the rest is asked.
    s.slot = action - A.RAISE;
    const fighter = s.slots[s.slot]!;
    for (let k = 0; k < 4; k++) {
      const cost = s.tables.cost[fighter * 4 + k]!;
      const short = Math.max(0, cost - s.resources[seat * 4 + k]!);
      s.gold[seat]! -= short;
      s.owed[k] = cost - short;
    }
    s.stage = STAGE.pay;
  },
};

/** Asked again after each gold that is given. */
const PAY: CrownPrompt = {
  ask: (s) => {
    const fighter = fighterName(s, s.slots[s.slot]!);
    return `how is ${fighter} paid (${items(s.owed)} left, ${s.gold[s.actor]} gold)?`;
  },
  uses: ['PAY', 'PAY_REST'],
  legal(s, seat, list) {
    let n = 0;
    if (s.gold[seat]! > 0) for (let k = 0; k < 4; k++) if (s.owed[k]! > 0) list[n++] = A.PAY + k;
    list[n++] = A.PAY_REST;
    return n;
  },
  answer(s, seat, action) {
    if (action !== A.PAY_REST) {
      s.gold[seat]!--;
      s.owed[action - A.PAY]!--;
      L.reached(L.L_DECISION_6);
      return;
    }
    for (let k = 0; k < 4; k++) s.resources[seat * 4 + k]! -= s.owed[k]!;
    s.owed.fill(0);
    takeRaised(s, seat, s.slot);
    s.slot = -1;
    s.stage = STAGE.next;
  },
};

export const raisingPrompts = { RAISE, PAY };
