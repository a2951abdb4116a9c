/**
 * The weights of a bot as parameters: numbers by name that training may move. Each becomes
 *
 *   weight = base + unit * (what a network makes of the bot's features of the position)
 *
 * A network without hidden layers has a bias (how far the weight moved) and a slope for each feature. With all of them at
 * zero the bot is what it was.
 */
import type { State } from '../../env/game.js';
import { Inference } from '../network/inference.js';
import { type NetworkShape, type Outputs, outputsFor, weightsProblem } from '../network/network.js';
import type { Parameter, Tuned } from './scripted-player.js';
import type { WeightRecord } from './weight-record.js';

/** Name of the head that gives what is added to each weight, in units. */
export const PLAN = 'plan';

/** What the weights of a tuned bot may depend on. */
export interface PlanFeatures<Position> {
  names: readonly string[];
  /** Writes them, of about -1 to 1 each, from what the seat to act knows. */
  write(position: Position, seat: number, out: Float32Array): void;
}

/** The usual shape of the network of a tuned bot. @param trunk widths of hidden layers; none: weights are linear in the features */
export function planShape(features: number, parameters: number, trunk: number[] = []): NetworkShape {
  const head = { name: PLAN, width: parameters, loss: 'squared-error' as const };
  return { inputs: features, trunk, activation: 'tanh', heads: [head] };
}

/** Smallest and largest value of weights that have one, by name. */
export type Limits = Readonly<Record<string, readonly [number, number]>>;

/** Least unit of a weight that declares none. */
const LEAST_UNIT = 0.25;

/**
 * All numbers of a record of weights, those of lists as `name.0`, `name.1`, ...
 * @param units by name; without one half of the weight's size, at least 0.25
 * @throws RangeError when a weight is not a number, or a unit is of no weight or not above 0
 */
export function parametersOf(weights: object, units: Readonly<Record<string, number>> = {}): Parameter[] {
  const numbers = numbersOf(weights);
  declared('unit', units, numbers);
  return numbers.map(({ name, value: base }) => {
    if (!Number.isFinite(base)) throw new RangeError(`weight ${name}: a number wanted, not ${base}`);
    const unit = units[name] ?? Math.max(LEAST_UNIT, Math.abs(base) / 2);
    if (!(unit > 0 && unit < Infinity)) throw new RangeError(`weight ${name}: its unit must be above 0, not ${unit}`);
    return { name, base, unit };
  });
}

function declared(what: string, by: object, weights: readonly { name: string }[]): void {
  const unknown = Object.keys(by).find((name) => !weights.some((weight) => weight.name === name));
  if (unknown !== undefined) throw new RangeError(`a ${what} is declared for ${unknown}, which is no weight`);
}

/** The numbers of a record of weights by name, in their order. */
function numbersOf(weights: object): { name: string; value: number }[] {
  return Object.entries(weights).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one, i) => ({ name: `${name}.${i}`, value: one })) : { name, value },
  );
}

/** Sets the weights of a tuned bot before each decision. */
export class WeightSetter {
  // Hot: before most decisions of a tuned bot. Of each weight, flat.
  private readonly base: Float64Array;
  private readonly unit: Float64Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly network: Inference;
  private readonly outputs: Outputs;
  /** What the bot declares, and where in it the network's inputs stand. */
  private readonly seen: Float32Array;
  private readonly chosen: number[];
  private readonly inputs: Float32Array;
  private fresh = true;

  /**
   * @param record what the planner reads; written
   * @throws RangeError when `tuned` is of another bot
   */
  constructor(
    private readonly record: WeightRecord,
    private readonly features: PlanFeatures<State> | undefined,
    limits: Limits = {},
    tuned: Tuned,
  ) {
    const names = features?.names ?? [];
    const own = parametersOf(record.weights);
    const problem = tunedProblem(tuned, own, names);
    if (problem) throw new RangeError(problem);
    declared('limit', limits, own);
    this.base = Float64Array.from(tuned.parameters, ({ base }) => base);
    this.unit = Float64Array.from(tuned.parameters, ({ unit }) => unit);
    this.low = Float64Array.from(own, ({ name }) => limits[name]?.[0] ?? -Infinity);
    this.high = Float64Array.from(own, ({ name }) => limits[name]?.[1] ?? Infinity);
    this.network = new Inference(tuned.shape, tuned.weights);
    this.outputs = outputsFor(tuned.shape, 1);
    this.seen = new Float32Array(names.length);
    this.chosen = tuned.features.map((name) => names.indexOf(name));
    this.inputs = new Float32Array(this.chosen.length);
  }

  /** The network may have other weights now. */
  forget(): void {
    this.fresh = true;
  }

  /** @param position the seat to act is the bot's */
  set(position: State): void {
    const { features, seen, chosen, inputs } = this;
    let same = !this.fresh;
    if (chosen.length > 0) {
      features!.write(position, position.actor, seen);
      for (let i = 0; i < chosen.length; i++) {
        const value = seen[chosen[i]!]!;
        if (value === inputs[i]) continue;
        inputs[i] = value;
        same = false;
      }
    }
    // Most decisions follow one with the same features.
    if (same) return;
    this.fresh = false;
    this.network.run(inputs, 0, this.outputs);
    const { base, unit, low, high, record } = this;
    const { values } = record;
    const offsets = this.outputs[PLAN]!;
    for (let i = 0; i < base.length; i++)
      values[i] = Math.min(high[i]!, Math.max(low[i]!, base[i]! + unit[i]! * offsets[i]!));
    record.changed();
  }
}

/** Why `tuned` is not of a bot with these weights and features, or undefined. */
export function tunedProblem(
  { features, parameters, shape, weights }: Tuned,
  own: readonly Parameter[],
  known: readonly string[],
): string | undefined {
  const strange = features.find((name) => !known.includes(name));
  if (strange !== undefined)
    return `it reads the feature ${strange}, and the bot has ${known.length > 0 ? known.join(', ') : 'none'}`;
  const has = (list: readonly Parameter[], { name }: Parameter) => list.some((one) => one.name === name);
  const lacking = own.find((one) => !has(parameters, one));
  if (lacking) return `it lacks the weight ${lacking.name}, which the bot has`;
  const extra = parameters.find((one) => !has(own, one));
  if (extra) return `it has a weight ${extra.name}, which the bot has not`;
  if (parameters.some(({ name }, i) => name !== own[i]!.name)) return 'its weights stand in another order';
  const odd = parameters.find(({ base, unit }) => !(Number.isFinite(base) && unit > 0 && unit < Infinity));
  if (odd) return `its weight ${odd.name} has base ${odd.base} and unit ${odd.unit}`;
  const head = shape.heads.find(({ name }) => name === PLAN);
  if (shape.heads.length !== 1 || head?.width !== parameters.length || head.actions || shape.normalise)
    return `its network must have one head ${PLAN} of ${parameters.length} outputs`;
  if (shape.inputs !== features.length) return `its network reads ${shape.inputs} features, not ${features.length}`;
  return weightsProblem(shape, weights);
}
