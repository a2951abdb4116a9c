/**
 * A short run of what `npx tsx bench/fuzz.ts islebound` does for hours: mixed games, all checked at each decision.
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

const numbers = gamesInEveryRun(100);

it('mixed games keep every rule of bookkeeping', () => {
  const tally = emptyTally(game);
  for (const number of numbers) fuzzGame(subject, 'ci', number, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.faulty).toBe(0);
  expect(tally.games).toBe(numbers.length);
  expect(game.prompts.filter((_, i) => tally.prompts[i] === 0)).toEqual([]);
  expect(tally.played.map((n, action) => (n === 0 ? action : -1)).filter((action) => action >= 0)).toEqual([]);
  // Fewer than six buildings left is reached by hand only (rules/decisions.test.ts).
  const never = game.trace!.names.filter((_, i) => tally.landmarks[i] === 0);
  expect(never.filter((name) => name !== 'scores tied')).toEqual(['decision 15']);
  expect(Object.keys(tally.endings).sort()).toEqual(['human buildings', 'last token', 'rival buildings', 'round cap']);
}, 120_000);

it.each<[string, (s: S.Position) => void]>([
  ['towns are not four whole boards', (s) => s.townAt.reverse()],
  ['towns of the human miscounted', (s) => s.owner.fill(S.HUMAN, 3, 4)],
  ['cubes of the rival miscounted', (s) => s.track.fill(S.RIVAL, 5, 6)],
  ['neutral cubes moved', (s) => s.track.fill(S.NOBODY, 0, 1)],
  ['twice in play', (s) => s.row.fill(s.row[1]!, 0, 1)],
  ['buildings of the human miscounted', (s) => s.building.fill(S.HUMAN, s.buildingDeck[0]!, s.buildingDeck[0]! + 1)],
  ['abilities miscounted', (s) => void (s.ability.fee = 1)],
  ['crew cards miscounted', (s) => void (s.rival.crew = 3)],
  ['renown tokens miscounted', (s) => void (s.human.tokens = 2)],
  ['human.coins is -1, wanted 0..30000', (s) => void (s.human.coins = -1)],
  ['too many pirates', (s) => void (s.rival.pirate = 16)],
  ['the last round is not this or the next one', (s) => void (s.lastRound = 9)],
  ['a cost left over', (s) => void (s.cost = 2)],
  ['work and prompt differ', (s) => void (s.working = 1)],
  ['legal actions out of order', (s) => s.legalActions.fill(47)],
  ['does not use all it lists', (s) => s.legalActions.fill(13, 0, 1)],
])('a broken position is found: %s', (words, harm) => {
  const s = game.newState(game.options.parse({}), new SeededChance('whole', game.streams));
  expect(violations(s)).toEqual([]);
  harm(s);
  expect(violations(s).join()).toContain(words);
});
