/** Plays an answer and everything that follows, until somebody has a choice. */
import type { Chance } from '../../../chance.js';
import { END, HERO } from '../actions.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { chooseSacrifice, chooseSplit, chooseTarget, fight } from './battle.js';
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
import { ask, canAct } from './masks.js';
import { activate, arrive, chooseMove, chooseRoll, endActivation } from './movement.js';
import { seatAt } from './order.js';
import { clearHand, finish } from './ranking.js';

/** Plays a legal action of the pending decision, no more. */
export function answer(s: Position, action: number, chance: Chance): void {
  switch (s.g[S.PROMPT]) {
    case S.P_PLACE_CITY:
      placeCapital(s, action);
      return;
    case S.P_DISMISS:
      dismiss(s, action);
      return;
    case S.P_BUILD:
      chooseBuild(s, action);
      return;
    case S.P_FOUND:
      chooseFound(s, action);
      return;
    case S.P_PLACE_TOKEN:
      placeToken(s, action);
      return;
    case S.P_SELECT_HERO:
      selectHero(s, action);
      return;
    case S.P_ROLL:
      chooseRoll(s, action, chance);
      return;
    case S.P_MOVE:
      chooseMove(s, action, chance);
      return;
    case S.P_BRIBE:
      bribe(s, action);
      return;
    case S.P_SPLIT:
      chooseSplit(s, action);
      return;
    case S.P_TARGET:
      chooseTarget(s, action, chance);
      return;
    case S.P_SACRIFICE:
      chooseSacrifice(s, action);
      return;
  }
}

/** Goes on to the next decision with a choice (or any, with `askForced`), or to the end. */
export function advance(s: Position, chance: Chance): void {
  for (;;) {
    while (s.g[S.OVER] === 0 && !step(s, chance)) {}
    if (s.g[S.OVER] === 1) {
      clearHand(s);
      return;
    }
    if (s.listed[0]! > 1 || s.options.askForced) return;
    answer(s, s.legalActions[0]!, chance);
  }
}

/** One step of the day; true when it opened a decision. */
function step(s: Position, chance: Chance): boolean {
  const { g } = s;
  const n = s.players;
  switch (g[S.STEP]) {
    case S.STEP_CAPITALS:
      if (g[S.POS]! < n) {
        ask(s, S.P_PLACE_CITY, seatAt(s, g[S.POS]!));
        return true;
      }
      newDay(s);
      return false;
    case S.STEP_INCOME:
      payIncome(s);
      begin(s, S.STEP_PAY);
      return false;
    case S.STEP_PAY: {
      const seat = nextSeat(s);
      if (seat < 0) begin(s, S.STEP_FOUND);
      else if (payHeroes(s, seat)) return true;
      else g[S.POS]!++;
      return false;
    }
    case S.STEP_FOUND: {
      const seat = nextSeat(s);
      if (seat < 0) {
        liftSieges(s);
        s.done.fill(0);
        begin(s, g[S.DAY]! >= s.tables.setup.tokenRollFromDay ? S.STEP_TOKENS : S.STEP_TURNS);
        return false;
      }
      if (nextFounding(s, seat)) return true;
      g[S.STEP] = S.STEP_BUILD;
      return false;
    }
    case S.STEP_BUILD:
      if (nextCity(s, seatAt(s, g[S.POS]!))) return true;
      g[S.CURSOR] = 0;
      g[S.POS]!++;
      g[S.STEP] = S.STEP_FOUND;
      return false;
    case S.STEP_TOKENS:
      if (nextToken(s, chance)) return true;
      begin(s, S.STEP_TURNS);
      return false;
    case S.STEP_TURNS:
      return turn(s);
    case S.STEP_ACTIVATE:
      return activate(s, chance);
  }
  // The hero at hand may have died.
  if (s.heroTile[g[S.HERO_AT_HAND]!] === S.NOWHERE) {
    endActivation(s);
    return false;
  }
  switch (g[S.STEP]) {
    case S.STEP_MOVE:
      ask(s, S.P_MOVE, g[S.HERO_AT_HAND]! >> 1);
      return true;
    case S.STEP_ARRIVE:
      arrive(s, chance);
      return false;
    case S.STEP_BRIBE:
      ask(s, S.P_BRIBE, g[S.HERO_AT_HAND]! >> 1);
      return true;
    default:
      return fight(s);
  }
}

function begin(s: Position, step: number): void {
  s.g[S.STEP] = step;
  s.g[S.POS] = 0;
  s.g[S.CURSOR] = 0;
}

function newDay(s: Position): void {
  s.g[S.DAY]!++;
  begin(s, S.STEP_INCOME);
}

/** The next seat in order that is in the game, -1 when all have had their turn. */
function nextSeat(s: Position): number {
  const { g } = s;
  for (; g[S.POS]! < s.players; g[S.POS]!++) {
    const seat = seatAt(s, g[S.POS]!);
    if (s.out[seat] === 0) return seat;
  }
  return -1;
}

/** Turns: the next hero that can act, then the next player, then the next day. True when a decision was opened. */
function turn(s: Position): boolean {
  const { g } = s;
  const seat = nextSeat(s);
  if (seat < 0) {
    if (g[S.DAY]! >= s.options.maxDays) finish(s, true);
    else newDay(s);
    return false;
  }
  const first = canAct(s, seat * 2);
  const second = canAct(s, seat * 2 + 1);
  if (first && second) {
    ask(s, S.P_SELECT_HERO, seat);
    return true;
  }
  if (first || second) {
    g[S.HERO_AT_HAND] = seat * 2 + (first ? 0 : 1);
    g[S.STEP] = S.STEP_ACTIVATE;
    return false;
  }
  if (s.grace[seat] === 1) {
    L.reached(L.OUT_AFTER_GRACE);
    eliminate(s, seat);
  }
  g[S.POS]!++;
  return false;
}

/** Answers SELECT_HERO; END: neither acts. */
function selectHero(s: Position, action: number): void {
  const { g } = s;
  const seat = g[S.ACTOR]!;
  if (action === END) {
    s.done.fill(1, seat * 2, seat * 2 + 2);
    return;
  }
  g[S.HERO_AT_HAND] = seat * 2 + action - HERO;
  g[S.STEP] = S.STEP_ACTIVATE;
}
