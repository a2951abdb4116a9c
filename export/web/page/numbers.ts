/** Estimates in words. */
import type { Estimate } from '../protocol.js';

/** Nearly certain is not certain: `99.7`. */
const percent = (share: number): string =>
  // Nobody reads -0.
  (100 * share)
    .toFixed(share > 0 && share < 1 && (share < 0.005 || share >= 0.995) ? 1 : 0)
    .replace(/^-(0(?:\.0*)?)$/, '$1');
const points = (earned: number): string => `${earned > 0 ? '+' : ''}${earned.toFixed(2)}`;

/** The interval, where there is one: exact numbers have none. */
const interval = ({ low, high }: Estimate, number: (value: number) => string): string =>
  high > low && Number.isFinite(high - low) ? ` [${number(low)}, ${number(high)}]` : '';

/** `43 % [39, 47]`; without an interval where it is exact. */
export const chanceText = (chance: Estimate): string => `${percent(chance.mean)} %${interval(chance, percent)}`;

/** `+0.52 [+0.46, +0.58]`. */
export const earnedText = (earned: Estimate): string => `${points(earned.mean)}${interval(earned, points)}`;

/** `loses 12 % [6, 18]`. */
export const lossText = (loss: Estimate, earns: boolean): string =>
  `loses ${earns ? earnedText(loss).replace('+', '') : chanceText(loss)}`;
