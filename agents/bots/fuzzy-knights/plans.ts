/** The plans of the scripted players: what each wants, as numbers that `scores.ts` reads. */
import type { Plans } from '../plan-bot.js';

/** How a player weighs things. A score of 0 is what doing nothing is worth; each point of movement costs `step`. */
export interface Weights {
  /** Power wanted against a city or hero, in strengths of its strongest squad; the same before a siege. */
  assault: number;
  siege: number;
  /** Worth of conquering a city, of taking its ramparts, of killing a hero. */
  city: number;
  ramparts: number;
  hero: number;
  /** Power wanted for each monster token, and the worth of meeting them. */
  monsterPower: number;
  monsters: number;
  /** Power wanted for a mine while no city is above tier 2, and above. */
  minePower: number;
  mineTierPower: number;
  /** Worth of tiles with one token, with more, with a mine. */
  token: number;
  tokens: number;
  mine: number;
  /** Worth of going home for a mercenary waiting there, for a coin in the purse, and the least purse. */
  fetch: number;
  coin: number;
  leastPurse: number;
  /** Worth of standing beside a city it could besiege. */
  prey: number;
  /** Cost of a point of movement. */
  step: number;
  /** Score of each building and recruit when it is wanted. */
  buildRamparts: number;
  buildCamp: number;
  buildTier: number;
  mercenaries: number;
  secondHero: number;
  /** Coins kept before a camp, a tier (beyond its price) and a second hero are bought. */
  campCoins: number;
  tierCoins: number;
  heroCoins: number;
  /** Worth of becoming mayor of a new city while it has fewer than so many. */
  found: number;
  foundCities: number;
  /** Worth of saving a city in danger; 0: never looks back. */
  guard: number;
  /** Worth of standing behind own ramparts while a stronger rival is near; 0: does not mind. */
  shelter: number;
}

/** The balanced player of the rules’ own prototype. */
const captain: Weights = {
  assault: 1.1,
  siege: 1.3,
  city: 14,
  ramparts: 13,
  hero: 7,
  monsterPower: 21,
  monsters: 3,
  minePower: 13,
  mineTierPower: 22,
  token: 6.5,
  tokens: 7,
  mine: 5,
  fetch: 0.3,
  coin: 0.2,
  leastPurse: 4,
  prey: 2.5,
  step: 0.15,
  buildRamparts: 7,
  buildCamp: 5,
  buildTier: 4.5,
  mercenaries: 4,
  secondHero: 6,
  campCoins: 9,
  tierCoins: 25,
  heroCoins: 8,
  found: -1,
  foundCities: 0,
  guard: 0,
  shelter: 0,
};

/** The plans, the strongest first. */
export const plans: Plans<Weights> = {
  marshal: {
    plan: 'gathers with the way home in mind, stays behind ramparts while somebody stronger is near, saves what it can',
    weights: { ...captain, shelter: 4, guard: 4, leastPurse: 2, coin: 0.4, token: 5.5, tokens: 6 },
  },
  captain: { plan: 'takes what lies near, hires, and attacks whoever is weaker', weights: captain },
  raider: {
    plan: 'hires two heroes at once and hunts heroes and open cities, with little regard for the odds',
    weights: { ...captain, assault: 0.85, siege: 0.9, hero: 12, token: 5, tokens: 5.5, mine: 2, prey: 4, heroCoins: 5 },
  },
  mayor: {
    plan: 'opens caches and mines, founds cities behind ramparts, and marches only with a great army',
    weights: {
      ...captain,
      assault: 1.6,
      siege: 1.8,
      mine: 6,
      found: 5,
      foundCities: 4,
      buildRamparts: 9,
      buildCamp: 4.5,
      tierCoins: 12,
      heroCoins: 7,
      guard: 6,
    },
  },
};
