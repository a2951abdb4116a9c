/**
 * Noisy agents: a bot made weaker on purpose. With a temperature it draws from the softmax of its action values, with
 * mistakes it plays a share of its decisions uniformly. In specs and on the levels of pages these are `?temperature=` and
 * `?mistakes=`.
 */
import type { Agent, View } from '../env/agent.js';
import { createRng, type Rng, type Seed } from '../env/chance.js';
import { UserError } from '../env/user-error.js';
import { MaskedDistribution } from './network/masked.js';
import { randomAction } from './random.js';

/** How noisy an agent is; nothing given: not at all. */
export interface Noise {
  /** Draws from softmax(action value / temperature); at least `LEAST_TEMPERATURE`. */
  temperature?: number | undefined;
  /** Share of decisions, 0 to 1, in which every legal action is equally likely. */
  mistakes?: number | undefined;
}

/**
 * The noisy version of a bot; with both, the mistakes come on top of the softmax.
 * @param name of the noisy agent
 * @param bot not shared with another agent
 * @param actions number of action ids of the game
 * @throws UserError when a temperature is given for a bot without action values
 */
export function noisyAgent(name: string, bot: Agent, { temperature, mistakes }: Noise, actions: number): Agent {
  let player = bot;
  if (temperature !== undefined) {
    if (!hasActionValues(bot))
      throw new UserError(
        `agent ${name}: ${bot.name} has no action values (Agent.actionValues); leave out temperature`,
      );
    player = new SoftmaxAgent(name, bot, temperature, actions);
  }
  return mistakes === undefined ? player : new MistakenAgent(name, player, mistakes);
}

/** Smallest temperature of a softmax. */
export const LEAST_TEMPERATURE = 0.001;

/** No action counts as farther behind the best: finite, so that no sum turns into NaN. */
const FAR = -1e6;

/** An agent with action values. */
export type ValuingAgent = Agent & Required<Pick<Agent, 'actionValues'>>;

/** Whether an agent has action values. */
export const hasActionValues = (agent: Agent): agent is ValuingAgent => agent.actionValues !== undefined;

/**
 * Draws from softmax(action value / temperature) instead of taking the action of the largest value. Actions nearly as good
 * are played nearly as often; at a small temperature it is the bot itself.
 */
export class SoftmaxAgent implements Agent {
  private rng: Rng = createRng(0);
  /** The bot's action values in the last position. */
  private readonly values: Float64Array;
  private readonly logits: Float32Array;
  private readonly choice: MaskedDistribution;

  /**
   * @param bot whose action values it draws by; not shared with another agent
   * @param temperature in the unit of the action values; at least `LEAST_TEMPERATURE`
   * @param actions number of action ids of the game
   */
  constructor(
    readonly name: string,
    readonly bot: ValuingAgent,
    private readonly temperature: number,
    actions: number,
  ) {
    if (!(temperature >= LEAST_TEMPERATURE && temperature < Infinity))
      throw new RangeError(`temperature must be at least ${LEAST_TEMPERATURE}, not ${temperature}`);
    this.values = new Float64Array(actions);
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
    const { values, logits } = this;
    this.bot.actionValues(view, values);
    // Only differences count, and single precision keeps them where the largest is 0.
    let most = -Infinity;
    for (let a = 0; a < values.length; a++) if (view.mask[a] === 1) most = Math.max(most, values[a]!);
    for (let a = 0; a < values.length; a++) logits[a] = Math.max(FAR, values[a]! - most);
    return this.choice.set(logits, 0, view.mask, 0, temperature);
  }
}

/** Plays a share of its decisions uniformly, and the others as the bot does. Works for every bot. */
export class MistakenAgent implements Agent {
  private rng: Rng = createRng(0);
  readonly probabilities?: NonNullable<Agent['probabilities']>;

  /**
   * @param bot not shared with another agent
   * @param mistakes share of decisions, 0 to 1, in which every legal action is equally likely
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
    // The bot chooses each time, also where its choice is not taken: it may remember what it has seen.
    const choice = this.bot.act(view);
    return this.rng.uniform() < this.mistakes ? randomAction(view.mask, view.legal, this.rng) : choice;
  }
}
