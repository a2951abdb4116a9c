/** Many random games of each small game without a fault. More: npx tsx bench/fuzz-classics.ts */
import { expect, it } from 'vitest';
import { fuzzGame, smallGames } from './fuzz.js';

it.each(smallGames.map((one) => [one[0].id, one] as const))('2,000 random games of %s', (_, one) => {
  let decisions = 0;
  for (let number = 0; number < 2000; number++) decisions += fuzzGame(one, number);
  expect(decisions).toBeGreaterThan(2000);
});
