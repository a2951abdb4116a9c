/**
 * Bots that weigh a position: a plan is a set of weights, and a planner of the game turns weights into choices. They look
 * at the position through a sample of what is hidden, draw nothing and remember nothing. Their weights can be tuned
 * (tuning.ts), and may depend on the position then.
 */
import type { View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import type { ScriptedBot } from '../../env/game-package.js';
import type { Reading } from '../../env/judges.js';
import type { ScriptedPlayer, Tuned, Tuning } from './scripted-player.js';
import { scriptedSpec } from './scripted-spec.js';
import { type Limits, type PlanFeatures, parametersOf, WeightSetter } from './tuning.js';
import { WeightRecord } from './weight-record.js';

/** One bot as data: what it is after and the weights that it judges by, hand-written or trained. */
export interface Plan<Weights> {
  /** What it is after, in one line. */
  plan: string;
  /** What it thinks things are worth: numbers, or lists of numbers. */
  weights: Readonly<Weights>;
  /** What training has made of them (optional). */
  tuned?: Tuned | undefined;
  /** What training has made of them under other rules, by `PlanKind.variant`; of the same parameters as `tuned`. */
  variants?: Readonly<Record<string, Tuned>> | undefined;
  /** Name of the bot whose weights were trained to become these (optional). */
  from?: string | undefined;
}

/** The bots of a game by name, the strongest first. */
export type Plans<Weights> = Readonly<Record<string, Plan<Weights>>>;

/**
 * What decides for a bot. It reads its weights anew at each decision, since they may depend on the position, and uses
 * nothing hidden: any two samples of a position give the same answer.
 */
export interface Planner<Position> {
  /** A legal action of a position in which at least two are legal. */
  choose(position: Position): number;
  /** What worths are made of, by name (optional). */
  readonly parts?: readonly string[];
  /**
   * What it makes of each legal action (optional); `choose` takes the largest. Comparable within one decision only.
   * @param out by action id; written for legal actions
   * @param parts `parts.length` numbers an action, all zeros before; written where there are any
   */
  actionValues?(position: Position, out: Float64Array, parts?: Float32Array): void;
}

/** What a bot reads in a position; see `Reading`. */
interface PlanReading<Position> {
  size: number;
  about: string;
  /** @param seat the one to act, whose numbers come first */
  write(position: Position, seat: number, out: Float32Array, offset: number): void;
}

/** All of a game's plans, and what turns weights into choices. */
export interface PlanKind<Position, Weights extends object> {
  plans: Plans<Weights>;
  /** Called once a bot. The object's numbers may change between two decisions. */
  planner: (weights: Readonly<Weights>) => Planner<Position>;
  /** What all of them read in a position. */
  reading?: PlanReading<Position>;
  features?: PlanFeatures<Position>;
  /** Which rules a game is played by, where options change them so much that trained weights differ (optional). */
  variant?(position: Position): string;
  /** How far tuning moves a weight at first, where half its size (at least 0.25) is not right. Weights of a list: `gold.2`. */
  units?: Readonly<Record<string, number>>;
  /** Smallest and largest value that makes sense. */
  limits?: Limits;
}

/** Plays a plan; fit to play rollouts, since it neither draws nor remembers. */
export class PlanBot implements ScriptedPlayer {
  private readonly rng: Rng = createRng(0);
  private sample: State | undefined;
  private readonly planner: Planner<State>;
  private readonly setter: WeightSetter | undefined;
  /** What has set the weights last. */
  private active: WeightSetter | undefined;
  private readonly variants: Record<string, WeightSetter> = {};
  readonly reading?: Reading;
  readonly parts?: readonly string[];
  readonly actionValues?: (view: View, out: Float64Array, parts?: Float32Array) => void;

  /** @param given what its weights become by position; without it as the plan has them */
  constructor(
    readonly name: string,
    private readonly kind: PlanKind<State, object>,
    private readonly plan: Plan<object>,
    given?: Tuned,
  ) {
    const { reading, planner, features, limits } = kind;
    const tuned = given ?? plan.tuned;
    const record = new WeightRecord(plan.weights);
    const setter = (of: Tuned) => new WeightSetter(record, features, limits, of);
    if (tuned) this.setter = setter(tuned);
    for (const [rules, of] of Object.entries((!given && plan.variants) || {})) {
      // Training goes on from any of them with the parameters of the bot.
      if (JSON.stringify(of.parameters) !== JSON.stringify(tuned?.parameters))
        throw new RangeError(`${name}: what was trained for ${rules} is of other parameters than the rest`);
      this.variants[rules] = setter(of);
    }
    this.planner = planner(record.weights);
    const { parts } = this.planner;
    if (parts) this.parts = parts;
    if (this.planner.actionValues) this.actionValues = (view, out, parts) => this.weigh(view, out, parts);
    if (!reading) return;
    const { size, about } = reading;
    const write = (view: View, out: Float32Array, offset: number) =>
      reading.write(this.look(view), view.seat, out, offset);
    this.reading = { size, about, write };
  }

  /** Its weights as numbers by name, and this bot with others. */
  get tuning(): Tuning {
    const { kind, plan } = this;
    return {
      parameters: plan.tuned?.parameters ?? parametersOf(plan.weights, kind.units),
      tunedFor: (position) => variantOf(plan.variants, kind, position) ?? plan.tuned,
      features: kind.features?.names ?? [],
      write: (position, seat, out) => kind.features?.write(position, seat, out),
      create: (tuned, name) => new PlanBot(name, kind, plan, tuned),
    };
  }

  reset(_seed: Seed): void {
    this.sample = undefined;
    this.active = undefined;
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    return this.choose(this.look(view));
  }

  /**
   * What it would do in a position itself, without a view or a sample, which would not change its choice: for whoever
   * plays many games with it and may know all of the position.
   * @param position at least two actions are legal
   */
  choose(position: State): number {
    this.set(position);
    return this.planner.choose(position);
  }

  private weigh(view: View, out: Float64Array, parts?: Float32Array): void {
    out.fill(-Infinity);
    parts?.fill(0);
    const position = this.look(view);
    this.set(position);
    this.planner.actionValues!(position, out, parts);
  }

  private set(position: State): void {
    const setter = variantOf(this.variants, this.kind, position) ?? this.setter;
    // The weights may be another one's now, or of a network that has learned since the last game.
    if (setter !== this.active) setter?.forget();
    this.active = setter;
    setter?.set(position);
  }

  private look(view: View): State {
    return (this.sample = view.sample(this.rng, this.sample));
  }
}

/** What there is for the rules that a position is played by. */
function variantOf<T>(
  variants: Readonly<Record<string, T>> | undefined,
  kind: PlanKind<State, object>,
  position: State,
): T | undefined {
  return variants && kind.variant && variants[kind.variant(position)];
}

/**
 * The scripted bots of a game, by name: `export const bots = planBots({ plans, planner })` in a module of a game.
 * @returns what makes each; all of them can be tuned
 */
export function planBots<Position, Weights extends object>(
  kind: PlanKind<Position, Weights>,
): Record<string, () => PlanBot> {
  // A position is the game's own class of states, and weights its own record: the bots only hand them on.
  const general = kind as unknown as PlanKind<State, object>;
  return Object.fromEntries(
    Object.entries(general.plans).map(([name, plan]) => [name, () => new PlanBot(scriptedSpec(name), general, plan)]),
  );
}

/** A bot by its plan, for a game's package. */
export interface NamedPlanBot extends ScriptedBot {
  create: () => PlanBot;
}

/** The same, each bot with its strategy in words. */
export function botsByPlan<Position, Weights extends object>(
  kind: PlanKind<Position, Weights>,
): Record<string, NamedPlanBot> {
  const makers = planBots(kind);
  return Object.fromEntries(
    Object.entries(kind.plans).map(([name, { plan, from }]) => [name, { plan, from, create: makers[name]! }]),
  );
}
