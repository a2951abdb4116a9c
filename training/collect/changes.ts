/** Changes of weights, of which evolution learns (training/learn/evolution.ts): how large, and how they are drawn. */
import { encoderTensors } from '../../agents/network/encoder.js';
import { countWeights, featureSize, layers, type NetworkShape, viewWeights } from '../../agents/network/network.js';
import { createRng, gaussian } from '../../env/chance.js';

/**
 * How far each weight of a network moves: by 1 / sqrt(inputs), as most libraries draw their first weights, so that a layer's
 * sums move alike whatever its size. Where there is one layer alone, the network of a bot (agents/bots/tuning.ts), biases move
 * by 1: they are the bot's weights. What is counted and not learned stays.
 */
export function unitsOf(shape: NetworkShape): Float32Array {
  const units = new Float32Array(countWeights(shape));
  const views = viewWeights(shape, units);
  for (const { name, shape: dims } of encoderTensors(shape).filter(({ name }) => !name.endsWith('.bias'))) {
    const unit = 1 / Math.sqrt(dims.slice(0, -1).reduce((a, b) => a * b, 1));
    views[name]!.fill(unit);
    if (name.endsWith('.kernel')) views[name.replace(/kernel$/, 'bias')]!.fill(unit);
  }
  const linear = shape.trunk.length === 0;
  for (const { name, inputs } of layers(shape)) {
    const unit = 1 / Math.sqrt(Math.max(1, inputs));
    views[`${name}.kernel`]!.fill(unit);
    views[`${name}.bias`]!.fill(linear ? 1 : unit);
  }
  for (const { name, actions } of shape.heads) {
    if (!actions) continue;
    views[`${name}.actions.kernel`]!.fill(1 / Math.sqrt(featureSize(shape)));
    views[`${name}.actions.out`]!.fill(1 / Math.sqrt(actions));
  }
  return units;
}

/** Seed of a pair's change and games. */
export const pairSeed = (step: string, pair: number): string => `${step}/pair ${pair}`;

/** Normal numbers that follow from a seed alone, so that threads make the same without being sent them. */
export function drawChange(seed: string, out: Float32Array): void {
  const rng = createRng(seed);
  for (let i = 0; i < out.length; i++) out[i] = gaussian(rng);
}

/** Writes centre + step * units * change. @param step the noise; below 0 for the other of a pair */
export function changed(
  centre: Float32Array,
  change: Float32Array,
  units: Float32Array,
  step: number,
  out: Float32Array,
): void {
  for (let i = 0; i < out.length; i++) out[i] = centre[i]! + step * units[i]! * change[i]!;
}
