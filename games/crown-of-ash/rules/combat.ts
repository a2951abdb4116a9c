/** Battles: who is in them, what they are worth, who wins, what the cards pay. */

import { shuffleBy } from '../../../env/chance.js';
import { NOBODY } from '../../../env/kit/prompts.js';
import * as A from '../actions.js';
import { CARDS, CITADEL_FIGHTERS, DIE, FIGHTERS, REGION_FIGHTERS } from '../data.js';
import { fighterName, siteName } from '../names.js';
import {
  AT,
  type Chance,
  CITADEL,
  COMMITTED,
  IN_GRAVE,
  IN_HAND,
  KING,
  NONE,
  P,
  type Position,
  STREAM,
  TASK,
} from '../state.js';
import type { CrownPrompt, CrownTask } from './definitions.js';
import * as L from './landmarks.js';
import { countAt, isAi, move, moveAll, strength } from './pieces.js';

/** Most fighters of an attack on a site, and most that hold it. */
export const mostFighters = (site: number): number => (site === CITADEL ? CITADEL_FIGHTERS : REGION_FIGHTERS);

/** Begins a battle for a site; the minion and the fighters of the AI are the caller's. @param flank -1 in a region */
export function declare(s: Position, seat: number, site: number, flank: number): void {
  s.site = site;
  s.flank = flank;
  s.attacker = seat;
  s.defender = site === CITADEL ? s.holder : s.owner[site]!;
  if (site === CITADEL) s.flanks[flank]!++;
  else s.combat[site]!++;
  if (!isAi(s, seat)) {
    s.queue(TASK.select, seat, 0);
    s.queue(TASK['attacker card'], seat, 0);
  }
  const defender = s.defender;
  if (defender !== KING && !isAi(s, defender)) s.queue(TASK['defender card'], defender, 0);
  s.queue(TASK.resolve, seat, 0);
}

/** The card a side has laid; the AI turns over the top of its deck. */
function cardOf(s: Position, seat: number, laid: number): number {
  if (!isAi(s, seat)) return laid;
  const at = --s.combatLeft;
  const card = s.combatDeck[at]!;
  s.combatDeck[at] = 0;
  s.cards[seat]! &= ~(1 << card);
  return card;
}

function cardValue(s: Position, seat: number, card: number, chance: Chance): number {
  const value = s.tables.cardValue[card]!;
  return value >= 0 ? value : 1 + chance.draw(STREAM['die 0'] + seat, DIE);
}

/** Reveals cards and fighters, moves the fighters, queues what the cards pay. */
function resolve(s: Position, chance: Chance): void {
  const attacker = s.attacker;
  const defender = s.defender;
  const site = s.site;
  const king = defender === KING;
  const cardA = cardOf(s, attacker, s.cardA);
  const cardD = king ? -1 : cardOf(s, defender, s.cardD);
  const flank = site === CITADEL ? s.tables.flank[s.flank]! : 0;
  const a = strength(s, COMMITTED) + cardValue(s, attacker, cardA, chance) + flank;
  const d = king ? s.tables.numbers.kingAttack : strength(s, AT + site) + cardValue(s, defender, cardD, chance);
  const wins = a > d;
  if (a === d) L.reached(L.L_TIE);
  s.totalA = a;
  s.totalD = d;
  s.toldAttacker = attacker;
  s.toldDefender = defender;
  s.toldSite = site;
  s.toldCardA = cardA;
  s.toldCardD = king ? NONE : cardD;
  if (wins) {
    if (king) L.reached(L.L_KING_FALLS);
    else if (moveAll(s, AT + site, IN_GRAVE + defender) === 0) L.reached(L.L_UNDEFENDED);
    moveAll(s, COMMITTED, AT + site);
    if (site === CITADEL) {
      if (!king) L.reached(L.L_CITADEL_TAKEN);
      s.holder = attacker;
    } else s.owner[site] = attacker;
  } else {
    if (king) L.reached(L.L_KING_STANDS);
    moveAll(s, COMMITTED, IN_GRAVE + attacker);
  }
  pay(s, attacker, cardA, wins);
  if (!king) pay(s, defender, cardD, !wins);
  casualty(s, wins ? cardD : cardA, wins ? attacker : defender, site);
  put(s, attacker, cardA, chance);
  if (!king) put(s, defender, cardD, chance);
  s.site = s.flank = s.attacker = s.defender = s.cardA = s.cardD = -1;
  s.sent = 0;
}

/** A side's own card pays by that side's result. */
function pay(s: Position, seat: number, card: number, won: boolean): void {
  const { reward } = s.tables;
  const at = (won ? 0 : 20) + card * 4;
  L.reached((won ? L.L_CARD_WON : L.L_CARD_LOST) + card);
  const wild = reward[at + 1]!;
  s.vp[seat]! += reward[at + 2]!;
  if (isAi(s, seat)) s.vp[seat]! += reward[at]! + wild;
  else {
    s.gold[seat]! += reward[at]!;
    if (wild > 0) s.queue(TASK.wild, seat, wild);
  }
}

/** @param card the loser's; -1 for the King */
function casualty(s: Position, card: number, winner: number, site: number): void {
  if (card < 0 || s.tables.reward[20 + card * 4 + 3] === 0) return;
  if (winner === KING) L.reached(L.L_DECISION_8);
  else if (countAt(s, AT + site) > 0) {
    if (isAi(s, winner)) giveUpWeakest(s, winner, site);
    else s.queue(TASK.casualty, winner, site);
  }
}

/** The AI gives up its fighter of lowest attack, among equals the lowest id. */
function giveUpWeakest(s: Position, seat: number, site: number): void {
  let weakest = -1;
  for (let f = 0; f < FIGHTERS; f++)
    if (s.loc[f] === AT + site && (weakest < 0 || s.tables.attack[f]! < s.tables.attack[weakest]!)) weakest = f;
  move(s, weakest, IN_GRAVE + seat);
  L.reached(L.L_DECISION_12);
}

/** A used card goes face up on its owner's discard; who has used all five has them all again at once. */
function put(s: Position, seat: number, card: number, chance: Chance): void {
  s.discard[seat]! |= 1 << card;
  s.top[seat] = card;
  if (s.discard[seat] !== 31) return;
  L.reached(L.L_ALL_CARDS);
  takeCards(s, seat);
  if (isAi(s, seat)) shuffleCombatDeck(s, chance);
}

/** All discarded combat cards come back. */
export function takeCards(s: Position, seat: number): void {
  s.cards[seat] = 31;
  s.discard[seat] = 0;
  s.top[seat] = NONE;
}

/** The AI's five combat cards, shuffled. */
export function shuffleCombatDeck(s: Position, chance: Chance): void {
  for (let i = 0; i < 5; i++) s.combatDeck[i] = i;
  s.combatLeft = 5;
  shuffleBy(chance, STREAM['ai combat deck'], s.combatDeck, 0, 5);
}

/** Asked until no more may or shall be sent; only higher ids may follow. */
const ATTACK_SELECT: CrownPrompt = {
  ask: () => 'which fighters attack?',
  uses: ['FIGHTER', 'DONE'],
  words: { FIGHTER: (s, { fighter }) => `send ${fighterName(s, fighter)}`, DONE: () => 'send no more' },
  legal(s, seat, list) {
    let n = 0;
    for (let f = s.last + 1; f < FIGHTERS; f++) if (s.loc[f] === IN_HAND + seat) list[n++] = A.FIGHTER + f;
    if (s.sent > 0) list[n++] = A.DONE;
    return n;
  },
  answer(s, _seat, action) {
    if (action !== A.DONE) {
      s.last = action - A.FIGHTER;
      move(s, s.last, COMMITTED);
      if (++s.sent < mostFighters(s.site)) return;
    }
    s.last = -1;
    s.finish();
  },
};

function handCards(s: Position, seat: number, list: Uint8Array | Uint16Array): number {
  let n = 0;
  for (let card = 0; card < CARDS; card++) if ((s.cards[seat]! >> card) & 1) list[n++] = A.CARD + card;
  return n;
}

/** A card is laid face down. @returns the card */
function lay(s: Position, seat: number, action: number): number {
  s.cards[seat]! &= ~(1 << (action - A.CARD));
  s.finish();
  return action - A.CARD;
}

const CARD_ATT: CrownPrompt = {
  ask: () => 'which card attacks?',
  uses: ['CARD'],
  legal: handCards,
  answer(s, seat, action) {
    s.cardA = lay(s, seat, action);
  },
};

const CARD_DEF: CrownPrompt = {
  ask: () => 'which card defends?',
  uses: ['CARD'],
  legal: handCards,
  answer(s, seat, action) {
    s.cardD = lay(s, seat, action);
  },
};

const CASUALTY: CrownPrompt = {
  ask: (s) => `which fighter in ${siteName(s, s.tasks[2]!)} is lost?`,
  uses: ['FIGHTER'],
  words: { FIGHTER: (s, { fighter }) => `give up ${fighterName(s, fighter)}` },
  legal(s, _seat, list) {
    let n = 0;
    for (let f = 0; f < FIGHTERS; f++) if (s.loc[f] === AT + s.tasks[2]!) list[n++] = A.FIGHTER + f;
    return n;
  },
  answer(s, seat, action) {
    move(s, action - A.FIGHTER, IN_GRAVE + seat);
    L.reached(L.L_CASUALTY);
    if (countAt(s, AT + s.tasks[2]!) === 0) L.reached(L.L_EMPTIED);
    s.finish();
  },
};

export const combatPrompts = { ATTACK_SELECT, CARD_ATT, CARD_DEF, CASUALTY };

export const combatTasks = {
  select: { asks: P.ATTACK_SELECT },
  'attacker card': { asks: P.CARD_ATT },
  'defender card': { asks: P.CARD_DEF },
  resolve: {
    asks: NOBODY,
    step(s, _seat, _argument, chance) {
      resolve(s, chance);
      return true;
    },
  },
  casualty: {
    asks: P.CASUALTY,
    waits: (s, who, site) => `${who} gives up a fighter in ${siteName(s, site)}`,
  },
} satisfies Record<string, CrownTask>;
