/**
 * The heart of the game: plays one answer, then runs procedures until somebody must choose between at least two
 * actions. A decision with one legal action is answered here, unless the options ask for it.
 */

import * as A from '../actions.js';
import { DECK_MONSTERS, ENCOUNTER_FIRST, ENCOUNTER_MONK, TREASURE_SHIELD } from '../data.js';
import { TO_ABSOLUTE } from '../geometry.js';
import type { Chance, Position } from '../state.js';
import * as S from '../state.js';
import { answerAct, leaveTile, runArrive } from './arrival.js';
import { answerDeck, meetMonster } from './cards.js';
import {
  answerBonus,
  answerFlee,
  answerHandOver,
  answerLoot,
  answerSacrifice,
  answerSupport,
  runFight,
} from './combat.js';
import { answerMonk, answerRoom, runEncounter } from './encounters.js';
import { concede, giveTitle, runTitles, truncate } from './ending.js';
import {
  answerCardResource,
  answerMarketDay,
  answerRaid,
  answerSea,
  closeWindow,
  runEvent,
  runWindow,
} from './events.js';
import { answerLose, answerRetreat, runLose, runRetreat } from './flight.js';
import {
  answerBuild,
  answerHarvest,
  answerHarvestDie,
  answerHarvestDone,
  answerSell,
  answerUse,
  answerUseDone,
  runHarvest,
  startHarvest,
  startHarvestTurn,
} from './harvest.js';
import { answerOverflow, removeFollower, runOverflow } from './items.js';
import { decision } from './landmarks.js';
import { listActions } from './masks.js';
import { answerBeggar, answerBlock, runBeggar, runWalk } from './movement.js';
import { runRoll, startRoll } from './roll.js';
import { answerReward, answerStack, runSpire } from './spire.js';
import { answerGet, answerGive, answerPair, buyItem } from './trader.js';
import { answerAnswer, answerOffer, answerPartner, startOffer } from './trading.js';
import { answerSwap, runTreasure } from './treasures.js';
import {
  answerBeggarPaid,
  answerBow,
  answerDest,
  answerDie,
  answerDismiss,
  answerDrop,
  answerItemOperation,
  answerItemPick,
  answerPassenger,
  answerTarget,
  answerUnit,
  answerZone,
  endTurn,
  runTurn,
  startTurn,
} from './turn.js';

/** Between turns: the next seat, the next phase, the next round. */
function nextTurn(s: Position, chance: Chance): void {
  const g = s.g;
  if (g[S.PHASE] === 1 || g[S.PHASE] === 2) {
    while (g[S.TURN]! < 4) {
      const seat = (g[S.TOKEN]! + g[S.TURN]!) & 3;
      g[S.TURN]!++;
      if (s.concededOrder[seat] !== 0) continue;
      if (g[S.PHASE] === 1) startTurn(s, seat);
      else startHarvestTurn(s, seat);
      return;
    }
    g[S.TURN] = 0;
    if (g[S.PHASE] === 1) {
      g[S.PHASE] = 2;
      startHarvest(s);
      return;
    }
    endRound(s);
    if (g[S.ROUND]! >= s.options.roundCap) {
      truncate(s, chance);
      return;
    }
  }
  startRound(s);
}
function endRound(s: Position): void {
  decision(7);
  s.dice.fill(0);
  s.rolled.fill(0);
  s.extraDice.fill(0);
  s.acted.fill(0);
  s.halted.fill(0);
  s.itemTouched.fill(0);
  s.harvestBy.fill(0);
}
/** The token moves on, then dice are chosen. */
function startRound(s: Position): void {
  const g = s.g;
  g[S.ROUND]!++;
  g[S.PHASE] = 0;
  g[S.TURN] = 0;
  // Edition airef: the token moves after a round, so the first player of the first round is the one drawn.
  if (!s.tables.airef || g[S.ROUND]! > 1) g[S.TOKEN] = (g[S.TOKEN]! + 1) & 3;
  else decision(88);
  startRoll(s);
}

/** Procedure of the card in hand, by what kind of card it is. */
function runCard(s: Position, chance: Chance): void {
  const card = s.g[S.CARD]!;
  if (card < DECK_MONSTERS) meetMonster(s, card);
  else if (card < TREASURE_SHIELD) runEvent(s, card, chance);
  else if (card < ENCOUNTER_FIRST) runTreasure(s, card, chance);
  else runEncounter(s, card);
}
/** What goes on with a procedure on the stack, by its OP_ number. */
const procedures: ((s: Position, chance: Chance) => void)[] = [];
procedures[S.OP_TURN] = runTurn;
procedures[S.OP_WALK] = runWalk;
procedures[S.OP_ARRIVE] = runArrive;
procedures[S.OP_FIGHT] = runFight;
procedures[S.OP_RETREAT] = runRetreat;
procedures[S.OP_LOSE] = runLose;
procedures[S.OP_OVERFLOW] = runOverflow;
procedures[S.OP_CARD] = runCard;
procedures[S.OP_SPIRE] = runSpire;
procedures[S.OP_HARVEST] = runHarvest;
procedures[S.OP_TITLES] = runTitles;
procedures[S.OP_ROLL] = runRoll;
procedures[S.OP_BEGGAR] = runBeggar;
procedures[S.OP_WINDOW] = runWindow;

/** Runs the procedure on top of the stack, or what comes between turns. */
function run(s: Position, chance: Chance): void {
  if (s.g[S.DEPTH] === 0) nextTurn(s, chance);
  else procedures[s.frames[s.top()]!]!(s, chance);
}

/** Runs on until somebody has a choice, or the game is over. */
export function advance(s: Position, chance: Chance): void {
  const g = s.g;
  const askForced = s.options.askForced;
  for (;;) {
    while (g[S.PROMPT]! < 0) {
      if (g[S.OVER] === 1) {
        s.legalActions.fill(0);
        g[S.COUNT] = 0;
        return;
      }
      run(s, chance);
    }
    const count = listActions(s);
    if (count > 1 || (askForced && count === 1)) return;
    if (count === 0) throw new Error(`doomspire: no legal action at ${S.promptNames[g[S.PROMPT]!]}`);
    answer(s, s.legalActions[0]!, chance);
  }
}

/** Plays an answer to the pending prompt; the caller runs on. */
export function answer(s: Position, action: number, chance: Chance): void {
  const g = s.g;
  const prompt = g[S.PROMPT];
  const seat = g[S.ACTOR]!;
  const knight = g[S.FOCUS_KNIGHT]!;
  const tile = g[S.FOCUS_TILE]!;
  g[S.PROMPT] = -1;
  g[S.ACTOR] = -1;
  g[S.FOCUS_KNIGHT] = -1;
  g[S.FOCUS_TILE] = -1;
  switch (prompt) {
    case S.P_ROLL:
      s.extraDice[seat] = action - A.DICE;
      return;
    case S.P_MENU:
      answerMenu(s, action, seat);
      return;
    case S.P_UNIT:
      if (action >= A.BOW) answerBow(s, action - A.BOW);
      else answerUnit(s, action - A.UNIT);
      return;
    case S.P_DEST:
      answerDest(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case S.P_BOWTARGET:
      answerTarget(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case S.P_BOATZONE:
      answerZone(s, (action - A.ZONE + seat) & 3);
      return;
    case S.P_PASSENGER:
      answerPassenger(s, action === A.DONE ? -1 : action - A.UNIT);
      return;
    case S.P_BOATDROP:
      answerDrop(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case S.P_BLOCK:
      answerBlock(s, action === A.YES, knight, tile);
      return;
    case S.P_FIGHT:
      if (action !== A.FIGHT) answerFlee(s, chance);
      return;
    case S.P_FLEETILE:
      answerRetreat(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case S.P_SUPPORT:
      answerSupport(s, action === A.YES ? 0 : -1, seat);
      return;
    case S.P_SIDE:
      answerSupport(s, action === A.DONE ? -1 : action - A.SIDE, seat);
      return;
    case S.P_BONUS:
      answerBonus(s, action === A.DONE ? -1 : action - A.BONUS);
      return;
    case S.P_SACRIFICE:
      answerSacrifice(s, action - A.FOLLOWER);
      return;
    case S.P_LOSE:
      answerLose(s, action === A.DONE ? -1 : action - A.RES);
      return;
    case S.P_HANDOVER:
      if (action >= A.ITEM) answerHandOver(s, -1, action - A.ITEM);
      else answerHandOver(s, action - A.RES, -1);
      return;
    case S.P_LOOT:
      if (action === A.DONE) answerLoot(s, -1, -1);
      else if (action >= A.ITEM) answerLoot(s, -1, action - A.ITEM);
      else answerLoot(s, action - A.RES, -1);
      return;
    case S.P_OVERFLOW:
      answerOverflow(s, action - A.ITEM);
      return;
    case S.P_TILEACT:
      if (action === A.DONE) leaveTile(s);
      else if (action >= A.TILEACT) answerAct(s, action - A.TILEACT, knight, tile, chance);
      else if (action >= A.ITEM) buyItem(s, action - A.ITEM, knight);
      else if (action >= A.PAIR) answerPair(s, action - A.PAIR, knight, tile);
      else {
        s.acted[knight] = 1;
        answerGive(s, action - A.RES, seat, knight, tile);
      }
      return;
    case S.P_GET:
      if (g[S.EXCHANGE]! >= 0) answerGet(s, action - A.RES, seat);
      else answerReward(s, action - A.RES, seat);
      return;
    case S.P_STACK:
      answerStack(s, action - A.STACK, seat);
      return;
    case S.P_CARDOPT:
      g[S.CARD_OPTION] = action >= A.OPT ? action - A.OPT : action - A.YES;
      return;
    case S.P_CARDPLAYER:
      if (g[S.CARD]! >= 0) g[S.CARD_PLAYER] = (action - A.PLAYER + seat) & 3;
      else giveTitle(s, (action - A.PLAYER + seat) & 3, s.frames[s.top() + 2]!);
      return;
    case S.P_CARDRES:
      answerCardResource(s, action - A.RES);
      return;
    case S.P_CARDKNIGHT: {
      const other = action === A.DONE ? -1 : (action - A.KNIGHT + seat * 3) % 12;
      if (g[S.CARD]! >= 0) answerSwap(s, other);
      else answerBeggar(s, other);
      return;
    }
    case S.P_CARDTILE: {
      const to = action === A.DONE ? -1 : TO_ABSOLUTE[seat * 64 + action - A.TILE]!;
      if (g[S.CARD] === ENCOUNTER_MONK) answerMonk(s, to);
      else answerRaid(s, to);
      return;
    }
    case S.P_CARDZONE:
      g[S.CARD_OPTION] = (action - A.ZONE + seat) & 3;
      return;
    case S.P_SEAREPLY:
      answerSea(s, action === A.DONE ? -1 : (action - A.ZONE + seat) & 3);
      return;
    case S.P_MARKETDAY:
      answerMarketDay(s, seat, action === A.YES ? -1 : seat * 3 + action - A.UNIT);
      return;
    case S.P_ONEFORONE:
      if (action === A.DONE) closeWindow(s);
      else answerGive(s, action - A.RES, seat, knight, tile);
      return;
    case S.P_ROOM:
      answerRoom(s, action === A.DONE ? -1 : action - A.FOLLOWER);
      return;
    case S.P_HARVEST:
      if (action < A.DIE) answerHarvest(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      else if (action === A.DONE) answerHarvestDone(s);
      else if (action >= A.BUILD) answerBuild(s, action - A.BUILD);
      else answerHarvestDie(s, action - A.DIE + 1);
      return;
    case S.P_USE:
      if (action === A.DONE) answerUseDone(s);
      else if (action >= A.USE) answerUse(s, action - A.USE);
      else answerSell(s, action - A.PAIR);
      return;
    case S.P_BUILD:
      if (action !== A.DONE) answerBuild(s, action - A.BUILD);
      return;
    case S.P_ITEMPICK:
      answerItemPick(s, action - A.ITEM);
      return;
    case S.P_DISMISS:
      removeFollower(s, action - A.FOLLOWER);
      return;
    case S.P_OFFER:
      if (action === A.DONE) answerOffer(s, -1);
      else if (action >= A.PLAYER) answerPartner(s, (action - A.PLAYER + seat) & 3);
      else answerOffer(s, action - A.RES);
      return;
    case S.P_ANSWER:
      answerAnswer(s, action === A.YES);
      return;
    case S.P_DECK:
      answerDeck(s, action - A.DECK, knight, tile);
      return;
    default:
      throw new Error('doomspire: nothing is asked');
  }
}

function answerMenu(s: Position, action: number, seat: number): void {
  if (action === A.DONE) endTurn(s);
  else if (action < A.UNIT) answerDie(s, action - A.DIE + 1);
  else if (action < A.MENU) answerItemOperation(s, action - A.ITEMOP);
  else if (action === A.MENU) startOffer(s);
  else if (action === A.MENU + 1) answerBeggarPaid(s);
  else if (action === A.MENU + 2) answerDismiss(s);
  else {
    endTurn(s);
    concede(s, seat);
  }
}
