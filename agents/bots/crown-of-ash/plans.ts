/** The bots' plans: what each finds how valuable, in victory points. */
import type { Plans } from '../plan-bot.js';

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
};

/** By name, the strongest first. */
export const plans: Plans<Weights> = {
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
