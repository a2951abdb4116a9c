/** The fourteen events. Replies of several players are asked clockwise from the drawer, who comes first (decision 10). */

import * as A from '../actions.js';
import * as D from '../data.js';
import { HOME_TILE } from '../geometry.js';
import { knightCount, lowest, totalResources } from '../read.js';
import * as S from '../state.js';
import { type Chance, OP, P, type Position, STREAM } from '../state.js';
import { zoneNames } from '../terms.js';
import * as W from '../words.js';
import { startFight } from './battle.js';
import { CARD_STEP, closeCard } from './cards.js';
import { chosenZone, zoneAction } from './choices.js';
import { clearExchanges } from './clear.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { startRetreat } from './flight.js';
import { gainItem } from './items.js';
import { decision } from './landmarks.js';
import {
  ask,
  gain,
  gainFame,
  gainMight,
  lose,
  loseFame,
  placeKnight,
  putMonster,
  sendHome,
  spareKnight,
} from './pieces.js';
import { cardInHand } from './stack.js';
import { givable, giveOne } from './trader.js';

/** The tile of the trader. */
function traderTile(s: Position): number {
  for (let t = 0; t < 64; t++) if (s.kind[t] === D.KIND_TRADER) return t;
  return 0;
}
/** Knights of a seat that stand at the trader, lowest first; -1 none. */
function knightAtTrader(s: Position, seat: number): number {
  const bits = s.knightsOn[traderTile(s)]! & (7 << (seat * 3));
  return bits === 0 ? -1 : lowest(bits);
}
/** Whether the seat can give something away that a rule asks of it. */
const hasTiles = (s: Position, seat: number): boolean => {
  for (let t = 0; t < 64; t++) if (raidable(s, t, seat)) return true;
  return false;
};
/** Whether a dragon raid may take this tile: flagged by the seat, and no home. */
export const raidable = (s: Position, tile: number, seat: number): boolean =>
  s.owner[tile] === seat + 1 && s.kind[tile] !== D.KIND_HOME;
/** Temple trial: whether the drawer may take (needs fame, and somebody who has something). */
export function canTake(s: Position, drawer: number): boolean {
  if (s.fame[drawer] === 0) return false;
  for (let p = 0; p < 4; p++) if (p !== drawer && totalResources(s, p) > 0 && s.concededOrder[p] === 0) return true;
  return false;
}

/** A drawn event. */
export function runEvent(s: Position, card: number, chance: Chance): void {
  const f = s.frames;
  const top = s.top();
  const step = f[top + 1]!++;
  const knight = s.cardKnight;
  const tile = s.cardTile;
  const seat = (knight / 3) | 0;
  switch (card) {
    case D.EVENT_PESTS:
      if (step === CARD_STEP.drawn) {
        ask(s, P.CARDPLAYER, seat, knight, tile);
        return;
      }
      lose(s, s.cardPlayer, 0, 1);
      break;
    case D.EVENT_MARKET_DAY:
      if (step === CARD_STEP.drawn) {
        ask(s, P.CARDOPT, seat, knight, tile);
        return;
      }
      if (runMarketDay(s, seat, step)) return;
      break;
    case D.EVENT_THUGS:
      if (step === CARD_STEP.drawn) {
        const roll = chance.draw(STREAM.card, 3) + 1;
        s.cardRoll = roll;
        if (roll === 1) lose(s, seat, 3, 1);
        else if (roll === 3) gainFame(s, seat, 1);
        else {
          startFight(s, { attacker: knight, monster: D.THUGS, tile, event: true });
          return;
        }
      }
      break;
    case D.EVENT_LANDSLIDE:
      if (step === CARD_STEP.drawn) {
        const roll = chance.draw(STREAM.card, 3) + 1;
        s.cardRoll = roll;
        if (roll === 1) {
          decision(62);
          sendHome(s, knight);
        } else if (roll === 3) gain(s, seat, 2, 2);
        else {
          decision(62);
          startRetreat(s, knight);
          return;
        }
      }
      break;
    case D.EVENT_TRIAL:
      if (step === CARD_STEP.drawn) {
        if (!canTake(s, seat)) decision(63);
        if (totalResources(s, seat) > 0 || canTake(s, seat)) {
          ask(s, P.CARDOPT, seat, knight, tile);
          return;
        }
      } else if (step === CARD_STEP['asked once']) {
        ask(s, P.CARDPLAYER, seat, knight, tile);
        return;
      } else if (step === CARD_STEP['asked twice']) {
        ask(s, P.CARDRES, seat, knight, tile);
        return;
      }
      break;
    case D.EVENT_STORM:
      for (let boat = 0; boat < 8; boat++) {
        const turn = chance.draw(STREAM.storm, 2);
        const zone = s.boatZone[boat]!;
        if (zone !== S.ABSENT) s.boatZone[boat] = (zone + (turn === 0 ? 1 : 3)) & 3;
      }
      for (let t = 0; t < 64; t++)
        if (D.KIND_OASIS[s.kind[t]!] || (D.KIND_TIER[s.kind[t]!] === 3 && !s.tables.airef)) s.tokens[t]!++;
      break;
    case D.EVENT_DRUID:
      if (step === CARD_STEP.drawn) {
        let piece = D.PIECE_DAGGER;
        while (piece < D.PIECES && s.itemPlace[piece] !== S.UNUSED) piece++;
        putMonster(s, tile, D.BEAR, 0);
        s.dormant[tile] = knight + 1;
        closeCard(s, true);
        if (piece < D.PIECES) gainItem(s, piece, knight);
        else decision(60);
        return;
      }
      break;
    case D.EVENT_HUNGER:
      for (let p = 0; p < 4; p++) {
        if (s.concededOrder[p] !== 0) continue;
        const tiles = s.flags[p]! + (s.owner[HOME_TILE[p]!] === p + 1 ? 1 : 0);
        if (tiles >= 3) gainFame(s, p, 1);
        if (tiles >= 5) gainMight(s, p, 1);
        if (tiles >= 7) gain(s, p, 3, 3);
      }
      break;
    case D.EVENT_BLESSING:
      if (step === CARD_STEP.drawn) {
        ask(s, P.CARDOPT, seat, knight, tile);
        return;
      }
      bless(s, s.cardOption);
      break;
    case D.EVENT_RICHES:
      for (let p = 0; p < 4; p++) if (s.concededOrder[p] === 0) for (let r = 0; r < 4; r++) gain(s, p, r, 1);
      for (let t = 0; t < 64; t++) if (D.KIND_OASIS[s.kind[t]!]) s.tokens[t]!++;
      break;
    case D.EVENT_CURSE:
      if (step === CARD_STEP.drawn) {
        if (s.resources[seat * 4 + 3]! < 2) decision(63);
        else {
          ask(s, P.CARDOPT, seat, knight, tile);
          return;
        }
      } else if (s.cardOption === 0) {
        lose(s, seat, 3, 2);
        for (let p = 0; p < 4; p++) s.might[p] = s.might[p]! > 2 ? s.might[p]! - 2 : 0;
      }
      break;
    case D.EVENT_CROWS:
      if (step === CARD_STEP.drawn) {
        ask(s, P.CARDRES, seat, knight, tile);
        return;
      }
      break;
    case D.EVENT_RAID: {
      if (s.tables.airef) {
        if (raidDice(s, seat, chance)) return;
        break;
      }
      const replies = s.cardReplies;
      for (let i = replies; i < 4; i++) {
        const p = (seat + i) & 3;
        s.cardReplies = i + 1;
        if (!hasTiles(s, p)) continue;
        decision(10);
        ask(s, P.CARDTILE, p, knight, tile);
        return;
      }
      break;
    }
    case D.EVENT_SEA:
      if (step === CARD_STEP.drawn) {
        ask(s, P.CARDZONE, seat, knight, tile);
        return;
      }
      for (let i = s.cardReplies; i < 8; i++) {
        const boat = (((seat + (i >> 1)) & 3) << 1) | (i & 1);
        s.cardReplies = i + 1;
        if (s.boatZone[boat] !== s.cardOption) continue;
        s.cardBoat = boat;
        decision(10);
        if (s.fame[boat >> 1] === 0) decision(63);
        ask(s, P.SEAREPLY, boat >> 1, -1, -1);
        return;
      }
      break;
    default:
  }
  closeCard(s, true);
}

/**
 * Edition airef: each player in turn rolls how many tiles it gives up; true while somebody has to name one. `cardReplies`
 * players have rolled, the last of them still owes `cardRoll` tiles.
 */
function raidDice(s: Position, drawer: number, chance: Chance): boolean {
  for (;;) {
    if (s.cardRoll > 0) {
      const p = (drawer + s.cardReplies - 1) & 3;
      if (hasTiles(s, p)) {
        s.cardRoll--;
        decision(90);
        ask(s, P.CARDTILE, p, s.cardKnight, s.cardTile);
        return true;
      }
      s.cardRoll = 0;
    }
    if (s.cardReplies === 4) return false;
    s.cardReplies++;
    s.cardRoll = chance.draw(STREAM.card, 3) + 1;
  }
}

/** Market day after the drawer's word; true while somebody still has something to decide. */
function runMarketDay(s: Position, drawer: number, step: number): boolean {
  if (s.cardOption !== 0) return false;
  if (!s.marketDay || step < CARD_STEP.windows) {
    for (let i = s.cardReplies; i < 4; i++) {
      const p = (drawer + i) & 3;
      s.cardReplies = i + 1;
      if (s.concededOrder[p] !== 0) continue;
      if (knightCount(s, p) === 0 && s.resources[p * 4 + 3] === 0) continue;
      decision(10);
      ask(s, P.MARKETDAY, p, -1, -1);
      return true;
    }
    // Edition airef knows no exchange of one for one.
    if (s.tables.airef) return false;
    s.marketDay = true;
    s.cardReplies = 0;
    s.frames[s.top() + 1] = CARD_STEP.windows;
  }
  for (let i = s.cardReplies; i < 4; i++) {
    const p = (drawer + i) & 3;
    s.cardReplies = i + 1;
    if (knightAtTrader(s, p) < 0) continue;
    clearExchanges(s);
    s.push(OP['exchange window'], p, 0, 0, 0);
    return true;
  }
  return false;
}
/** One-for-one exchanges of one player until it has enough. */
function runWindow(s: Position): void {
  const seat = s.frames[s.top() + 2]!;
  for (let r = 0; r < 4; r++)
    if (givable(s, seat, r)) {
      const knight = knightAtTrader(s, seat);
      ask(s, P.ONEFORONE, seat, knight, traderTile(s));
      return;
    }
  closeWindow(s);
}
/** Nothing more is exchanged. */
function closeWindow(s: Position): void {
  clearExchanges(s);
  s.pop();
}

function bless(s: Position, option: number): void {
  s.taxDoubles = true;
  for (let p = 0; p < 4; p++) {
    const n = knightCount(s, p);
    if (n === 0) continue;
    if (option === 0) {
      if (n === 1 && spareKnight(s, p) >= 0) placeKnight(s, spareKnight(s, p), HOME_TILE[p]!);
      else if (n > 1) gain(s, p, 3, 2 * n);
    } else if (n === 1) gainMight(s, p, 1);
    else gainFame(s, p, 1);
  }
}

function boatAsked(s: Position): string {
  const zone = s.cardBoat >= 0 ? s.boatZone[s.cardBoat]! : S.ABSENT;
  return `the boat${zone === S.ABSENT ? '' : ` in ${zoneNames[zone]}`}`;
}

/** What becomes of a boat beside sea monsters: it flees to a zone, or is given up. */
const SEAREPLY: DoomspirePrompt = {
  ask: (s) => `sea monsters: what becomes of ${boatAsked(s)}?`,
  uses: ['ZONE', 'DONE'],
  words: {
    ZONE: (s, args: W.ZoneChosen) => `flee to ${A.zoneOf(s, args)} for 1 fame`,
    ...W.done('give the boat up for 2 fame'),
  },
  needs: [['card.boat', 'must be a boat on the board', (s) => s.cardBoat >= 0 && s.boatZone[s.cardBoat] !== S.ABSENT]],
  legal(s, seat, list) {
    list[0] = A.DONE;
    if (s.fame[seat]! < 1) return 1;
    const zone = s.boatZone[s.cardBoat]!;
    list[1] = zoneAction(seat, zone + 1);
    list[2] = zoneAction(seat, zone + 3);
    return 3;
  },
  answer(s, seat, action) {
    if (action === A.DONE) {
      s.boatZone[s.cardBoat] = S.ABSENT;
      gainFame(s, seat, 2);
    } else {
      loseFame(s, seat, 1);
      s.boatZone[s.cardBoat] = chosenZone(seat, action);
    }
    s.cardBoat = -1;
  },
};

/** A knight goes to the trader, or the seat pays 1 gold. */
const MARKETDAY: DoomspirePrompt = {
  ask: () => 'market day: send a knight to the trader or pay 1 gold?',
  uses: ['UNIT', 'YESNO'],
  words: {
    ...W.knights((own) => `send ${own} to the trader`),
    ...W.yesNo(
      () => 'pay 1 gold, stay where you are',
      () => 'no',
    ),
  },
  legal(s, seat, list) {
    let n = 0;
    for (let i = 0; i < 3; i++) if (s.knightTile[seat * 3 + i] !== S.ABSENT) list[n++] = A.UNIT + i;
    if (s.resources[seat * 4 + 3]! > 0) list[n++] = A.YES;
    return n;
  },
  answer(s, seat, action) {
    decision(61);
    if (action === A.YES) lose(s, seat, 3, 1);
    else {
      decision(62);
      placeKnight(s, seat * 3 + action - A.UNIT, traderTile(s));
    }
  },
};

const ONEFORONE: DoomspirePrompt = {
  ask: () => 'market day: exchange one for one?',
  uses: ['RES', 'DONE'],
  words: { ...W.resources('exchange'), ...W.done('exchange no more') },
  legal(s, seat, list) {
    let n = 0;
    for (let r = 0; r < 4; r++) if (givable(s, seat, r)) list[n++] = A.RES + r;
    list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (action === A.DONE) closeWindow(s);
    else giveOne(s, action - A.RES, seat, s.focusKnight, s.focusTile);
  },
};

/** Market day: seat a may exchange one for one. */
const exchangeWindow: DoomspireProcedure = {
  run: runWindow,
  steps: { exchange: 0 },
  arguments: 's',
  asks: { GET: { at: 0, when: (s) => s.card >= 0 && s.rewardOwed === 0 }, ONEFORONE: { at: 0 } },
  stack: (s) => [...cardInHand(s), ['exchange window', s.actor]],
};

export const eventPrompts = { SEAREPLY, MARKETDAY, ONEFORONE };
export const eventProcedures = { 'exchange window': exchangeWindow };
