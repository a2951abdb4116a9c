/**
 * A short run of what `npx tsx bench/fuzz.ts doomspire` does for hours: mixed games, all checked at each decision.
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
import { OP } from '../state.js';
import { subject } from './fuzz.js';

const numbers = gamesInEveryRun(100);

it('mixed games keep every rule of bookkeeping', () => {
  const tally = emptyTally(game);
  for (const number of numbers) fuzzGame(subject, 'ci', number, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.faulty).toBe(0);
  expect(tally.games).toBe(numbers.length);
  expect(Object.keys(tally.endings)).toEqual(expect.arrayContaining(['fame', 'gold', 'round cap']));
}, 600_000);

it.each<[string, (s: S.Position) => void]>([
  ['below zero', (s) => s.resources.fill(65535, 0, 1)],
  ['beyond its end', (s) => s.fame.fill(21, 0, 1)],
  ['flags of seat 1', (s) => s.owner.fill(2, 20, 21)],
  ['piece 3 is nowhere', (s) => s.itemPlace.fill(40, 3, 4)],
  ['pieces of knight 2', (s) => s.itemPlace.fill(3, 3, 4)],
  ['stock of kind 1', (s) => s.traderStock.fill(5, 1, 2)],
  ['knights on tile', (s) => s.knightTile.fill(30, 0, 1)],
  ['hidden tile 27', (s) => s.monster.fill(1, 27, 28)],
  ['wolf', (s) => s.monsterCard.fill(1)],
  ['listed twice', (s) => s.legalActions.fill(64)],
  ['stack not empty', (s) => s.push(OP.walk, 0, 0, 0, 0)],
  ['has too many flags', (s) => s.owner.fill(1, 9, 20)],
  ['more dice', (s) => s.rolled.fill(2, 0, 3)],
])('a broken position is found: %s', (word, harm) => {
  const s = game.newState(game.options.parse({}), new SeededChance('whole', game.streams));
  expect(violations(s)).toEqual([]);
  harm(s);
  expect(violations(s).join()).toContain(word === 'more dice' ? 'rolled too many dice' : word);
});

it.each<[string, (s: S.Position) => void]>([
  ['three decks of tier 2 miscounted', (s) => s.pileSize.fill(9, 4, 5)],
  ['knight 0 came back', (s) => s.eaten.fill(1, 0, 1)],
  ['the dragon has no might', (s) => Object.assign(s, { dragonDie: 2 })],
  ['not on its deck', (s) => Object.assign(s, { swordPile: 1 })],
  ['still taken', (s) => s.harvestBy.fill(S.TAKEN + 1, 0, 1)],
])('a broken position of edition airef is found: %s', (word, harm) => {
  const s = game.newState(game.options.parse({ edition: 'airef' }), new SeededChance('whole', game.streams));
  expect(violations(s)).toEqual([]);
  harm(s);
  expect(violations(s).join()).toContain(word);
});

it('what only edition airef has is found in the other', () => {
  const s = game.newState(game.options.parse({}), new SeededChance('whole', game.streams));
  s.eaten[3] = 1;
  expect(violations(s)).toEqual(['something of the other edition']);
});
