/** The trader: two resources for one, on market day one for one, and items for gold. */
import * as A from '../actions.js';
import { PIECE_KIND, PIECES, TRADER_KINDS } from '../data.js';
import { oneOf, pairName } from '../names.js';
import * as S from '../state.js';
import { P, PAIR_FIRST, PAIR_SECOND, type Position } from '../state.js';
import * as W from '../words.js';
import type { DoomspirePrompt } from './definitions.js';
import { gainItem } from './items.js';
import { decision } from './landmarks.js';
import { ask, gain, lose } from './pieces.js';
/** Whether the trader has anything for this seat. */
export function tradable(s: Position, seat: number): boolean {
  const r = s.resources;
  const i = seat * 4;
  const total = r[i]! + r[i + 1]! + r[i + 2]! + r[i + 3]!;
  if (s.marketDay) {
    for (let give = 0; give < 4; give++) if (givable(s, seat, give)) return true;
  } else if (s.tables.airef) {
    // Two of one kind.
    for (let give = 0; give < 4; give++) if (r[i + give]! >= 2) return true;
  } else if (total >= 2) return true;
  const gold = r[i + 3]!;
  for (let k = 0; k < TRADER_KINDS; k++) if (s.traderStock[k]! > 0 && s.tables.itemCost[k]! <= gold) return true;
  return false;
}
/** One for one: whether this resource may be given in the open window, with something left to receive (decision 61). */
export function givable(s: Position, seat: number, give: number): boolean {
  if (s.resources[seat * 4 + give] === 0 || s.received & (1 << give)) return false;
  return ((s.given | (1 << give)) & 15) !== 15;
}
/** A pair is handed over for one resource. */
export function handOver(s: Position, pair: number, knight: number, tile: number): void {
  const seat = (knight / 3) | 0;
  decision(28);
  s.acted[knight] = 1;
  lose(s, seat, PAIR_FIRST[pair]!, 1);
  lose(s, seat, PAIR_SECOND[pair]!, 1);
  s.exchange = pair;
  ask(s, P.GET, seat, knight, tile);
}
/** Market day, at the trader or in the card's window: one resource is given for one. */
export function giveOne(s: Position, resource: number, seat: number, knight: number, tile: number): void {
  decision(61);
  lose(s, seat, resource, 1);
  s.given |= 1 << resource;
  s.exchange = 10 + resource;
  ask(s, P.GET, seat, knight, tile);
}
/** Whether a resource may be received for what was given. */
function receivable(s: Position, resource: number): boolean {
  const exchange = s.exchange;
  if (exchange >= 10) return !(s.given & (1 << resource));
  return exchange < 0 || (PAIR_FIRST[exchange] !== resource && PAIR_SECOND[exchange] !== resource);
}
/** An item is bought. */
export function buyItem(s: Position, kind: number, knight: number): void {
  const seat = (knight / 3) | 0;
  decision(28);
  s.acted[knight] = 1;
  lose(s, seat, 3, s.tables.itemCost[kind]!);
  s.traderStock[kind]!--;
  for (let piece = 0; piece < PIECES; piece++)
    if (PIECE_KIND[piece] === kind && s.itemPlace[piece] === S.UNUSED) {
      gainItem(s, piece, knight);
      return;
    }
}

/** What was handed over for what is to be named. */
function exchanged(s: Position): string {
  const { exchange } = s;
  if (exchange >= 0) return exchange >= 10 ? oneOf(exchange - 10) : pairName(exchange);
  return s.rewardOwed > 0 ? 'the reward of the dragon' : 'that';
}

/** What is taken for what was handed over, or as a reward of the dragon (option `impressReward: choice`). */
const GET: DoomspirePrompt = {
  ask: (s) => `what do you take for ${exchanged(s)}?`,
  uses: ['RES'],
  words: W.resources('get'),
  legal(s, _seat, list) {
    let n = 0;
    for (let r = 0; r < 4; r++) if (receivable(s, r)) list[n++] = A.RES + r;
    return n;
  },
  answer(s, seat, action) {
    const resource = action - A.RES;
    if (s.exchange < 0) s.rewardOwed--;
    else if (s.exchange >= 10) s.received |= 1 << resource;
    else decision(106);
    s.exchange = -1;
    gain(s, seat, resource, 1);
  },
};

export const traderPrompts = { GET };
