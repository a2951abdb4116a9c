/** One player rolls ten dice, and keeps or leaves each: the score counts, nobody is beaten. */
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

interface Dice {
  die: number;
  left: number;
  score: number;
}
interface Context {
  G: Dice;
  random: { D6(): number };
}

const dice = {
  minPlayers: 1,
  maxPlayers: 1,
  setup: ({ random }: Context): Dice => ({ die: random.D6(), left: 10, score: 0 }),
  moves: {
    keep({ G, random }: Context) {
      Object.assign(G, { score: G.score + G.die - 3, left: G.left - 1, die: random.D6() });
    },
    leave({ G, random }: Context) {
      Object.assign(G, { left: G.left - 1, die: random.D6() });
    },
  },
  endIf: ({ G }: { G: Dice }) => (G.left === 0 ? { score: G.score } : undefined),
  ai: { enumerate: () => [{ move: 'keep' }, { move: 'leave' }] },
};

const form = {
  ...{ boardgameio, id: 'solo', maxDecisions: 10 },
  actions: [{ move: 'keep' }, { move: 'leave' }],
  observation: [
    {
      name: 'die',
      shape: [2],
      about: 'The die, and how many are left.',
      values: ({ G }: { G: Dice }) => [G.die / 6, G.left / 10],
    },
  ],
};

export const game = fromBoardgameIo(dice, { ...form, rewards: ({ G }) => [G.score] });
/** The same without a way to tell good from bad. */
export const unscored = () => fromBoardgameIo(dice, { ...form, places: () => [0] });
