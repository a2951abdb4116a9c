/** Numbered decisions, buildings, items and the end of the game, where the worked examples do not reach. */
import { describe, expect, it } from 'vitest';
import * as A from '../actions.js';
import { rulebook } from '../data.js';
import { FuzzyState, game } from '../game.js';
import * as S from '../state.js';
import { at, board, city, dice, end, from, hero, item, legal, moving, play, prompt, tiles } from '../test/fixture.js';
import { incomeOf } from './daybreak.js';
import { seatAt } from './order.js';
import { finish, invested, wealth } from './ranking.js';
import { setUp } from './setup.js';
import { splitDiffers, splitPart } from './split.js';

const home = at(0, 0);
const away = at(9, 9);
const here = at(4, 4);
const next = at(5, 4);
const ones = (n: number) => Array<number>(n).fill(1);

/** Each of two players has a city in its corner; hero 0 stands in the middle. */
function field(facts: Parameters<typeof hero>[3] = {}, options = {}) {
  const s = board(options);
  city(s, 0, home);
  city(s, 1, away);
  hero(s, 0, here, facts);
  return s;
}

describe('buildings and income', () => {
  it.each([
    [1, 3],
    [2, 4],
    [3, 6],
    [4, 8],
  ])('a city of tier %s gives %s coins a day', (tier, coins) => {
    const s = board();
    city(s, 0, home, { tier });
    expect(incomeOf(s, 0)).toBe(coins);
  });
  it.each([
    [1, 10],
    [2, 15],
    [3, 25],
  ])('the tier after %s costs %s', (tier, cost) => {
    for (const short of [0, 1]) {
      const s = board();
      city(s, 0, home, { tier });
      city(s, 1, away);
      s.treasury[0] = cost - short;
      from(s, S.STEP.found);
      expect(legal(s).includes(A.BUILD_TIER)).toBe(short === 0);
      if (short) continue;
      play(s, A.BUILD_TIER);
      expect([s.tier[home], s.treasury[0]]).toEqual([tier + 1, 0]);
    }
  });
  it('Ramparts cost 5, Fortifications 15, a camp 5, a hero 5', () => {
    const s = board();
    city(s, 0, home, { tier: 4 });
    city(s, 0, here, { tier: 4, ramparts: 1 });
    city(s, 0, next);
    city(s, 1, away);
    s.treasury[0] = 30;
    from(s, S.STEP.found);
    play(s, A.BUILD_RAMPARTS);
    expect([s.treasury[0], s.ramparts[home]]).toEqual([25, 1]);
    end(s);
    play(s, A.BUILD_RAMPARTS);
    expect([s.treasury[0], s.ramparts[here]]).toEqual([10, 2]);
    end(s);
    play(s, A.BUILD_CAMP);
    play(s, A.RECRUIT_HERO);
    expect([s.treasury[0], s.camp[next], s.heroTile[0]]).toEqual([0, 1, next]);
  });
  it('decision 31: two heroes at most, none where one stands', () => {
    const s = field();
    hero(s, 0, home);
    s.treasury[0] = 20;
    from(s, S.STEP.found);
    expect(legal(s)).not.toContain(A.RECRUIT_HERO);
    const two = field();
    hero(two, 1, at(3, 3));
    two.mine[at(3, 3)] = two.mine[here] = S.NEUTRAL_MINE;
    two.treasury[0] = 20;
    from(two, S.STEP.found);
    expect([prompt(two), legal(two).includes(A.RECRUIT_HERO)]).toEqual(['BUILD', false]);
  });
  it('decision 22: who has twice as many cities as there are players founds no more', () => {
    const s = field();
    s.treasury[0] = 9;
    for (const x of [2, 4, 6]) city(s, 0, at(x, 0));
    from(s, S.STEP.found);
    expect(prompt(s)).toBe('BUILD');
  });
  it('only bare tiles can be founded on, and 5 coins of treasury and purse are wanted', () => {
    const cases: [number, number, (s: FuzzyState) => void, boolean][] = [
      [2, 3, () => {}, true],
      [2, 2, () => {}, false],
      [9, 0, (s) => s.item.fill(1, here, here + 1), false],
      [9, 0, (s) => s.mine.fill(1, here, here + 1), false],
      [9, 0, (s) => s.monster.fill(1, here, here + 1), false],
      [9, 0, (s) => s.resource.fill(1, here, here + 1), false],
    ];
    for (const [treasury, purse, change, ok] of cases) {
      const s = field({ purse });
      s.treasury[0] = treasury;
      change(s);
      from(s, S.STEP.found);
      expect(prompt(s) === 'FOUND').toBe(ok);
    }
  });
});

describe('paying heroes, decision 32', () => {
  const two = (treasury: number, purses: [number, number]) => {
    const s = field({ purse: purses[0] });
    hero(s, 1, next, { purse: purses[1] });
    s.treasury[0] = treasury;
    from(s, S.STEP.pay);
    return s;
  };
  it('with one coin and empty purses the player chooses whom to keep', () => {
    const s = two(1, [0, 0]);
    expect([prompt(s), ...legal(s)]).toEqual(['DISMISS', A.HERO, A.HERO + 1]);
    play(s, A.HERO);
    expect([s.heroTile[0], s.heroTile[1], s.treasury[0]]).toEqual([S.NOWHERE, next, 0]);
  });
  it('a purse pays only as far as it must', () => {
    expect([...two(1, [4, 4]).purse.subarray(0, 2)]).toEqual([3, 4]);
    expect([...two(0, [4, 4]).purse.subarray(0, 2)]).toEqual([3, 3]);
    expect([...two(2, [4, 4]).purse.subarray(0, 2)]).toEqual([4, 4]);
    const second = two(1, [0, 4]);
    expect([second.treasury[0], ...second.purse.subarray(0, 2)]).toEqual([0, 0, 3]);
  });
  it('without any coin both die', () => {
    const s = two(0, [0, 0]);
    expect([s.heroTile[0], s.heroTile[1]]).toEqual([S.NOWHERE, S.NOWHERE]);
  });
});

describe('movement', () => {
  it('decision 2: heroes are not passed, nor are monsters and foreign cities', () => {
    const s = board();
    city(s, 0, at(0, 9));
    city(s, 1, away);
    hero(s, 0, at(0, 0));
    // A wall across the first column but for one tile.
    hero(s, 1, at(1, 0));
    s.monster[at(0, 1)] = 1;
    moving(s, 0, 20);
    expect(tiles(s)).toEqual([at(0, 1)]);
    s.monster[at(0, 1)] = 0;
    hero(s, 2, at(0, 1));
    moving(s, 0, 20);
    expect(tiles(s)).toEqual([at(0, 1)]);
  });
  it('own cities are passed, foreign ones are not', () => {
    const s = field();
    for (const [x, y] of [
      [3, 4],
      [4, 3],
      [4, 5],
    ])
      s.monster[at(x!, y!)] = 1;
    city(s, 0, next);
    moving(s, 0, 2);
    expect(tiles(s)).toContain(at(6, 4));
    s.cityOwner[next] = 2;
    moving(s, 0, 2);
    expect(tiles(s)).toEqual([at(4, 3), at(3, 4), next, at(4, 5)]);
  });
  it('decision 9: monsters before a hero count as stages, and are met first', () => {
    const s = field();
    hero(s, 2, next);
    s.monster[next] = 1;
    moving(s, 0, 1);
    expect(tiles(s)).not.toContain(next);
    moving(s, 0, 2);
    play(s, next, 10, 1);
    expect([prompt(s), s.foe, s.mercs[0], s.movement[0]]).toEqual(['SPLIT', S.FOE.hero, 4, 0]);
  });
  it('decision 25: one hero after the other; END in between skips both', () => {
    const s = field();
    hero(s, 1, next);
    from(s, S.STEP.turns);
    expect([prompt(s), ...legal(s)]).toEqual(['SELECT_HERO', A.END, A.HERO, A.HERO + 1]);
    play(s, A.HERO + 1, 3);
    expect([s.hand, s.movement[1]]).toEqual([1, 13]);
    play(s, A.END, 5);
    expect([s.hand, s.movement[0], s.movement[1]]).toEqual([0, 15, 0]);
    const none = field();
    hero(none, 1, next);
    from(none, S.STEP.turns);
    end(none);
    expect(none.round).toBe(3);
  });
  it('decision 41: a mine on which the day began costs a point', () => {
    const s = field();
    s.mine[here] = S.NEUTRAL_MINE;
    moving(s, 0, 0);
    expect(legal(s)).not.toContain(A.CAPTURE);
    moving(s, 0, 1);
    play(s, A.CAPTURE, 1);
    expect(s.movement[0]).toBe(0);
  });
  it('a mine under tokens is captured only when they are gone', () => {
    const s = field();
    s.mine[here] = S.NEUTRAL_MINE;
    s.item[here] = 1;
    moving(s, 0, 5);
    expect(legal(s)).not.toContain(A.CAPTURE);
    play(s, A.PICK_ITEM, 1, 1);
    expect(legal(s)).toContain(A.CAPTURE);
  });
  it('a monster on the own tile can only be taken on, for a point', () => {
    const s = field();
    s.monster[here] = 2;
    s.item[here] = 1;
    moving(s, 0, 3);
    expect(legal(s)).toEqual([A.END, A.ENGAGE]);
    play(s, A.ENGAGE, 10, 1);
    expect([s.movement[0], s.monster[here], ...legal(s)]).toEqual([2, 1, A.END, A.ENGAGE]);
  });
  it('no siege with monsters on the own tile', () => {
    const s = field();
    city(s, 1, next, { ramparts: 1 });
    s.monster[here] = 1;
    moving(s, 0, undefined, 10);
    expect(prompt(s)).toBe('MOVE');
    expect(legal(s)).toEqual([A.END, A.ENGAGE]);
  });
});

describe('mines and encounters', () => {
  it.each([
    [1, [4], 4],
    [2, [4], 6],
    [3, [4, 5], 12],
    [4, [1, 2, 3], 10],
  ] as const)('decision 27: guardians of highest tier %s', (tier, faces, size) => {
    const s = field();
    s.tier[away] = tier;
    s.mine[here] = S.NEUTRAL_MINE;
    moving(s, 0, 5);
    play(s, A.CAPTURE, 10, ...faces);
    expect([s.foe, s.foeSize]).toEqual([S.FOE.guardians, size]);
  });
  it('guardians of a rival’s mine pay nothing but the mine itself', () => {
    const s = field();
    s.mine[here] = S.OWN_MINE + 1;
    moving(s, 0, 5);
    play(s, A.CAPTURE, 9, 2);
    expect(s.foe).toBe(S.FOE['guardians of a rival']);
    play(s, A.SQUAD, 6, 6, 1);
    play(s, A.SQUAD + 1, 6, 6, 1);
    expect([s.purse[0], s.mines[0], s.mines[1]]).toEqual([1, 1, 0]);
  });
  it('a hero that loses to guardians leaves the mine as it was, and no monsters', () => {
    const s = field();
    s.mine[here] = S.NEUTRAL_MINE;
    moving(s, 0, 5);
    play(s, A.CAPTURE, 9, 6);
    play(s, A.SQUAD, 1, 1, 6, 6, 6);
    expect([s.heroTile[0], s.mine[here], s.monster[here]]).toEqual([S.NOWHERE, S.NEUTRAL_MINE, 0]);
  });
  it.each([
    [1, [2, 2, 2, 2], S.P.TARGET, 8],
    [2, [3, 3], S.P.TARGET, 6],
    [7, [3, 3], S.P.TARGET, 6],
    [8, [3, 3], S.P.BRIBE, 6],
    [9, [3, 3], S.P.BRIBE, 6],
  ] as const)('a roll of %s0 on a monster token', (face, faces, asked, size) => {
    const s = field({ purse: 30 });
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, face, ...faces);
    expect([s.prompt, asked === S.P.BRIBE ? s.bribeLeft : s.foeSize]).toEqual([asked, size]);
  });
  it('bribes end with the offer; the rest leave', () => {
    const s = field({ purse: 30 });
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, 8, 1, 1);
    play(s, A.BRIBE_ONE);
    play(s, A.BRIBE_ONE);
    expect(legal(s)).toEqual([A.END]);
    end(s);
    expect([s.monster[next], s.mercs[0], s.purse[0]]).toEqual([0, 2, 24]);
  });
});

describe('items', () => {
  const types = ['mainHand', 'offHand', 'amulet'] as const;
  it.each([0, 1, 2].flatMap((type) => [1, 2, 3, 4, 5].map((level) => [type, level] as const)))(
    'type %s of level %s adds its dice',
    (type, level) => {
      const [n, , bonus] = rulebook.items[types[type]!]![level - 1]!;
      // The lowest roll of hero and item, against as many monsters less one, and against exactly as many.
      for (const [more, won] of [
        [-1, true],
        [0, false],
      ] as const) {
        const s = field({ items: [item(type as 0 | 1 | 2, level as 1 | 2 | 3 | 4 | 5)] });
        s.monster[next] = 1;
        moving(s, 0, 5);
        play(s, next, 1, 6, 6, 6, 6);
        const strength = 2 + 6 + n + bonus + more;
        s.defence.set([strength, 1]);
        play(s, A.SQUAD, ...ones(2 + n + strength));
        expect(s.heroTile[0] === next).toBe(won);
      }
    },
  );
  it('the best of each type counts, others are spare', () => {
    const s = field({ items: [item(0, 1), item(0, 5), item(0, 5)] });
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, 1, 6, 6, 6, 6);
    // 2d6 + 6 and 4d6 + 5 of ones make 17.
    s.defence.set([16, 1]);
    play(s, A.SQUAD, ...ones(6 + 16));
    expect(s.defence[0]).toBe(0);
  });
  it('a fifth level is the last', () => {
    const s = field();
    s.item[here] = 1;
    moving(s, 0, 5);
    play(s, A.PICK_ITEM, 10, 10, 10, 10, 10);
    expect(s.items[item(2, 5)]).toBe(1);
  });
});

describe('garrison', () => {
  const inside = (facts: Parameters<typeof hero>[3] = {}) => {
    const s = field();
    city(s, 0, home, { mercs: 7, armory: [item(0, 3), item(1, 1), item(1, 1)] });
    hero(s, 0, home, { items: [item(1, 2)], purse: 6, ...facts });
    s.treasury[0] = 12;
    moving(s, 0, 10);
    return s;
  };
  it('mercenaries by 1, 5 and all, both ways', () => {
    const s = inside();
    play(s, A.TAKE);
    play(s, A.TAKE + 1);
    expect([s.mercs[0], s.cityMercs[home]]).toEqual([6, 1]);
    play(s, A.LEAVE + 1);
    play(s, A.LEAVE);
    expect([s.mercs[0], s.cityMercs[home]]).toEqual([0, 7]);
    play(s, A.TAKE + 2);
    play(s, A.LEAVE + 2);
    expect(s.cityMercs[home]).toBe(7);
  });
  it('decision 28: six actions an activation', () => {
    const s = inside();
    for (let i = 0; i < 3; i++) {
      play(s, A.TAKE);
      play(s, A.LEAVE);
    }
    expect(legal(s).filter((a) => a >= A.TAKE && a <= A.COINS_OUT + 1)).toEqual([]);
  });
  it('the armory gives what is better, and takes all', () => {
    const s = inside();
    play(s, A.ARMORY_EQUIP);
    expect([s.items[item(0, 3)], s.items[item(1, 1)], s.items[item(1, 2)]]).toEqual([1, 0, 1]);
    expect(legal(s)).not.toContain(A.ARMORY_EQUIP);
    play(s, A.ARMORY_STORE);
    expect([s.items[item(0, 3)], s.armory[home * 15 + item(1, 2)]]).toEqual([0, 1]);
    expect(legal(s)).not.toContain(A.ARMORY_STORE);
  });
  it('coins go in and out', () => {
    const s = inside();
    play(s, A.COINS_OUT);
    expect([s.purse[0], s.treasury[0]]).toEqual([11, 7]);
    play(s, A.COINS_OUT + 1);
    expect([s.purse[0], s.treasury[0]]).toEqual([18, 0]);
    play(s, A.COINS_IN);
    expect([s.purse[0], s.treasury[0]]).toEqual([0, 18]);
  });
  it('decision 40: a siege from the own city keeps the purse', () => {
    const s = inside({ purse: 6 });
    city(s, 1, at(1, 0), { ramparts: 1 });
    s.treasury[0] = 12;
    moving(s, 0, 20);
    play(s, at(1, 0));
    expect(s.purse[0]).toBe(6);
  });
});

describe('battle', () => {
  it('decision 18: the seven splits, equal ones once', () => {
    const all = (n: number) =>
      Array.from({ length: 7 }, (_, template) => [0, 1, 2].map((part) => splitPart(n, template, part)).join(' '));
    expect(all(11)).toEqual(['11 0 0', '10 1 0', '9 1 1', '6 5 0', '8 3 0', '4 4 3', '7 2 2']);
    const offered = (n: number) => [0, 1, 2, 3, 4, 5, 6].filter((template) => splitDiffers(n, template));
    expect(offered(2)).toEqual([0, 1]);
    expect(offered(3)).toEqual([0, 1, 2]);
    expect(offered(4)).toEqual([0, 1, 2, 3]);
    expect(offered(5)).toEqual([0, 1, 2, 3, 5]);
    expect(offered(11)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (let n = 2; n < 60; n++)
      for (const template of offered(n))
        expect(splitPart(n, template, 0) + splitPart(n, template, 1) + splitPart(n, template, 2)).toBe(n);
  });
  it('an attacker that fails gives up squads until none is left', () => {
    const s = field({ mercs: 2 });
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, 1, 6, 6, 6, 6);
    play(s, A.SPLIT + 1);
    const fail = (n: number) => [...ones(n), ...Array<number>(12).fill(6)];
    play(s, A.SQUAD, ...fail(4));
    play(s, A.SQUAD + S.SQUAD_HERO);
    play(s, A.SQUAD, ...fail(2));
    play(s, A.SQUAD + 1);
    play(s, A.SQUAD, ...fail(1));
    expect([s.heroTile[0], s.monster[next]]).toEqual([S.NOWHERE, 1]);
  });
  it('between heroes the loser’s belongings fall on the tile and the winner stands there', () => {
    const s = field();
    hero(s, 2, next, { mercs: 1, purse: 11, items: [item(1, 4)] });
    moving(s, 0, 5);
    play(s, next);
    expect([...s.defence.subarray(0, 5)]).toEqual([1, 0, 0, 1, 0]);
    play(s, A.SQUAD + S.SQUAD_HERO, 6, 6, ...ones(2), ...ones(2));
    play(s, A.SQUAD, 6, 6, 1);
    expect([s.heroTile[0], s.heroTile[2], s.item[next], s.resource[next], s.monster[next]]).toEqual([
      next,
      S.NOWHERE,
      1,
      2,
      0,
    ]);
  });
  it('decision 39: an attacker that dies leaves its monsters with the defender', () => {
    const s = field({ mercs: 3 });
    hero(s, 2, next, { mercs: 2 });
    moving(s, 0, 5);
    play(s, next);
    play(s, A.SPLIT);
    play(s, A.SPLIT);
    play(s, A.RETREAT, 4);
    expect([s.monster[next], s.mercs[2], s.hand, ...legal(s)]).toEqual([1, 2, 2, A.END, A.ENGAGE]);
  });
  it('a purse found in a fallen city goes to the treasury, items stay in its armory', () => {
    const s = field();
    city(s, 1, next, { mercs: 0 });
    hero(s, 2, next, { purse: 9, items: [item(2, 1)] });
    s.treasury.set([1, 7]);
    moving(s, 0, 5);
    play(s, next);
    play(s, A.SQUAD + S.SQUAD_HERO, 6, 6, 1, 1, 1);
    play(s, A.SQUAD + S.SQUAD_CITY, 6, 6, 1, 1, 1);
    // A share of 7 among two cities, and the purse.
    expect([s.treasury[0], s.treasury[1], s.resource[next]]).toEqual([1 + 3 + 9, 4, 0]);
    expect([s.cityOwner[next], s.armory[next * 15 + item(2, 1)], s.heroTile[0]]).toEqual([1, 1, next]);
  });
  it('decisions 11, 44: a conqueror that fainted keeps the city and its coins; its items go to the armory won', () => {
    const s = field({ mercs: 6, purse: 3, items: [item(0, 2)] });
    city(s, 1, next);
    s.treasury.set([0, 8]);
    moving(s, 0, 5);
    play(s, next);
    play(s, A.SPLIT + 2);
    s.attack[S.SQUAD_HERO] = 0;
    play(s, A.SQUAD + S.SQUAD_CITY, 6, 6, 6, 6, 1, 1, 1, 1, 1);
    expect([s.cityOwner[next], s.mercs[0], s.purse[0], s.treasury[0]]).toEqual([1, 3, 3, 4]);
    expect([s.armory[next * 15 + item(0, 2)], s.items[item(0, 2)], s.item[next]]).toEqual([1, 0, 0]);
  });
  it('decision 19: survivors go to the hero up to its old number, the rest to the city', () => {
    const s = field();
    city(s, 1, next, { mercs: 4 });
    hero(s, 2, next, { mercs: 3 });
    moving(s, 0, 5);
    play(s, next);
    play(s, A.SPLIT + 2);
    s.defence[0] = 0;
    play(s, A.RETREAT, 1);
    expect([s.mercs[2], s.cityMercs[next]]).toEqual([2, 0]);
  });
});

describe('token rolls', () => {
  it('decision 37: with the option a rolled token may be declined', () => {
    const s = field({}, { tokenMayDecline: true });
    from(s, S.STEP.tokens, 10, 4);
    expect(legal(s)).toContain(A.END);
    play(s, A.END, 5, 9);
    expect([prompt(s), Math.max(...s.monster)]).toEqual(['MOVE', 0]);
  });
  it('decision 42: without a free tile the roll is made and nothing placed', () => {
    const s = field();
    for (let t = 0; t < S.TILES; t++) if (s.cityOwner[t] === 0) s.item[t] = 1;
    from(s, S.STEP.tokens, 10, 4, 10, 1, 7);
    expect([prompt(s), s.movement[0]]).toEqual(['MOVE', 17]);
  });
});

describe('order', () => {
  it('goes to lower seats from the anchor; decision 34 begins one place later each day', () => {
    const order = (options: object, day: number) => {
      const s = new FuzzyState(game.options.parse({ players: 3, ...options }));
      s.anchor = 1;
      s.day = day;
      return [0, 1, 2].map((pos) => seatAt(s, pos));
    };
    for (const day of [0, 1, 2, 9]) expect(order({}, day)).toEqual([1, 0, 2]);
    expect(order({ rotateOrderDaily: true }, 1)).toEqual([1, 0, 2]);
    expect(order({ rotateOrderDaily: true }, 2)).toEqual([0, 2, 1]);
    expect(order({ rotateOrderDaily: true }, 4)).toEqual([1, 0, 2]);
  });
  it('decision 38: a tie for the anchor takes one more draw among those tied', () => {
    const s = new FuzzyState(game.options.parse({ players: 4 }));
    const chance = dice(...ones(56), 6, 2, 6, 6, 3);
    setUp(s, chance);
    expect([chance.used, s.anchor]).toEqual([61, 3]);
    const plain = new FuzzyState(game.options.parse({ players: 2 }));
    const fewer = dice(...ones(28), 2, 5);
    setUp(plain, fewer);
    expect([fewer.used, plain.anchor]).toEqual([30, 1]);
  });
});

describe('elimination and end', () => {
  /** Three players; hero 0 beside the only city of seat 1, seat 2 far away. */
  function three(options = {}) {
    const s = board({ players: 3, ...options });
    city(s, 0, home);
    city(s, 1, next);
    city(s, 2, away);
    hero(s, 0, here, { mercs: 0 });
    return s;
  }
  const conquerNext = (s: FuzzyState) => {
    moving(s, 0, 5);
    play(s, next);
    play(s, A.SQUAD + S.SQUAD_CITY, 6, 6, 1, 1, 1);
  };
  it('without hero and city a player is out at once: mines nobody’s, treasury gone', () => {
    const s = three();
    s.mine[at(7, 7)] = S.OWN_MINE + 1;
    s.treasury[1] = 9;
    conquerNext(s);
    expect([s.out[1], s.outDay[1], s.mine[at(7, 7)], s.treasury[1], s.treasury[0]]).toEqual([
      1,
      2,
      S.NEUTRAL_MINE,
      0,
      9,
    ]);
    expect(s.over).toBe(false);
  });
  it('with a hero it has until the end of its next turn, then its army turns to monsters', () => {
    const s = three();
    hero(s, 2, at(7, 7), { mercs: 3, purse: 5, items: [item(0, 1)] });
    s.treasury[0] = 0;
    conquerNext(s);
    expect([s.out[1], s.grace[1]]).toEqual([0, 1]);
    // Seat 0 ends; seat 2 has no hero, so seat 1 is next.
    play(s, A.END, 1);
    expect([s.actor, s.hand]).toEqual([1, 2]);
    play(s, A.END);
    expect([s.out[1], s.outDay[1], s.monster[at(7, 7)], s.item[at(7, 7)], s.resource[at(7, 7)]]).toEqual([
      1, 2, 1, 1, 1,
    ]);
  });
  it('decision 43: grace ends with a city, by conquest or founding', () => {
    const s = three();
    hero(s, 2, at(8, 9), { mercs: 0 });
    conquerNext(s);
    play(s, A.END, 1);
    play(s, away);
    play(s, A.SQUAD + S.SQUAD_CITY, 6, 6, 1, 1, 1);
    expect([s.grace[1], s.cities[1], s.out[2], s.over]).toEqual([0, 1, 1, false]);
    const founder = three();
    hero(founder, 2, at(7, 7), { purse: 9 });
    founder.cityOwner[next] = 0;
    founder.tier[next] = 0;
    founder.grace[1] = 1;
    from(founder, S.STEP.found);
    while (founder.actor !== 1) end(founder);
    play(founder, A.FOUND);
    expect([founder.grace[1], founder.cities[1]]).toEqual([0, 1]);
  });
  it('a dead hero ends a player in grace, also at Daybreak', () => {
    const s = three();
    hero(s, 2, at(7, 7));
    s.cityOwner[next] = 0;
    s.tier[next] = 0;
    s.grace[1] = 1;
    s.treasury.set([9, 0, 9]);
    from(s, S.STEP.pay);
    expect([s.out[1], s.heroTile[2]]).toEqual([1, S.NOWHERE]);
  });
  it('the last player in wins at once; later out ranks higher, the same day shares', () => {
    const s = three();
    s.out[2] = 1;
    s.outDay[2] = 1;
    s.cityOwner[away] = 0;
    s.tier[away] = 0;
    conquerNext(s);
    expect([s.over, s.truncated, s.ending(), s.actor, legal(s).length]).toEqual([true, false, 'last player', -1, 0]);
    const places = new Uint8Array(3);
    s.places(places);
    expect([...places]).toEqual([0, 1, 2]);
    s.outDay[2] = 2;
    finish(s, false);
    s.places(places);
    expect([...places]).toEqual([0, 1, 1]);
  });
  it('decision 24: after the last day the game is cut and ranked', () => {
    const s = three({ maxDays: 2 });
    s.heroTile[0] = S.NOWHERE;
    s.treasury.set([3, 3, 4]);
    from(s, S.STEP.turns);
    expect([s.over, s.truncated, s.ending()]).toEqual([true, true, 'day cap']);
    const places = new Uint8Array(3);
    s.places(places);
    expect([...places]).toEqual([1, 1, 0]);
  });
  it('decision 24: cities, then buildings that stand, then wealth; those out are last', () => {
    const s = board({ players: 4 });
    city(s, 0, at(0, 0), { tier: 4, ramparts: 2, camp: true });
    city(s, 1, at(9, 0));
    city(s, 1, at(8, 0));
    city(s, 2, at(0, 9), { tier: 2, mercs: 3 });
    s.out[3] = 1;
    hero(s, 4, at(5, 5), { mercs: 2, purse: 4 });
    s.treasury[2] = 10;
    expect([invested(s, 0), invested(s, 1), invested(s, 2)]).toEqual([5 + 10 + 15 + 25 + 5 + 15 + 5, 10, 15]);
    expect(wealth(s, 2)).toBe(10 + 5 + 4 + 2 * 2 + 3 * 2);
    finish(s, true);
    expect([...s.finalPlaces]).toEqual([1, 0, 2, 3]);
    const leads = new Float64Array(4);
    s.leads(leads);
    expect([...leads].map((lead) => lead.toFixed(2))).toEqual(['-0.30', '0.30', '-0.95', '-2.10']);
  });
});
