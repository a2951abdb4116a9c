/** Partial configs laid over each other. Presets of games need no more than this of the settings. */
import type { ConfigInput } from './config.js';
import { merge, mergePhases } from './merge-phases.js';

/**
 * Lays `over` onto `base`: objects field by field, everything else (arrays, schedules given as numbers) replaced.
 * `options` is merged too. `phases` of `over` say which phases there are; each is laid over the one of its name in `base`.
 */
export function mergeConfig(base: ConfigInput, over: ConfigInput): ConfigInput {
  const merged = merge(base, over) as ConfigInput;
  return Array.isArray(over.phases) ? { ...merged, phases: mergePhases(base.phases ?? [], over.phases) } : merged;
}
