/** Plays an answer, and goes on until somebody has a choice of at least two actions (option `askForced`: of one). */
import * as X from '../actions.js';
import * as D from '../data.js';
import type { Chance, Position } from '../state.js';
import * as S from '../state.js';
import { leader } from './ending.js';
import { decision, ENDED, reached, TIED_SCORES } from './landmarks.js';
import { listActions } from './masks.js';
import { rivalTurn } from './rival.js';
import * as T from './turn.js';

/** Opens the pending prompt; answers it while it leaves no choice. */
export function advance(s: Position, chance: Chance): void {
  for (;;) {
    listActions(s);
    if (s.g[S.COUNT] !== 1 || s.options.askForced) return;
    answer(s, s.legalActions[0]!, chance);
  }
}

/** Plays a legal action of the pending prompt. */
export function answer(s: Position, action: number, chance: Chance): void {
  const { g } = s;
  switch (g[S.PROMPT]) {
    case S.P_HOME_PORT:
      T.settle(s, action - X.HOME_PORT);
      break;
    case S.P_MOVE:
      T.setSail(s, action - X.MOVE);
      return;
    case S.P_TOLL:
      s.exhausted[action - X.CREW] = 1;
      T.sailOn(s);
      return;
    case S.P_SPEED:
      s.exhausted[action - X.CREW] = 1;
      g[S.EXTRA]!--;
      T.sailOn(s);
      return;
    case S.P_MAIN:
    case S.P_POST:
      turnAction(s, action, chance);
      return;
    case S.P_EAT:
      T.eat(s, action - X.CREW);
      break;
    case S.P_WORK:
      if (action === X.END) g[S.WORKING] = 0;
      else T.work(s, action - X.CREW);
      break;
    case S.P_ADMIN:
      if (action !== X.END) {
        T.administer(s, action - X.CREW);
        return;
      }
      T.payFriend(s);
      break;
    case S.P_EVX:
      T.workEvent(s, action - X.CREW);
      return;
    case S.P_SELL:
      if (action === X.END) g[S.TO_SELL] = 0;
      else T.sell(s, action === X.SELL_FISH ? D.FISH : D.WOOD);
      break;
    case S.P_HIRE:
      if (action === X.END) g[S.TO_HIRE] = 0;
      else T.hire(s, action - X.HIRE);
      break;
    case S.P_BUILD:
      if (action !== X.END) {
        T.chooseBuilding(s, action - X.BUILD);
        return;
      }
      T.noBuilding(s);
      break;
    case S.P_WOOD:
      if (action === X.USE_WOOD) {
        T.useWood(s);
        return;
      }
      T.payBuilding(s);
      break;
    case S.P_BRAG:
      if (action === X.END) g[S.TO_BRAG] = 0;
      else T.brag(s, action - X.BRAG);
      break;
    default:
      if (action === X.COMMIT_PIRATE) g[S.PIRATES_IN]!++;
      else if (action === X.COMMIT_SERPENT) g[S.SERPENTS_IN]!++;
      if (action !== X.END) return;
      T.fight(s, chance);
  }
  T.proceed(s);
}

/** Main and free actions, and the end of the turn. */
function turnAction(s: Position, action: number, chance: Chance): void {
  const { g } = s;
  switch (action) {
    case X.END:
      endTurn(s, chance);
      return;
    case X.EAT_FISH:
      g[S.PROMPT] = S.P_EAT;
      return;
    case X.BUY_TOKEN:
      T.buyToken(s);
      T.proceed(s);
      return;
  }
  g[S.STAGE] = S.STAGE_POST;
  switch (action) {
    case X.VISIT:
      T.visit(s);
      break;
    case X.BEFRIEND:
      T.befriend(s);
      return;
    case X.ATTACK:
      g[S.PROMPT] = S.P_COMMIT;
      return;
    case X.HUNT:
      T.huntTreasure(s);
      break;
    case X.REST:
      T.rest(s);
      break;
    case X.HOME:
      T.goHome(s);
      break;
    default:
      T.startEvent(s, action - X.EVENT);
      return;
  }
  T.proceed(s);
}

/** The rival's turn, then the next round or the end. */
function endTurn(s: Position, chance: Chance): void {
  const { g } = s;
  rivalTurn(s, chance);
  g[S.TOKEN_BOUGHT] = 0;
  g[S.STAGE] = S.STAGE_MOVE;
  g[S.PROMPT] = S.P_MOVE;
  const last = g[S.LAST_ROUND] === g[S.ROUND];
  if (!last && g[S.ROUND]! < s.options.roundCap) {
    g[S.ROUND]!++;
    return;
  }
  g[S.OVER] = 1;
  g[S.PROMPT] = -1;
  if (!last) {
    decision(11);
    g[S.TRUNCATED] = 1;
    g[S.CAUSE] = S.BY_CAP;
  }
  reached(ENDED + g[S.CAUSE]! - 1);
  if (leader(s) === 0) reached(TIED_SCORES);
}
