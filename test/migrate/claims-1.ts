import { first, greedy } from './claims.js';

export const game = first;
export const bots = { greedy };
