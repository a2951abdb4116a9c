/** The device of a run: `auto` is measured once, with the run's own network, and recorded. */
import { chooseDevice } from '../learn/choose-device.js';
import type { LearningDevice } from '../learn/devices.js';
import type { NamedAdvisor } from './advisor.js';
import type { Config } from './config.js';
import { prepare } from './prepare.js';

/** Rows of a step where the algorithm names none. */
const USUAL_MINIBATCH = 2048;

/**
 * Where the network of this configuration learns.
 * @param note is told what `auto` took, and why
 * @throws UserError for `gpu` where there is no graphics card
 */
export async function settledDevice(
  config: Config,
  advisor: NamedAdvisor,
  note?: (text: string) => void,
): Promise<LearningDevice> {
  const { device, learnerThreads: threads } = config;
  if (device === 'cpu' || config.agent) return 'cpu';
  const { spec } = await prepare(config, undefined, advisor);
  const last = config.phases.at(-1)!;
  const minibatch = 'minibatch' in last ? last.minibatch : USUAL_MINIBATCH;
  // A shard's searches ask at the same time.
  const judged = last.algorithm === 'expert-iteration' ? last.games : undefined;
  const trial = { engine: spec.engine, shape: spec.shape, minibatch, threads, judged };
  return chooseDevice(device, trial, note);
}
