/** Plays an answer and everything that follows, until somebody has a choice. */
import type { Chance } from '../../../chance.js';
import { END, HERO } from '../actions.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { chooseSacrifice, chooseSplit, chooseTarget, fight } from './battle.js';
import { canAct } from './board.js';
import {
  chooseBuild,
  chooseFound,
  dismiss,
  liftSieges,
  nextCity,
  nextFounding,
  nextToken,
  payHeroes,
  payIncome,
  placeCapital,
  placeToken,
} from './daybreak.js';
import { eliminate } from './deaths.js';
import { bribe } from './encounters.js';
import * as L from './landmarks.js';
import { ask } from './masks.js';
import { activate, arrive, chooseMove, chooseRoll, endActivation } from './movement.js';
import { seatAt } from './order.js';
import { clearHand, finish } from './ranking.js';

/** Plays a legal action of the pending decision, no more. */
export function answer(s: Position, action: number, chance: Chance): void {
  switch (s.prompt) {
    case S.P.PLACE_CITY:
      placeCapital(s, action);
      return;
    case S.P.DISMISS:
      dismiss(s, action);
      return;
    case S.P.BUILD:
      chooseBuild(s, action);
      return;
    case S.P.FOUND:
      chooseFound(s, action);
      return;
    case S.P.PLACE_TOKEN:
      placeToken(s, action);
      return;
    case S.P.SELECT_HERO:
      selectHero(s, action);
      return;
    case S.P.ROLL:
      chooseRoll(s, action, chance);
      return;
    case S.P.MOVE:
      chooseMove(s, action, chance);
      return;
    case S.P.BRIBE:
      bribe(s, action);
      return;
    case S.P.SPLIT:
      chooseSplit(s, action);
      return;
    case S.P.TARGET:
      chooseTarget(s, action, chance);
      return;
    case S.P.SACRIFICE:
      chooseSacrifice(s, action);
      return;
  }
}

/** Goes on to the next decision with a choice (or any, with `askForced`), or to the end. */
export function advance(s: Position, chance: Chance): void {
  for (;;) {
    while (!s.over && !step(s, chance)) {}
    if (s.over) {
      clearHand(s);
      return;
    }
    if (s.count > 1 || s.options.askForced) return;
    answer(s, s.legalActions[0]!, chance);
  }
}

/** One step of the day; true when it opened a decision. */
function step(s: Position, chance: Chance): boolean {
  const n = s.players;
  switch (s.step) {
    case S.STEP.capitals:
      if (s.pos < n) {
        ask(s, S.P.PLACE_CITY, seatAt(s, s.pos));
        return true;
      }
      newDay(s);
      return false;
    case S.STEP.income:
      payIncome(s);
      begin(s, S.STEP.pay);
      return false;
    case S.STEP.pay: {
      const seat = nextSeat(s);
      if (seat < 0) begin(s, S.STEP.found);
      else if (payHeroes(s, seat)) return true;
      else s.pos++;
      return false;
    }
    case S.STEP.found: {
      const seat = nextSeat(s);
      if (seat < 0) {
        liftSieges(s);
        s.done.fill(0);
        begin(s, s.day >= s.tables.setup.tokenRollFromDay ? S.STEP.tokens : S.STEP.turns);
        return false;
      }
      if (nextFounding(s, seat)) return true;
      s.step = S.STEP.build;
      return false;
    }
    case S.STEP.build:
      if (nextCity(s, seatAt(s, s.pos))) return true;
      s.cursor = 0;
      s.pos++;
      s.step = S.STEP.found;
      return false;
    case S.STEP.tokens:
      if (nextToken(s, chance)) return true;
      begin(s, S.STEP.turns);
      return false;
    case S.STEP.turns:
      return turn(s);
    case S.STEP.activate:
      return activate(s, chance);
  }
  // The hero at hand may have died.
  if (s.heroTile[s.hand] === S.NOWHERE) {
    endActivation(s);
    return false;
  }
  switch (s.step) {
    case S.STEP.move:
      ask(s, S.P.MOVE, s.hand >> 1);
      return true;
    case S.STEP.arrive:
      arrive(s, chance);
      return false;
    case S.STEP.bribe:
      ask(s, S.P.BRIBE, s.hand >> 1);
      return true;
    default:
      return fight(s);
  }
}

function begin(s: Position, step: number): void {
  s.step = step;
  s.pos = 0;
  s.cursor = 0;
}

function newDay(s: Position): void {
  s.day++;
  begin(s, S.STEP.income);
}

/** The next seat in order that is in the game, -1 when all have had their turn. */
function nextSeat(s: Position): number {
  for (; s.pos < s.players; s.pos++) {
    const seat = seatAt(s, s.pos);
    if (s.out[seat] === 0) return seat;
  }
  return -1;
}

/** Turns: the next hero that can act, then the next player, then the next day. True when a decision was opened. */
function turn(s: Position): boolean {
  const seat = nextSeat(s);
  if (seat < 0) {
    if (s.day >= s.options.maxDays) finish(s, true);
    else newDay(s);
    return false;
  }
  const first = canAct(s, seat * 2);
  const second = canAct(s, seat * 2 + 1);
  if (first && second) {
    ask(s, S.P.SELECT_HERO, seat);
    return true;
  }
  if (first || second) {
    s.hand = seat * 2 + (first ? 0 : 1);
    s.step = S.STEP.activate;
    return false;
  }
  if (s.grace[seat] === 1) {
    L.reached(L.OUT_AFTER_GRACE);
    eliminate(s, seat);
  }
  s.pos++;
  return false;
}

/** Answers SELECT_HERO; END: neither acts. */
function selectHero(s: Position, action: number): void {
  const seat = s.actor;
  if (action === END) {
    s.done.fill(1, seat * 2, seat * 2 + 2);
    return;
  }
  s.hand = seat * 2 + action - HERO;
  s.step = S.STEP.activate;
}
