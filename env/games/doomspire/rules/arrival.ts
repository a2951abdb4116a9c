/** What happens where a knight comes to a stop: rival, exploring, monster, dragon, card, and what it may do there. */

import { PAIR_FIRST, PAIR_SECOND } from '../actions.js';
import {
  BEAR,
  KIND_BEAR_CAVE,
  KIND_DOOMSPIRE,
  KIND_MERCENARY,
  KIND_RESOURCE,
  KIND_SPECIAL,
  KIND_TEMPLE,
  KIND_TIER,
  KIND_TRADER,
  PIECE_KIND,
  PIECES,
  TRADER_KINDS,
  TREASURE_STONE,
} from '../data.js';
import { CENTRE_SLOTS, SLOT_OF, SLOT_TILES } from '../geometry.js';
import type { Chance } from '../state.js';
import {
  ARRIVED_BLOCKED,
  ARRIVED_FOUGHT,
  ARRIVED_RIVAL_FLED,
  ARRIVED_SWORD_TRIED,
  EXCHANGE,
  GIVEN,
  LAST_CARD,
  MARKET_DAY,
  OP_SPIRE,
  OUTCOME,
  P_GET,
  P_TILEACT,
  type Position,
  RECEIVED,
  REVEALS,
  UNUSED,
} from '../state.js';
import { drawCard } from './cards.js';
import { startFight } from './combat.js';
import { gainItem } from './items.js';
import { decision } from './landmarks.js';
import { startBeggar } from './movement.js';
import { ask, gain, gainMight, lose, loseFame, putMonster, setOwner } from './pieces.js';
import { revealHoard } from './spire.js';
import { canClaim, canConquer, canRevolt, conquer, exploreFame, revolt, strife } from './territory.js';
import { tryStone } from './treasures.js';

export const ACT_CLAIM = 0;
export const ACT_CONQUER = 1;
export const ACT_REVOLT = 2;
export const ACT_TEMPLE = 3;
export const ACT_MERCENARY = 4;
export const ACT_PULL = 5;

/** Whether a card would be drawn by this knight on this tile. */
const drawsCard = (s: Position, knight: number, tile: number): boolean =>
  s.tokens[tile] !== 0 && KIND_TIER[s.kind[tile]!] !== 0 && (s.monster[tile] === 0 || s.dormant[tile] === knight + 1);

/** Whether the trader has anything for this seat. */
export function tradable(s: Position, seat: number): boolean {
  const r = s.resources;
  const i = seat * 4;
  const total = r[i]! + r[i + 1]! + r[i + 2]! + r[i + 3]!;
  if (s.g[MARKET_DAY] === 1) {
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
  const g = s.g;
  if (s.resources[seat * 4 + give] === 0 || g[RECEIVED]! & (1 << give)) return false;
  return ((g[GIVEN]! | (1 << give)) & 15) !== 15;
}

/** Whether `seat` may do a tile action here (0 claim .. 5 pull the sword). */
export function canAct(s: Position, tile: number, seat: number, act: number): boolean {
  const kind = s.kind[tile]!;
  switch (act) {
    case ACT_CLAIM:
      return canClaim(s, tile, seat);
    case ACT_CONQUER:
      return canConquer(s, tile, seat);
    case ACT_REVOLT:
      return canRevolt(s, tile, seat);
    case ACT_TEMPLE:
      return kind === KIND_TEMPLE && s.fame[seat]! >= s.tables.numbers.templeFame;
    case ACT_MERCENARY:
      return kind === KIND_MERCENARY && s.resources[seat * 4 + 3]! >= s.tables.numbers.mercenaryGold;
    default:
      return s.sword[tile] === 1;
  }
}
/** Whether there is anything to do by choice on this tile. */
export function hasActs(s: Position, tile: number, seat: number, swordTried: boolean): boolean {
  const kind = s.kind[tile]!;
  if (KIND_SPECIAL[kind]) {
    if (kind === KIND_TRADER) return tradable(s, seat);
    return kind === KIND_TEMPLE ? canAct(s, tile, seat, ACT_TEMPLE) : canAct(s, tile, seat, ACT_MERCENARY);
  }
  if (s.sword[tile] === 1 && !swordTried) return true;
  const owner = s.owner[tile]!;
  if (owner === seat + 1) return false;
  if (owner === 0) return KIND_RESOURCE[kind] === 1 && s.flags[seat]! < s.tables.numbers.flags;
  return canConquer(s, tile, seat) || canRevolt(s, tile, seat);
}
/** Whether a die spent without a step does anything for this knight (decision 12). */
export function offers(s: Position, knight: number, tile: number): boolean {
  const seat = (knight / 3) | 0;
  if (s.monster[tile] !== 0 && s.dormant[tile] !== knight + 1) return true;
  if (drawsCard(s, knight, tile)) return true;
  if (s.knightsOn[tile]! & ~(7 << (seat * 3)) && s.tables.peaceful[s.kind[tile]!] === 0 && strife(s)) return true;
  // Edition airef: a knight that let the dragon be may go to it again.
  if (s.kind[tile] === KIND_DOOMSPIRE && s.tables.airef) return true;
  return hasActs(s, tile, seat, false);
}

/** Turns over the piece a tile belongs to (or the one tile) and sets its guards. */
function reveal(s: Position, tile: number, chance: Chance): void {
  decision(19);
  s.g[REVEALS]!++;
  const slot = SLOT_OF[tile]!;
  if (slot >= CENTRE_SLOTS || s.options.exploreUnit === 'square') uncover(s, tile, chance);
  else for (let i = slot * 3; i < slot * 3 + 3; i++) uncover(s, SLOT_TILES[i]!, chance);
}
function uncover(s: Position, tile: number, chance: Chance): void {
  s.explored[tile] = 1;
  const kind = s.kind[tile]!;
  if (kind === KIND_DOOMSPIRE) revealHoard(s, chance);
  else if (kind === KIND_BEAR_CAVE || KIND_RESOURCE[kind]) putMonster(s, tile, BEAR, 0);
}

const STEP_START = 0;
const STEP_RIVAL = 1;
const STEP_AFTER_RIVAL = 2;
const STEP_EXPLORE = 3;
const STEP_AFTER_MONSTER = 4;
const STEP_CARD = 5;
const STEP_AFTER_CARD = 6;
const STEP_ACTS = 7;
const STEP_END = 8;

/** Procedure: the automatic interactions in their order, then the voluntary ones. */
export function runArrive(s: Position, chance: Chance): void {
  const top = s.top();
  const f = s.frames;
  const g = s.g;
  const knight = f[top + 2]!;
  const tile = f[top + 3]!;
  const seat = (knight / 3) | 0;
  if (f[top + 1] === STEP_START) {
    if (f[top + 5] === 1) {
      s.pop();
      return;
    }
    f[top + 1] = STEP_RIVAL;
    if (KIND_SPECIAL[s.kind[tile]!] && startBeggar(s, knight, tile)) return;
  }
  if (f[top + 1] === STEP_RIVAL) {
    const rivals = s.knightsOn[tile]! & ~(7 << (seat * 3));
    if (rivals !== 0 && s.tables.peaceful[s.kind[tile]!] === 0 && strife(s)) {
      s.acted[knight] = 1;
      f[top + 1] = STEP_AFTER_RIVAL;
      startFight(s, 2, knight, 31 - Math.clz32(rivals & -rivals), -1, tile, 0, 0, 0);
      return;
    }
    f[top + 1] = STEP_EXPLORE;
  } else if (f[top + 1] === STEP_AFTER_RIVAL) {
    const blocked = f[top + 4]! & ARRIVED_BLOCKED;
    const outcome = g[OUTCOME]!;
    g[OUTCOME] = 0;
    if (s.knightTile[knight] !== tile || (blocked ? outcome !== 2 : outcome === 2)) {
      s.pop();
      return;
    }
    if (blocked) decision(17);
    if (outcome === 3) decision(96);
    f[top + 4]! |= outcome === 3 ? ARRIVED_RIVAL_FLED : ARRIVED_FOUGHT;
    f[top + 1] = STEP_EXPLORE;
  }
  if (f[top + 1] === STEP_EXPLORE) {
    if (s.explored[tile] === 0) {
      s.acted[knight] = 1;
      exploreFame(s, seat);
      reveal(s, tile, chance);
    }
    if (s.kind[tile] === KIND_DOOMSPIRE) {
      // Edition airef: who only comes and lets the dragon be has not interacted (decision 81).
      if (!s.tables.airef) s.acted[knight] = 1;
      f[top + 1] = STEP_END;
      decision(95);
      s.push(OP_SPIRE, knight, 0, 0, 0);
      return;
    }
    if (s.monster[tile] !== 0 && s.dormant[tile] !== knight + 1) {
      if (f[top + 4]! & ARRIVED_FOUGHT) decision(20);
      else {
        if (f[top + 4]! & ARRIVED_RIVAL_FLED) decision(100);
        s.acted[knight] = 1;
        f[top + 1] = STEP_AFTER_MONSTER;
        startFight(s, 1, knight, -1, s.monster[tile]! - 1, tile, 0, 0, 0);
        return;
      }
    }
    f[top + 1] = STEP_CARD;
  } else if (f[top + 1] === STEP_AFTER_MONSTER) {
    const outcome = g[OUTCOME];
    g[OUTCOME] = 0;
    if (outcome !== 1) {
      s.pop();
      return;
    }
    f[top + 4]! |= ARRIVED_FOUGHT;
    f[top + 1] = STEP_CARD;
  }
  if (f[top + 1] === STEP_CARD) {
    const bits = f[top + 4]!;
    f[top + 1] = STEP_ACTS;
    if (!(bits & ARRIVED_FOUGHT) && drawsCard(s, knight, tile)) {
      if (!(bits & ARRIVED_RIVAL_FLED) || s.options.cardAfterFlight) {
        s.acted[knight] = 1;
        f[top + 1] = STEP_AFTER_CARD;
        s.tokens[tile]!--;
        drawCard(s, knight, tile, chance);
        return;
      }
    }
  }
  if (f[top + 1] === STEP_AFTER_CARD) {
    if (g[LAST_CARD] === TREASURE_STONE) f[top + 4]! |= ARRIVED_SWORD_TRIED;
    g[LAST_CARD] = -1;
    g[OUTCOME] = 0;
    f[top + 1] = STEP_ACTS;
  }
  if (
    f[top + 1] === STEP_ACTS &&
    s.knightTile[knight] === tile &&
    hasActs(s, tile, seat, (f[top + 4]! & ARRIVED_SWORD_TRIED) !== 0)
  ) {
    ask(s, P_TILEACT, seat, knight, tile);
    return;
  }
  g[GIVEN] = 0;
  g[RECEIVED] = 0;
  s.pop();
}

/** Answer to TILEACT: an act; the visit ends, except that a trader may be used again. */
export function answerAct(s: Position, act: number, knight: number, tile: number, chance: Chance): void {
  const seat = (knight / 3) | 0;
  const top = s.top();
  if (s.frames[top + 4]! & (ARRIVED_FOUGHT | ARRIVED_RIVAL_FLED)) decision(94);
  s.acted[knight] = 1;
  decision(18);
  s.frames[top + 1] = STEP_END;
  switch (act) {
    case ACT_CLAIM:
      decision(25);
      setOwner(s, tile, seat + 1);
      break;
    case ACT_CONQUER:
      conquer(s, tile, seat);
      break;
    case ACT_REVOLT:
      revolt(s, tile, seat);
      break;
    case ACT_TEMPLE:
      decision(27);
      loseFame(s, seat, s.tables.numbers.templeFame);
      gainMight(s, seat, 1);
      break;
    case ACT_MERCENARY:
      decision(27);
      lose(s, seat, 3, s.tables.numbers.mercenaryGold);
      gainMight(s, seat, 1);
      break;
    default:
      tryStone(s, knight, tile, chance);
  }
}
/** Answer DONE to TILEACT. */
export function leaveTile(s: Position): void {
  s.frames[s.top() + 1] = STEP_END;
}
/** Answer to TILEACT at the trader: a pair is handed over. */
export function answerPair(s: Position, pair: number, knight: number, tile: number): void {
  const seat = (knight / 3) | 0;
  decision(28);
  s.acted[knight] = 1;
  lose(s, seat, PAIR_FIRST[pair]!, 1);
  lose(s, seat, PAIR_SECOND[pair]!, 1);
  s.g[EXCHANGE] = pair;
  ask(s, P_GET, seat, knight, tile);
}
/** Answer on market day, at the trader or in the card's window: one resource is given for one. */
export function answerGive(s: Position, resource: number, seat: number, knight: number, tile: number): void {
  decision(61);
  lose(s, seat, resource, 1);
  s.g[GIVEN]! |= 1 << resource;
  s.g[EXCHANGE] = 10 + resource;
  ask(s, P_GET, seat, knight, tile);
}
/** Whether a resource may be received for what was given. */
export function receivable(s: Position, resource: number): boolean {
  const exchange = s.g[EXCHANGE]!;
  if (exchange >= 10) return !(s.g[GIVEN]! & (1 << resource));
  return exchange < 0 || (PAIR_FIRST[exchange] !== resource && PAIR_SECOND[exchange] !== resource);
}
/** Answer to GET after an exchange. */
export function answerGet(s: Position, resource: number, seat: number): void {
  if (s.g[EXCHANGE]! >= 10) s.g[RECEIVED]! |= 1 << resource;
  else decision(106);
  s.g[EXCHANGE] = -1;
  gain(s, seat, resource, 1);
}
/** Answer to TILEACT at the trader: an item is bought. */
export function buyItem(s: Position, kind: number, knight: number): void {
  const seat = (knight / 3) | 0;
  decision(28);
  s.acted[knight] = 1;
  lose(s, seat, 3, s.tables.itemCost[kind]!);
  s.traderStock[kind]!--;
  for (let piece = 0; piece < PIECES; piece++)
    if (PIECE_KIND[piece] === kind && s.itemPlace[piece] === UNUSED) {
      gainItem(s, piece, knight);
      return;
    }
}
