/** Shows a network with a memory what the seat saw before (history.ts), behind what another observer shows. */
import type { Game, ObservationPiece } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import { type MemoryShape, rememberedSize } from '../network/encoder.js';
import { placed } from '../policy/pieces.js';
import { historyOf } from './history.js';

/** Name of the piece of the observation that holds earlier decisions. */
export const MEMORY_PIECE = 'memory';

/**
 * Whether a game shows the pieces that are remembered, in the same places, and the memory stands behind all else. For what
 * files say.
 * @param inputs numbers that the network reads
 */
export function rememberable(game: Pick<Game, 'observation'>, { of, piece }: MemoryShape, inputs: number): boolean {
  const own = placed(game.observation);
  return (
    piece.to === inputs &&
    of.every(({ name, from, to }) => own.some((piece) => piece.name === name && piece.from === from && piece.to === to))
  );
}

/**
 * What is written of a position that remembers nothing would be wrong, so `write` throws there.
 * @param observer what the network reads beside
 */
export function memoryObserver(observer: Observer, shape: MemoryShape): Observer {
  const { decisions, of } = shape;
  const names = of.map(({ name }) => name).join(', ');
  const piece: ObservationPiece = {
    name: MEMORY_PIECE,
    shape: [decisions, rememberedSize(shape)],
    about: `${names} as they were in the seat's latest decisions, oldest first; zeros before the first`,
  };
  return {
    ...observer,
    pieces: [...observer.pieces, piece],
    size: shape.piece.to,
    write(state, seat, out, offset) {
      observer.write(state, seat, out, offset);
      const history = historyOf(state);
      if (!history) throw new Error('this network has a memory, and the position has no history');
      history.write(seat, out, offset + shape.piece.from);
    },
  };
}
