/** An agent that has a distribution over the legal actions and draws from it, or takes the likeliest. */
import type { Agent, View } from '../env/agent.js';
import { createRng, type Rng, type Seed } from '../env/chance.js';
import type { MaskedDistribution } from './network/masked.js';

/** How a distribution is played. */
export interface DrawnPlay {
  /** Always the most likely action instead of a drawn one. */
  argmax?: boolean;
  /** Above 1 more adventurous, below 1 less; > 0. */
  temperature?: number | undefined;
}

/** An agent that has a distribution over the legal actions and draws from it, or takes the likeliest. */
export abstract class DrawingAgent implements Agent {
  private rng: Rng = createRng(0);

  constructor(
    readonly name: string,
    protected readonly play: DrawnPlay,
  ) {}

  reset(seed: Seed): void {
    this.rng = createRng(seed);
  }

  act(view: View): number {
    const distribution = this.look(view);
    return this.play.argmax ? distribution.argmax() : distribution.sample(this.rng);
  }

  probabilities(view: View, out: Float32Array): void {
    const distribution = this.look(view);
    if (this.play.argmax) out.fill(0)[distribution.argmax()] = 1;
    else distribution.write(out);
  }

  /** What it makes of the position. Valid until the next call. */
  protected abstract look(view: View): MaskedDistribution;
}
