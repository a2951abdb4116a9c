/** Tic-tac-toe as boardgame.io has games, and below it as a game of tabletop-gym. */
import { INVALID_MOVE } from 'boardgame.io/core';
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

interface Board {
  /** Row by row: the id of the player whose mark is there. */
  squares: (string | null)[];
}

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number));

const ticTacToe = {
  name: 'tic-tac-toe',
  minPlayers: 2,
  maxPlayers: 2,
  setup: (): Board => ({ squares: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }: { G: Board; playerID: string }, square: number) {
      if (G.squares[square] !== null) return INVALID_MOVE;
      G.squares[square] = playerID;
    },
  },
  endIf({ G, ctx }: { G: Board; ctx: { currentPlayer: string } }) {
    if (LINES.some((line) => line.every((square) => G.squares[square] === ctx.currentPlayer)))
      return { winner: ctx.currentPlayer };
    return G.squares.includes(null) ? undefined : { draw: true };
  },
  ai: {
    enumerate: ({ squares }: Board) =>
      squares.flatMap((mark, square) => (mark === null ? [{ move: 'mark', args: [square] }] : [])),
  },
};

export const game = fromBoardgameIo(ticTacToe, {
  boardgameio,
  id: 'bgio-tic-tac-toe',
  title: 'Tic-tac-toe of boardgame.io',
  // All moves. The place in this list is the action id.
  actions: Array.from({ length: 9 }, (_, square) => ({ move: 'mark', args: [square] })),
  maxDecisions: 9,
  observation: [
    {
      name: 'marks',
      shape: [2, 9],
      about: 'Squares with my marks, then those with the other marks.',
      values: ({ G, seats }) => seats.flatMap((player) => G.squares.map((mark) => (mark === player ? 1 : 0))),
    },
  ],
  words: (choice) => `mark square ${1 + Number(choice.args?.[0])}`,
  text: ({ G }) =>
    [0, 3, 6]
      .map((row) =>
        G.squares
          .slice(row, row + 3)
          .map((mark) => (mark === null ? '.' : 'XO'[Number(mark)]))
          .join(' '),
      )
      .join('\n'),
});
