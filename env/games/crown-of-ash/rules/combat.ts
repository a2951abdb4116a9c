/** Battles: who is in them, what they are worth, who wins, what the cards pay. */
import { DIE, FIGHTERS } from '../data.js';
import * as S from '../state.js';
import { AT, type Chance, COMMITTED, IN_GRAVE, KING, NONE, type Position } from '../state.js';
import * as L from './landmarks.js';
import { countAt, isAi, move, moveAll, shuffle, strength } from './pieces.js';

/** Begins a battle for a site; the minion and the fighters of the AI are the caller's. @param flank -1 in a region */
export function declare(s: Position, seat: number, site: number, flank: number): void {
  s.site = site;
  s.flank = flank;
  s.attacker = seat;
  s.defender = site === S.CITADEL ? s.holder : s.owner[site]!;
  if (site === S.CITADEL) s.flanks[flank]!++;
  else s.combat[site]!++;
  if (!isAi(s, seat)) {
    s.queue(S.TASK_SELECT, seat, 0);
    s.queue(S.TASK_CARD_A, seat, 0);
  }
  const defender = s.defender;
  if (defender !== KING && !isAi(s, defender)) s.queue(S.TASK_CARD_D, defender, 0);
  s.queue(S.TASK_RESOLVE, seat, 0);
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
  return value >= 0 ? value : 1 + chance.draw(S.S_DIE + seat, DIE);
}

/** Reveals cards and fighters, moves the fighters, queues what the cards pay. */
export function resolve(s: Position, chance: Chance): void {
  const attacker = s.attacker;
  const defender = s.defender;
  const site = s.site;
  const king = defender === KING;
  const cardA = cardOf(s, attacker, s.cardA);
  const cardD = king ? -1 : cardOf(s, defender, s.cardD);
  const flank = site === S.CITADEL ? s.tables.flank[s.flank]! : 0;
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
    if (site === S.CITADEL) {
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
    if (wild > 0) s.queue(S.TASK_WILD, seat, wild);
  }
}

/** @param card the loser's; -1 for the King */
function casualty(s: Position, card: number, winner: number, site: number): void {
  if (card < 0 || s.tables.reward[20 + card * 4 + 3] === 0) return;
  if (winner === KING) L.reached(L.L_DECISION_8);
  else if (countAt(s, AT + site) > 0) {
    if (isAi(s, winner)) giveUpWeakest(s, winner, site);
    else s.queue(S.TASK_CASUALTY, winner, site);
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
  shuffle(s.combatDeck, 0, 5, S.S_AI_COMBAT, chance);
}
