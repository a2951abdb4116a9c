/** A small game as a subject of the fuzz: random players, options drawn for every game, every position looked at. */
import type { Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { PositionBlock } from '../../env/kit/position.js';
import type { Player, Subject } from './subject.js';

type SmallState = State & PositionBlock;

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

/**
 * @param draw options of one game
 * @param cut how a truncated game ends, if any is
 */
export function smallGame<O, S extends SmallState>(
  game: Game<O, S>,
  draw: (rng: Rng) => object,
  cut?: string,
): Subject<SmallState> {
  const player = random(game.actions);
  return {
    game: game as unknown as Game<unknown, SmallState>,
    about: 'Every seat plays at random; the options are drawn for each game.',
    deepEvery: 1,
    ...(cut !== undefined && { cut }),
    draw: (_seed, _number, rng) => ({ variant: 'drawn', options: draw(rng), players: Array(4).fill(player) }),
    violations(s) {
      const fault = s.outOfRange() || s.fault();
      return fault ? [fault] : [];
    },
  };
}

/** Whether forced decisions are asked for, in every fourth game. */
export const ask = (rng: Rng): boolean => rng.int(4) === 0;
