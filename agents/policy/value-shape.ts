/** The shape of a network that only values positions. Needs nothing of Node. */
import type { Game } from '../../env/game.js';
import { gameObserver } from '../../env/observer.js';
import { type Head, type NetworkShape, VALUE } from '../network/network.js';
import { auxiliaryHeads } from './auxiliary.js';

/** The network that only values positions of a game, for a policy of afterstates. */
export function valueNetworkFor(
  game: Game,
  trunk: number[],
  activation: NetworkShape['activation'] = 'relu',
  auxiliary: readonly string[] = [],
): NetworkShape {
  // A small gain: before anything is known of it, no position is much better than another.
  const value: Head = { name: VALUE, width: game.seats.max, loss: 'squared-error', gain: 0.1 };
  return { inputs: gameObserver(game).size, trunk, activation, heads: [value, ...auxiliaryHeads(game, auxiliary)] };
}
