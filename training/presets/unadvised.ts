/** What a preset that teaches a network without an advisor takes over from one that may have one. */
import type { ConfigInput } from '../run/config.js';

/** Its network, returns and evaluation; there is nobody to begin as. */
export function unadvised({ network, returns, evaluation }: ConfigInput): ConfigInput {
  const { adviceTemperature: _, ...own } = network ?? {};
  return { network: own, ...(returns && { returns }), ...(evaluation && { evaluation }) };
}
