/**
 * The heart of the game: plays one answer, then runs procedures until somebody must choose between at least two
 * actions. A decision with one legal action is answered here, unless the options ask for it.
 */

import * as A from '../actions.js';
import { DECK_MONSTERS, ENCOUNTER_FIRST, ENCOUNTER_MONK, TREASURE_SHIELD } from '../data.js';
import { TO_ABSOLUTE } from '../geometry.js';
import * as S from '../state.js';
import { type Chance, OP, P, type Position } from '../state.js';
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
  if (s.phase === 1 || s.phase === 2) {
    while (s.turnsBegun < 4) {
      const seat = (s.firstPlayer + s.turnsBegun) & 3;
      s.turnsBegun++;
      if (s.concededOrder[seat] !== 0) continue;
      if (s.phase === 1) startTurn(s, seat);
      else startHarvestTurn(s, seat);
      return;
    }
    s.turnsBegun = 0;
    if (s.phase === 1) {
      s.phase = 2;
      startHarvest(s);
      return;
    }
    endRound(s);
    if (s.round >= s.options.roundCap) {
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
  s.round++;
  s.phase = 0;
  s.turnsBegun = 0;
  // Edition airef: the token moves after a round, so the first player of the first round is the one drawn.
  if (!s.tables.airef || s.round > 1) s.firstPlayer = (s.firstPlayer + 1) & 3;
  else decision(88);
  startRoll(s);
}

/** Procedure of the card in hand, by what kind of card it is. */
function runCard(s: Position, chance: Chance): void {
  const card = s.card;
  if (card < DECK_MONSTERS) meetMonster(s, card);
  else if (card < TREASURE_SHIELD) runEvent(s, card, chance);
  else if (card < ENCOUNTER_FIRST) runTreasure(s, card, chance);
  else runEncounter(s, card);
}
/** What goes on with a procedure on the stack, by its OP_ number. */
const procedures: ((s: Position, chance: Chance) => void)[] = [];
procedures[OP.turn] = runTurn;
procedures[OP.walk] = runWalk;
procedures[OP.arrive] = runArrive;
procedures[OP.fight] = runFight;
procedures[OP.retreat] = runRetreat;
procedures[OP.lose] = runLose;
procedures[OP.overflow] = runOverflow;
procedures[OP.card] = runCard;
procedures[OP.doomspire] = runSpire;
procedures[OP.harvest] = runHarvest;
procedures[OP.titles] = runTitles;
procedures[OP.roll] = runRoll;
procedures[OP.beggar] = runBeggar;
procedures[OP['exchange window']] = runWindow;

/** Runs the procedure on top of the stack, or what comes between turns. */
function run(s: Position, chance: Chance): void {
  if (s.depth === 0) nextTurn(s, chance);
  else procedures[s.frames[s.top()]!]!(s, chance);
}

/** Runs on until somebody has a choice, or the game is over. */
export function advance(s: Position, chance: Chance): void {
  const askForced = s.options.askForced;
  for (;;) {
    while (s.prompt < 0) {
      if (s.over) {
        s.legalActions.fill(0);
        s.count = 0;
        return;
      }
      run(s, chance);
    }
    const count = listActions(s);
    if (count > 1 || (askForced && count === 1)) return;
    if (count === 0) throw new Error(`doomspire: no legal action at ${S.promptNames[s.prompt]}`);
    answer(s, s.legalActions[0]!, chance);
  }
}

/** Plays an answer to the pending prompt; the caller runs on. */
export function answer(s: Position, action: number, chance: Chance): void {
  const prompt = s.prompt;
  const seat = s.actor;
  const knight = s.focusKnight;
  const tile = s.focusTile;
  s.prompt = -1;
  s.actor = -1;
  s.focusKnight = -1;
  s.focusTile = -1;
  switch (prompt) {
    case P.ROLL:
      s.extraDice[seat] = action - A.DICE;
      return;
    case P.MENU:
      answerMenu(s, action, seat);
      return;
    case P.UNIT:
      if (action >= A.BOW) answerBow(s, action - A.BOW);
      else answerUnit(s, action - A.UNIT);
      return;
    case P.DEST:
      answerDest(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case P.BOWTARGET:
      answerTarget(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case P.BOATZONE:
      answerZone(s, (action - A.ZONE + seat) & 3);
      return;
    case P.PASSENGER:
      answerPassenger(s, action === A.DONE ? -1 : action - A.UNIT);
      return;
    case P.BOATDROP:
      answerDrop(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case P.BLOCK:
      answerBlock(s, action === A.YES, knight, tile);
      return;
    case P.FIGHT:
      if (action !== A.FIGHT) answerFlee(s, chance);
      return;
    case P.FLEETILE:
      answerRetreat(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      return;
    case P.SUPPORT:
      answerSupport(s, action === A.YES ? 0 : -1, seat);
      return;
    case P.SIDE:
      answerSupport(s, action === A.DONE ? -1 : action - A.SIDE, seat);
      return;
    case P.BONUS:
      answerBonus(s, action === A.DONE ? -1 : action - A.BONUS);
      return;
    case P.SACRIFICE:
      answerSacrifice(s, action - A.FOLLOWER);
      return;
    case P.LOSE:
      answerLose(s, action === A.DONE ? -1 : action - A.RES);
      return;
    case P.HANDOVER:
      if (action >= A.ITEM) answerHandOver(s, -1, action - A.ITEM);
      else answerHandOver(s, action - A.RES, -1);
      return;
    case P.LOOT:
      if (action === A.DONE) answerLoot(s, -1, -1);
      else if (action >= A.ITEM) answerLoot(s, -1, action - A.ITEM);
      else answerLoot(s, action - A.RES, -1);
      return;
    case P.OVERFLOW:
      answerOverflow(s, action - A.ITEM);
      return;
    case P.TILEACT:
      if (action === A.DONE) leaveTile(s);
      else if (action >= A.TILEACT) answerAct(s, action - A.TILEACT, knight, tile, chance);
      else if (action >= A.ITEM) buyItem(s, action - A.ITEM, knight);
      else if (action >= A.PAIR) answerPair(s, action - A.PAIR, knight, tile);
      else {
        s.acted[knight] = 1;
        answerGive(s, action - A.RES, seat, knight, tile);
      }
      return;
    case P.GET:
      if (s.exchange >= 0) answerGet(s, action - A.RES, seat);
      else answerReward(s, action - A.RES, seat);
      return;
    case P.STACK:
      answerStack(s, action - A.STACK, seat);
      return;
    case P.CARDOPT:
      s.cardOption = action >= A.OPT ? action - A.OPT : action - A.YES;
      return;
    case P.CARDPLAYER:
      if (s.card >= 0) s.cardPlayer = (action - A.PLAYER + seat) & 3;
      else giveTitle(s, (action - A.PLAYER + seat) & 3, s.frames[s.top() + 2]!);
      return;
    case P.CARDRES:
      answerCardResource(s, action - A.RES);
      return;
    case P.CARDKNIGHT: {
      const other = action === A.DONE ? -1 : (action - A.KNIGHT + seat * 3) % 12;
      if (s.card >= 0) answerSwap(s, other);
      else answerBeggar(s, other);
      return;
    }
    case P.CARDTILE: {
      const to = action === A.DONE ? -1 : TO_ABSOLUTE[seat * 64 + action - A.TILE]!;
      if (s.card === ENCOUNTER_MONK) answerMonk(s, to);
      else answerRaid(s, to);
      return;
    }
    case P.CARDZONE:
      s.cardOption = (action - A.ZONE + seat) & 3;
      return;
    case P.SEAREPLY:
      answerSea(s, action === A.DONE ? -1 : (action - A.ZONE + seat) & 3);
      return;
    case P.MARKETDAY:
      answerMarketDay(s, seat, action === A.YES ? -1 : seat * 3 + action - A.UNIT);
      return;
    case P.ONEFORONE:
      if (action === A.DONE) closeWindow(s);
      else answerGive(s, action - A.RES, seat, knight, tile);
      return;
    case P.ROOM:
      answerRoom(s, action === A.DONE ? -1 : action - A.FOLLOWER);
      return;
    case P.HARVEST:
      if (action < A.DIE) answerHarvest(s, TO_ABSOLUTE[seat * 64 + action - A.TILE]!);
      else if (action === A.DONE) answerHarvestDone(s);
      else if (action >= A.BUILD) answerBuild(s, action - A.BUILD);
      else answerHarvestDie(s, action - A.DIE + 1);
      return;
    case P.USE:
      if (action === A.DONE) answerUseDone(s);
      else if (action >= A.USE) answerUse(s, action - A.USE);
      else answerSell(s, action - A.PAIR);
      return;
    case P.BUILD:
      if (action !== A.DONE) answerBuild(s, action - A.BUILD);
      return;
    case P.ITEMPICK:
      answerItemPick(s, action - A.ITEM);
      return;
    case P.DISMISS:
      removeFollower(s, action - A.FOLLOWER);
      return;
    case P.OFFER:
      if (action === A.DONE) answerOffer(s, -1);
      else if (action >= A.PLAYER) answerPartner(s, (action - A.PLAYER + seat) & 3);
      else answerOffer(s, action - A.RES);
      return;
    case P.ANSWER:
      answerAnswer(s, action === A.YES);
      return;
    case P.DECK:
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
