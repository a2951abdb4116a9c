/** The player that chooses uniformly among the legal actions. */
import type { Agent, View } from '../env/agent.js';
import { createRng, type Rng, type Seed } from '../env/chance.js';

/** The agent that chooses uniformly among the legal actions. */
export class RandomAgent implements Agent {
  readonly name = 'random';
  private rng: Rng = createRng(0);

  reset(seed: Seed): void {
    this.rng = createRng(seed);
  }

  act(view: View): number {
    return randomAction(view.mask, view.legal, this.rng);
  }

  probabilities(view: View, out: Float32Array): void {
    for (let a = 0; a < out.length; a++) out[a] = view.mask[a]! / view.legal;
  }
}

/** A uniformly drawn legal action. @param legal number of ones in `mask`, at least 1 */
export function randomAction(mask: Uint8Array, legal: number, rng: { int(n: number): number }): number {
  let skip = legal > 1 ? rng.int(legal) : 0;
  let action = mask.indexOf(1);
  while (skip-- > 0) action = mask.indexOf(1, action + 1);
  return action;
}
