/** Counts of what the rules have reached in this process: buildings, events, towns, tokens, rival's actions, decisions. */
import { BUILDINGS, benefitNames, EVENTS, resourceNames, TOWNS } from '../data.js';
import { endings } from '../state.js';

export const landmarkNames: string[] = [];
const block = (names: readonly string[]): number => {
  const start = landmarkNames.length;
  landmarkNames.push(...names);
  return start;
};
const numbered = (prefix: string, n: number): string[] => Array.from({ length: n }, (_, i) => `${prefix} ${i}`);

/** First index of each block of landmarks. */
export const BUILT = block(numbered('human builds', BUILDINGS));
export const RIVAL_BUILT = block(numbered('rival builds', BUILDINGS));
export const EVENT_DONE = block(numbered('event', EVENTS));
export const TOWN_USED = block(numbered('town action', TOWNS));
export const BRAGGED = block(resourceNames.map((name) => `brag ${name}`));
export const TOKEN_TAKEN = block(benefitNames.map((name) => `token ${name}`));
export const RIVAL_TOKEN = block(benefitNames.map((name) => `rival token ${name}`));
export const RIVAL_ACTION = block(['hunt', ...numbered('', 6).map((n) => `action${n}`)].map((name) => `rival ${name}`));
export const ENDED = block(endings.slice(1).map((name) => `ending ${name}`));
export const TIED_SCORES = block(['scores tied']);
export const ATTACK_FAILED = block(['attack failed']);
const decisionStart = landmarkNames.length;
const decided = [
  5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34,
];
/** Landmark of each decision; 65535 (counted nowhere) where nothing in code decides it. */
const decisionIndex = new Uint16Array(64).fill(65535);
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
