/** Fuzzy Knights under the conformance kit, with each number of players and each switch. */
import { describe, expect, it } from 'vitest';
import { scriptedBots } from '../../agents/bots/index.js';
import { checkGame } from '../../env/conformance/index.js';
import type { Game } from '../../env/game.js';
import { type FuzzyState, game } from '../../env/games/fuzzy-knights/game.js';
import type { FuzzyOptionsInput } from '../../env/games/fuzzy-knights/options.js';

const sets: [string, FuzzyOptionsInput][] = [
  ['2 players', { players: 2 }],
  ['3 players', { players: 3 }],
  ['4 players', {}],
  ['everything asked', { players: 3, askForced: true }],
  ['rotating order, tokens may be declined', { players: 2, rotateOrderDaily: true, tokenMayDecline: true }],
  [
    'other tables',
    {
      players: 2,
      maxDays: 20,
      components: { setup: { startCoins: 60 }, cities: { movement: [2, 6, 4], campCost: 2 } },
    },
  ],
];

describe('the conformance kit', () => {
  it.each(sets)('passes with %s', async (_name, options) => {
    const report = await checkGame(game as unknown as Game<unknown, FuzzyState>, {
      games: 2,
      states: 50,
      options,
      bots: scriptedBots(game.id),
    });
    expect(report.checks.filter((check) => !check.passed)).toEqual([]);
  });
});
