/** Estimates in words. */
import type { Estimated } from '../protocol.js';

const percent = (share: number): string => String(Math.round(100 * share));
/** An error is never nothing. */
const finePercent = (share: number): string => Math.max(0.1, 100 * share).toFixed(100 * share < 9.95 ? 1 : 0);

/** `43 % ± 2`; without an error where there is none. */
export const chanceText = ({ mean, error }: Estimated): string =>
  error > 0 ? `${percent(mean)} % ± ${finePercent(error)}` : `${percent(mean)} %`;

/** `+0.52 ± 0.03`. */
export const earnedText = ({ mean, error }: Estimated): string =>
  `${mean > 0 ? '+' : ''}${mean.toFixed(2)}${error > 0 ? ` ± ${error.toFixed(2)}` : ''}`;

/** `loses 12 % ± 3`. */
export const lossText = (loss: Estimated, earns: boolean): string =>
  `loses ${earns ? earnedText(loss).replace('+', '') : chanceText(loss)}`;
