/** A few games of each kind, each checked closely; the thousands are in slow tests, the millions in bench/fuzz.ts. */
import { expect, it } from 'vitest';
import { fuzzGame } from './play.js';
import { fuzzIds, fuzzSubject } from './subjects.js';
import { emptyTally } from './tally.js';

it.each(fuzzIds)('eight mixed games of %s keep every rule', async (id) => {
  const subject = await fuzzSubject(id);
  const tally = emptyTally(subject.game);
  for (let number = 0; number < 8; number++) fuzzGame(subject, 'few', number, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.faulty).toBe(0);
  expect(tally.deep).toBeGreaterThan(0);
});
