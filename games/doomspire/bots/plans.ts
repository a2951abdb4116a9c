/** The plans of the bots: what each thinks things are worth. One unit is about one piece of food, wood or ore. */
import type { Plans } from '../../../agents/bots/plan-bot.js';
import { readTuned } from '../../../agents/bots/tuned-json.js';
import type { Limits } from '../../../agents/bots/tuning.js';
import trained from './tuned.json' with { type: 'json' };
import airef from './tuned-airef.json' with { type: 'json' };
import strange from './tuned-stranger.json' with { type: 'json' };
import found from './weights.json' with { type: 'json' };

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
  /** A flag on a tile, apart from its yield. */
  flag: number;
  /** How many harvests a tile is expected to give at the start of the game. */
  horizon: number;
  /** Tiles after which another one counts half. */
  enoughTiles: number;
  /** Turning an unexplored tile over, besides the fame. */
  explore: number;
  /** One point of strength of an item. */
  item: number;
  /** An adventure card before it is known. */
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
  /** What an extra die is worth, and how many times that once the dragon can be impressed. */
  die: number;
  dieReady: number;

  // What was a constant of the planner before it was a weight: all bots have the same.

  /**
   * Shares of a gold that a good counts for on the way to impressing: without and with a market; own ones for the worth
   * of gold.
   */
  goods: number;
  goodsMarket: number;
  goodsGold: number;
  /** Share of its worth that a point of fame, a starred tile, a gold keeps when there is enough of it to impress. */
  fameSpare: number;
  starSpare: number;
  goldSpare: number;
  /** What fame and gold are worth that would no longer impress when they are given away. */
  fameKeep: number;
  goldKeep: number;
  /** Share of a point of might above `mightEnough`; share of might and of builds when somebody is about to impress. */
  mightSpare: number;
  mightLate: number;
  buildLate: number;
  /** Share of a gold that a good is worth with a market; how many goods of a kind are not too many. */
  marketPrice: number;
  plenty: number;
  /** Share of the yields of a tile beyond `enoughTiles`. */
  spareTile: number;
  /** Round from which nobody waits any more for the second impression, and what making it is worth then. */
  waitUntil: number;
  hurry: number;
  /** Progress from which a rival is worth knocking back; share of that far from Doomspire. */
  closeRival: number;
  knockbackFar: number;
  /** Share of a point of fame that losing to a knight costs besides. */
  duelFame: number;
  /** How much more a tile of a rival is worth that is about to impress. */
  rivalTile: number;
  /** Share of a starred tile that standing on one counts for. */
  blockadeStar: number;
  /** Edition airef: share of the game that beating the dragon is worth. */
  challenge: number;
  /** Chance to stay on a central tile turned over that is not Doomspire. */
  centreHold: number;
  /** What is found behind a bear, and the share of a card, on hills not turned over. */
  hillPrize: number;
  hillCards: number;
  /** Share of what can be done on a tile after a battle for it; of items that lie there. */
  afterDuel: number;
  pickUp: number;
  /** Share of a pull that passes a monster that would be beaten. */
  through: number;
  /** Chance below which the dragon is not fought. */
  dragonChance: number;
  /** What shooting a monster brings besides. */
  shot: number;
  /** Shares of a defeat that fleeing costs when it succeeds and when it fails, in thoughts; in the decision. */
  flight: number;
  flight2: number;
  fleeing: number;
  /** Cards: an encounter, the monk, an event that is nearly always nothing. */
  encounter: number;
  monk: number;
  event: number;
  /** What stopping a knight that passes must gain at least. */
  ambush: number;
  /** What a trade must gain: offered by anybody, by somebody about to impress. */
  trade: number;
  tradeRival: number;
  /** Taking the gold that impresses from a rival. */
  deny: number;
  /** Share of a tile that taking it from its owner by a revolt is worth. */
  revolt: number;
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
  dieReady: 2,
  goods: 0.2,
  goodsMarket: 0.5,
  goodsGold: 0.4,
  fameSpare: 0.15,
  starSpare: 0.3,
  goldSpare: 0.4,
  fameKeep: 20,
  goldKeep: 25,
  mightSpare: 0.33,
  mightLate: 0.4,
  buildLate: 0.3,
  marketPrice: 0.45,
  plenty: 10,
  spareTile: 0.5,
  waitUntil: 22,
  hurry: 40,
  closeRival: 0.75,
  knockbackFar: 0.3,
  duelFame: 0.5,
  rivalTile: 0.4,
  blockadeStar: 0.5,
  challenge: 0.3,
  centreHold: 0.6,
  hillPrize: 2,
  hillCards: 0.3,
  afterDuel: 0.6,
  pickUp: 0.5,
  through: 0.8,
  dragonChance: 0.2,
  shot: 0.5,
  flight: 0.9,
  flight2: 0.6,
  fleeing: 0.2,
  encounter: 0.4,
  monk: 3,
  event: 0.2,
  ambush: 0.3,
  trade: 0.3,
  tradeRival: 1.5,
  deny: 15,
  revolt: 0.3,
};

/**
 * How far tuning moves a weight at first where half its size is not right: shares, counts, and what stands at about
 * nothing.
 */
export const units = {
  decay: 0.1,
  approach: 0.1,
  after: 0.1,
  stay: 0.1,
  threshold: 0.1,
  mightEnough: 2,
  enoughTiles: 1,
  boat: 1,
  warship: 1,
  chapel: 1,
  monastery: 1,
  explore: 0.5,
  duel: 0.5,
  impress: 5,
  goods: 0.1,
  goodsMarket: 0.1,
  goodsGold: 0.1,
  fameSpare: 0.1,
  starSpare: 0.1,
  goldSpare: 0.1,
  mightSpare: 0.1,
  mightLate: 0.1,
  buildLate: 0.1,
  marketPrice: 0.1,
  spareTile: 0.1,
  waitUntil: 2,
  closeRival: 0.1,
  knockbackFar: 0.1,
  challenge: 0.1,
  centreHold: 0.1,
  hillCards: 0.1,
  pickUp: 0.1,
  through: 0.1,
  dragonChance: 0.1,
  fleeing: 0.1,
} satisfies Partial<Weights>;

/** What would let a pull spread for ever, or divide by nothing; and shares that are none beyond. */
export const limits = {
  decay: [0.4, 0.97],
  through: [0, 1],
  centreHold: [0, 1],
  patience: [1, 100],
  plenty: [1, 100],
} satisfies Partial<Record<keyof Weights, readonly [number, number]>> as Limits;

export const defaultWeights: Readonly<Weights> = base;

/** The tuned weights: the others start from them and want something else. */
const best: Readonly<Weights> = { ...base, ...(found.weights as Partial<Weights>) };

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
  tuned: {
    plan: 'plays as mixed does with weights that depend on the position, found by evolution (bench/runs.md)',
    weights: best,
    tuned: readTuned(trained),
    variants: { airef: readTuned(airef) },
    from: 'mixed',
  },
  stranger: {
    plan: 'as tuned, found from another seed and in no player: whoever meets it has not trained for it',
    weights: best,
    tuned: readTuned(strange),
    from: 'mixed',
  },
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
