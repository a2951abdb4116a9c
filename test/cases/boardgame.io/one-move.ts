/** A race whose `ai.enumerate` lists the one move that its author thinks best: nobody is ever asked. */
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

interface Track {
  at: number[];
}

const race = {
  minPlayers: 2,
  maxPlayers: 2,
  setup: (): Track => ({ at: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    go({ G, playerID }: { G: Track; playerID: string }, steps: number) {
      G.at[Number(playerID)]! += steps;
    },
  },
  endIf({ G }: { G: Track }) {
    const winner = G.at.findIndex((place) => place >= 10);
    return winner < 0 ? undefined : { winner: String(winner) };
  },
  ai: { enumerate: () => [{ move: 'go', args: [3] }] },
};

export const game = fromBoardgameIo(race, {
  ...{ boardgameio, id: 'one-move', maxDecisions: 20 },
  actions: [1, 2, 3].map((n) => ({ move: 'go', args: [n] })),
  observation: [
    {
      name: 'at',
      shape: [2],
      about: 'Places on the track, me first.',
      values: ({ G, seats }) => seats.map((seat) => G.at[Number(seat)]! / 10),
    },
  ],
});
