/** A player made of one rule that says how likely it takes each action; the bots of the small games are such players. */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';

/** Writes the probability of every action; `out` is all zeros before. */
export type MixedRule = (view: View, out: Float32Array) => void;

/** Draws each action from its rule, with a generator of its own. */
export class RulePlayer implements Agent {
  private rng: Rng = createRng(0);
  private out: Float32Array | undefined;

  constructor(
    readonly name: string,
    private readonly rule: MixedRule,
  ) {}

  reset(seed: Seed): void {
    this.rng = createRng(seed);
  }

  act(view: View): number {
    const out = (this.out ??= new Float32Array(view.game.actions));
    this.probabilities(view, out);
    let left = this.rng.uniform();
    let last = 0;
    for (let action = 0; action < out.length; action++) {
      if (out[action]! <= 0) continue;
      last = action;
      if ((left -= out[action]!) < 0) break;
    }
    return last;
  }

  probabilities(view: View, out: Float32Array): void {
    out.fill(0);
    this.rule(view, out);
  }
}

/** A rule that leaves nothing to luck. */
export function always(choose: (view: View) => number): MixedRule {
  return (view, out) => {
    out[choose(view)] = 1;
  };
}
