/** Mistakes of moves, one each: what they take, and what they ask of the framework. */
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

interface Sum {
  n: number;
}
// biome-ignore lint/suspicious/noExplicitAny: written as before 0.50
type Move = (...given: any[]) => void;

/** A race to five whose one move is given. */
export const raceBy = (id: string, add: Move) => {
  const race = {
    minPlayers: 2,
    maxPlayers: 2,
    setup: (): Sum => ({ n: 0 }),
    phases: { main: { start: true }, rest: {} },
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { add },
    endIf: ({ G, ctx }: { G: Sum; ctx: { currentPlayer: string } }) =>
      G.n >= 5 ? { winner: ctx.currentPlayer } : undefined,
    ai: { enumerate: () => [1, 2].map((by) => ({ move: 'add', args: [by] })) },
  };
  return fromBoardgameIo(race, {
    ...{ boardgameio, id, maxDecisions: 20 },
    actions: [1, 2].map((by) => ({ move: 'add', args: [by] })),
    observation: [{ name: 'n', shape: [1], about: 'The sum.', values: ({ G }) => [G.n / 5] }],
  });
};
