/** As ActorCritic, of a network that answers many positions at once (together.ts). */
import type { View } from '../../env/agent.js';
import { writeFinite } from '../../env/finite.js';
import type { State } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import { MaskedDistribution } from '../network/masked.js';
import { outputsFor, POLICY, VALUE, widthOf } from '../network/network.js';
import type { Together } from '../network/together.js';

/** A network that looks at positions through an observer, of its own. What it is shown is read at once. */
export class DeferredCritic {
  private readonly observation: Float32Array;
  private readonly features: Float32Array | undefined;

  constructor(
    private readonly network: Together,
    readonly observer: Observer,
  ) {
    const { shape } = network;
    this.observation = new Float32Array(shape.inputs);
    const size = observer.actions?.size ?? 0;
    this.features = size > 0 ? new Float32Array(widthOf(shape, POLICY) * size) : undefined;
  }

  /** What the seat to act would do. @param temperature divides the logits; > 0 */
  async decide(view: View, temperature = 1): Promise<MaskedDistribution> {
    const { observer, observation, features } = this;
    view.observe(observer, observation, 0, features);
    const mask = view.mask.slice();
    const out = await this.ask(mask);
    return new MaskedDistribution(mask.length).set(out[POLICY]!, 0, mask, 0, temperature);
  }

  /**
   * Both, of a position that is not over: see `Judge`.
   * @param priors not written if undefined
   */
  async judge(state: State, legal: Uint8Array, priors: Float32Array | undefined, returns: Float64Array): Promise<void> {
    const { observer, observation, features } = this;
    const { actor, players } = state;
    writeFinite(observer, state, actor, observation, 0);
    if (features) observer.actions!.write(state, legal, observation, 0, features, 0);
    const mask = legal.slice();
    const out = await this.ask(mask);
    if (priors) new MaskedDistribution(mask.length).set(out[POLICY]!, 0, mask, 0).write(priors);
    for (let i = 0; i < players; i++) returns[(actor + i) % players] = out[VALUE]![i]!;
  }

  private async ask(mask: Uint8Array) {
    const { network, observation, features } = this;
    const out = outputsFor(network.shape, 1, [POLICY, VALUE]);
    await network.ask(observation, mask, out, features);
    return out;
  }
}
