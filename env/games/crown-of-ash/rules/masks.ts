/** The legal actions of the pending prompt, listed once when it opens. */
import * as A from '../actions.js';
import * as D from '../data.js';
import * as S from '../state.js';
import { AT, IN_GRAVE, IN_HAND, NONE, type Position } from '../state.js';
import * as L from './landmarks.js';
import { spaces } from './pieces.js';
import { mayStart } from './setup.js';

/** Writes `legalActions` and COUNT for PROMPT and ACTOR. */
export function listActions(s: Position): void {
  const { legalActions: list, loc } = s;
  const seat = s.actor;
  let n = 0;
  switch (s.prompt) {
    case S.P_TURN:
      n = turnActions(s, seat);
      break;
    case S.P_WILD:
      for (let k = 0; k < 4; k++) list[n++] = A.WILD + k;
      break;
    case S.P_RESURRECT:
      for (let f = 0; f < D.FIGHTERS; f++) if (loc[f] === IN_GRAVE + seat) list[n++] = A.FIGHTER + f;
      list[n++] = A.DONE;
      break;
    case S.P_PLACE:
      n = placeActions(s, seat);
      break;
    case S.P_SELECT: {
      for (let f = s.last + 1; f < D.FIGHTERS; f++) if (loc[f] === IN_HAND + seat) list[n++] = A.FIGHTER + f;
      if (s.sent > 0) list[n++] = A.DONE;
      break;
    }
    case S.P_CARD_A:
    case S.P_CARD_D:
      for (let card = 0; card < D.CARDS; card++) if ((s.cards[seat]! >> card) & 1) list[n++] = A.CARD + card;
      break;
    case S.P_CASUALTY: {
      const site = s.tasks[2]!;
      for (let f = 0; f < D.FIGHTERS; f++) if (loc[f] === AT + site) list[n++] = A.FIGHTER + f;
      break;
    }
    case S.P_RAISE: {
      list[n++] = A.DONE;
      for (let slot = 0; slot < D.SLOTS; slot++) {
        const fighter = s.slots[slot]!;
        if (fighter !== NONE && shortfall(s, seat, fighter) <= s.gold[seat]!) list[n++] = A.RAISE + slot;
      }
      break;
    }
    case S.P_PAY:
      if (s.gold[seat]! > 0) for (let k = 0; k < 4; k++) if (s.owed[k]! > 0) list[n++] = A.PAY + k;
      list[n++] = A.PAY_REST;
      break;
    case S.P_ORDER: {
      const { players } = s;
      for (let p = 0; p < players; p++) if (!placed(s, p)) list[n++] = A.ORDER + p;
      break;
    }
  }
  s.count = n;
}

/** Resources a seat lacks for a fighter. */
export function shortfall(s: Position, seat: number, fighter: number): number {
  const { cost } = s.tables;
  let lacks = 0;
  for (let k = 0; k < 4; k++) {
    const short = cost[fighter * 4 + k]! - s.resources[seat * 4 + k]!;
    if (short > 0) lacks += short;
  }
  return lacks;
}

/** Whether the decider has given this seat a place. */
export function placed(s: Position, seat: number): boolean {
  const picked = s.picked;
  for (let i = 0; i < picked; i++) if (s.order[i] === seat) return true;
  return false;
}

function turnActions(s: Position, seat: number): number {
  const { legalActions: list, owner, tile } = s;
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
    for (let r = 0; r < D.REGIONS; r++) if (owner[r] === seat || owner[r] === NONE) list[n++] = A.BUILD + place * 6 + r;
  }
  if (armed && s.holder !== seat && s.holder >= 0)
    for (let flank = 0; flank < 3; flank++)
      if (flank === 2 || s.flanks[flank] === 0) list[n++] = A.ATTACK_CITADEL + flank;
  if (s.discard[seat] !== 0 && s.refreshed[seat] === 0) list[n++] = A.REFRESH;
  return n;
}

function placeActions(s: Position, seat: number): number {
  const { legalActions: list, loc, tasks } = s;
  const region = tasks[2]!;
  let n = 0;
  if (tasks[0] === S.TASK_START) {
    for (let f = 0; f < D.FIRST_RAISABLE; f++)
      if (loc[f] === IN_HAND + seat && mayStart(s, f)) list[n++] = A.FIGHTER + f;
    return n;
  }
  const last = s.last;
  list[n++] = A.DONE;
  if (last >= 0) {
    for (let f = last + 1; f < D.FIGHTERS; f++) if (loc[f] === IN_HAND + seat) list[n++] = A.FIGHTER + f;
    return n;
  }
  let stands = false;
  for (let f = 0; f < D.FIGHTERS; f++) {
    if (loc[f] === AT + region) stands = true;
    else if (loc[f] !== IN_HAND + seat) continue;
    list[n++] = A.FIGHTER + f;
  }
  if (stands) list[n++] = A.WITHDRAW;
  return n;
}
