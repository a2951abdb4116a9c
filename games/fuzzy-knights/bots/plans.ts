/** The plans of the scripted players: what each wants, as numbers that `scores.ts` reads. */
import type { Plans } from '../../../agents/bots/plan-bot.js';
import { readTuned } from '../../../agents/bots/tuned-json.js';
import type { Limits } from '../../../agents/bots/tuning.js';
import trained from './tuned.json' with { type: 'json' };

/**
 * How a player weighs things. A score of 0 is what doing nothing is worth; each point of movement costs `step`. What
 * has a reason to depend on the position, but no bot written by hand minds, is 0 in all of them.
 */
export interface Weights {
  /** Power wanted against a city or hero, in strengths of its strongest squad; the same before a siege. */
  assault: number;
  siege: number;
  /** Power wanted besides for each monster token that stands in the city. */
  cityMonsters: number;
  /** Worth of conquering a city, of taking its ramparts, of killing a hero. */
  city: number;
  ramparts: number;
  hero: number;
  /** Value of a city for each tier above the first, each coin of income, and for being its owner's last. */
  cityTier: number;
  loot: number;
  lastCity: number;
  /** Value of a hero for each mean point that its items roll. */
  heroGear: number;
  /** Value of a fight by its odds: for full power against none; 0 means as much power as wanted. */
  odds: number;
  /** Power wanted for each monster token, and the worth of meeting them, outside and on the own tile. */
  monsterPower: number;
  monsters: number;
  engage: number;
  /** Power wanted for a mine while no city is above tier `mineTier`, and above. */
  minePower: number;
  mineTierPower: number;
  mineTier: number;
  /** Worth of tiles with one token, with more, with a mine, with nothing, and of each item beside that. */
  token: number;
  tokens: number;
  mine: number;
  bare: number;
  item: number;
  /** Worth of what can be had at once: a token, a mine; all mercenaries, items and coins exchanged at home. */
  pick: number;
  capture: number;
  takeAll: number;
  equip: number;
  deposit: number;
  /**
   * Worth of going home: at all, for mercenaries waiting there and for each, for a purse of `leastPurse` and each coin
   * in it.
   */
  home: number;
  fetchAny: number;
  fetch: number;
  coins: number;
  coin: number;
  leastPurse: number;
  /** Worth of standing beside a city it could besiege. */
  prey: number;
  /**
   * Worth of each step nearer to a city it could take or besiege, and of each nearer home for each coin in the purse.
   */
  march: number;
  carry: number;
  /** Cost of a point of movement. */
  step: number;
  /** Worth of besieging without a roll for movement. */
  siegeAtOnce: number;
  /** Score of each building and recruit when it is wanted; `secondRamparts` are Fortifications. */
  buildRamparts: number;
  secondRamparts: number;
  buildCamp: number;
  buildTier: number;
  mercenaries: number;
  secondHero: number;
  /** How much less one mercenary is worth than five at once. */
  fewer: number;
  /** Worth of ramparts besides, and of mercenaries, in a city that a rival could take at once. */
  rampartsInDanger: number;
  mercenariesInDanger: number;
  /**
   * Coins kept before a camp, a tier (beyond its price), a second hero, one mercenary (beyond the pay of heroes), five
   * are bought.
   */
  campCoins: number;
  tierCoins: number;
  heroCoins: number;
  mercenaryCoins: number;
  mercenariesCoins: number;
  /**
   * Worth of becoming mayor of a new city while it has fewer than so many, and no rival hero is within so many steps.
   */
  found: number;
  foundCities: number;
  foundReach: number;
  /** Worth of saving a city in danger; 0: never looks back. */
  guard: number;
  /** Worth of standing behind own ramparts while a stronger rival is near; 0: does not mind. */
  shelter: number;
  /** Cost of standing anywhere that a stronger rival may reach. */
  danger: number;
  /** Steps that a rival hero may come to a city in a turn and still have something left, and to the hero at hand. */
  reach: number;
  heroReach: number;
  /** Worth of what lies near a capital: its distance counts, see `placeCity`. */
  capitalResource: number;
  capitalItem: number;
  capitalMine: number;
  capitalMonster: number;
  capitalCity: number;
  /**
   * Worth of each step from home to a monster token that it places, and of each step less to any other; the same of
   * rivals.
   */
  tokenHome: number;
  tokenRival: number;
  /** Scores of the seven ways to split, as attacker and as defender. */
  attackSplit: number[];
  defenceSplit: number[];
  /**
   * Worth of the strength of a squad attacked; what is missed of a hero that faints: its items, its remaining
   * mercenaries.
   */
  strongest: number;
  faintGear: number;
  faintMercenaries: number;
  /** Worth of bribing a monster. */
  bribe: number;
  /** How far a fixed muddle of day, hero and action may outweigh all this: players do not all do the same for ever. */
  muddle: number;
}

/** The balanced player of the rules’ own prototype. */
const captain: Weights = {
  assault: 1.1,
  siege: 1.3,
  cityMonsters: 5,
  city: 14,
  ramparts: 13,
  hero: 7,
  cityTier: 0,
  loot: 0,
  lastCity: 0,
  heroGear: 0,
  odds: 0,
  monsterPower: 21,
  monsters: 3,
  engage: 7,
  minePower: 13,
  mineTierPower: 22,
  mineTier: 2,
  token: 6.5,
  tokens: 7,
  mine: 5,
  bare: -0.5,
  item: 0,
  pick: 10,
  capture: 10,
  takeAll: 9,
  equip: 9,
  deposit: 8,
  home: 0,
  fetchAny: 4,
  fetch: 0.3,
  coins: 3,
  coin: 0.2,
  leastPurse: 4,
  prey: 2.5,
  march: 0,
  carry: 0,
  step: 0.15,
  siegeAtOnce: 5,
  buildRamparts: 7,
  secondRamparts: -1,
  buildCamp: 5,
  buildTier: 4.5,
  mercenaries: 4,
  secondHero: 6,
  fewer: 1,
  rampartsInDanger: 0,
  mercenariesInDanger: 0,
  campCoins: 9,
  tierCoins: 25,
  heroCoins: 8,
  mercenaryCoins: 2,
  mercenariesCoins: 0,
  found: -1,
  foundCities: 0,
  foundReach: 8,
  guard: 0,
  shelter: 0,
  danger: 0,
  reach: 16,
  heroReach: 20,
  capitalResource: 2,
  capitalItem: 1,
  capitalMine: 2,
  capitalMonster: 0.5,
  capitalCity: 2,
  tokenHome: 1,
  tokenRival: 0,
  // Two single mercenaries to lose; as defender all together.
  attackSplit: [0, 0, 1, 0, 0, 0, 0],
  defenceSplit: [1, 0, 0, 0, 0, 0, 0],
  strongest: 1,
  faintGear: 2,
  faintMercenaries: 0.5,
  bribe: 1,
  muddle: 0.3,
};

const marshal: Readonly<Weights> = {
  ...captain,
  ...{ shelter: 4, guard: 4, leastPurse: 2, coin: 0.4, token: 5.5, tokens: 6 },
};

/** The plans, the strongest first. */
export const plans: Plans<Weights> = {
  tuned: {
    plan: 'plays as marshal does with weights that depend on the position, found by evolution (bench/runs.md)',
    weights: marshal,
    tuned: readTuned(trained),
    from: 'marshal',
  },
  marshal: {
    plan: 'gathers with the way home in mind, stays behind ramparts while somebody stronger is near, saves what it can',
    weights: marshal,
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

/**
 * First step size of tuning for weights for which half their size is no good scale: switches that are off, distances,
 * prices.
 */
export const units: Readonly<Record<string, number>> = {
  assault: 0.3,
  siege: 0.3,
  cityTier: 1,
  loot: 0.1,
  lastCity: 2,
  odds: 2,
  mineTier: 0.5,
  item: 0.5,
  home: 0.5,
  fetch: 0.15,
  coin: 0.15,
  march: 0.1,
  carry: 0.05,
  step: 0.1,
  secondRamparts: 2,
  rampartsInDanger: 2,
  mercenariesInDanger: 2,
  mercenariesCoins: 4,
  found: 2,
  foundCities: 2,
  foundReach: 3,
  guard: 2,
  shelter: 2,
  danger: 2,
  reach: 3,
  heroReach: 3,
  muddle: 0.1,
};

const RATIO = [0.1, 5] as const;
const POWER = [0, 100] as const;
const STEPS = [0, 40] as const;

/** Powers and distances are not below 0; the muddle breaks ties only. */
export const limits: Limits = {
  assault: RATIO,
  siege: RATIO,
  cityMonsters: POWER,
  monsterPower: POWER,
  minePower: POWER,
  mineTierPower: POWER,
  step: [0, 3],
  foundReach: STEPS,
  reach: STEPS,
  heroReach: STEPS,
  muddle: [0, 1],
};
