/** What the weights of a tuned bot may depend on: where the game stands, in about -1 to 1 each, all of it public. */

import type { PlanFeatures } from '../../../agents/bots/tuning.js';
import { humanScore, rivalScore } from '../rules/ending.js';
import { ready, readyCrew } from '../rules/judgements.js';
import type { Position } from '../state.js';
import { base } from './plans.js';
import { turnsLeft } from './worth.js';

/** Larger values are cut: tables of one's own may have them. */
const MOST = 1.5;
/** `least` becomes -1 and `most` 1. */
const between = (least: number, value: number, most: number): number =>
  Math.min(MOST, Math.max(-MOST, (2 * (value - least)) / (most - least) - 1));

/** Each with the value that becomes -1 and the one that becomes 1. */
const list: Readonly<Record<string, readonly [least: number, most: number, of: (s: Position) => number]>> = {
  turnsLeft: [0, 16, (s) => turnsLeft(s, base)],
  /** Renown and coins, as if the game ended now. */
  lead: [-40, 40, (s) => humanScore(s) - rivalScore(s)],
  coins: [0, 20, ({ human }) => human.coins],
  goods: [0, 12, ({ human }) => human.fish + human.wood],
  books: [0, 5, ({ human }) => human.book],
  /** A serpent counts for two pirates. */
  force: [0, 8, ({ human }) => human.pirate + 2 * human.serpent],
  influence: [0, 6, ({ human }) => human.influence],
  rivalInfluence: [0, 6, ({ rival }) => rival.influence],
  readyCrew: [0, 6, readyCrew],
  administer: [0, 4, (s) => ready(s, s.tables.crewAdminister)],
  buildings: [0, 7, ({ human }) => human.buildings],
  rivalBuildings: [0, 7, ({ rival }) => rival.buildings],
  towns: [0, 5, ({ human }) => human.towns],
  rivalTowns: [0, 5, ({ rival }) => rival.towns],
};
const entries = Object.values(list);

export const features: PlanFeatures<Position> = {
  names: Object.keys(list),
  write(s, _seat, out) {
    for (let i = 0; i < entries.length; i++) {
      const [least, most, of] = entries[i]!;
      out[i] = between(least, of(s), most);
    }
  },
};
