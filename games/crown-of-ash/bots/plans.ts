/** The bots' plans: what each finds how valuable, in victory points. */
import type { Plans } from '../../../agents/bots/plan-bot.js';
import { readTuned } from '../../../agents/bots/tuned-json.js';
import type { Limits } from '../../../agents/bots/tuning.js';
import trained from './tuned.json' with { type: 'json' };

/** All that tells one plan from another. */
export interface Weights {
  /** What a gold, a basic resource is worth in rounds 1-4 (besides what it buys at once). */
  gold: readonly [number, number, number, number];
  goods: readonly [number, number, number, number];
  /** What a point of attack of a new fighter is worth in rounds 1-4. */
  force: readonly [number, number, number, number];
  /** Factor on the points of a fighter that the fate card shows. */
  fate: number;
  /** Factor on regions, on the Citadel. */
  land: number;
  citadel: number;
  /** What a point that another seat loses is worth. In games of two it is a point; of more it is shared out. */
  hurt: number;
  /** How likely each turn of another seat is an attack on a given region, on the Citadel, if it would win. */
  threat: number;
  siege: number;
  /** What it costs to send or post a point of attack. */
  keep: number;
  /** What playing a card costs, for each point of its mean value. */
  card: number;
  /** What taking back a point of card value is worth. */
  refresh: number;
  /** Factor on what battles gain: below 1 the bot would rather not. */
  war: number;
  /** Factor on what building gains. */
  build: number;
  /** How much the other side prefers high cards. */
  lean: number;
  /** How surely a card that lies below the top of a discard is known not to come: 0 forgotten, 1 remembered. */
  recall: number;
  /** Share of the strongest set of a hand that lies face down in an attack. */
  bluff: number;
  /** Lead before cards with which an attack has an even chance, and how slowly the chance rises with it. */
  edge: number;
  luck: number;
  /** Points of attack that the others gain until the next round. */
  growth: number;
  /** What another seat is expected to keep of a site this round, and from each round to the next. */
  holds: number;
  stays: number;
  /** What ten points ahead of the mean of all add to what a seat's losses are worth. */
  deny: number;
  /** Factor on what an owner's tax is worth to its owner. */
  tax: number;
  /** What a wild resource is worth, in basic ones. */
  wild: number;
  /** WILD: how much it counts to come near a fighter, and to round up a point at the end, against raising one. */
  wildNear: number;
  wildEven: number;
  /** Factor on what gathering gains. */
  gather: number;
  /** What a fighter that comes back is worth, of one that is new; at the last turn of a round, in all. */
  crypt: number;
  cryptLate: number;
  /** What a casualty is worth to the loser. */
  casualty: number;
  /** Share of the worth of taking back cards while most are in the hand. */
  refreshEarly: number;
  /** What other guards must gain to be worth the trouble. */
  amend: number;
  /** What a fighter gains for each other one of its kind, of at most two. */
  pair: number;
  /** What raising a fighter must gain. */
  spare: number;
  /** What each minion that is left takes off attacks on the Citadel, on regions, and off building: better later. */
  citadelWait: number;
  landWait: number;
  buildWait: number;
  /** ORDER: what ten points of another seat count for letting it go next, and what counts for going next myself. */
  leaderFirst: number;
  meFirst: number;
}

const regent: Weights = {
  gold: [1.4, 1.25, 1, 0.5],
  goods: [0.6, 0.6, 0.5, 0.34],
  force: [0.9, 0.8, 0.6, 0.3],
  fate: 1,
  land: 1,
  citadel: 1,
  hurt: 0.45,
  threat: 0.18,
  siege: 0.35,
  keep: 0.48,
  card: 0.35,
  refresh: 0.3,
  war: 1.2,
  build: 1,
  lean: 0.4,
  recall: 0,
  bluff: 0.9,
  edge: 0.7,
  luck: 1.9,
  growth: 1.5,
  holds: 0.9,
  stays: 0.7,
  deny: 0,
  tax: 1,
  wild: 1.15,
  wildNear: 0.075,
  wildEven: 0.25,
  gather: 1,
  crypt: 0.6,
  cryptLate: 0.1,
  casualty: 0.4,
  refreshEarly: 0.4,
  amend: 0.3,
  pair: 0,
  spare: 0,
  citadelWait: 0,
  landWait: 0,
  buildWait: 0,
  leaderFirst: 1,
  meFirst: -1,
};

/** How far tuning moves a weight at first, where half its size is too far or not far enough. */
export const units: Readonly<Record<string, number>> = {
  threat: 0.06,
  siege: 0.1,
  keep: 0.15,
  card: 0.12,
  refresh: 0.12,
  recall: 0.2,
  bluff: 0.1,
  holds: 0.1,
  stays: 0.1,
  wildNear: 0.05,
  wildEven: 0.1,
  crypt: 0.2,
  cryptLate: 0.1,
  casualty: 0.2,
  refreshEarly: 0.15,
  amend: 0.15,
  pair: 0.15,
};

const share = [0, 1] as const;
const positive = [0, Infinity] as const;

/** Chances and shares stay such; `luck` divides, and `lean` must leave every card a chance. */
export const limits: Limits = {
  threat: share,
  siege: share,
  recall: share,
  bluff: share,
  holds: share,
  stays: share,
  lean: positive,
  luck: [0.2, 20],
  deny: [-1, 1],
};

/** By name, the strongest first. */
export const plans: Plans<Weights> = {
  tuned: {
    plan: 'plays as regent does with weights that depend on the position, found by evolution (bench/runs.md)',
    weights: regent,
    tuned: readTuned(trained),
    from: 'regent',
  },
  regent: {
    plan: 'weighs everything: builds early, attacks where the odds are good, takes the Citadel late in a round',
    weights: regent,
  },
  builder: {
    plan: 'saves gold for structures, posts strong guards and fights only when it is nearly sure to win',
    weights: { ...regent, gold: [1.8, 1.5, 1.1, 0.5], war: 0.5, build: 1.3, keep: 0.15, citadel: 0.6 },
  },
  warlord: {
    plan: 'raises the strongest dead it can and takes structures and the Citadel from the others',
    weights: {
      ...regent,
      gold: [0.8, 0.7, 0.6, 0.5],
      force: [1.4, 1.3, 1, 0.4],
      war: 1.4,
      build: 0.7,
      hurt: 0.9,
    },
  },
  necromancer: {
    plan: 'gathers to raise one fighter after the other, those on its fate card first, and lives on their points',
    weights: {
      ...regent,
      goods: [1, 1, 0.9, 0.5],
      gold: [0.9, 0.8, 0.8, 0.5],
      force: [1, 0.9, 0.7, 0.4],
      fate: 2.5,
      war: 0.8,
      build: 0.8,
    },
  },
};
