/**
 * The trained weights of a bot as JSON, to be read by people and kept beside the bot: `tabletop export --format weights` writes
 * it, a plan takes it in (`Plan.tuned`).
 */
import type { NetworkShape } from '../network/network.js';
import type { Parameter, Tuned } from './scripted-player.js';

/**
 * The trained weights of a bot as JSON, for people to read and to keep beside the bot: `tabletop export --format
 * weights` writes it, a plan takes it in (`Plan.tuned`).
 */
export interface TunedJson {
  /** Where it comes from. */
  about: string;
  /** Names of the features that the weights depend on. */
  features: string[];
  /** Of each weight: where it began, and what 1 of the network adds. */
  weights: Record<string, [base: number, unit: number]>;
  network: NetworkShape;
  /** By name, as `Weights`. */
  tensors: Record<string, number[]>;
}

/** Significant digits that are kept: a weight is known far less exactly. */
const DIGITS = 4;

/** @param about where it comes from */
export function tunedJson({ features, parameters, shape, weights }: Tuned, about: string): TunedJson {
  const short = (x: number) => Number(x.toPrecision(DIGITS));
  return {
    about,
    features: [...features],
    weights: Object.fromEntries(parameters.map(({ name, base, unit }) => [name, [base, unit]])),
    network: structuredClone(shape),
    tensors: Object.fromEntries(Object.entries(weights).map(([name, tensor]) => [name, Array.from(tensor, short)])),
  };
}

/**
 * Reads trained weights from JSON, as `tabletop export --format weights` wrote it, for `Plan.tuned`. Whether they fit a
 * bot is checked where they are used.
 * @param json as imported: types of JSON are wide
 */
export function readTuned(json: unknown): Tuned {
  const { features, weights, network, tensors } = json as TunedJson;
  const parameters = Object.entries(weights).map(([name, [base, unit]]): Parameter => ({ name, base, unit }));
  const arrays = Object.entries(tensors).map(([name, numbers]) => [name, Float32Array.from(numbers)]);
  return { features, parameters, shape: network, weights: Object.fromEntries(arrays) };
}
