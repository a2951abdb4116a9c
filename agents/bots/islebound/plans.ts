/** The plans of the bots: what each thinks things are worth. One unit is one renown, which is what a coin is worth. */
import type { Plans } from '../plan-bot.js';
import tuned from './weights.json' with { type: 'json' };

/** What a bot thinks things are worth; the planner (planner.ts) does the rest. */
export interface Weights {
  /** One of each while there is time to use it. */
  fish: number;
  wood: number;
  book: number;
  pirate: number;
  serpent: number;
  influence: number;
  /** Pieces of a good after which another one counts half. */
  enough: number;
  /** Turns before the end from which goods lose their worth. */
  horizon: number;
  /** A ready administer symbol, a ready work symbol. */
  administer: number;
  work: number;
  /** A crew member more. */
  member: number;
  /** Holding a town: at once, and for each turn to come. */
  town: number;
  townTurn: number;
  /** A building, besides its renown and what it can do. */
  building: number;
  /** What buildings can do, as a factor. */
  ability: number;
  /** A brag, besides the renown it gives now. */
  brag: number;
  /** What the rival loses or gains, as a share of one's own. */
  spite: number;
  /** Share of the best deed of the next turn that counts now. */
  next: number;
  /** Coins kept when a renown token is bought. */
  reserve: number;
  /** Coins left on the treasure map, as a share: the human may hunt them later, the rival too. */
  map: number;
  /** Fish worth keeping when crew could eat. */
  hunger: number;
}

const base: Weights = {
  fish: 1.6,
  wood: 2.2,
  book: 0.8,
  pirate: 1.4,
  serpent: 2.6,
  influence: 0.9,
  enough: 6,
  horizon: 3,
  administer: 0.7,
  work: 0.6,
  member: 1.5,
  town: 1,
  townTurn: 0.1,
  building: 0.5,
  ability: 1,
  brag: 0,
  spite: 0.7,
  next: 0.5,
  reserve: 1,
  map: 0.3,
  hunger: 2,
};

/** The tuned weights: the others start from them and want something else. */
const best: Readonly<Weights> = { ...base, ...(tuned.weights as Partial<Weights>) };

/** The bots, the strongest first. */
export const plans: Plans<Weights> = {
  mixed: {
    plan: 'does what pays best each turn, with an eye on the next one; weights found by a search',
    weights: best,
  },
  trader: {
    plan: 'gathers fish and wood where they are plenty, sells them at the Exchange, buys a renown token each turn',
    weights: { ...base, fish: 2, wood: 2.2, influence: 0.3, pirate: 0.3, serpent: 0.5, brag: -4, town: -3, enough: 8 },
  },
  diplomat: {
    plan: 'gathers influence, does events and befriends the blue towns, to use their actions for free',
    weights: { ...base, influence: 2.2, town: 4, townTurn: 0.2, pirate: 0.2, serpent: 0.4, administer: 1 },
  },
  raider: {
    plan: 'hires pirates and serpents and takes the red towns, from the rival too',
    weights: { ...base, pirate: 2.6, serpent: 4, town: 4, townTurn: 0.2, influence: 0.2, spite: 1 },
  },
  builder: {
    plan: 'gathers wood and books and builds wherever it is cheap, to end the game before the rival does',
    weights: { ...base, wood: 3, book: 1.5, building: 4, ability: 1.3, fish: 1.2, town: 0 },
  },
};
