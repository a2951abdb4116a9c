/** The algorithms that there are. A new one is a file beside this, and its name in both lists here. */

import { z } from 'zod';
import { afterstate } from './afterstate.js';
import { type AlgorithmKind, phaseSchema } from './algorithm.js';
import { evolution } from './evolution.js';
import { expertIteration } from './expert-iteration.js';
import { imitation } from './imitation.js';
import { ppo } from './ppo.js';

const kinds = { imitation, ppo, evolution, 'expert-iteration': expertIteration, afterstate };

/** Names of all algorithms. */
export const algorithmNames = Object.keys(kinds) as Phase['algorithm'][];

/** One phase of a run, of any algorithm. */
export const anyPhaseSchema = z.discriminatedUnion('algorithm', [
  phaseSchema('imitation', imitation.settings),
  phaseSchema('ppo', ppo.settings),
  phaseSchema('evolution', evolution.settings),
  phaseSchema('expert-iteration', expertIteration.settings),
  phaseSchema('afterstate', afterstate.settings),
]);

/** What `anyPhaseSchema` checks. */
export type Phase = z.output<typeof anyPhaseSchema>;

/** The algorithm of a phase. */
export function algorithmOf<P extends Phase>({ algorithm }: P): AlgorithmKind<P> {
  return kinds[algorithm] as unknown as AlgorithmKind<P>;
}
