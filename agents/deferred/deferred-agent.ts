/**
 * Players whose networks lie on a device, such as a graphics card. Their answers come later, so that many games, side by side
 * in one thread, ask the device in one call. Everything else here is an `Agent`, which answers at once.
 */
import type { View } from '../../env/agent.js';
import type { Seed } from '../../env/chance.js';

/** A player that answers later. One instance plays one seat of one game at a time. */
export interface DeferredAgent {
  /** As `Agent.name`. */
  readonly name: string;
  /** As `Agent.simulations`. */
  readonly simulations?: number | undefined;
  /** Positions that it asks about at a time, at most. Default: 1. */
  readonly batch?: number | undefined;
  /** As `Agent.reset`. */
  reset(seed: Seed): void;
  /**
   * A legal action.
   * @param view stays as it is until the promise is settled
   */
  decide(view: View): Promise<number>;
}
