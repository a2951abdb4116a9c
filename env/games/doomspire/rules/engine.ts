/**
 * The heart of the game: plays one answer, then runs procedures until somebody must choose between at least two
 * actions. A decision with one legal action is answered here, unless the options ask for it.
 */

import {
  BONUS,
  BOW,
  BUILD,
  DECK,
  DICE,
  DIE,
  DONE,
  FIGHT,
  FOLLOWER,
  ITEM,
  ITEMOP,
  KNIGHT,
  MENU,
  OPT,
  PAIR,
  PLAYER,
  RES,
  SIDE,
  STACK,
  TILE,
  TILEACT,
  UNIT,
  USE,
  YES,
  ZONE,
} from '../actions.js';
import { DECK_MONSTERS, ENCOUNTER_FIRST, ENCOUNTER_MONK, TREASURE_SHIELD } from '../data.js';
import { TO_ABSOLUTE } from '../geometry.js';
import {
  ACTOR,
  CARD,
  CARD_OPTION,
  CARD_PLAYER,
  type Chance,
  COUNT,
  DEPTH,
  EXCHANGE,
  FOCUS_KNIGHT,
  FOCUS_TILE,
  OP_ARRIVE,
  OP_BEGGAR,
  OP_CARD,
  OP_FIGHT,
  OP_HARVEST,
  OP_LOSE,
  OP_OVERFLOW,
  OP_RETREAT,
  OP_ROLL,
  OP_SPIRE,
  OP_TITLES,
  OP_TURN,
  OP_WALK,
  OP_WINDOW,
  OVER,
  P_ANSWER,
  P_BLOCK,
  P_BOATDROP,
  P_BOATZONE,
  P_BONUS,
  P_BOWTARGET,
  P_BUILD,
  P_CARDKNIGHT,
  P_CARDOPT,
  P_CARDPLAYER,
  P_CARDRES,
  P_CARDTILE,
  P_CARDZONE,
  P_DECK,
  P_DEST,
  P_DISMISS,
  P_FIGHT,
  P_FLEETILE,
  P_GET,
  P_HANDOVER,
  P_HARVEST,
  P_ITEMPICK,
  P_LOOT,
  P_LOSE,
  P_MARKETDAY,
  P_MENU,
  P_OFFER,
  P_ONEFORONE,
  P_OVERFLOW,
  P_PASSENGER,
  P_ROLL,
  P_ROOM,
  P_SACRIFICE,
  P_SEAREPLY,
  P_SIDE,
  P_STACK,
  P_SUPPORT,
  P_TILEACT,
  P_UNIT,
  P_USE,
  PHASE,
  type Position,
  PROMPT,
  promptNames,
  ROUND,
  TOKEN,
  TURN,
} from '../state.js';
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
  if (g[PHASE] === 1 || g[PHASE] === 2) {
    while (g[TURN]! < 4) {
      const seat = (g[TOKEN]! + g[TURN]!) & 3;
      g[TURN]!++;
      if (s.concededOrder[seat] !== 0) continue;
      if (g[PHASE] === 1) startTurn(s, seat);
      else startHarvestTurn(s, seat);
      return;
    }
    g[TURN] = 0;
    if (g[PHASE] === 1) {
      g[PHASE] = 2;
      startHarvest(s);
      return;
    }
    endRound(s);
    if (g[ROUND]! >= s.options.roundCap) {
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
  g[ROUND]!++;
  g[PHASE] = 0;
  g[TURN] = 0;
  // Edition airef: the token moves after a round, so the first player of the first round is the one drawn.
  if (!s.tables.airef || g[ROUND]! > 1) g[TOKEN] = (g[TOKEN]! + 1) & 3;
  else decision(88);
  startRoll(s);
}

/** Procedure of the card in hand, by what kind of card it is. */
function runCard(s: Position, chance: Chance): void {
  const card = s.g[CARD]!;
  if (card < DECK_MONSTERS) meetMonster(s, card);
  else if (card < TREASURE_SHIELD) runEvent(s, card, chance);
  else if (card < ENCOUNTER_FIRST) runTreasure(s, card, chance);
  else runEncounter(s, card);
}
/** What goes on with a procedure on the stack, by its OP_ number. */
const procedures: ((s: Position, chance: Chance) => void)[] = [];
procedures[OP_TURN] = runTurn;
procedures[OP_WALK] = runWalk;
procedures[OP_ARRIVE] = runArrive;
procedures[OP_FIGHT] = runFight;
procedures[OP_RETREAT] = runRetreat;
procedures[OP_LOSE] = runLose;
procedures[OP_OVERFLOW] = runOverflow;
procedures[OP_CARD] = runCard;
procedures[OP_SPIRE] = runSpire;
procedures[OP_HARVEST] = runHarvest;
procedures[OP_TITLES] = runTitles;
procedures[OP_ROLL] = runRoll;
procedures[OP_BEGGAR] = runBeggar;
procedures[OP_WINDOW] = runWindow;

/** Runs the procedure on top of the stack, or what comes between turns. */
function run(s: Position, chance: Chance): void {
  if (s.g[DEPTH] === 0) nextTurn(s, chance);
  else procedures[s.frames[s.top()]!]!(s, chance);
}

/** Runs on until somebody has a choice, or the game is over. */
export function advance(s: Position, chance: Chance): void {
  const g = s.g;
  const askForced = s.options.askForced;
  for (;;) {
    while (g[PROMPT]! < 0) {
      if (g[OVER] === 1) {
        s.legalActions.fill(0);
        g[COUNT] = 0;
        return;
      }
      run(s, chance);
    }
    const count = listActions(s);
    if (count > 1 || (askForced && count === 1)) return;
    if (count === 0) throw new Error(`doomspire: no legal action at ${promptNames[g[PROMPT]!]}`);
    answer(s, s.legalActions[0]!, chance);
  }
}

/** Plays an answer to the pending prompt; the caller runs on. */
export function answer(s: Position, action: number, chance: Chance): void {
  const g = s.g;
  const prompt = g[PROMPT];
  const seat = g[ACTOR]!;
  const knight = g[FOCUS_KNIGHT]!;
  const tile = g[FOCUS_TILE]!;
  g[PROMPT] = -1;
  g[ACTOR] = -1;
  g[FOCUS_KNIGHT] = -1;
  g[FOCUS_TILE] = -1;
  switch (prompt) {
    case P_ROLL:
      s.extraDice[seat] = action - DICE;
      return;
    case P_MENU:
      answerMenu(s, action, seat);
      return;
    case P_UNIT:
      if (action >= BOW) answerBow(s, action - BOW);
      else answerUnit(s, action - UNIT);
      return;
    case P_DEST:
      answerDest(s, TO_ABSOLUTE[seat * 64 + action - TILE]!);
      return;
    case P_BOWTARGET:
      answerTarget(s, TO_ABSOLUTE[seat * 64 + action - TILE]!);
      return;
    case P_BOATZONE:
      answerZone(s, (action - ZONE + seat) & 3);
      return;
    case P_PASSENGER:
      answerPassenger(s, action === DONE ? -1 : action - UNIT);
      return;
    case P_BOATDROP:
      answerDrop(s, TO_ABSOLUTE[seat * 64 + action - TILE]!);
      return;
    case P_BLOCK:
      answerBlock(s, action === YES, knight, tile);
      return;
    case P_FIGHT:
      if (action !== FIGHT) answerFlee(s, chance);
      return;
    case P_FLEETILE:
      answerRetreat(s, TO_ABSOLUTE[seat * 64 + action - TILE]!);
      return;
    case P_SUPPORT:
      answerSupport(s, action === YES ? 0 : -1, seat);
      return;
    case P_SIDE:
      answerSupport(s, action === DONE ? -1 : action - SIDE, seat);
      return;
    case P_BONUS:
      answerBonus(s, action === DONE ? -1 : action - BONUS);
      return;
    case P_SACRIFICE:
      answerSacrifice(s, action - FOLLOWER);
      return;
    case P_LOSE:
      answerLose(s, action === DONE ? -1 : action - RES);
      return;
    case P_HANDOVER:
      if (action >= ITEM) answerHandOver(s, -1, action - ITEM);
      else answerHandOver(s, action - RES, -1);
      return;
    case P_LOOT:
      if (action === DONE) answerLoot(s, -1, -1);
      else if (action >= ITEM) answerLoot(s, -1, action - ITEM);
      else answerLoot(s, action - RES, -1);
      return;
    case P_OVERFLOW:
      answerOverflow(s, action - ITEM);
      return;
    case P_TILEACT:
      if (action === DONE) leaveTile(s);
      else if (action >= TILEACT) answerAct(s, action - TILEACT, knight, tile, chance);
      else if (action >= ITEM) buyItem(s, action - ITEM, knight);
      else if (action >= PAIR) answerPair(s, action - PAIR, knight, tile);
      else {
        s.acted[knight] = 1;
        answerGive(s, action - RES, seat, knight, tile);
      }
      return;
    case P_GET:
      if (g[EXCHANGE]! >= 0) answerGet(s, action - RES, seat);
      else answerReward(s, action - RES, seat);
      return;
    case P_STACK:
      answerStack(s, action - STACK, seat);
      return;
    case P_CARDOPT:
      g[CARD_OPTION] = action >= OPT ? action - OPT : action - YES;
      return;
    case P_CARDPLAYER:
      if (g[CARD]! >= 0) g[CARD_PLAYER] = (action - PLAYER + seat) & 3;
      else giveTitle(s, (action - PLAYER + seat) & 3, s.frames[s.top() + 2]!);
      return;
    case P_CARDRES:
      answerCardResource(s, action - RES);
      return;
    case P_CARDKNIGHT: {
      const other = action === DONE ? -1 : (action - KNIGHT + seat * 3) % 12;
      if (g[CARD]! >= 0) answerSwap(s, other);
      else answerBeggar(s, other);
      return;
    }
    case P_CARDTILE: {
      const to = action === DONE ? -1 : TO_ABSOLUTE[seat * 64 + action - TILE]!;
      if (g[CARD] === ENCOUNTER_MONK) answerMonk(s, to);
      else answerRaid(s, to);
      return;
    }
    case P_CARDZONE:
      g[CARD_OPTION] = (action - ZONE + seat) & 3;
      return;
    case P_SEAREPLY:
      answerSea(s, action === DONE ? -1 : (action - ZONE + seat) & 3);
      return;
    case P_MARKETDAY:
      answerMarketDay(s, seat, action === YES ? -1 : seat * 3 + action - UNIT);
      return;
    case P_ONEFORONE:
      if (action === DONE) closeWindow(s);
      else answerGive(s, action - RES, seat, knight, tile);
      return;
    case P_ROOM:
      answerRoom(s, action === DONE ? -1 : action - FOLLOWER);
      return;
    case P_HARVEST:
      if (action < DIE) answerHarvest(s, TO_ABSOLUTE[seat * 64 + action - TILE]!);
      else if (action === DONE) answerHarvestDone(s);
      else if (action >= BUILD) answerBuild(s, action - BUILD);
      else answerHarvestDie(s, action - DIE + 1);
      return;
    case P_USE:
      if (action === DONE) answerUseDone(s);
      else if (action >= USE) answerUse(s, action - USE);
      else answerSell(s, action - PAIR);
      return;
    case P_BUILD:
      if (action !== DONE) answerBuild(s, action - BUILD);
      return;
    case P_ITEMPICK:
      answerItemPick(s, action - ITEM);
      return;
    case P_DISMISS:
      removeFollower(s, action - FOLLOWER);
      return;
    case P_OFFER:
      if (action === DONE) answerOffer(s, -1);
      else if (action >= PLAYER) answerPartner(s, (action - PLAYER + seat) & 3);
      else answerOffer(s, action - RES);
      return;
    case P_ANSWER:
      answerAnswer(s, action === YES);
      return;
    case P_DECK:
      answerDeck(s, action - DECK, knight, tile);
      return;
    default:
      throw new Error('doomspire: nothing is asked');
  }
}

function answerMenu(s: Position, action: number, seat: number): void {
  if (action === DONE) endTurn(s);
  else if (action < UNIT) answerDie(s, action - DIE + 1);
  else if (action < MENU) answerItemOperation(s, action - ITEMOP);
  else if (action === MENU) startOffer(s);
  else if (action === MENU + 1) answerBeggarPaid(s);
  else if (action === MENU + 2) answerDismiss(s);
  else {
    endTurn(s);
    concede(s, seat);
  }
}
