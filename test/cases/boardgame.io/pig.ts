/** Pig to 20. What may be done does not depend on `G`, as in many dice games, and the observation takes any `G`. It prints. */
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

interface Pig {
  held: number[];
  pot: number;
}
interface Context {
  G: Pig;
  playerID: string;
  random: { D6(): number };
  events: { endTurn(): void };
}

const pig = {
  minPlayers: 2,
  maxPlayers: 2,
  setup: (): Pig => ({ held: [0, 0], pot: 0 }),
  turn: { minMoves: 1 },
  moves: {
    roll({ G, random, events }: Context) {
      const die = random.D6();
      console.log('rolled', die);
      G.pot = die === 1 ? 0 : G.pot + die;
      if (die === 1) events.endTurn();
    },
    hold({ G, playerID, events }: Context) {
      G.held[Number(playerID)]! += G.pot;
      G.pot = 0;
      events.endTurn();
    },
  },
  endIf({ G }: { G: Pig }) {
    const winner = G.held.findIndex((points) => points >= 20);
    return winner < 0 ? undefined : { winner: String(winner) };
  },
  ai: { enumerate: () => [{ move: 'roll' }, { move: 'hold' }] },
};

export const game = fromBoardgameIo(pig, {
  ...{ boardgameio, id: 'bgio-pig', maxDecisions: 200 },
  actions: [{ move: 'roll' }, { move: 'hold' }],
  observation: [
    { name: 'pot', shape: [1], about: 'Points not held.', values: ({ G }) => [(G.pot ?? 0) / 20] },
    {
      name: 'held',
      shape: [2],
      about: 'Points held, me first.',
      values: ({ G, seats }) => seats.map((seat) => (G.held?.[Number(seat)] ?? 0) / 20),
    },
  ],
});
