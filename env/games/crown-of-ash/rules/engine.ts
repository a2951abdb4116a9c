/** The state machine: opens prompts, plays answers, and does everything in between that nobody decides. */
import * as A from '../actions.js';
import * as D from '../data.js';
import * as S from '../state.js';
import { AT, type Chance, COMMITTED, IN_GRAVE, IN_HAND, type Position } from '../state.js';
import { aiRaise, aiTurn } from './ai.js';
import { declare, resolve, takeCards } from './combat.js';
import { endRound } from './ending.js';
import * as L from './landmarks.js';
import { listActions, placed } from './masks.js';
import { countAt, isAi, move, moveAll, takeRaised } from './pieces.js';
import { drawOrder, startLowest } from './setup.js';
import { buildIn, gatherIn } from './worker.js';

/** Goes on to the next decision that somebody must be asked for, or to the end. */
export function advance(s: Position, chance: Chance): void {
  const ask = s.options.askForced;
  while (!s.over) {
    if (s.prompt < 0) step(s, chance);
    else if (s.count === 1 && !ask) answer(s, s.legalActions[0]!, chance);
    else return;
  }
}

function open(s: Position, prompt: number, seat: number): void {
  s.prompt = prompt;
  s.actor = seat;
  listActions(s);
}

/** The first task, or what comes after all tasks. May open a prompt. */
function step(s: Position, chance: Chance): void {
  if (s.taskCount > 0) {
    task(s, chance);
    return;
  }
  const seat = s.order[s.turn]!;
  switch (s.stage) {
    case S.STAGE_SETUP:
      drawOrder(s, chance);
      s.stage = S.STAGE_TURN;
      break;
    case S.STAGE_TURN:
      if (isAi(s, seat)) {
        s.stage = S.STAGE_NEXT;
        aiTurn(s, chance);
      } else open(s, S.P_TURN, seat);
      break;
    case S.STAGE_RAISE:
      open(s, S.P_RAISE, seat);
      break;
    case S.STAGE_PAY:
      open(s, S.P_PAY, seat);
      break;
    case S.STAGE_NEXT:
      s.stage = S.STAGE_TURN;
      if (++s.turn < s.seats) break;
      s.turn = 0;
      if (++s.lap === D.MINIONS) endRound(s, chance);
      break;
    case S.STAGE_ORDER:
      open(s, S.P_ORDER, s.decider);
      break;
  }
}

function task(s: Position, chance: Chance): void {
  const { tasks } = s;
  const seat = tasks[1]!;
  const argument = tasks[2]!;
  switch (tasks[0]) {
    case S.TASK_START:
      if (isAi(s, seat) || !s.options.startChoice) {
        startLowest(s, seat, argument);
        s.finish();
      } else open(s, S.P_PLACE, seat);
      break;
    case S.TASK_WILD:
      open(s, S.P_WILD, seat);
      break;
    case S.TASK_RESURRECT:
      if (s.graveSize[seat] === 0) s.finish();
      else open(s, S.P_RESURRECT, seat);
      break;
    case S.TASK_PLACE:
      if (s.last < 0 && s.handSize[seat] === 0 && countAt(s, AT + argument) === 0) s.finish();
      else open(s, S.P_PLACE, seat);
      break;
    case S.TASK_SELECT:
      open(s, S.P_SELECT, seat);
      break;
    case S.TASK_CARD_A:
      open(s, S.P_CARD_A, seat);
      break;
    case S.TASK_CARD_D:
      open(s, S.P_CARD_D, seat);
      break;
    case S.TASK_RESOLVE:
      s.finish();
      resolve(s, chance);
      break;
    case S.TASK_CASUALTY:
      open(s, S.P_CASUALTY, seat);
      break;
    case S.TASK_AI_RAISE:
      s.finish();
      aiRaise(s, seat);
      break;
  }
}

/** Plays the pending decision. Legality is not checked. */
export function answer(s: Position, action: number, chance: Chance): void {
  const prompt = s.prompt;
  const seat = s.actor;
  const count = s.count;
  s.prompt = -1;
  s.actor = -1;
  s.count = 0;
  s.legalActions.fill(0, 0, count);
  switch (prompt) {
    case S.P_TURN:
      turn(s, seat, action, chance);
      break;
    case S.P_WILD:
      s.resources[seat * 4 + action - A.WILD]!++;
      if (--s.tasks[2]! === 0) s.finish();
      break;
    case S.P_RESURRECT:
      if (action !== A.DONE) {
        move(s, action - A.FIGHTER, IN_HAND + seat);
        L.reached(L.L_RESURRECTED);
      }
      s.finish();
      break;
    case S.P_PLACE:
      place(s, seat, action);
      break;
    case S.P_SELECT:
      if (action === A.DONE) endSelection(s);
      else {
        move(s, action - A.FIGHTER, COMMITTED);
        s.last = action - A.FIGHTER;
        if (++s.sent === (s.site === S.CITADEL ? D.CITADEL_FIGHTERS : D.REGION_FIGHTERS)) endSelection(s);
      }
      break;
    case S.P_CARD_A:
      s.cards[seat]! &= ~(1 << (action - A.CARD));
      s.cardA = action - A.CARD;
      s.finish();
      break;
    case S.P_CARD_D:
      s.cards[seat]! &= ~(1 << (action - A.CARD));
      s.cardD = action - A.CARD;
      s.finish();
      break;
    case S.P_CASUALTY: {
      const site = s.tasks[2]!;
      move(s, action - A.FIGHTER, IN_GRAVE + seat);
      L.reached(L.L_CASUALTY);
      if (countAt(s, AT + site) === 0) L.reached(L.L_EMPTIED);
      s.finish();
      break;
    }
    case S.P_RAISE:
      if (action === A.DONE) s.stage = S.STAGE_NEXT;
      else beginPay(s, seat, action - A.RAISE);
      break;
    case S.P_PAY:
      pay(s, seat, action);
      break;
    case S.P_ORDER:
      order(s, action - A.ORDER);
      break;
  }
}

function endSelection(s: Position): void {
  s.last = -1;
  s.finish();
}

function turn(s: Position, seat: number, action: number, chance: Chance): void {
  s.minions[seat]!--;
  s.stage = S.STAGE_RAISE;
  if (action < A.GOLD) gatherIn(s, seat, action - A.GATHER, chance);
  else if (action === A.GOLD) s.gold[seat]! += s.tables.numbers.goldSpace;
  else if (action === A.REFRESH) {
    takeCards(s, seat);
    s.refreshed[seat] = 1;
    L.reached(L.L_REFRESH);
  } else if (action < A.ATTACK) {
    const at = Math.floor((action - A.BUILD) / 6);
    s.gold[seat]! -= s.tables.tileCost[s.market[at]!]!;
    buildIn(s, seat, at, (action - A.BUILD) % 6, chance);
  } else if (action < A.ATTACK_CITADEL) declare(s, seat, action - A.ATTACK, -1);
  else declare(s, seat, S.CITADEL, action - A.ATTACK_CITADEL);
}

function place(s: Position, seat: number, action: number): void {
  const region = s.tasks[2]!;
  if (s.tasks[0] === S.TASK_START) {
    move(s, action - A.FIGHTER, AT + region);
    s.finish();
    return;
  }
  if (action === A.DONE || action === A.WITHDRAW) {
    if (action === A.WITHDRAW) {
      moveAll(s, AT + region, IN_HAND + seat);
      L.reached(L.L_WITHDRAW);
    }
    s.last = -1;
    s.finish();
    return;
  }
  // The first fighter chosen starts a new set.
  const first = s.last < 0;
  if (first) moveAll(s, AT + region, IN_HAND + seat);
  move(s, action - A.FIGHTER, AT + region);
  s.last = action - A.FIGHTER;
  if (first) return;
  s.last = -1;
  s.finish();
}

/** What the seat lacks it pays in gold; the rest is asked. */
function beginPay(s: Position, seat: number, slot: number): void {
  const fighter = s.slots[slot]!;
  s.slot = slot;
  for (let k = 0; k < 4; k++) {
    const cost = s.tables.cost[fighter * 4 + k]!;
    const short = Math.max(0, cost - s.resources[seat * 4 + k]!);
    s.gold[seat]! -= short;
    s.owed[k] = cost - short;
  }
  s.stage = S.STAGE_PAY;
}

function pay(s: Position, seat: number, action: number): void {
  if (action !== A.PAY_REST) {
    s.gold[seat]!--;
    s.owed[action - A.PAY]!--;
    L.reached(L.L_DECISION_6);
    return;
  }
  for (let k = 0; k < 4; k++) {
    s.resources[seat * 4 + k]! -= s.owed[k]!;
    s.owed[k] = 0;
  }
  takeRaised(s, seat, s.slot);
  s.slot = -1;
  s.stage = S.STAGE_NEXT;
}

/** A place in the next order; the last one follows by itself. */
function order(s: Position, seat: number): void {
  const { players } = s;
  s.order[s.picked++] = seat;
  if (s.picked < players - 1) return;
  for (let p = 0; p < players; p++)
    if (!placed(s, p)) {
      s.order[players - 1] = p;
      break;
    }
  s.decider = -1;
  s.picked = 0;
  s.stage = S.STAGE_TURN;
}
