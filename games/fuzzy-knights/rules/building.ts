/** Cities are founded, build and recruit. Rulebook, Daybreak; decisions 22, 35, 36. */
import * as A from '../actions.js';
import { RAMPART_LEVELS, TIERS } from '../data.js';
import { heroNames, P, type Position, STEP, seatNames, TILES, tileNames } from '../state.js';
import { canFound, cityAtHand, heroesOf, inPlay, tileAtHand } from './board.js';
import { becomeMayor, stand } from './deaths.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { begin, nextSeat, seatAt } from './order.js';

/** The next hero that may found; then the seat's cities build. */
const found: Step = (s) => {
  const seat = nextSeat(s);
  if (seat < 0) {
    // Siege marks are lifted (decision 30).
    s.besieged.fill(0);
    s.founded.fill(0);
    s.done.fill(0);
    begin(s, s.day >= s.tables.setup.tokenRollFromDay ? STEP.tokens : STEP.turns);
    return;
  }
  for (; s.cursor < 2; s.cursor++) {
    const hero = seat * 2 + s.cursor;
    if (!canFound(s, hero)) continue;
    s.hand = hero;
    ask(s, P.FOUND, seat);
    return;
  }
  s.step = STEP.build;
};

/** The next own city that is not under siege; then the next seat founds. */
const build: Step = (s) => {
  const seat = seatAt(s, s.pos);
  for (; s.cursor < 2 + TILES; s.cursor++, s.built = false) {
    const t = cityAtHand(s);
    if (s.cityOwner[t] !== seat + 1 || s.besieged[t] === 1) continue;
    if (s.founded[t] === 1) s.built = true;
    ask(s, P.BUILD, seat);
    return;
  }
  s.cursor = 0;
  s.pos++;
  s.step = STEP.found;
};

const FOUND: FuzzyPrompt = {
  step: STEP.found,
  ask: (s) => `Does hero ${heroNames[s.hand]} found a city on ${tileNames[tileAtHand(s)]}?`,
  uses: ['END', 'FOUND'],
  words: { END: () => 'found no city' },
  legal(_s, _seat, list) {
    list[0] = A.END;
    list[1] = A.FOUND;
    return 2;
  },
  answer(s, _seat, action) {
    if (action === A.FOUND) {
      reached(L.BUILT_TIER);
      becomeMayor(s, s.hand);
    }
    s.hand = -1;
    s.cursor++;
  },
  complete(s) {
    s.cursor = s.hand & 1;
    return canFound(s, s.hand) ? '' : 'the hero cannot found a city';
  },
};

/** Asked again until it is enough: one building a day, and whoever is recruited. */
const BUILD: FuzzyPrompt = {
  step: STEP.build,
  ask: (s) =>
    `${seatNames[s.actor]} builds in ${tileNames[cityAtHand(s)]}${s.built ? ' (has had its building of the day)' : ''}: what?`,
  uses: ['END', 'BUILD_TIER', 'BUILD_RAMPARTS', 'BUILD_CAMP', 'RECRUIT_HERO', 'RECRUIT_MERC'],
  words: { END: (s) => `do no more in ${tileNames[cityAtHand(s)]}` },
  kinds: { RECRUIT_MERC: 'recruitMercenaries' },
  legal(s, seat, list) {
    const { tierCost, rampartCost, rampartNeeds, cities } = s.tables;
    const coins = s.treasury[seat]!;
    const t = cityAtHand(s);
    let n = 0;
    list[n++] = A.END;
    if (!s.built) {
      const tier = s.tier[t]!;
      if (tier < TIERS && coins >= tierCost[tier + 1]!) list[n++] = A.BUILD_TIER;
      const level = s.ramparts[t]! + 1;
      if (level <= RAMPART_LEVELS && tier >= rampartNeeds[level]! && coins >= rampartCost[level]!)
        list[n++] = A.BUILD_RAMPARTS;
      if (s.camp[t] === 0 && coins >= cities.campCost) list[n++] = A.BUILD_CAMP;
    }
    if (s.heroAt[t] === 0 && coins >= cities.heroCost && heroesOf(s, seat) < 2) list[n++] = A.RECRUIT_HERO;
    if (s.camp[t] === 1 && coins >= cities.mercenaryCost) {
      list[n++] = A.RECRUIT_MERC;
      if (coins >= 5 * cities.mercenaryCost) list[n++] = A.RECRUIT_MERCS;
    }
    return n;
  },
  answer(s, seat, action) {
    const t = cityAtHand(s);
    if (action === A.END) {
      s.cursor++;
      s.built = false;
    } else if (action < A.RECRUIT_HERO) {
      s.treasury[seat]! -= addBuilding(s, t, action);
      s.built = true;
    } else if (action === A.RECRUIT_HERO) {
      reached(L.RECRUITED);
      s.treasury[seat]! -= s.tables.cities.heroCost;
      stand(s, inPlay(s, seat * 2) ? seat * 2 + 1 : seat * 2, t);
    } else {
      const n = action === A.RECRUIT_MERC ? 1 : 5;
      reached(L.RECRUITED + 1);
      s.treasury[seat]! -= n * s.tables.cities.mercenaryCost;
      s.cityMercs[t]! += n;
    }
  },
  complete: (s, seat) => (s.cityOwner[cityAtHand(s)] === seat + 1 ? '' : 'the city is not of that seat'),
};

/** @returns its price */
function addBuilding(s: Position, t: number, action: number): number {
  if (action === A.BUILD_CAMP) {
    s.camp[t] = 1;
    reached(L.BUILT_CAMP);
    return s.tables.cities.campCost;
  }
  if (action === A.BUILD_TIER) {
    const tier = ++s.tier[t]!;
    reached(L.BUILT_TIER + tier - 1);
    return s.tables.tierCost[tier]!;
  }
  const level = ++s.ramparts[t]!;
  reached(L.BUILT_RAMPARTS + level - 1);
  return s.tables.rampartCost[level]!;
}

export const buildingSteps = { found, build };
export const buildingPrompts = { FOUND, BUILD };
