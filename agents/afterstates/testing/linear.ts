import { type Game, observationSize } from '../../../env/game.js';
import { type NetworkShape, VALUE, type Weights } from '../../network/network.js';
import { ValueNetwork } from '../value-network.js';

/**
 * A network without hidden layers: what a position is worth is told number by number of its observation.
 * @param seats two: to the other it is worth as much less
 */
export function linear(game: Game, worth: (name: string, i: number) => number, seats = 1): ValueNetwork {
  const shape: NetworkShape = {
    inputs: observationSize(game),
    trunk: [],
    activation: 'relu',
    heads: [{ name: VALUE, width: seats, loss: 'squared-error' }],
  };
  const kernel = game.observation.flatMap(({ name, shape }) =>
    Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) =>
      [worth(name, i), -worth(name, i)].slice(0, seats),
    ).flat(),
  );
  const weights: Weights = {
    [`${VALUE}.kernel`]: Float32Array.from(kernel),
    [`${VALUE}.bias`]: new Float32Array(seats),
  };
  return new ValueNetwork(shape, weights);
}
