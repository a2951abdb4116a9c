/** The conformance kit on every number of seats, with and without the AI at each difficulty, and on the options. */
import { expect, it } from 'vitest';
import { checkGame } from '../../../env/conformance/index.js';
import { bots } from '../bots/index.js';
import { game } from '../game.js';
import type { CrownOptionsInput } from '../options.js';

const sets: CrownOptionsInput[] = [
  { players: 2 },
  { players: 1, ai: 'easy' },
  { players: 3 },
  { players: 1, ai: 'medium' },
  { players: 4 },
  { players: 1, ai: 'hard' },
  { players: 4, askForced: true },
  { players: 2, ai: 'hard' },
  { players: 3, memoryAid: true },
  { players: 3, ai: 'easy', askForced: true },
  { players: 2, startChoice: false },
  { players: 3, components: { numbers: { kingAttack: 3, gatherSpaces: [2, 2] }, fighterTrack: [3, 2] } },
];

it('holds the contract with every number of seats, every AI and every option', async () => {
  const report = await checkGame(game as never, {
    options: sets,
    games: 2 * sets.length,
    states: 200,
    bots,
  });
  expect(report.checks.filter((check) => !check.passed)).toEqual([]);
});
