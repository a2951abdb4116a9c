/** Islebound held to the contract, with several sets of options, and what the kit's games reached. */
import { expect, it } from 'vitest';
import { scriptedBots } from '../../agents/bots/index.js';
import { checkGame } from '../../env/conformance/index.js';
import { CREW, HIRE } from '../../env/games/islebound/actions.js';
import { game } from '../../env/games/islebound/game.js';
import { variants } from './fuzz.js';

it('keeps the contract, every set of options', async () => {
  const report = await checkGame(game, {
    games: 2 * variants.length,
    states: 400,
    options: variants.map(([, options]) => options),
    bots: scriptedBots('islebound'),
  });
  expect(report.checks.filter((check) => !check.passed)).toEqual([]);
  expect(report.reached.never.prompts).toEqual([]);
  // Crews of five and more are rare in so few games.
  expect(report.reached.never.actions.filter((action) => action < CREW + 4 || action >= HIRE)).toEqual([]);
}, 120_000);
