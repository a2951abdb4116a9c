/** The worked examples of the rulebook and of the decisions, one test each. */
import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import * as A from '../actions.js';
import { game } from '../game.js';
import type { FuzzyOptionsInput } from '../options.js';
import * as S from '../state.js';
import { at, board, city, end, from, hero, item, legal, moving, play, prompt, tiles } from '../test/fixture.js';
import { incomeOf } from './daybreak.js';

const start = (options: FuzzyOptionsInput) =>
  game.newState(game.options.parse(options), new SeededChance('start', game.streams));
const sum = (list: ArrayLike<number>) => Array.from(list).reduce((a, b) => a + b, 0);
const home = at(0, 0);
const away = at(9, 9);
const here = at(4, 4);
const next = at(5, 4);

/** Each of two players has a city in its corner; hero 0 stands in the middle. */
function field(facts: Parameters<typeof hero>[3] = {}) {
  const s = board();
  city(s, 0, home);
  city(s, 1, away);
  hero(s, 0, here, facts);
  return s;
}

describe('Daybreak', () => {
  it('T1: three cities give 2 each, beside the reward of their tier', () => {
    const tiers = [5, 10, 15, 25].map((cost) => ({ name: 'x', cost, reward: 0 }));
    const s = board({ components: { cities: { tiers } } });
    for (const x of [0, 2, 4]) city(s, 0, at(x, 0));
    expect(incomeOf(s, 0)).toBe(6);
  });
  it('T2: five mines give 5', () => {
    const s = board();
    for (const x of [0, 1, 2, 3, 4]) s.mine[x] = S.OWN_MINE;
    s.derive();
    expect(incomeOf(s, 0)).toBe(5);
  });
  it('T3: two heroes cost 2', () => {
    const s = field();
    hero(s, 1, at(6, 6));
    s.treasury[0] = 10;
    from(s, S.STEP.pay);
    expect(s.treasury[0]).toBe(8);
  });
  it('T4: a capital alone gives 8 coins on day 1; T7: no token roll that day', () => {
    const s = start({ players: 2 });
    while (prompt(s) === 'PLACE_CITY') s.apply(tiles(s)[0]!, new SeededChance('x', game.streams));
    expect(s.round).toBe(1);
    expect([...s.treasury.subarray(0, 2)]).toEqual([8, 8]);
    // Everybody ends its step C, nobody has a hero: day 2 begins without a token placed on day 1.
    const before = sum(s.item) + sum(s.resource) + sum(s.monster);
    while (s.round === 1) s.apply(A.END, new SeededChance('y', game.streams));
    expect(sum(s.item) + sum(s.resource) + sum(s.monster)).toBe(before);
  });
  it('T5, T6: 50 gives nothing; 60 and more give a resource, item or monster by the d4', () => {
    for (const [face, kind] of [
      [1, 'resource'],
      [2, 'resource'],
      [3, 'item'],
      [4, 'monster'],
    ] as const) {
      const s = field();
      from(s, S.STEP.tokens, 6, face);
      expect(prompt(s)).toBe('PLACE_TOKEN');
      expect(legal(s)).not.toContain(A.END);
      play(s, next, 5, 3);
      expect([s.resource[next], s.item[next], s.monster[next]]).toEqual(
        ['resource', 'item', 'monster'].map((k) => (k === kind ? 1 : 0)),
      );
      expect(prompt(s)).toBe('MOVE');
    }
  });
  it('T28: a city under siege gives no income and does not build for one Daybreak', () => {
    const s = board();
    city(s, 0, home);
    city(s, 1, away, { ramparts: 1 });
    hero(s, 0, at(8, 9));
    s.treasury[0] = 1;
    moving(s, 0);
    play(s, away);
    expect([s.round, s.treasury[1], prompt(s), s.actor]).toEqual([3, 0, 'BUILD', 0]);
    // Seat 1 is not asked to build: two token rolls, the movement roll of the hero.
    play(s, A.END, 1, 1, 4);
    expect([s.round, prompt(s), s.besieged[away]]).toEqual([3, 'MOVE', 0]);
    s.hand = -1;
    s.movement[0] = 0;
    s.treasury.set([0, 30]);
    from(s, S.STEP.income);
    expect(s.treasury[1]).toBe(33);
    end(s);
    expect([prompt(s), s.actor]).toEqual(['BUILD', 1]);
  });
  it('T32, T43: founding takes the hero with all it has; the new city recruits but does not build that day', () => {
    const s = field({ mercs: 7, items: [item(0, 1), item(2, 3)], purse: 6 });
    s.treasury[0] = 9;
    from(s, S.STEP.found);
    play(s, A.FOUND);
    expect(s.heroTile[0]).toBe(S.NOWHERE);
    expect([s.cityOwner[here], s.tier[here], s.ramparts[here], s.camp[here], s.cityMercs[here]]).toEqual([
      1, 1, 0, 0, 7,
    ]);
    expect(sum(s.armory.subarray(here * 15, here * 15 + 15))).toBe(2);
    expect(s.treasury[0]).toBe(10);
    expect(s.cursor).toBe(2 + home);
    end(s);
    expect(s.cursor).toBe(2 + here);
    expect(legal(s)).toEqual([A.END, A.RECRUIT_HERO]);
  });
  it('T33: Fortifications need Ramparts and a Castle', () => {
    for (const [tier, ramparts, ok] of [
      [3, 1, false],
      [4, 1, true],
      [4, 2, false],
    ] as const) {
      const s = board();
      city(s, 0, home, { tier, ramparts });
      city(s, 1, away);
      s.treasury[0] = 15;
      from(s, S.STEP.found);
      expect(legal(s).includes(A.BUILD_RAMPARTS)).toBe(ok);
    }
  });
  it('T34: mercenaries need a camp', () => {
    const s = board();
    city(s, 0, home);
    city(s, 1, away);
    s.treasury[0] = 15;
    from(s, S.STEP.found);
    expect(legal(s)).toEqual([A.END, A.BUILD_TIER, A.BUILD_RAMPARTS, A.BUILD_CAMP, A.RECRUIT_HERO]);
    play(s, A.BUILD_CAMP);
    expect(legal(s)).toEqual([A.END, A.RECRUIT_HERO, A.RECRUIT_MERC, A.RECRUIT_MERCS]);
    play(s, A.RECRUIT_MERCS);
    expect([s.treasury[0], s.cityMercs[home]]).toEqual([0, 5]);
  });
  it('T35: one building a city and day, another in another city', () => {
    const s = board();
    city(s, 0, home);
    city(s, 0, here);
    city(s, 1, away);
    s.treasury[0] = 40;
    from(s, S.STEP.found);
    play(s, A.BUILD_TIER);
    expect(legal(s)).toEqual([A.END, A.RECRUIT_HERO]);
    end(s);
    expect(legal(s)).toContain(A.BUILD_TIER);
    expect(s.tier[home]).toBe(2);
  });
  it('T25: an unpaid hero dies and leaves a monster; one with a purse pays itself', () => {
    const s = field({ mercs: 4 });
    hero(s, 2, next, { purse: 3 });
    from(s, S.STEP.pay);
    expect(s.heroTile[0]).toBe(S.NOWHERE);
    expect(s.monster[here]).toBe(1);
    expect([s.heroTile[2], s.purse[2]]).toEqual([next, 2]);
  });
});

describe('set-up', () => {
  it('T8: three players have 9 items, 12 resources, 12 monsters, 9 mines', () => {
    const s = start({ players: 3 });
    expect([sum(s.item), sum(s.resource), sum(s.monster), sum(s.mine)]).toEqual([9, 12, 12, 9]);
  });
  it('T9: a capital has tier 1, ramparts 1 and a camp', () => {
    const s = start({ players: 2 });
    const [t] = tiles(s);
    const seat = s.actor;
    s.apply(t!, new SeededChance('x', game.streams));
    expect([s.cityOwner[t!], s.tier[t!], s.ramparts[t!], s.camp[t!]]).toEqual([seat + 1, 1, 1, 1]);
  });
});

describe('movement', () => {
  it('T10: a die of 4 gives 14 points', () => {
    const s = field();
    moving(s, 0, undefined, 4);
    expect(s.movement[0]).toBe(14);
  });
  it('T11: prices of entering from next door and dealing with a tile', () => {
    const resource = field();
    resource.resource[next] = 1;
    moving(resource, 0, 9);
    play(resource, next);
    play(resource, A.PICK_RESOURCE, 1, 1);
    expect(resource.movement[0]).toBe(7);
    const items = field();
    items.item[next] = 2;
    moving(items, 0, 9);
    play(items, next);
    play(items, A.PICK_ITEM, 1, 1);
    play(items, A.PICK_ITEM, 1, 1);
    expect(items.movement[0]).toBe(6);
    const mine = field();
    mine.mine[next] = S.NEUTRAL_MINE;
    moving(mine, 0, 1);
    play(mine, next);
    play(mine, A.CAPTURE, 1);
    expect(mine.movement[0]).toBe(0);
    expect(mine.mine[next]).toBe(S.OWN_MINE);
    const monster = field();
    monster.monster[next] = 1;
    moving(monster, 0, 9);
    play(monster, next, 10, 2);
    expect([monster.movement[0], monster.mercs[0], monster.monster[next]]).toEqual([8, 5, 0]);
  });
  it('T12: monster and mine on one tile cost 2', () => {
    const s = field();
    s.monster[next] = 1;
    s.mine[next] = S.NEUTRAL_MINE;
    moving(s, 0, 2);
    play(s, next, 10, 1);
    expect(s.covered[0]).toBe(0);
    play(s, A.CAPTURE, 1);
    expect([s.movement[0], s.purse[0], s.mine[next], s.mines[0]]).toEqual([0, 1, S.OWN_MINE, 1]);
  });
  it('T37: two monster tokens cost 2; with 1 point they cannot be entered', () => {
    const s = field();
    s.monster[next] = 2;
    moving(s, 0, 1);
    expect(tiles(s)).not.toContain(next);
    moving(s, 0, 2);
    play(s, next, 10, 3, 10, 1);
    expect([s.movement[0], s.mercs[0], s.monster[next]]).toEqual([0, 10, 0]);
  });
  it('T42: items and mines on the way do not stop a hero', () => {
    const s = field();
    s.item[next] = 1;
    s.mine[at(6, 4)] = S.NEUTRAL_MINE;
    moving(s, 0, 3);
    play(s, at(7, 4));
    expect([s.movement[0], s.heroTile[0], s.item[next], s.mine[at(6, 4)]]).toEqual([0, at(7, 4), 1, S.NEUTRAL_MINE]);
  });
});

describe('sieges', () => {
  it('T26: before the roll a hero beside a city with ramparts may besiege it', () => {
    const s = field();
    city(s, 1, next, { ramparts: 1 });
    moving(s, 0);
    expect(prompt(s)).toBe('ROLL');
    expect(legal(s)).toEqual([next, A.ROLL]);
    play(s, next);
    expect([s.ramparts[next], s.besieged[next], s.done[0], s.hand]).toEqual([0, 1, 1, -1]);
  });
  it('T27: after the roll 15 points are needed when it stands beside', () => {
    const beside = field();
    city(beside, 1, next, { ramparts: 1 });
    moving(beside, 0, 14);
    expect(tiles(beside)).not.toContain(next);
    moving(beside, 0, 15);
    expect(tiles(beside)).toContain(next);
    for (const [x, ok] of [
      [2, true],
      [1, false],
    ] as const) {
      const s = field();
      city(s, 1, next, { ramparts: 1 });
      hero(s, 0, at(x, 4));
      moving(s, 0, 17);
      play(s, here);
      expect(tiles(s).includes(next)).toBe(ok);
    }
  });
  it('T29: a city with ramparts cannot be entered, one without is assaulted', () => {
    const s = field();
    city(s, 1, next, { ramparts: 1 });
    moving(s, 0, 10);
    expect(tiles(s)).not.toContain(next);
    s.ramparts[next] = 0;
    moving(s, 0, 10);
    play(s, next);
    expect([prompt(s), s.foe]).toEqual(['TARGET', S.FOE.city]);
  });
  it('T30: Fortifications besieged once leave Ramparts', () => {
    const s = field();
    city(s, 1, next, { ramparts: 2, tier: 4 });
    moving(s, 0, 20);
    play(s, next);
    expect([s.ramparts[next], s.besieged[next]]).toEqual([1, 1]);
  });
});

describe('monsters, mines, caches, items', () => {
  it('T13: nineteen monsters are squads of 10 and 9, beaten they give 9 coins', () => {
    const s = field();
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, 1, 5, 5, 5, 4);
    expect([...s.defence]).toEqual([10, 9, 0, 0, 0, 0, 0, 0]);
    play(s, A.SQUAD, 6, 6, ...Array<number>(10).fill(1));
    play(s, A.SQUAD + 1, 6, 6, ...Array<number>(9).fill(1));
    expect([s.purse[0], s.monster[next], prompt(s)]).toEqual([9, 0, 'MOVE']);
  });
  it('T14: 90 on a mine meets guardians by the highest tier, 80 takes it', () => {
    const s = field();
    s.tier[away] = 2;
    s.mine[here] = S.NEUTRAL_MINE;
    moving(s, 0, 5);
    play(s, A.CAPTURE, 9, 3);
    expect([s.foe, s.foeSize, s.movement[0]]).toEqual([S.FOE.guardians, 5, 4]);
    play(s, A.SQUAD, 6, 6, 1, 1, 1);
    play(s, A.SQUAD + 1, 6, 6, 1, 1);
    expect([s.mine[here], s.purse[0]]).toEqual([S.OWN_MINE, 3]);
    const taken = field();
    taken.mine[here] = S.NEUTRAL_MINE;
    moving(taken, 0, 5);
    play(taken, A.CAPTURE, 8);
    expect([taken.mine[here], taken.purse[0]]).toEqual([S.OWN_MINE, 1]);
  });
  it('T15: a large cache of 4 + 5 gives 11, a small one of 5 gives 6', () => {
    const s = field();
    s.resource[here] = 2;
    moving(s, 0, 5);
    play(s, A.PICK_RESOURCE, 8, 4, 5);
    expect(s.purse[0]).toBe(11);
    play(s, A.PICK_RESOURCE, 7, 5);
    expect([s.purse[0], s.resource[here]]).toEqual([17, 0]);
  });
  it('T16: rarity rolls 80, 90, 30 make it Rare', () => {
    const s = field();
    s.item[here] = 1;
    moving(s, 0, 5);
    play(s, A.PICK_ITEM, 1, 8, 9, 3);
    expect(s.items[item(0, 3)]).toBe(1);
  });
  it.each([
    [2, 0],
    [3, 1],
    [6, 1],
    [7, 2],
  ] as const)('T17: an item roll of %s0 is of type %s', (face, type) => {
    const s = field();
    s.item[here] = 1;
    moving(s, 0, 5);
    play(s, A.PICK_ITEM, face, 7);
    expect(s.items[item(type, 1)]).toBe(1);
  });
  it('T36: bribes are paid from the purse only', () => {
    const s = field({ purse: 7 });
    s.treasury[0] = 30;
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, 8, 4, 5);
    expect(s.bribeLeft).toBe(9);
    play(s, A.BRIBE_ONE);
    play(s, A.BRIBE_ONE);
    expect(legal(s)).toEqual([A.END]);
    end(s);
    expect([s.purse[0], s.treasury[0], s.mercs[0], s.monster[next]]).toEqual([1, 30, 2, 0]);
  });
});

describe('battle', () => {
  it('T18: Epic main hand and Common amulet add to 6d6 + 9; T20: a tie is the defender’s', () => {
    for (const [face, won] of [
      [1, false],
      [2, true],
    ] as const) {
      const s = field({ items: [item(0, 4), item(0, 1), item(2, 1)] });
      s.monster[next] = 1;
      moving(s, 0, 5);
      play(s, next, 1, 6, 6, 6, 6);
      // Five ones and this face make 14 or 15, plus 9; fifteen dice of the target make 15.
      s.defence.set([10, 0]);
      const target = [3, 3, 2, 1, 1, 1, 1, 1, 1, 1];
      expect(sum(target)).toBe(15);
      play(s, A.SQUAD, face, 1, 1, 1, 1, 1, ...target);
      expect(s.heroTile[0] === next).toBe(won);
    }
  });
  it('T19: a city rolls 3d3 + 9 whatever its tier', () => {
    for (const [tier, dieOfHero, won] of [
      [1, 4, false],
      [4, 5, true],
    ] as const) {
      const s = field();
      city(s, 1, next, { tier });
      moving(s, 0, 5);
      play(s, next);
      // Hero 6 + dice against 9 + 3 dice of 1, 2, 3.
      play(s, A.SQUAD + S.SQUAD_CITY, dieOfHero, 5, 1, 2, 3);
      expect(s.cityOwner[next]).toBe(won ? 1 : 2);
    }
  });
  it('T20: with other squads left the attacker chooses which one falls', () => {
    const s = field({ mercs: 1 });
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, 1, 6, 6, 6, 6);
    play(s, A.SQUAD, 1, 1, 1, ...Array<number>(12).fill(1));
    expect(legal(s)).toEqual([A.SQUAD, A.SQUAD + S.SQUAD_HERO]);
    play(s, A.SQUAD);
    expect([prompt(s), ...s.attack.subarray(0, 5)]).toEqual(['TARGET', 0, 0, 0, 1, 0]);
  });
  it('T21: a fainted hero drops its items and keeps half of its mercenaries', () => {
    const s = field({ mercs: 15, items: [item(0, 1), item(1, 1)], purse: 4 });
    s.monster[next] = 1;
    moving(s, 0, 5);
    play(s, next, 2, 1, 1);
    play(s, A.SPLIT);
    s.attack[S.SQUAD_HERO] = 0;
    play(s, A.SQUAD, ...Array<number>(15).fill(1), 6);
    play(s, A.SQUAD + 1, ...Array<number>(15).fill(1), 6);
    expect([s.heroTile[0], s.mercs[0], s.item[next], s.purse[0]]).toEqual([next, 7, 2, 5]);
    expect(sum(s.items)).toBe(0);
  });
  it('T22, T23: what a dead hero leaves, without and with a mercenary', () => {
    for (const mercs of [0, 1]) {
      const s = field({ mercs, purse: 12, items: [item(0, 1), item(1, 1), item(2, 1)] });
      s.monster[next] = 1;
      moving(s, 0, 5);
      play(s, next, 2, 1, 1);
      play(s, A.RETREAT);
      expect([s.item[next], s.resource[next], s.monster[next]]).toEqual([3, 2, 1 + mercs]);
      expect(s.heroTile[0]).toBe(S.NOWHERE);
    }
  });
  it('T24: on a city tile items go to its armory, coins and monsters stay outside', () => {
    const s = field({ mercs: 1, purse: 5, items: [item(1, 2)] });
    city(s, 1, next);
    moving(s, 0, 5);
    play(s, next);
    play(s, A.RETREAT);
    expect([s.armory[next * 15 + item(1, 2)], s.item[next], s.resource[next], s.monster[next]]).toEqual([1, 0, 1, 1]);
    expect(s.cityOwner[next]).toBe(2);
  });
  it('T31: a fallen city brings its share of the treasury; its armory stays; grace without another city', () => {
    for (const [cities, share] of [
      [1, 11],
      [2, 5],
    ] as const) {
      const s = board();
      city(s, 0, home);
      city(s, 1, next, { armory: [item(0, 2)] });
      if (cities === 2) city(s, 1, away);
      hero(s, 0, here);
      hero(s, 2, at(0, 9));
      s.treasury[0] = 0;
      s.treasury[1] = 11;
      moving(s, 0, 5);
      play(s, next);
      play(s, A.SQUAD + S.SQUAD_CITY, 6, 6, 1, 1, 1);
      expect([s.treasury[0], s.treasury[1], s.cityOwner[next]]).toEqual([share, 11 - share, 1]);
      expect(s.armory[next * 15 + item(0, 2)]).toBe(1);
      expect([s.grace[1], s.heroTile[0]]).toEqual([cities === 1 ? 1 : 0, next]);
    }
  });
  it('T38: city and garrison fight as one army, and the attacker splits first', () => {
    const s = field({ mercs: 3 });
    city(s, 1, next, { mercs: 4 });
    hero(s, 2, next, { mercs: 3 });
    moving(s, 0, 5);
    play(s, next);
    expect([prompt(s), s.actor]).toEqual(['SPLIT', 0]);
    play(s, A.SPLIT + 1);
    expect([prompt(s), s.actor]).toEqual(['SPLIT', 1]);
    play(s, A.SPLIT);
    expect([...s.attack.subarray(0, 5)]).toEqual([2, 1, 0, 1, 0]);
    expect([...s.defence.subarray(0, 5)]).toEqual([7, 0, 0, 1, 1]);
  });
  it('T39: a garrisoned hero that faints keeps half of its own survivors', () => {
    const s = field({ mercs: 0 });
    city(s, 1, next, { mercs: 4 });
    hero(s, 2, next, { mercs: 3, items: [item(2, 2)], purse: 8 });
    moving(s, 0, 5);
    play(s, next);
    play(s, A.SPLIT);
    s.defence[S.SQUAD_HERO] = 0;
    play(s, A.RETREAT, 1);
    expect([s.mercs[2], s.cityMercs[next], s.armory[next * 15 + item(2, 2)], s.purse[2]]).toEqual([1, 4, 1, 8]);
  });
});

describe('garrison', () => {
  it('T40: a hero that ends in an own city empties its purse into the treasury', () => {
    const s = field();
    hero(s, 0, home, { purse: 9 });
    s.treasury[0] = 4;
    s.treasury[1] = 0;
    moving(s, 0, 5);
    play(s, A.END);
    expect(s.purse[0]).toBe(0);
    // 13 and the income of the next day, of which its own pay is one.
    expect(s.treasury[0]).toBe(13 + 3 - 1);
  });
  it('T41: with monsters on the city a hero may engage, end and use the garrison only', () => {
    const s = field();
    city(s, 0, home, { mercs: 5, armory: [item(0, 1)] });
    hero(s, 0, home, { purse: 9, mercs: 1 });
    s.item[home] = 1;
    s.monster[home] = 1;
    s.treasury[0] = 5;
    moving(s, 0, 20);
    expect(legal(s)).toEqual([
      A.END,
      A.ENGAGE,
      A.TAKE,
      A.TAKE + 1,
      A.TAKE + 2,
      A.LEAVE,
      A.LEAVE + 2,
      A.ARMORY_EQUIP,
      A.COINS_IN,
      A.COINS_OUT,
      A.COINS_OUT + 1,
    ]);
  });
});
