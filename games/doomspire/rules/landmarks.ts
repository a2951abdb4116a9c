/** What the rules can reach: cards, items, followers, builds, endings, decisions. */
import { Trace } from '../../../env/trace.js';
import { cards, followers, itemKinds } from '../data.js';
import { endings } from '../state.js';
import { buildNames } from '../terms.js';

export const trace = new Trace();
const block = (prefix: string, names: readonly string[]): number =>
  trace.add(...names.map((name) => `${prefix} ${name}`));
/** First index of each block of landmarks. */
export const CARD_DRAWN = block(
  'card',
  cards.map((c) => c.id),
);
export const ITEM_GAINED = block(
  'item',
  itemKinds.map((k) => k.id),
);
export const FOLLOWER_GAINED = block(
  'follower',
  followers.map((f) => f.id),
);
export const BUILT = block('build', buildNames);
export const ENDED = block('ending', endings.slice(1));
/** Numbered decisions that code decides. */
const decisions = trace.addNumbered(
  'decision',
  [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
    34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 59, 60, 61, 62, 63,
    64, 65, 66, 67, 71, 72, 73, 74, 75, 76, 77, 79, 80, 81, 82, 83, 84, 85, 86, 88, 89, 90, 91, 92, 93, 94, 95, 96, 98,
    100, 101, 102, 103, 104, 105, 106, 107, 109, 110, 111, 125, 126,
  ],
);

/** Traces a numbered decision. */
export const decision = (n: number): void => trace.reached(decisions[n]!);
/** Traces any other landmark: start of its block + number. */
export const reached = (landmark: number): void => trace.reached(landmark);
