/** What the rules can reach: buildings, events, towns, tokens, rival's actions, decisions. */
import { Trace } from '../../../env/trace.js';
import { BUILDINGS, benefitNames, EVENTS, resourceNames, TOWNS } from '../data.js';
import { endings } from '../state.js';

export const trace = new Trace();
const block = (names: readonly string[]): number => trace.add(...names);
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
/** Numbered decisions that code decides. */
const decisions = trace.addNumbered(
  'decision',
  [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34],
);

/** Traces a numbered decision. */
export const decision = (n: number): void => trace.reached(decisions[n]!);
/** Traces any other landmark: start of its block + number. */
export const reached = (landmark: number): void => trace.reached(landmark);
