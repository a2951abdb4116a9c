/** Many random games of each small game without a fault. More: `npx tsx bench/fuzz.ts kuhn --games 1000000`. */
import { expect, it } from 'vitest';
import { fuzzGame } from './play.js';
import { fuzzIds, fuzzSubject } from './subjects.js';
import { emptyTally } from './tally.js';

// Larger games have a test of their own, in their folders.
const subjects = await Promise.all(fuzzIds.map(fuzzSubject));
const small = subjects.filter(({ deepEvery }) => deepEvery === 1);

it.each(small.map((subject) => [subject.game.id, subject] as const))('2,000 random games of %s', (_, subject) => {
  const tally = emptyTally(subject.game);
  for (let number = 0; number < 2000; number++) fuzzGame(subject, 'ci', number, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.faulty).toBe(0);
  expect(tally.games).toBe(2000);
  expect(tally.deep).toBe(tally.decisions);
  expect(tally.decisions).toBeGreaterThan(2000);
});
