/**
 * A short run of what `npx tsx bench/fuzz.ts crown-of-ash` does for hours: mixed games, all checked at each decision.
 * FUZZ_GAMES=1000 plays so many.
 */
import { expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { gamesInEveryRun } from '../../../test/fuzz/every-run.js';
import { fuzzGame } from '../../../test/fuzz/play.js';
import { emptyTally } from '../../../test/fuzz/tally.js';
import { game } from '../game.js';
import { violations } from '../invariants.js';
import * as S from '../state.js';
import { subject, variants } from './fuzz.js';

const numbers = gamesInEveryRun(150);

it('mixed games keep every rule of bookkeeping', () => {
  const tally = emptyTally(game);
  for (const number of numbers) fuzzGame(subject, 'ci', number, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.faulty).toBe(0);
  expect(tally.games).toBe(numbers.length);
  expect(Object.keys(tally.variants)).toHaveLength(variants.length);
  expect(tally.prompts.every((n) => n > 0)).toBe(true);
  expect(tally.played.every((n) => n > 0)).toBe(true);
  expect(Object.keys(tally.endings).sort()).toEqual(expect.arrayContaining(['ai', 'citadel', 'lands', 'tie-break']));
}, 600_000);

it.each<[string, (s: S.Position) => void]>([
  ['gold.0 is -1, wanted 0..9999', (s) => s.gold.fill(-1, 0, 1)],
  ['hand of seat 0', (s) => s.handSize.fill(9, 0, 1)],
  ['is wrong in deck', (s) => s.decks.fill(35, 0, 1)],
  ['does not show fighter', (s) => s.slots.fill(13, 0, 2)],
  ['in region', (s) => s.loc.fill(S.AT + 2, 12, 18)],
  ['is with seat', (s) => s.loc.fill(S.IN_HAND + 1, 2, 3)],
  ['is twice there', (s) => s.market.fill(s.market[0]!)],
  ['an owner or a tile, not both', (s) => s.owner.fill(0)],
  ['covered', (s) => s.covered.fill(1)],
  ['combat cards of seat 0', (s) => s.cards.fill(30, 0, 1)],
  ['top discard', (s) => s.top.fill(2, 0, 1)],
  ['fate card', (s) => s.fate.fill(3)],
  ['spaces are used', (s) => s.gather.fill(1)],
  ['attacked twice', (s) => s.flanks.fill(2)],
  ['listed twice', (s) => s.legalActions.fill(6)],
  ['does not use all it lists', (s) => s.legalActions.fill(77, 0, 1)],
  ['is asked', (s) => void (s.actor = 3)],
  ['half a battle', (s) => void (s.attacker = 2)],
])('a broken position is found: %s', (word, harm) => {
  const s = game.newState(game.options.parse({ players: 3, startChoice: false }), new SeededChance('w', game.streams));
  expect(violations(s)).toEqual([]);
  harm(s);
  expect(violations(s).join('; ')).toContain(word);
});
