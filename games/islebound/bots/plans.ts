/** The plans of the bots: what each thinks things are worth. One unit is one renown, which is what a coin is worth. */
import type { Plans } from '../../../agents/bots/plan-bot.js';
import { readTuned } from '../../../agents/bots/tuned-json.js';
import type { Limits } from '../../../agents/bots/tuning.js';
import trained from './tuned.json' with { type: 'json' };
import found from './weights.json' with { type: 'json' };

/** What a bot thinks things are worth; the planner (planner.ts) does the rest. */
export interface Weights {
  /** One of each while there is time to use it. */
  fish: number;
  wood: number;
  book: number;
  pirate: number;
  serpent: number;
  influence: number;
  /** Pieces of a good after which another one counts less, and what share of it counts then. */
  enough: number;
  surplus: number;
  /** Turns before the end from which goods lose their worth; ready crew. */
  horizon: number;
  crewHorizon: number;
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
  /** Share of the turns in which an ability that adds to a gain does so. */
  yield: number;
  /** Renown a turn of one point of each ability that adds to no gain, in the order of `abilityNames`. */
  lasting: readonly number[];
  /** A brag, besides the renown it gives now. */
  brag: number;
  /** What the rival loses or gains, as a share of one's own. */
  spite: number;
  /** Share of the best deed of the next turn that counts now; of the second best, which could follow it. */
  next: number;
  second: number;
  /** What each step beyond the ship's speed costs the deed of the next turn. */
  far: number;
  /** Coins kept when a renown token is bought. */
  reserve: number;
  /** Coins left on the treasure map, as a share: the human may hunt them later, the rival too. */
  map: number;
  /** A treasure hunt, besides the coins; a hire, besides what the member can do. */
  hunt: number;
  hire: number;
  /** Befriending is priced by the town where the ship is (0), by the one to sail to (1), or between. */
  aim: number;
  /** An attack that fails costs so much more than its cards. */
  failure: number;
  /** Taking a town that the rival's next move reaches for certain; a part where it may. */
  deny: number;
  /** Turns between two buildings: of the rival at first, of the rival later, of the bot; between two renown tokens. */
  paceEarly: number;
  paceLate: number;
  paceOwn: number;
  paceTokens: number;
  /** Fish worth keeping when crew could eat. */
  hunger: number;
}

/** Before any tuning. */
export const base: Readonly<Weights> = {
  fish: 1.6,
  wood: 2.2,
  book: 0.8,
  pirate: 1.4,
  serpent: 2.6,
  influence: 0.9,
  enough: 6,
  surplus: 0.5,
  horizon: 3,
  crewHorizon: 2,
  administer: 0.7,
  work: 0.6,
  member: 1.5,
  town: 1,
  townTurn: 0.1,
  building: 0.5,
  ability: 1,
  yield: 0.2,
  // sell, rest.coins, fee, build.cost, befriend.cost, attack.strength, capture.coins, event.coins, brag.renown, speed, noToll
  lasting: [0.9, 0.12, 0.4, 0.15, 0.12, 0.1, 0.15, 0.15, 0.25, 0.3, 0.3],
  brag: 0,
  spite: 0.7,
  next: 0.5,
  second: 0,
  far: 1.5,
  reserve: 1,
  map: 0.3,
  hunt: 0.01,
  hire: 0.01,
  aim: 0,
  failure: 0,
  deny: 0,
  paceEarly: 2,
  paceLate: 2.6,
  paceOwn: 1.5,
  paceTokens: 2,
  hunger: 2,
};

/** The tuned weights: the others start from them and want something else. */
const best: Readonly<Weights> = { ...base, ...(found.weights as Partial<Weights>) };

/** The bots, the strongest first. */
export const plans: Plans<Weights> = {
  tuned: {
    plan: 'plays as mixed does with weights that depend on the position, found by evolution (bench/runs.md)',
    weights: best,
    tuned: readTuned(trained),
    from: 'mixed',
  },
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

const each = (list: string, n: number, unit: number) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${list}.${i}`, unit]));

/** First steps of tuning where half of the weight is not right: shares, and what is small at first. */
export const units: Readonly<Record<string, number>> = {
  surplus: 0.15,
  ability: 0.25,
  yield: 0.1,
  ...each('lasting', base.lasting.length, 0.1),
  next: 0.15,
  second: 0.15,
  map: 0.15,
  aim: 0.3,
  failure: 0.5,
  deny: 0.5,
};

/** Beyond them a weight makes no sense, or the planner divides by it. */
export const limits: Limits = {
  enough: [0, 30],
  horizon: [0.25, 40],
  crewHorizon: [0.25, 40],
  administer: [0, 50],
  work: [0, 50],
  reserve: [0, 100],
  aim: [0, 1],
  paceEarly: [0, 20],
  paceLate: [0, 20],
  paceOwn: [0, 20],
  paceTokens: [0, 20],
};
