/** Which actions are legal at each prompt: written once into `legalActions` when the prompt opens, ascending. */
import * as X from '../actions.js';
import * as D from '../data.js';
import { PORT } from '../geometry.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { freeCubes, readyAdminister, readyCrew, readyWork } from './goods.js';
import { buildPrice, extraCrew, friendCost, friendPrice, openEvent, tollDue, visitPrice } from './turn.js';

/** Fills `legalActions` and COUNT for the pending prompt; none when the game is over. */
export function listActions(s: Position): void {
  const { g, legalActions: out } = s;
  let n = 0;
  const crew = g[S.H_CREW]!;
  const tables = s.tables;
  switch (g[S.PROMPT]) {
    case S.P_HOME_PORT:
      for (; n < 4; n++) out[n] = X.HOME_PORT + n;
      break;
    case S.P_MOVE:
      n = moves(s);
      break;
    case S.P_TOLL:
    case S.P_ADMIN:
      if (g[S.PROMPT] === S.P_ADMIN) {
        const cost = friendCost(s);
        if (cost <= g[S.H_INFLUENCE]!) out[n++] = X.END;
        if (g[S.USED]! >= tables.numbers.maxAdminister || cost <= 1) break;
      }
      for (let i = 0; i < crew; i++)
        if (s.exhausted[i] === 0 && tables.crewAdminister[s.crew[i]!]! > 0) out[n++] = X.CREW + i;
      break;
    case S.P_SPEED:
      for (let i = 0; i < crew; i++) if (s.exhausted[i] === 0) out[n++] = X.CREW + i;
      break;
    case S.P_MAIN:
      n = mains(s);
      break;
    case S.P_POST:
      n = free(s, 0);
      break;
    case S.P_EAT:
      for (let i = 0; i < crew; i++) if (s.exhausted[i] === 1) out[n++] = X.CREW + i;
      break;
    case S.P_WORK:
      out[n++] = X.END;
      for (let i = 0; i < crew; i++)
        if (s.exhausted[i] === 0 && tables.crewWork[s.crew[i]!]! > 0) out[n++] = X.CREW + i;
      break;
    case S.P_EVX:
      for (let i = 0; i < crew; i++) {
        const member = s.crew[i]!;
        const useful =
          (g[S.NEED_ADMINISTER]! > 0 && tables.crewAdminister[member]! > 0) ||
          (g[S.NEED_WORK]! > 0 && tables.crewWork[member]! > 0);
        if (s.exhausted[i] === 0 && useful) out[n++] = X.CREW + i;
      }
      break;
    case S.P_SELL:
      out[n++] = X.END;
      if (g[S.H_FISH]! > 0) out[n++] = X.SELL_FISH;
      if (g[S.H_WOOD]! > 0) out[n++] = X.SELL_WOOD;
      break;
    case S.P_HIRE:
      out[n++] = X.END;
      if (crew < tables.numbers.maxCrew)
        for (let i = 0; i < S.CREW_ROW; i++) if (s.crewRow[i] !== S.EMPTY) out[n++] = X.HIRE + i;
      break;
    case S.P_BUILD:
      out[n++] = X.END;
      n = builds(s, n);
      break;
    case S.P_WOOD:
      if (g[S.COST]! <= g[S.H_COINS]!) out[n++] = X.END;
      if (g[S.COST]! > 0 && g[S.USED]! < tables.numbers.maxWood && g[S.H_WOOD]! > 0) out[n++] = X.USE_WOOD;
      break;
    case S.P_BRAG:
      out[n++] = X.END;
      out[n++] = X.BRAG;
      out[n++] = X.BRAG + 1;
      break;
    case S.P_COMMIT: {
      const dice = g[S.PIRATES_IN]! + g[S.SERPENTS_IN]!;
      if (dice > 0) out[n++] = X.END;
      if (dice >= tables.numbers.maxDice) break;
      if (g[S.H_PIRATE]! > g[S.PIRATES_IN]!) out[n++] = X.COMMIT_PIRATE;
      if (g[S.H_SERPENT]! > g[S.SERPENTS_IN]!) out[n++] = X.COMMIT_SERPENT;
      break;
    }
    default:
      break;
  }
  g[S.COUNT] = n;
}

/** Destinations that can be reached and paid for; only staying where there is none (decision 22). */
function moves(s: Position): number {
  const { g, legalActions: out } = s;
  const ready = readyCrew(s);
  const canToll = g[S.H_COINS]! >= s.tables.numbers.tollCoins && readyAdminister(s) > 0;
  let n = 0;
  for (let to = 0; to <= PORT; to++) {
    if (to === g[S.SHIP] && !s.options.mayStay) continue;
    const extra = extraCrew(s, to);
    if (extra > ready) continue;
    if (tollDue(s, to) && (!canToll || extra + 1 > ready)) continue;
    out[n++] = X.MOVE + to;
  }
  if (n === 0) out[n++] = X.MOVE + g[S.SHIP]!;
  return n;
}

function mains(s: Position): number {
  const { g, legalActions: out, tables } = s;
  const at = g[S.SHIP]!;
  let n = 0;
  if (at !== PORT) {
    const town = s.townAt[at]!;
    if (visitPrice(s, at) <= g[S.H_COINS]!) out[n++] = X.VISIT;
    if (s.owner[at] !== S.HUMAN) {
      if (tables.townRed[town] === 0) {
        const cubes = g[S.H_INFLUENCE]!;
        if (cubes > 0 && cubes + helpers(s) >= friendPrice(s)) out[n++] = X.BEFRIEND;
      } else if (g[S.H_PIRATE]! + g[S.H_SERPENT]! > 0 && freeCubes(s, S.H) > 0) out[n++] = X.ATTACK;
    }
    for (let pile = 0; pile < 2; pile++) if (canDo(s, pile, town)) out[n++] = X.EVENT + pile;
  }
  if (g[S.TREASURE]! > 0) out[n++] = X.HUNT;
  out[n++] = X.REST;
  if (at === PORT) out[n++] = X.HOME;
  return free(s, n);
}

/** Administer symbols that befriending may use. */
const helpers = (s: Position): number => Math.min(s.tables.numbers.maxAdminister, readyAdminister(s));

/** Whether the open event of a pile is here and can be paid. */
function canDo(s: Position, pile: number, town: number): boolean {
  const { g, tables } = s;
  const event = openEvent(s, pile);
  if (event === S.EMPTY || tables.eventTown[event] !== town) return false;
  for (let good = 0; good < D.GOODS; good++)
    if (g[S.H + good]! < tables.eventPay[event * D.GOODS + good]!) return false;
  return readyAdminister(s) >= tables.eventAdminister[event]! && readyWork(s) >= tables.eventWork[event]!;
}

/** Free actions and END. */
function free(s: Position, n: number): number {
  const { g, legalActions: out } = s;
  if (g[S.H_FISH]! > 0 && readyCrew(s) < g[S.H_CREW]!) out[n++] = X.EAT_FISH;
  if (g[S.TOKEN_BOUGHT] === 0 && g[S.TOKENS_LEFT]! > 0 && g[S.H_COINS]! >= s.tables.numbers.tokenCost)
    out[n++] = X.BUY_TOKEN;
  out[n++] = X.END;
  return n;
}

function builds(s: Position, n: number): number {
  const { g, legalActions: out } = s;
  const { bookTokens, maxWood, woodDiscount } = s.tables.numbers;
  const means = g[S.H_COINS]! + woodDiscount * Math.min(maxWood, g[S.H_WOOD]!);
  for (let slot = 0; slot < S.ROW; slot++) {
    if (s.row[slot] === S.EMPTY || g[S.H_BOOK]! < bookTokens[slot]!) continue;
    if (buildPrice(s, slot) <= means) out[n++] = X.BUILD + slot;
  }
  return n;
}
