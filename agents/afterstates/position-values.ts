/** A network of afterstates as a judge of any unfinished position, for searches. */
import type { Evaluate } from '../../env/judges.js';
import type { Observer } from '../../env/observer.js';
import type { ValueNetwork } from './value-network.js';

/**
 * The mean of what the seats expect that are not to act: what a seat expects was learned right after it had acted, and says
 * little of a position in which it is to act. A single player judges alone.
 */
export function positionValues(observer: Observer, network: ValueNetwork): Evaluate {
  const values = new Float32Array(network.values);
  const observation = new Float32Array(network.inputs);
  return (state, out) => {
    const { players, actor } = state;
    out.fill(0);
    const judges = players - (players > 1 ? 1 : 0);
    for (let seat = 0; seat < players; seat++) {
      if (seat === actor && players > 1) continue;
      observer.write(state, seat, observation, 0);
      network.runOne(observation, values);
      for (let i = 0; i < players; i++) out[(seat + i) % players]! += values[i]! / judges;
    }
  };
}
