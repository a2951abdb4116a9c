/**
 * A short run of what `npx tsx bench/fuzz.ts fuzzy-knights` does for hours: mixed games, all checked at each decision.
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
import { subject } from './fuzz.js';

const numbers = gamesInEveryRun(100, [110, 195, 410, 562]);

it('mixed games keep every rule of bookkeeping', () => {
  const tally = emptyTally(game);
  for (const number of numbers) fuzzGame(subject, 'ci', number, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.faulty).toBe(0);
  expect(tally.games).toBe(numbers.length);
  expect(game.prompts.filter((_, i) => tally.prompts[i] === 0)).toEqual([]);
  expect(tally.played.flatMap((n, action) => (n === 0 ? [action] : []))).toEqual([]);
  expect(game.trace!.names.filter((_, i) => tally.landmarks[i] === 0)).toEqual([]);
  expect(Object.keys(tally.endings).sort()).toEqual(['day cap', 'last player']);
}, 600_000);

it.each<[string, (s: S.Position) => void]>([
  ['treasury.1 is -1', (s) => s.treasury.fill(-1, 1, 2)],
  ['purse.2 is -3', (s) => s.purse.fill(-3, 2, 3)],
  ['hero 0 is not in play but has something', (s) => s.mercs.fill(2, 0, 1)],
  ['heroTile.3 is 120', (s) => s.heroTile.fill(120, 3, 4)],
  ['hero on tile 5 miscounted', (s) => s.heroAt.fill(1, 5, 6)],
  ['buildings without a city on tile 50', (s) => s.ramparts.fill(1, 50, 51)],
  ['armory without a city on tile 50', (s) => s.armory.fill(1, 750, 751)],
  ['cities of seat 0 miscounted', (s) => s.cities.fill(1, 0, 1)],
  ['mines of seat 3 miscounted', (s) => s.mines.fill(2, 3, 4)],
  ['mine.1 is 9', (s) => s.mine.fill(9, 1, 2)],
  ['item.4 is 65535', (s) => s.item.fill(65535, 4, 5)],
  ['who can pass tile 4', (s) => s.blocked.fill(s.blocked[4]! ^ 1, 4, 5)],
  ['half a battle', (s) => Object.assign(s, { foe: S.FOE.city })],
  ['squads without a battle', (s) => s.attack.fill(1, 0, 1)],
  ['rounds is 9', (s) => Object.assign(s, { rounds: 9 })],
  ['listed twice', (s) => s.legalActions.fill(64)],
  ['is out but acts', (s) => s.out.fill(1, 0, 4)],
  ['1 players left', (s) => s.out.fill(1, 1, 4)],
])('a broken position is found: %s', (words, harm) => {
  const s = game.newState(game.options.parse({}), new SeededChance('whole', game.streams));
  expect(violations(s)).toEqual([]);
  harm(s);
  expect(violations(s).join()).toContain(words);
});
