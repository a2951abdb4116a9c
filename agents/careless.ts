/** Plays a share of its decisions uniformly, and the others as a bot does: how any bot is made weaker on purpose. */
import type { Agent, View } from '../env/agent.js';
import { createRng, type Rng, type Seed } from '../env/chance.js';
import { randomAction } from './random.js';

export class CarelessPlayer implements Agent {
  private rng: Rng = createRng(0);
  readonly probabilities?: NonNullable<Agent['probabilities']>;

  /**
   * @param bot no other may play with it
   * @param mistakes share of decisions, 0 to 1, in which any legal action is as likely
   */
  constructor(
    readonly name: string,
    private readonly bot: Agent,
    private readonly mistakes: number,
  ) {
    if (bot.probabilities)
      this.probabilities = (view, out) => {
        bot.probabilities!(view, out);
        for (let a = 0; a < out.length; a++)
          out[a] = (1 - mistakes) * out[a]! + (mistakes * view.mask[a]!) / view.legal;
      };
  }

  reset(seed: Seed): void {
    this.bot.reset(seed);
    this.rng = createRng(`${seed}/mistakes`);
  }

  act(view: View): number {
    // Asked each time: it may remember what it was shown.
    const choice = this.bot.act(view);
    return this.rng.uniform() < this.mistakes ? randomAction(view.mask, view.legal, this.rng) : choice;
  }
}
