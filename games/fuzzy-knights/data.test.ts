import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { makeTables, OUTCOME, rulebook } from './data.js';
import { game } from './game.js';

describe('component tables', () => {
  it('of the rulebook are what it prints', () => {
    const t = makeTables({});
    expect([...t.outcome.subarray(1)]).toEqual([
      OUTCOME.HARD_FIGHT,
      OUTCOME.FIGHT,
      OUTCOME.FIGHT,
      OUTCOME.FIGHT,
      OUTCOME.FIGHT,
      OUTCOME.FIGHT,
      OUTCOME.FIGHT,
      OUTCOME.BRIBE,
      OUTCOME.BRIBE,
      OUTCOME.DEFECT,
    ]);
    expect([...t.itemType.subarray(1)]).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    expect([...t.tokenType]).toEqual([1, 1, 2, 3]);
    expect([...t.tierCost, ...t.tierReward]).toEqual([0, 5, 10, 15, 25, 0, 1, 2, 4, 6]);
    expect([t.heroMean, t.cityMean, t.mercenaryMean]).toEqual([13, 15, 3.5]);
    expect(t.itemMean[0 * 6 + 5]).toBe(19);
    expect([...t.itemDice.subarray(3, 6)]).toEqual([1, 6, 2]);
  });

  it('of an option replace single entries and leave the rest', () => {
    const options = parseOptions(game, { components: { cities: { mercenaryCost: 3 }, items: { rarityFrom: 110 } } });
    const t = makeTables(options.components);
    expect([t.cities.mercenaryCost, t.cities.heroCost, t.rarityFrom]).toEqual([3, 5, 11]);
    expect(rulebook.cities.mercenaryCost).toBe(2);
  });

  it('of an option replace one field of an entry, and are checked together with the others', () => {
    const options = parseOptions(game, { components: { setup: { tokensPerPlayer: { mine: 3 } } } });
    expect(options.components).toEqual({ setup: { tokensPerPlayer: { mine: 3 } } });
    expect(makeTables(options.components).setup.tokensPerPlayer).toEqual({
      ...rulebook.setup.tokensPerPlayer,
      mine: 3,
    });
  });

  it.each<[string, unknown, RegExp]>([
    [
      'more tokens than there is room, with those that stay',
      { setup: { tokensPerPlayer: { item: 6, resource: 6, monster: 6 }, startCoins: 1 } },
      /components\.setup\.tokensPerPlayer of fuzzy-knights: more than 20 tokens/,
    ],
    ['an unknown entry', { cities: { knightCost: 5 } }, /components\.cities of fuzzy-knights: .*knightCost/],
    ['a price of nothing', { cities: { heroCost: 0 } }, /components\.cities\.heroCost/],
    ['three tiers', { cities: { tiers: [] } }, /components\.cities\.tiers/],
    [
      'a gap in a table',
      { items: { types: [{ from: 10, to: 20, result: 'amulet' }] } },
      /items\.types of fuzzy-knights: the rows end at 20/,
    ],
    [
      'rows that overlap',
      {
        encounters: {
          monsters: [
            { from: 10, to: 60, result: 'FIGHT' },
            { from: 60, to: 100, result: 'DEFECT' },
          ],
        },
      },
      /monsters\.1 of fuzzy-knights: is 60-100: rows must follow each other from 10 to 100, this one starts at 70/,
    ],
    ['a roll that no d10 gives', { setup: { tokenRollMin: 65 } }, /tokenRollMin/],
    ['too many tokens', { setup: { tokensPerPlayer: { item: 6, resource: 6, monster: 6, mine: 6 } } }, /20 tokens/],
    ['too much movement', { cities: { movement: [10, 20, 50] } }, /200 movement points/],
    ['four rarities', { items: { amulet: [[1, 6, 0]] } }, /components\.items\.amulet/],
  ])('refuse %s and name the place', (_what, components, message) => {
    expect(() => parseOptions(game, { components })).toThrow(UserError);
    expect(() => parseOptions(game, { components })).toThrow(message);
  });
});
