/** A turn may end after a move, but `ai.enumerate` lists `endTurn` always and leaves it to the framework to refuse it. */
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

interface Points {
  points: number[];
}

const race = {
  minPlayers: 2,
  maxPlayers: 2,
  setup: (): Points => ({ points: [0, 0] }),
  turn: { minMoves: 1 },
  moves: {
    play({ G, playerID }: { G: Points; playerID: string }) {
      G.points[Number(playerID)]! += 1;
    },
  },
  endIf({ G }: { G: Points }) {
    const winner = G.points.findIndex((points) => points >= 5);
    return winner < 0 ? undefined : { winner: String(winner) };
  },
  ai: { enumerate: () => [{ move: 'play' }, { event: 'endTurn' }] },
};

export const game = fromBoardgameIo(race, {
  ...{ boardgameio, id: 'event', maxDecisions: 60 },
  actions: [{ move: 'play' }, { event: 'endTurn' }],
  observation: [
    {
      name: 'points',
      shape: [2],
      about: 'Points, me first.',
      values: ({ G, seats }) => seats.map((seat) => G.points[Number(seat)]! / 5),
    },
  ],
});
