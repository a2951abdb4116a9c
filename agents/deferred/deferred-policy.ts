/** As PolicyAgent, of a network that answers later. */
import type { View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { DrawnPlay } from '../drawing-agent.js';
import type { DeferredAgent } from './deferred-agent.js';
import type { DeferredCritic } from './deferred-critic.js';

/** Draws each action from its distribution, or takes the likeliest. */
export class DeferredPolicy implements DeferredAgent {
  private rng: Rng = createRng(0);

  constructor(
    readonly name: string,
    private readonly critic: DeferredCritic,
    private readonly play: DrawnPlay,
  ) {}

  reset(seed: Seed): void {
    this.rng = createRng(seed);
    this.critic.observer.reset?.();
  }

  async decide(view: View): Promise<number> {
    const distribution = await this.critic.decide(view, this.play.temperature);
    return this.play.argmax ? distribution.argmax() : distribution.sample(this.rng);
  }
}
