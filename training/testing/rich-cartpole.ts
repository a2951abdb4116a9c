/** CartPole that pays a thousand for each push. */
import { CartPoleState, game as cartpole } from '../../games/cartpole/game.js';

class Rich extends CartPoleState {
  override rewards(out: Float64Array): void {
    super.rewards(out);
    out[0]! *= 1000;
  }
}

export const game = {
  ...cartpole,
  id: 'rich-cartpole',
  newState(options, chance) {
    const state = new Rich();
    state.copyFrom(cartpole.newState(options, chance));
    return state;
  },
} satisfies typeof cartpole;
