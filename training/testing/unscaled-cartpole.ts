/** CartPole as somebody might write it who does not think of networks: each number in a unit of its own, far from zero. */
import { CartPoleState, game as cartpole } from '../../games/cartpole/game.js';

const UNITS = [1e3, 1e-3, 1e3, 1e-3, 1] as const;
const ORIGINS = [5e3, 0, -2e3, 3e-3, 7] as const;

class Unscaled extends CartPoleState {
  override observe(seat: number, out: Float32Array, offset: number): void {
    super.observe(seat, out, offset);
    for (const [i, unit] of UNITS.entries()) out[offset + i] = out[offset + i]! * unit + ORIGINS[i]!;
  }

  static from(state: CartPoleState): Unscaled {
    const own = new Unscaled();
    own.copyFrom(state);
    return own;
  }
}

export const game = {
  ...cartpole,
  id: 'unscaled-cartpole',
  newState: (options, chance) => Unscaled.from(cartpole.newState(options, chance)),
  parseView: (json) => Unscaled.from(cartpole.parseView!(json)),
} satisfies typeof cartpole;
