/** What became of the observations of earlier versions (`Game.migrations`). */
import type { Migration } from '../../env/migration.js';

/** Numbers of `doomspire`, which stands before `top card odds` below. */
const SPIRE = 18;

export const migrations: Readonly<Record<string, Migration>> = {
  // Numbers that had a second meaning in edition airef: it has pieces of its own now.
  1: {
    'knights eaten': { from: 'players', numbers: [0, 1, 2, 3].map((seat) => seat * 28 + 20) },
    'market barred': { from: 'turn so far', numbers: [23] },
    dragon: { from: 'doomspire', numbers: [6] },
    'deck choice': {
      from: ['doomspire', 'top card odds'],
      numbers: [0, 1, 2].flatMap((pile) => [
        ...[0, 1, 2].map((theme) => 9 + pile * 3 + theme),
        ...[0, 1, 2, 3, 4].map((share) => SPIRE + pile * 5 + share),
      ]),
    },
  },
};
