/**
 * Plays a bot softly: draws from softmax(worth / temperature) instead of taking the action of most worth. What is nearly
 * as good is played nearly as often; at a small temperature it is the bot itself.
 */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import { MaskedDistribution } from '../network/masked.js';

/** Smallest temperature of a soft player. */
export const LEAST_TEMPERATURE = 0.001;

/** No action counts as farther behind the best: finite, so that no sum turns into NaN. */
const FAR = -1e6;

/** An agent that says what it makes of each legal action. */
export type Weighing = Agent & Required<Pick<Agent, 'worths'>>;

/** Whether an agent says what it makes of each legal action. */
export const weighs = (agent: Agent): agent is Weighing => agent.worths !== undefined;

export class SoftPlayer implements Agent {
  private rng: Rng = createRng(0);
  /** What the bot made of the last position, by action. */
  private readonly made: Float64Array;
  private readonly logits: Float32Array;
  private readonly choice: MaskedDistribution;

  /**
   * @param bot whose worths it draws by; no other may play with it
   * @param temperature in the unit of the worths; at least `LEAST_TEMPERATURE`
   * @param actions number of action ids of the game
   */
  constructor(
    readonly name: string,
    readonly bot: Weighing,
    private readonly temperature: number,
    actions: number,
  ) {
    if (!(temperature >= LEAST_TEMPERATURE && temperature < Infinity))
      throw new RangeError(`temperature must be at least ${LEAST_TEMPERATURE}, not ${temperature}`);
    this.made = new Float64Array(actions);
    this.logits = new Float32Array(actions);
    this.choice = new MaskedDistribution(actions);
  }

  reset(seed: Seed): void {
    this.bot.reset(seed);
    this.rng = createRng(`${seed}/draw`);
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    return this.distribution(view).sample(this.rng);
  }

  probabilities(view: View, out: Float32Array): void {
    this.distribution(view).write(out);
  }

  /** What `act` draws from; valid until the next call. @param temperature at least `LEAST_TEMPERATURE` */
  distribution(view: View, temperature = this.temperature): MaskedDistribution {
    const { made, logits } = this;
    this.bot.worths(view, made);
    // Only differences count, and single precision keeps them where the largest is 0.
    let most = -Infinity;
    for (let a = 0; a < made.length; a++) if (view.mask[a] === 1) most = Math.max(most, made[a]!);
    for (let a = 0; a < made.length; a++) logits[a] = Math.max(FAR, made[a]! - most);
    return this.choice.set(logits, 0, view.mask, 0, temperature);
  }
}
