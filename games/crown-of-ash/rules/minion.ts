/** A minion's work: gather, take gold, take back the cards, build, attack. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { type Chance, CITADEL, NONE, type Position, STAGE } from '../state.js';
import { declare, takeCards } from './combat.js';
import type { CrownPrompt } from './definitions.js';
import { buildIn, gatherIn } from './gains.js';
import * as L from './landmarks.js';
import { spaces } from './pieces.js';

const TURN_ACTION: CrownPrompt = {
  ask: () => 'where does the minion go?',
  uses: ['GATHER', 'GOLD', 'REFRESH', 'BUILD', 'ATTACK', 'ATTACK_CITADEL'],
  legal(s, seat, list) {
    const { owner, tile } = s;
    const armed = s.handSize[seat]! > 0;
    const gatherSpaces = spaces(s, 'gatherSpaces');
    const combatSpaces = spaces(s, 'combatSpaces');
    let n = 0;
    list[n++] = A.GOLD;
    for (let r = 0; r < D.REGIONS; r++) {
      if (tile[r] === NONE) continue;
      if (s.gather[r]! < gatherSpaces) {
        if (tile[r] !== s.tables.crypt || owner[r] === seat || s.graveSize[seat]! > 0) list[n++] = A.GATHER + r;
        else L.reached(L.L_DECISION_4);
      }
      if (armed && owner[r] !== seat && owner[r] !== NONE && s.combat[r]! < combatSpaces) list[n++] = A.ATTACK + r;
    }
    const gold = s.gold[seat]!;
    for (let place = 0; place < D.MARKET; place++) {
      const offered = s.market[place]!;
      if (offered === NONE || s.tables.tileCost[offered]! > gold) continue;
      for (let r = 0; r < D.REGIONS; r++)
        if (owner[r] === seat || owner[r] === NONE) list[n++] = A.BUILD + place * D.REGIONS + r;
    }
    if (armed && s.holder !== seat && s.holder >= 0)
      for (let flank = 0; flank < 3; flank++)
        if (flank === 2 || s.flanks[flank] === 0) list[n++] = A.ATTACK_CITADEL + flank;
    if (s.discard[seat] !== 0 && s.refreshed[seat] === 0) list[n++] = A.REFRESH;
    return n;
  },
  answer(s, seat, action, chance) {
    s.minions[seat]!--;
    s.stage = STAGE.raise;
    if (action < A.GOLD) gatherIn(s, seat, action - A.GATHER, chance);
    else if (action === A.GOLD) s.gold[seat]! += s.tables.numbers.goldSpace;
    else if (action === A.REFRESH) {
      takeCards(s, seat);
      s.refreshed[seat] = 1;
      L.reached(L.L_REFRESH);
    } else if (action < A.ATTACK) buy(s, seat, action - A.BUILD, chance);
    else if (action < A.ATTACK_CITADEL) declare(s, seat, action - A.ATTACK, -1);
    else declare(s, seat, CITADEL, action - A.ATTACK_CITADEL);
  },
};

function buy(s: Position, seat: number, what: number, chance: Chance): void {
  const place = Math.floor(what / D.REGIONS);
  s.gold[seat]! -= s.tables.tileCost[s.market[place]!]!;
  buildIn(s, seat, place, what % D.REGIONS, chance);
}

export const minionPrompts = { TURN_ACTION };
