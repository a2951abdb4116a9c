/** An agent that plays a table of probabilities. */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';
import { informationKey } from './information-state.js';
import type { SolvedPolicy } from './solved-file.js';

/** Draws its actions from a table. It knows no more than the observation of its seat. */
export class SolvedAgent implements Agent {
  private rng: Rng = createRng(0);

  /** @param name its spec */
  constructor(
    readonly name: string,
    private readonly policy: SolvedPolicy,
  ) {}

  reset(seed: Seed): void {
    this.rng = createRng(seed);
  }

  /** @throws UserError at a position that should be in the table and is not */
  act(view: View): number {
    const odds = this.odds(view);
    let left = this.rng.uniform();
    let last = -1;
    for (let action = 0, k = 0; action < view.mask.length; action++) {
      if (view.mask[action] !== 1) continue;
      const p = odds === null ? 1 / view.legal : odds[k++]!;
      if (p === 0) continue;
      last = action;
      left -= p;
      if (left < 0) break;
    }
    return last;
  }

  probabilities(view: View, out: Float32Array): void {
    const odds = this.odds(view);
    let k = 0;
    for (let action = 0; action < out.length; action++)
      out[action] = view.mask[action] !== 1 ? 0 : odds === null ? 1 / view.legal : odds[k++]!;
  }

  /** Of the legal actions, ascending; null where they are all alike. */
  private odds(view: View): Float64Array | null {
    const { states, complete, file } = this.policy;
    const found = states.get(informationKey(view.seat, view.mask, view.observation()));
    if (found) return found;
    if (!complete || view.legal === 1) return null;
    throw new UserError(
      `agent ${this.name}: a position of seat ${view.seat} is not among the ${states.size} information states of ${file}: solve the game again`,
    );
  }
}
