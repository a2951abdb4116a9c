/** The network of a preset that has an advisor, for one that has none. */
import type { ConfigInput } from '../run/config.js';

/** There is nobody to begin as. */
export function unadvised(network: NonNullable<ConfigInput['network']>): NonNullable<ConfigInput['network']> {
  const { adviceTemperature: _, ...rest } = network;
  return rest;
}
