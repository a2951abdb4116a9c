/** A negative control: Connect Four that does not say how its positions may be turned. */
import { game as connectFour } from '../../games/connect-four/game.js';

export const game = { ...connectFour, id: 'unturned-connect-four', symmetries: undefined } satisfies typeof connectFour;
