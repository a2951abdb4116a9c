/** The small games as subjects of the fuzz: random players, options drawn for every game, every position looked at. */
import type { Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { PositionBlock } from '../../env/kit/position.js';
import { game as cartpole } from '../../games/cartpole/game.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { game as invalidActions } from '../../games/invalid-actions/game.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import { game as leduc } from '../../games/leduc/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';
import type { Player, Subject } from '../fuzz/subject.js';

type SmallState = State & PositionBlock;

const ask = (rng: Rng) => rng.int(4) === 0;
const list: readonly (readonly [game: unknown, draw: (rng: Rng) => object, cut?: string])[] = [
  [kuhn, (rng) => ({ players: 2 + rng.int(3), askForced: ask(rng) })],
  [leduc, (rng) => ({ askForced: ask(rng) })],
  [ticTacToe, (rng) => ({ askForced: ask(rng) })],
  [connectFour, (rng) => ({ askForced: ask(rng) })],
  [cartpole, (rng) => ({ limit: 1 + rng.int(60), askForced: ask(rng) }), 'time limit'],
  [
    invalidActions,
    (rng) => {
      const dim = 2 + rng.int(69);
      return { dim, invalid: rng.int(dim - 1), masked: rng.int(4) > 0, length: 1 + rng.int(20) };
    },
    'time limit',
  ],
];

const random = (actions: number): Player => {
  const mask = new Uint8Array(actions);
  return {
    name: 'random',
    choose(s, rng) {
      let left = rng.int(s.legal(mask));
      return mask.findIndex((bit) => bit === 1 && left-- === 0);
    },
  };
};

export const smallSubjects: readonly Subject<SmallState>[] = list.map(([any, draw, cut]) => {
  const game = any as Game<unknown, SmallState>;
  const player = random(game.actions);
  return {
    game,
    about: 'Every seat plays at random; the options are drawn for each game.',
    deepEvery: 1,
    ...(cut !== undefined && { cut }),
    draw: (_seed, _number, rng) => ({ variant: 'drawn', options: draw(rng), players: Array(4).fill(player) }),
    violations(s) {
      const fault = s.outOfRange() || s.fault();
      return fault ? [fault] : [];
    },
  };
});
