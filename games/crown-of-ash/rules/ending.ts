/** The end of a round, who decides the next order, and the end of the game. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { nth } from '../names.js';
import * as S from '../state.js';
import { type Chance, END, IN_GRAVE, IN_HAND, NONE, type Position, STAGE } from '../state.js';
import type { CrownPrompt } from './definitions.js';
import * as L from './landmarks.js';
import { isAi, landVp, moveAll, renewMarket } from './pieces.js';

/** Points, minions, graveyards, market; then the next order, or the end. */
export function endRound(s: Position, chance: Chance): void {
  const round = s.round;
  for (let seat = 0; seat < s.seats; seat++) {
    s.vp[seat]! += landVp(s, seat);
    if (s.holder === seat) s.vp[seat]! += s.tables.components.citadelVp[round - 1]!;
    s.minions[seat] = D.MINIONS;
    moveAll(s, IN_GRAVE + seat, IN_HAND + seat);
  }
  s.gather.fill(0);
  s.combat.fill(0);
  s.flanks.fill(0);
  s.refreshed.fill(0);
  s.lap = 0;
  s.turn = 0;
  if (round === D.ROUNDS) {
    finish(s);
    return;
  }
  renewMarket(s, chance);
  s.round = round + 1;
  beginOrder(s, chance);
}

/** Finds the agent that assigns the turn order; with one agent there is nothing to assign. */
function beginOrder(s: Position, chance: Chance): void {
  const { players } = s;
  if (players === 1) {
    s.stage = STAGE.turn;
    return;
  }
  s.decider = lowest(s, chance);
  s.picked = 0;
  s.order.fill(NONE, 0, players);
  s.stage = STAGE.order;
}

/** The agent with the fewest points; then with the least valuable structures; then by the dice. */
function lowest(s: Position, chance: Chance): number {
  const { players, vp } = s;
  let least = 0;
  let seat = -1;
  let tied = 0;
  for (let p = 0; p < players; p++) {
    // Points first: no seat's structures come near 1000.
    const value = vp[p]! * 1000 + landVp(s, p);
    if (seat < 0 || value < least) {
      if (seat >= 0 && vp[p] === vp[seat]) L.reached(L.L_LOWEST_TIE);
      least = value;
      seat = p;
      tied = 1;
    } else if (value === least) tied++;
    else if (vp[p] === vp[seat]) L.reached(L.L_LOWEST_TIE);
  }
  const ai = s.ai;
  if (ai >= 0 && vp[ai]! < vp[seat]!) L.reached(L.L_DECISION_9);
  if (tied === 1) return seat;
  L.reached(L.L_LOWEST_DICE);
  // The highest die, rolled again by those who tie, is anyone's with the same chance: one draw (decision 24).
  let pick = chance.draw(S.STREAM.ties, tied);
  for (let p = 0; p < players; p++) if (vp[p]! * 1000 + landVp(s, p) === least && pick-- === 0) return p;
  return seat;
}

/** Tiers of the fighters a seat has raised, of the kinds on its fate card or of the two others. */
export function fatePoints(s: Position, seat: number, onCard: boolean): number {
  const card = s.fate[seat]!;
  if (card === NONE) return 0;
  const { tier, kind, fate } = s.tables;
  let sum = 0;
  for (let f = D.FIRST_RAISABLE; f < D.FIGHTERS; f++)
    if (ownerOf(s, f) === seat && (fate[card * 4 + kind[f]!] === 1) === onCard) sum += tier[f]!;
  return sum;
}

/** Seat whose fighter this is, -1 nobody. */
export function ownerOf(s: Position, fighter: number): number {
  const at = s.loc[fighter]!;
  if (at < IN_HAND) return -1;
  if (at < S.AT) return at - IN_HAND;
  if (at === S.COMMITTED) return s.attacker;
  if (at >= IN_GRAVE) return at - IN_GRAVE;
  const owner = at === S.AT + S.CITADEL ? s.holder : s.owner[at - S.AT]!;
  return owner === NONE ? -1 : owner;
}

/** What an agent scores for goods at the end. */
export function goodsPoints(s: Position, seat: number): number {
  const { resourcesPerVp, goldPerVp } = s.tables.numbers;
  let sum = Math.floor(s.gold[seat]! / goldPerVp);
  for (let k = 0; k < 4; k++) sum += Math.floor(s.resources[seat * 4 + k]! / resourcesPerVp);
  return sum;
}

function finish(s: Position): void {
  const { seats, players, vp } = s;
  for (let seat = 0; seat < players; seat++) vp[seat]! += goodsPoints(s, seat) + fatePoints(s, seat, true);
  // The tie-break counts only among equals.
  const other = [0, 0, 0, 0];
  for (let seat = 0; seat < seats; seat++) other[seat] = fatePoints(s, seat, false);
  let first = 0;
  let firsts = 0;
  let broken = false;
  for (let a = 0; a < seats; a++) {
    let better = 0;
    for (let b = 0; b < seats; b++) {
      if (vp[b]! > vp[a]!) better++;
      else if (vp[b] === vp[a] && other[b]! > other[a]!) better++;
    }
    s.finalPlaces[a] = better;
    if (better === 0) {
      first = a;
      firsts++;
    }
  }
  for (let b = 0; b < seats; b++)
    if (b !== first && vp[b] === vp[first]) {
      broken = true;
      if (isAi(s, b) || isAi(s, first)) L.reached(L.L_DECISION_10);
    }
  if (firsts > 1) L.reached(L.L_SHARED);
  else if (broken) L.reached(L.L_TIE_BREAK);
  const alone = isAi(s, first) ? END.ai : s.holder === first ? END.citadel : END.lands;
  s.end = firsts > 1 ? END.shared : broken ? END['tie-break'] : alone;
  s.over = true;
}

/** Whether the decider has given this seat a place. */
function placed(s: Position, seat: number): boolean {
  for (let i = 0; i < s.picked; i++) if (s.order[i] === seat) return true;
  return false;
}

/** The places of the next order, one after the other; the last one follows by itself. */
const ORDER: CrownPrompt = {
  ask: (s) => `who goes ${nth[s.picked]}?`,
  uses: ['ORDER'],
  legal(s, _seat, list) {
    let n = 0;
    for (let p = 0; p < s.players; p++) if (!placed(s, p)) list[n++] = A.ORDER + p;
    return n;
  },
  answer(s, _seat, action) {
    const { players } = s;
    s.order[s.picked++] = action - A.ORDER;
    if (s.picked < players - 1) return;
    let last = 0;
    while (placed(s, last)) last++;
    s.order[players - 1] = last;
    s.decider = -1;
    s.picked = 0;
    s.stage = STAGE.turn;
  },
};

export const orderPrompts = { ORDER };
