/**
 * Many random games of each small game without a fault; FUZZ_GAMES=2000 plays so many. More: `npx tsx bench/fuzz.ts kuhn
 * --games 1000000`.
 */
import { expect, it } from 'vitest';
import { gamesInEveryRun } from './every-run.js';
import { fuzzGame } from './play.js';
import { fuzzIds, fuzzSubject } from './subjects.js';
import { emptyTally } from './tally.js';

// Larger games have a test of their own, in their folders.
const subjects = await Promise.all(fuzzIds.map(fuzzSubject));
const small = subjects.filter(({ deepEvery }) => deepEvery === 1);
const numbers = gamesInEveryRun(400);

it.each(small.map((subject) => [subject.game.id, subject] as const))('random games of %s', (_, subject) => {
  const tally = emptyTally(subject.game);
  for (const number of numbers) fuzzGame(subject, 'ci', number, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.faulty).toBe(0);
  expect(tally.games).toBe(numbers.length);
  expect(tally.deep).toBe(tally.decisions);
  expect(tally.decisions).toBeGreaterThan(numbers.length);
});
