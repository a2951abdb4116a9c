/** Counts of what the rules have reached in this process: cards, items, followers, builds, endings, decisions. */
import { buildNames } from '../actions.js';
import { cards, followers, itemKinds } from '../data.js';
import { endings } from '../state.js';

/** Past the highest number of the decision register. */
export const DECISIONS = 127;

export const landmarkNames: string[] = [];
const block = (prefix: string, names: readonly string[]): number => {
  const start = landmarkNames.length;
  for (const name of names) landmarkNames.push(`${prefix} ${name}`);
  return start;
};
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
const decisionStart = landmarkNames.length;
/** Landmark of each decision; 65535 (counted nowhere) where nothing in code decides it. */
const decisionIndex = new Uint16Array(DECISIONS).fill(65535);
const decided = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
  34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 59, 60, 61, 62, 63,
  64, 65, 66, 67, 71, 72, 73, 74, 75, 76, 77, 79, 80, 81, 82, 83, 84, 85, 86, 88, 89, 90, 91, 92, 93, 94, 95, 96, 98,
  100, 101, 102, 103, 104, 105, 106, 107, 109, 110, 111, 125, 126,
];
decided.forEach((d, i) => {
  decisionIndex[d] = decisionStart + i;
  landmarkNames.push(`decision ${d}`);
});

/** How often each landmark was reached in this process. */
export const landmarkCounts = new Uint32Array(landmarkNames.length);

/** Counts a numbered decision as reached. */
export function decision(n: number): void {
  landmarkCounts[decisionIndex[n]!]!++;
}
/** Counts any other landmark: start of its block + number. */
export function reached(index: number): void {
  landmarkCounts[index]!++;
}
