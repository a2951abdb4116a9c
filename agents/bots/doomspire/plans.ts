/** The plans of the bots: what each thinks things are worth. One unit is about one piece of food, wood or ore. */
import type { Plans } from '../plan-bot.js';
import tuned from './weights.json' with { type: 'json' };

/** What a bot thinks things are worth; the planner (planner.ts) does the rest. */
export interface Weights {
  /** One point of fame, and how much more it is worth close to impressing by fame. */
  fame: number;
  fameFocus: number;
  /** One gold, and the same for gold. */
  gold: number;
  goldFocus: number;
  /** A starred tile, and the same for starred tiles. */
  star: number;
  starFocus: number;
  /** One point of might while below `mightEnough`; a third of it above. */
  might: number;
  /** Share of that once the dragon can be impressed. */
  mightReady: number;
  mightEnough: number;
  food: number;
  wood: number;
  ore: number;
  /** What a resource is worth more while the next build lacks it. */
  need: number;
  /** Everything but gold and impressing, once the dragon can be impressed. */
  ready: number;
  /** A flag on a tile, whatever it yields. */
  flag: number;
  /** How many harvests a tile is expected to give at the start of the game. */
  horizon: number;
  /** Tiles after which another one counts half. */
  enoughTiles: number;
  /** Turning an unexplored tile over, besides the fame. */
  explore: number;
  /** One point of strength of an item. */
  item: number;
  /** An adventure card whatever it is. */
  card: number;
  /** Taking a tile from somebody, besides the tile. */
  conquest: number;
  /** Keeping a rival from harvesting. */
  blockade: number;
  /** Winning against another knight, besides fame and loot; losing. */
  duel: number;
  /** Sending a knight home that could soon impress. */
  knockback: number;
  /** Going home after a lost fight: at once, and for each step of the way. */
  defeat: number;
  defeatStep: number;
  /** Losing a knight to the dragon. */
  knightLoss: number;
  /** Builds: benefit beyond the fame they give. */
  knight: number;
  knight2: number;
  boat: number;
  warship: number;
  market: number;
  blacksmith: number;
  fletcher: number;
  chapel: number;
  monastery: number;
  /** Units of missing resources that halve a build's appeal. */
  patience: number;
  /** What a distant goal loses by each step. */
  decay: number;
  /** Share of a goal that counts when a die only brings the knight closer. */
  approach: number;
  /** Share of the next goal that counts after acting somewhere. */
  after: number;
  /** Share of a knight's prospects that are lost by not moving it (0) or kept (1). */
  stay: number;
  /** A die is spent on movement only when it gains this much more than the harvest it costs. */
  threshold: number;
  /** Weight of the harvest against movement. */
  harvest: number;
  /** Impressing the dragon when it does not win at once; the danger that somebody else is third after that. */
  impress: number;
  /** The same when only one stack would be left. */
  impress2: number;
  risk: number;
  /** Gathering near Doomspire before the dragon can be impressed, times progress squared. */
  gather: number;
  /** The same once it can be impressed: nobody moves until the last two stacks can be taken in one turn. */
  lurk: number;
  /** A point of might when only monsters' tiles lead to the dragon. */
  breach: number;
  /** Turning over a centre tile when the dragon could be impressed. */
  scout: number;
  /** What an extra die is worth. */
  die: number;
}

const base: Weights = {
  fame: 4,
  fameFocus: 0.6,
  gold: 2,
  goldFocus: 0.6,
  star: 3,
  starFocus: 0.6,
  might: 4,
  mightReady: 0.5,
  mightEnough: 4,
  food: 0.9,
  wood: 0.9,
  ore: 0.9,
  need: 0.6,
  ready: 0.3,
  flag: 0.5,
  horizon: 6,
  enoughTiles: 6,
  explore: 1,
  item: 1.5,
  card: 0.5,
  conquest: -2,
  blockade: 0.5,
  duel: 0,
  knockback: 3,
  defeat: 1,
  defeatStep: 0.4,
  knightLoss: 14,
  knight: 10,
  knight2: 8,
  boat: 0,
  warship: 0,
  market: 7,
  blacksmith: 3,
  fletcher: 3,
  chapel: 0,
  monastery: 0,
  patience: 4,
  decay: 0.85,
  approach: 0.7,
  after: 0.3,
  stay: 0.3,
  threshold: 0.2,
  harvest: 1,
  impress: 30,
  impress2: 30,
  risk: 60,
  gather: 8,
  lurk: 12,
  breach: 12,
  scout: 8,
  die: 3,
};

export const defaultWeights: Readonly<Weights> = base;

/** The tuned weights: the others start from them and want something else. */
const best: Readonly<Weights> = { ...base, ...(tuned.weights as Partial<Weights>) };

/** Where tuning from the untuned weights ended: gold as early as possible. Tuning from a warrior found better. */
const goldRush: Readonly<Weights> = {
  ...best,
  fame: 1.98,
  fameFocus: 0.224,
  gold: 2.85,
  goldFocus: 0.179,
  star: 0.626,
  starFocus: 1.29,
  might: 0.955,
  mightReady: 0.958,
  mightEnough: -0.119,
  food: 1.59,
  wood: 0.159,
  ore: 0.589,
  need: 0.545,
  ready: 0.55,
  flag: 3.26,
  horizon: 1.36,
  enoughTiles: -1.06,
  explore: 4.15,
  item: 1.42,
  card: 1.42,
  conquest: -6.25,
  blockade: -0.296,
  duel: 0.0969,
  knockback: 5.72,
  defeat: 1.62,
  defeatStep: 0.368,
  knightLoss: 6.08,
  knight: 32.5,
  knight2: 14.1,
  boat: 0.0541,
  warship: -0.209,
  market: 15.1,
  blacksmith: 4.54,
  fletcher: 2.37,
  chapel: 0.0488,
  monastery: 0.0882,
  patience: 28,
  decay: 0.669,
  approach: 0.94,
  after: 0.181,
  stay: 0.171,
  threshold: 0.00699,
  harvest: 1.21,
  impress: -11.5,
  impress2: 18.1,
  risk: 73.6,
  gather: 18.2,
  lurk: 19.9,
  breach: 30.7,
  scout: 8.07,
  die: 5.33,
};

/** The bots, the strongest first. */
export const plans: Plans<Weights> = {
  mixed: {
    plan: 'takes what is nearest: fame, gold or starred tiles, whichever impresses the dragon first; weights found by tuning',
    weights: best,
  },
  warrior: {
    plan: 'seeks might: smithies, mercenaries, temple and swords, until it can beat the dragon itself',
    weights: { ...best, might: 26, gather: 30, fame: 1, gold: 1.8, star: 0.5 },
  },
  fame: {
    plan: 'seeks fame: explores, hunts monsters, draws cards, builds the chapel and the monastery',
    weights: { ...best, fame: 2.5, star: 0.5, starFocus: 0, gold: 1.8, explore: 2, card: 1, chapel: 1, monastery: 2 },
  },
  raider: {
    plan: 'lives off the others: attacks their knights, blockades and conquers what they leave unguarded',
    weights: { ...best, conquest: 0, blockade: 1.5, duel: 3, knockback: 6 },
  },
  settler: {
    plan: 'seeks land: wins starred tiles from their guards, takes more from others, until four impress the dragon',
    weights: { ...best, star: 7, flag: 4.5, conquest: -3 },
  },
  merchant: {
    plan: 'seeks gold: a few good tiles, a market at once, everything sold until there is enough to impress the dragon',
    weights: goldRush,
  },
};
