/** For the tests of bots that play by plans: their features, their worths and their weights, held to what all of them promise. */
import { expect } from 'vitest';
import { createRng } from '../../../env/chance.js';
import type { State } from '../../../env/game.js';
import { initialWeights } from '../../network/network.js';
import type { ScriptedPlayer } from '../scripted-player.js';
import { type PlanFeatures, planShape } from '../tuning.js';

/**
 * Features are within bounds for every seat, the same whatever is hidden from the seat to act, and each of them moves.
 * @param visit shows positions of games
 * @param moves how far the least and the most of a feature are apart, but for those that stand `still`
 */
export function checkFeatures<P, S extends P & State>(
  features: PlanFeatures<P>,
  visit: (look: (state: S) => void) => void,
  { low = -1, high = 1, moves = 0.6, still = [] as readonly string[] } = {},
): void {
  const { names } = features;
  const [out, again] = [new Float32Array(names.length), new Float32Array(names.length)];
  const least = new Float32Array(names.length).fill(Infinity);
  const most = new Float32Array(names.length).fill(-Infinity);
  const rng = createRng('redrawn');
  let sample: S | undefined;
  visit((state) => {
    for (let seat = 0; seat < state.players; seat++) {
      features.write(state, seat, out.fill(Number.NaN));
      for (const [i, value] of out.entries()) {
        if (!(value >= low && value <= high)) throw new Error(`feature ${names[i]} is ${value}`);
        least[i] = Math.min(least[i]!, value);
        most[i] = Math.max(most[i]!, value);
      }
      if (seat !== state.actor) continue;
      sample ??= state.clone() as S;
      sample.copyFrom(state);
      sample.resample(seat, rng);
      features.write(sample, seat, again.fill(Number.NaN));
      expect(again).toEqual(out);
    }
  });
  for (const [i, name] of names.entries())
    if (!still.includes(name)) expect(most[i]! - least[i]!, name).toBeGreaterThan(moves);
}

/** A planner, as the tests ask it. */
interface Weighing<S> {
  choose(state: S): number;
  actionValues?(state: S, out: Float64Array, parts?: Float32Array): void;
}
/** A position that lists its legal actions. */
interface Listing extends State {
  readonly legalActions: ArrayLike<number>;
  readonly count: number;
}

/** What planners make of legal actions, and what of it is wrong. */
export class Weighed {
  /** Worth of each action, NaN of those that are not legal; its parts, `[action * parts + part]`. */
  readonly values: Float64Array;
  readonly made: Float32Array;

  /** @param bound no worth is larger or smaller */
  constructor(
    actions: number,
    private readonly parts: readonly string[],
    private readonly bound: number,
  ) {
    this.values = new Float64Array(actions);
    this.made = new Float32Array(actions * parts.length);
  }

  /** A part of the worth of an action. */
  part(name: string, action: number): number {
    return this.made[action * this.parts.length + this.parts.indexOf(name)]!;
  }

  /** Asks a planner. @returns what is wrong: the largest worth is that of its choice, only legal actions have any */
  ask<P, S extends P & Listing>(planner: Weighing<P>, state: S, chooser: Weighing<P> = planner): string[] {
    const { values, made, bound } = this;
    const wrong: string[] = [];
    planner.actionValues!(state, values.fill(Number.NaN), made.fill(0));
    const legal = Array.from({ length: state.count }, (_, i) => state.legalActions[i]!);
    const choice = chooser.choose(state);
    if (values[choice] !== Math.max(...legal.map((action) => values[action]!))) wrong.push(`${choice} is chosen`);
    for (const action of legal)
      if (!(Math.abs(values[action]!) <= bound)) wrong.push(`${action} is worth ${values[action]}`);
    if (!made.every(Number.isFinite)) wrong.push('a part is no number');
    const width = this.parts.length;
    for (let action = 0; action < values.length; action++)
      if (!legal.includes(action))
        if (!Number.isNaN(values[action]) || made.subarray(action * width, (action + 1) * width).some((x) => x !== 0))
          wrong.push(`${action} is not legal`);
    return wrong;
  }
}

/** The same bot with weights drawn at random, differently by position: at most so many units, by each feature, from its plan's. */
export function movedBot({ tuning }: ScriptedPlayer, seed: string, by: number): ScriptedPlayer {
  const { parameters, features } = tuning!;
  const shape = planShape(features.length, parameters.length);
  const rng = createRng(seed);
  const weights = initialWeights(shape, rng);
  for (const list of Object.values(weights))
    for (let i = 0; i < list.length; i++) list[i] = 2 * by * (rng.uniform() - 0.5);
  return tuning!.create({ features, parameters, shape, weights }, 'moved');
}
