/** Nim as games were written before boardgame.io 0.50. */
import { INVALID_MOVE } from 'boardgame.io/core';
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

interface Heap {
  left: number;
}

const nim = {
  minPlayers: 2,
  maxPlayers: 2,
  setup: (ctx: { numPlayers: number }): Heap => ({ left: 9 + ctx.numPlayers }),
  turn: { moveLimit: 1 },
  moves: { take: (G: Heap, _ctx: object, n: number) => (n > G.left ? INVALID_MOVE : { left: G.left - n }) },
  endIf: (G: Heap, ctx: { currentPlayer: string }) => (G.left === 0 ? { winner: ctx.currentPlayer } : undefined),
  ai: {
    enumerate: ({ left }: Heap) => [1, 2].filter((n) => n <= left).map((n) => ({ move: 'take', args: [n] })),
  },
};

export const game = fromBoardgameIo(nim, {
  ...{ boardgameio, id: 'old', maxDecisions: 12 },
  actions: [1, 2].map((n) => ({ move: 'take', args: [n] })),
  observation: [{ name: 'left', shape: [1], about: 'Sticks left.', values: ({ G }) => [G.left / 11] }],
});
