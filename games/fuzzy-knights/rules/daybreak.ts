/** Daybreak: income, then pay. Rulebook, Daybreak; decisions 3, 4, 32. */
import { HERO } from '../actions.js';
import { heroThere } from '../names.js';
import { P, type Position, STEP, TILES } from '../state.js';
import { heroesOf, inPlay } from './board.js';
import { die, settle } from './deaths.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { begin, nextSeat } from './order.js';

/** Income of one seat. */
export function incomeOf(s: Position, seat: number): number {
  const { setup } = s.tables;
  let coins = s.mines[seat]! * setup.mineIncome;
  for (let t = 0; t < TILES; t++)
    if (s.cityOwner[t] === seat + 1) {
      if (s.besieged[t] === 1) reached(L.NO_INCOME);
      else coins += setup.cityIncome + s.tables.tierReward[s.tier[t]!]!;
    }
  return coins;
}

const income: Step = (s) => {
  for (let seat = 0; seat < s.players; seat++) if (s.out[seat] === 0) s.treasury[seat]! += incomeOf(s, seat);
  begin(s, STEP.pay);
};

const pay: Step = (s) => {
  const seat = nextSeat(s);
  if (seat < 0) begin(s, STEP.found);
  else payHeroes(s, seat);
};

/**
 * A coin a hero. While the treasury is too small for all, the first hero with a purse pays itself; who cannot be paid then
 * dies. With one coin for two the player must choose whom to keep.
 */
function payHeroes(s: Position, seat: number): void {
  const first = seat * 2;
  let owed = heroesOf(s, seat);
  let paysItself = 0;
  for (let hero = first; hero < first + 2; hero++)
    if (inPlay(s, hero) && s.treasury[seat]! < owed && s.purse[hero]! > 0) {
      reached(L.PAYS_ITSELF);
      s.purse[hero]!--;
      paysItself |= 1 << (hero - first);
      owed--;
    }
  if (owed === 2 && s.treasury[seat] === 1) {
    reached(L.DISMISSAL);
    ask(s, P.DISMISS, seat);
    return;
  }
  if (s.treasury[seat]! >= owed) s.treasury[seat]! -= owed;
  else {
    for (let hero = first; hero < first + 2; hero++)
      if (inPlay(s, hero) && ((paysItself >> (hero - first)) & 1) === 0) unpaid(s, hero);
    settle(s, seat);
  }
  s.pos++;
}

function unpaid(s: Position, hero: number): void {
  reached(L.UNPAID);
  die(s, hero, s.mercs[hero]! > 0);
}

/** This hero dies, the other one gets the coin. */
const DISMISS: FuzzyPrompt = {
  step: STEP.pay,
  ask: () => 'Which hero is not paid?',
  uses: ['HERO'],
  words: { HERO: (s, { hero }) => `do not pay hero ${heroThere(s, 2 * s.actor + hero)}` },
  kinds: { HERO: 'dismiss' },
  legal(_s, _seat, list) {
    list[0] = HERO;
    list[1] = HERO + 1;
    return 2;
  },
  answer(s, seat, action) {
    unpaid(s, seat * 2 + action - HERO);
    s.treasury[seat]!--;
    s.pos++;
  },
  complete: (s, seat) => (heroesOf(s, seat) === 2 ? '' : 'two heroes wanted'),
};

export const daybreakSteps = { income, pay };
export const daybreakPrompts = { DISMISS };
