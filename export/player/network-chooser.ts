/** A network that chooses. Part of every exported file. */
import type { MaskedDistribution } from '../../agents/network/masked.js';
import type { ActorCritic } from '../../agents/policy/actor-critic.js';
import type { LookaheadAgent } from '../../agents/search/lookahead.js';
import { writeFinite } from '../../env/finite.js';
import type { State } from '../../env/game.js';
import type { Chooser } from './chooser.js';
import { weaken } from './difficulty.js';
import type { Opinion } from './self-test.js';

export class NetworkChooser implements Chooser {
  constructor(
    readonly policy: ActorCritic,
    readonly ahead?: LookaheadAgent,
  ) {}

  decide(state: State, mask: Uint8Array, temperature = 1, strength = 1): MaskedDistribution {
    const distribution = this.policy.decide(state, mask, temperature);
    weaken(distribution.probabilities, distribution.legal, strength);
    return distribution;
  }

  judge(state: State, mask: Uint8Array): Opinion {
    const { policy } = this;
    const { legal, ids, probabilities } = this.decide(state, mask);
    return {
      observation: policy.observation,
      features: policy.features?.subarray(0, legal * policy.observer.actions!.size),
      legal: [...ids.subarray(0, legal)],
      probabilities: [...probabilities.subarray(0, legal)],
      values: [...policy.values],
    };
  }

  evaluate(state: State, seat: number): number[] {
    const { policy } = this;
    const { players } = state;
    const valued = policy.values.length;
    if (valued < players) throw new Error(`view: a game of ${players} seats; this network judges up to ${valued}`);
    const out = new Float64Array(players);
    policy.look(state, seat);
    policy.bySeat(seat, players, out);
    return [...out];
  }

  encode(state: State, seat: number): Float32Array {
    const { observer, observation } = this.policy;
    writeFinite(observer, state, seat, observation, 0);
    return observation.slice();
  }
}
