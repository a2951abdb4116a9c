/** An agent that is bound in one thing: it never makes a choice of that name while there is another, or always does. */
import { z } from 'zod';
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import { choiceName, kindName, plainName } from './names.js';

/** What an agent is bound in. */
export const bondSchema = z.strictObject({
  /** Name of the choice, as a report has it. */
  choice: z.string().max(1000),
  mode: z.enum(['never', 'always']),
});

/** What an agent is bound in: see `bondSchema`. */
export type Bond = z.infer<typeof bondSchema>;

/** Whether an action with these words is a choice of that name, the single one or that of its kind. */
function isChoice(choice: string, text: string): boolean {
  const name = choiceName(text);
  return name === choice || kindName(name) === choice || plainName(name) === choice;
}

/** Never makes a choice of one name while there is another, or always does; else it does what the agent within does. */
export class BoundAgent implements Agent {
  readonly name: string;
  private rng: Rng = createRng('');
  private readonly values: Float64Array;
  private readonly open: Uint8Array;

  /** @param actions of the game */
  constructor(
    private readonly inner: Agent,
    private readonly bond: Bond,
    actions: number,
  ) {
    this.name = inner.name;
    this.values = new Float64Array(actions);
    this.open = new Uint8Array(actions);
  }

  reset(seed: Seed): void {
    this.inner.reset(seed);
    this.rng = createRng(`${seed}/bound`);
  }

  act(view: View): number {
    const choice = this.inner.act(view);
    const wanted = this.bond.mode === 'always';
    const fits = (action: number) => isChoice(this.bond.choice, view.actionText(action)) === wanted;
    if (fits(choice)) return choice;
    const { open } = this;
    let left = 0;
    for (let action = 0; action < open.length; action++) {
      open[action] = view.mask[action] === 1 && fits(action) ? 1 : 0;
      left += open[action]!;
    }
    return left === 0 ? choice : this.among(view, left);
  }

  /** The best that is open in its own eyes. */
  private among(view: View, left: number): number {
    const { inner, open, values } = this;
    if (inner.actionValues) {
      inner.actionValues(view, values);
      let best = -1;
      for (let action = 0; action < open.length; action++)
        if (open[action] === 1 && (best < 0 || values[action]! > values[best]!)) best = action;
      return best;
    }
    // An agent without action values is shown a narrower choice; where it does not keep to that, one is drawn.
    const choice = inner.act(new NarrowView(view, open, left));
    if (open[choice] === 1) return choice;
    let steps = this.rng.int(left);
    return open.findIndex((one) => one === 1 && steps-- === 0);
  }
}

/** A view in which less is legal. */
class NarrowView implements View {
  constructor(
    private readonly whole: View,
    readonly mask: Uint8Array,
    readonly legal: number,
  ) {}

  get game() {
    return this.whole.game;
  }
  get seat() {
    return this.whole.seat;
  }
  get players() {
    return this.whole.players;
  }
  get prompt() {
    return this.whole.prompt;
  }
  observation(): Float32Array {
    return this.whole.observation();
  }
  observe(observer: Observer, out: Float32Array, offset: number, features?: Float32Array): void {
    this.whole.observe(observer, out, offset, features);
  }
  actionText(action: number): string {
    return this.whole.actionText(action);
  }
  text(): string {
    return this.whole.text();
  }
  sample(rng: Rng, into?: State): State {
    return this.whole.sample(rng, into);
  }
}
