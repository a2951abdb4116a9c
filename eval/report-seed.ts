/** Seeds of published reports. */
import type { Seed } from '../env/chance.js';
import { packageVersion } from '../env/package.js';

/**
 * The seed of the deals of a report. It changes with each release of this package: who chooses settings and policies by
 * reports ends with those that suit their deals, and a release's reports shall be on deals that nobody has looked at.
 * @param seed of the run, or as it was typed
 * @param version of the package
 */
export function reportSeed(seed: Seed, version = packageVersion()): string {
  return `${seed}/report ${version}`;
}
