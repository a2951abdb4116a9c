import { columns } from 'tabletop-gym/env';
import { greedy, second } from './claims.js';

export const game = {
  ...second,
  migrations: {
    1: {
      moves: { numbers: [0, -1] },
      'others’': { from: 'theirs' },
      purses: { numbers: columns(2, 3, [0, 2, -1]) },
    },
  },
};
export const bots = { greedy };
