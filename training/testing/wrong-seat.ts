/** A negative control: Big Pig in which the next seat gets what a seat has earned. Learning it must not make a player. */
import { bots, PigState, game as pig } from '../../docs/examples/pig-by-hand.js';

export { bots };

class WrongSeat extends PigState {
  override places(out: Uint8Array): void {
    super.places(out);
    const own = out.slice(0, this.players);
    for (let seat = 0; seat < this.players; seat++) out[(seat + 1) % this.players] = own[seat]!;
  }
}

export const game = {
  ...pig,
  id: 'wrong-seat',
  newState(options, chance) {
    const state = new WrongSeat();
    state.copyFrom(pig.newState(options, chance));
    return state;
  },
} satisfies typeof pig;
