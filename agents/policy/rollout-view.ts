/** A view over a simulated position: nothing needs redrawing there, so `sample` is only a copy. */
import type { Rng } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { LiveView } from '../../env/view.js';

export class RolloutView extends LiveView {
  #position: State | null = null;

  override show(state: State, mask?: Uint8Array, legal?: number): this {
    this.#position = state;
    return super.show(state, mask, legal);
  }

  override sample(_rng: Rng, into?: State): State {
    if (!into) return this.#position!.clone();
    into.copyFrom(this.#position!);
    return into;
  }
}
