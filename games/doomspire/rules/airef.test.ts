/** Edition airef: every rule, card and item that differs from the rulebook, played on a bare island. */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import { DECK, MENU, TILEACT } from '../actions.js';
import { cardNumber, cards, PILES, tileKinds } from '../data.js';
import { game } from '../game.js';
import { violations } from '../invariants.js';
import type { DoomspireOptionsInput } from '../options.js';
import type { DoomspireView } from '../show/view.js';
import { BLACKSMITH, MARKET, WARSHIP } from '../state.js';
import {
  act,
  at,
  boat,
  build,
  DONE,
  d3,
  die,
  FIGHT,
  FLEE,
  item,
  NO,
  pair,
  res,
  Scene,
  unit,
  use,
  YES,
} from '../test/fixture.js';
import { pileTop } from './pieces.js';

const scene = (options: DoomspireOptionsInput = {}) => new Scene({ ...options, edition: 'airef' });
const fresh = (seed: number, options: DoomspireOptionsInput = {}) =>
  game.newState(game.options.parse({ ...options, edition: 'airef' }), new SeededChance(seed, game.streams));
const SPIRE = at(3, 3);
const BESIDE = at(2, 3);
/** Doomspire open, the dragon's die as given, the first knight beside it and about to move. */
function atSpire(dragonDie = 1): Scene {
  const t = scene().tile(SPIRE, 'doomspire').knight(0, BESIDE);
  t.s.dragonDie = dragonDie;
  return t;
}
const places = (t: Scene) => [...t.s.finalPlaces];

describe('winning', () => {
  it.each<[string, (t: Scene) => void]>([
    ['fame', (t) => t.tracks(0, 12, 0)],
    ['gold', (t) => t.have(0, 0, 0, 0, 20)],
    [
      'starred',
      (t) => {
        for (const [i, kind] of ['food+food', 'wood+wood', 'ore+ore', 'gold+gold'].entries())
          t.tile(at(0, 2 + i), kind, { owner: 0 });
      },
    ],
  ])('one visit with enough %s wins at once, and the others are equal (86)', (how, prepare) => {
    const t = atSpire();
    prepare(t);
    t.turn(0, 1, 1).move(0, 1, SPIRE);
    expect(t.s.over).toBe(true);
    expect(t.s.ending()).toBe(how);
    expect(places(t)).toEqual([0, 1, 1, 1]);
  });

  it.each<[string, (t: Scene) => void]>([
    ['11 fame', (t) => t.tracks(0, 11, 0)],
    ['19 gold', (t) => t.have(0, 0, 0, 0, 19)],
  ])('%s are not enough', (_how, prepare) => {
    const t = atSpire();
    prepare(t);
    t.turn(0, 1, 1).move(0, 1, SPIRE);
    expect(t.prompt()).toBe('FIGHT');
  });

  it('a blockaded starred tile counts for its owner by default (66)', () => {
    const t = atSpire();
    for (const [i, kind] of ['food+food', 'wood+wood', 'ore+ore', 'gold+gold'].entries())
      t.tile(at(7, 1 + i), kind, { owner: 0 });
    t.knight(9, at(7, 1)).turn(0, 1, 1).move(0, 1, SPIRE);
    expect(t.s.ending()).toBe('starred');
  });

  it('the fame for finding Doomspire counts (21)', () => {
    const t = scene().tile(SPIRE, 'doomspire', { hidden: true }).knight(0, BESIDE).tracks(0, 11, 0).turn(0, 1, 1);
    t.move(0, 1, SPIRE, d3(3));
    expect(t.s.ending()).toBe('fame');
  });
});

describe('the dragon', () => {
  it.each([1, 2, 3])('rolls once when it is revealed: %i, and keeps that might', (roll) => {
    const t = scene().tile(SPIRE, 'doomspire', { hidden: true }).knight(0, BESIDE).tracks(0, 0, 7).turn(0, 1, 1);
    t.move(0, 1, SPIRE, d3(roll));
    expect(t.s.dragonDie).toBe(roll);
    expect(t.s.stacksLeft).toBe(1);
    expect(t.prompt()).toBe('FIGHT');
    expect(t.s.text(0)).toContain(`the dragon has a might of ${8 + roll}`);
    // Might 7 and a 2 make 9.
    t.play(FIGHT, d3(2));
    expect(t.s.over).toBe(roll === 1);
    expect(t.s.eaten[0]).toBe(roll === 1 ? 0 : 1);
  });

  it('is beaten by one die, equal is enough, and that wins', () => {
    const t = atSpire(2).tracks(0, 0, 8).turn(0, 1, 1).move(0, 1, SPIRE).play(FIGHT, d3(2));
    expect(t.s.ending()).toBe('combat');
    expect(places(t)).toEqual([0, 1, 1, 1]);
  });

  it('eats who loses: the piece never returns, the others keep their prices (72)', () => {
    const t = atSpire(3).item(0, 'spear').dice(0, 1).turn(0, 1).move(0, 1, SPIRE).play(FIGHT, d3(3));
    expect(t.where(0)).toBe(255);
    expect(t.s.eaten[0]).toBe(1);
    expect(t.items(0)).toEqual([]);
    expect(t.s.text(0)).toContain('Eaten by the dragon: NW 1.');
    const after = scene().dice(0, 1, 1).have(0, 9, 9, 9, 9);
    after.s.eaten[0] = 1;
    after.s.knightsOn[0] = 0;
    after.s.knightTile[0] = 255;
    after.harvest(0).play(build('knight'));
    expect(after.where(1)).toBe(at(0, 0));
    expect(after.goods(0)).toEqual([6, 9, 8, 6]);
    after.play(build('knight'));
    expect(after.where(2)).toBe(at(0, 0));
    expect(after.goods(0)).toEqual([0, 9, 5, 0]);
    expect(after.where(0)).toBe(255);
  });

  it('may be let be: nothing happens, others may come, and a die later the knight may fight it (81)', () => {
    const t = atSpire(1).tracks(0, 0, 8).knight(1, at(3, 2)).knight(3, at(4, 3)).turn(0, 1, 1, 1);
    t.move(0, 1, SPIRE);
    expect(t.s.actionText(FLEE)).toBe('let the dragon be');
    t.play(FLEE);
    expect([t.where(0), t.fame(0), t.s.acted[0]]).toEqual([SPIRE, 0, 0]);
    t.move(1, 1, SPIRE).play(FLEE);
    expect([t.where(0), t.where(1)]).toEqual([SPIRE, SPIRE]);
    t.move(0, 1, SPIRE).play(FIGHT, d3(1));
    expect(t.s.ending()).toBe('combat');

    const rival = atSpire(1).knight(0, SPIRE).knight(3, BESIDE).turn(1, 1, 1).move(0, 1, SPIRE);
    expect(rival.prompt()).toBe('FIGHT');
    rival.play(FLEE);
    expect([rival.where(0), rival.where(3)]).toEqual([SPIRE, SPIRE]);
  });

  it('is fought with the support of others, asked before the dice (80)', () => {
    const t = atSpire(3).tracks(0, 0, 7).knight(3, at(3, 4)).turn(0, 1, 1).move(0, 1, SPIRE).play(FIGHT);
    expect([t.prompt(), t.actor()]).toEqual(['SUPPORT', 1]);
    t.play(YES, d3(3));
    expect(t.s.ending()).toBe('combat');
  });

  it('pays no attention to a dragon ring of another', () => {
    const t = atSpire(3).item(0, 'ring-dragon').tracks(0, 0, 5).turn(0, 1, 1).move(0, 1, SPIRE).play(FIGHT, d3(3));
    expect(t.s.ending()).toBe('combat');
  });
});

const PLACE = at(0, 1);
/** The first knight beside a monster, with a die. */
const facing = (monster: string) => scene().lair(PLACE, monster);

describe('battles', () => {
  it('support adds 1 each, a warship too', () => {
    // Might 1, one knight and one warship beside: 1 + 2 + a roll of 2 is just enough for a bear of 5.
    for (const [roll, won] of [
      [2, true],
      [1, false],
    ] as const) {
      const t = facing('bear').tracks(0, 0, 1).knight(1, at(1, 1)).buildings(0, WARSHIP).turn(0, 1, 1);
      t.move(0, 1, PLACE).play(FIGHT, d3(roll));
      expect(t.where(0)).toBe(won ? PLACE : at(0, 0));
    }
  });

  it('others are asked before the dice, unless the battle is won already (80)', () => {
    const asked = (might: number) => {
      const t = facing('bear').tracks(0, 0, might).knight(3, at(1, 1)).turn(0, 1, 1).move(0, 1, PLACE);
      // An answer without dice: the roll comes only after the support.
      if (might < 4) return t.play(FIGHT).prompt();
      return t.play(FIGHT, d3(1)).prompt();
    };
    expect(asked(0)).toBe('SUPPORT');
    expect(asked(3)).toBe('SUPPORT');
    expect(asked(4)).not.toBe('SUPPORT');
  });

  it('between knights the third side is asked before the dice', () => {
    const t = scene().knight(3, PLACE).knight(6, at(1, 1)).turn(0, 1, 1).move(0, 1, PLACE);
    expect([t.prompt(), t.actor()]).toEqual(['SIDE', 2]);
    t.play(DONE, d3(3), d3(3), d3(1), d3(1));
    expect([t.where(0), t.where(3), t.fame(0)]).toEqual([PLACE, at(0, 7), 1]);
  });

  it('a monster is fled from for certain, home and for 1 fame (79)', () => {
    for (const [fame, left] of [
      [3, 2],
      [0, 0],
    ] as const) {
      const t = facing('bear').tracks(0, fame, 0).have(0, 1, 0, 0, 0).turn(0, 1, 1).move(0, 1, PLACE).play(FLEE);
      expect([t.where(0), t.fame(0), t.food(0)]).toEqual([at(0, 0), left, 1]);
      expect(t.monster(PLACE)).toBe('bear');
    }
  });

  it('an attacked knight cannot flee', () => {
    const t = scene().knight(3, PLACE).turn(0, 1, 1).move(0, 1, PLACE, d3(3), d3(3), d3(1), d3(1));
    expect(t.where(3)).toBe(at(0, 7));
  });

  it('a lost battle costs a resource or 1 fame, as the loser likes, of what there is', () => {
    const lost = (fame: number, food: number) =>
      facing('bear').tracks(0, fame, 0).have(0, food, 0, 0, 0).turn(0, 1, 1).move(0, 1, PLACE).play(FIGHT, d3(1));
    const both = lost(2, 1);
    expect(both.prompt()).toBe('LOSE');
    expect(both.legal()).toEqual([res('food'), DONE]);
    expect(both.play(DONE).fame(0)).toBe(1);
    expect(both.food(0)).toBe(1);
    expect(lost(2, 1).play(res('food')).goods(0)).toEqual([0, 0, 0, 0]);
    expect(lost(2, 0).fame(0)).toBe(1);
    expect(lost(0, 1).food(0)).toBe(0);
    expect(lost(0, 0).where(0)).toBe(at(0, 0));
  });
});

describe('moving', () => {
  it('own knights are passed but not joined (14)', () => {
    const t = scene().knight(1, at(0, 1)).knight(2, at(1, 0)).turn(0, 2, 2).send(0, 2);
    const legal = t.legal();
    expect(legal).toContain(t.to(at(0, 2)));
    expect(legal).toContain(t.to(at(1, 1)));
    expect(legal).not.toContain(t.to(at(0, 1)));
    t.play(t.to(at(0, 2)));
    expect(t.where(0)).toBe(at(0, 2));
  });

  it('a knight that its own hem in can only spend a die that takes it past them', () => {
    const t = scene().knight(1, at(0, 1)).knight(2, at(1, 0)).boat(0, 255).turn(0, 1, 2);
    t.s.acted.set([0, 1, 1]);
    t.s.apply(t.legal().find((a) => a === die(2)) ?? DONE, new SeededChance(1, game.streams));
    expect(t.prompt()).toBe('DEST');
  });

  it('there is no peace in round 1, trade included', () => {
    const t = scene().round(1).knight(3, PLACE).have(0, 2, 0, 0, 0).turn(0, 1, 1);
    expect(t.can(MENU)).toBe(true);
    t.send(0, 1);
    expect(t.can(t.to(PLACE))).toBe(true);
  });

  it('nobody concedes (74), unless the option says so', () => {
    expect(
      scene()
        .turn(0, 1)
        .can(MENU + 3),
    ).toBe(false);
    expect(
      scene({ conceding: 'any' })
        .turn(0, 1)
        .can(MENU + 3),
    ).toBe(true);
  });

  it('a boat puts its passenger down anywhere on its way after the pick-up (84)', () => {
    // The boat goes from NW to NE with a 2: it may set the knight down in both zones, or sail on without coming back.
    const t = scene().turn(0, 2, 2).play(die(2)).play(boat(0)).play(scene().turn(0, 1).zone(1));
    if (t.prompt() === 'PASSENGER') t.play(unit(0));
    expect(t.prompt()).toBe('BOATDROP');
    expect([t.can(t.to(at(0, 3))), t.can(t.to(at(0, 4))), t.can(t.to(at(7, 4)))]).toEqual([true, true, false]);
    t.play(t.to(at(0, 3)));
    expect([t.where(0), t.s.boatZone[0]]).toEqual([at(0, 3), 1]);
  });

  it('a knight that has acted is not carried', () => {
    const t = scene().tile(PLACE, 'food').turn(0, 1, 1).move(0, 1, PLACE).play(act('claim'));
    t.play(die(1));
    if (t.prompt() === 'UNIT') t.play(boat(0));
    expect(t.prompt()).toBe('BOATZONE');
    expect(t.can(t.zone(0))).toBe(false);
    t.play(t.zone(1));
    expect(t.prompt()).not.toBe('PASSENGER');
  });
});

describe('land', () => {
  it.each([
    ['might', TILEACT + 1, 2, 0],
    ['fame', TILEACT + 2, 1, 1],
  ])('is conquered with 1 %s, and there is no revolt', (_what, action, fame, might) => {
    const t = scene().tile(PLACE, 'food', { owner: 1 }).tracks(0, 2, 1).turn(0, 1, 1).move(0, 1, PLACE);
    expect(t.legal()).toEqual([TILEACT + 1, TILEACT + 2, DONE]);
    expect(t.s.actionText(TILEACT + 2)).toContain('conquer');
    t.play(action);
    expect([t.s.owner[PLACE], t.fame(0), t.might(0)]).toEqual([1, fame, might]);
  });

  it('is protected by a warship in its zone, against conquest and blockade', () => {
    const ship = (zone: number, bits: number) =>
      scene().tile(PLACE, 'food', { owner: 1 }).tracks(0, 2, 2).buildings(1, bits).boat(2, zone).turn(0, 1, 1);
    expect(ship(0, WARSHIP).move(0, 1, PLACE).prompt()).toBe('MENU');
    expect(ship(1, WARSHIP).move(0, 1, PLACE).prompt()).toBe('TILEACT');
    expect(ship(0, 0).move(0, 1, PLACE).prompt()).toBe('TILEACT');
    const harvest = (bits: number) =>
      scene().tile(PLACE, 'food', { owner: 1 }).knight(0, PLACE).buildings(1, bits).boat(2, 0).dice(0, 1).harvest(0);
    expect(harvest(0).can(die(1))).toBe(true);
    const guarded = harvest(WARSHIP).play(die(1));
    expect(guarded.goods(0)).toEqual([1, 1, 0, 0]);
  });
});

describe('harvest and building', () => {
  it('each die is a harvest of its own, so a tile may be taken again (82)', () => {
    const t = scene().tile(PLACE, 'food+food', { owner: 0 }).dice(0, 1, 2).harvest(0);
    expect(t.prompt()).toBe('HARVEST');
    expect(t.legal()).toEqual([die(1), die(2), DONE]);
    t.play(die(2));
    expect(t.goods(0)).toEqual([3, 1, 0, 0]);
    t.play(die(1));
    expect(t.prompt()).toBe('HARVEST');
    expect(t.legal()).toEqual([t.to(at(0, 0)), t.to(PLACE)]);
    t.play(t.to(PLACE));
    expect(t.goods(0)).toEqual([5, 1, 0, 0]);
  });

  it('one die takes no tile twice', () => {
    const t = scene().tile(PLACE, 'food', { owner: 0 }).tile(at(1, 0), 'ore', { owner: 0 }).dice(0, 2).harvest(0);
    t.play(die(2)).play(t.to(PLACE));
    expect(t.legal()).toEqual([t.to(at(0, 0)), t.to(at(1, 0))]);
  });

  it('a build takes the smallest die left, and there may be several (83)', () => {
    const t = scene().have(0, 9, 9, 9, 9).dice(0, 1, 2, 3, 3).harvest(0).play(build('market'));
    expect([...t.s.dice.subarray(0, 3)]).toEqual([0, 1, 2]);
    t.play(build('blacksmith')).play(die(3));
    expect([...t.s.dice.subarray(0, 3)]).toEqual([0, 0, 1]);
    expect(t.s.buildings[0]).toBe(MARKET | BLACKSMITH);
    // Neither can be used before the next round: no uses, but one more build.
    expect(t.play(DONE).prompt()).toBe('BUILD');
    expect(t.can(build('boat'))).toBe(true);
  });

  it('uses come before the last builds, and take no die', () => {
    const t = scene()
      .have(0, 2, 2, 2, 3)
      .tracks(0, 0, 0)
      .buildings(0, MARKET | BLACKSMITH)
      .dice(0, 3)
      .harvest(0);
    t.play(DONE);
    expect(t.prompt()).toBe('USE');
    expect(t.can(use('fletcher'))).toBe(false);
    t.play(use('blacksmith'));
    expect([t.might(0), ...t.goods(0)]).toEqual([1, 2, 2, 0, 2]);
    t.play(pair('ff')).play(DONE);
    expect([t.prompt(), t.gold(0)]).toEqual(['BUILD', 3]);
    t.play(build('boat'));
    expect(t.s.boatZone[1]).toBe(0);
    expect(t.s.dice[2]).toBe(0);
  });

  it('without a die nothing is built', () => {
    const t = scene().have(0, 9, 9, 9, 9).harvest(0);
    expect(t.s.buildings[0]).toBe(0);
    expect(t.prompt()).not.toBe('BUILD');
  });

  it('knows no fletcher, and its own prices', () => {
    const t = scene().have(0, 20, 20, 20, 20).knight(1, at(1, 1)).dice(0, 1, 1, 1).harvest(0);
    expect(t.can(build('fletcher'))).toBe(false);
    t.play(build('knight'));
    expect(t.goods(0)).toEqual([14, 20, 17, 14]);
    t.play(build('chapel'));
    expect([t.fame(0), ...t.goods(0)]).toEqual([3, 14, 17, 17, 10]);
    t.play(build('monastery'));
    expect(t.fame(0)).toBe(8);
    expect(t.goods(0)).toEqual([14, 13, 15, 5]);
  });

  it('the temple asks 3 fame', () => {
    const pray = (fame: number) => scene().tile(PLACE, 'temple').tracks(0, fame, 0).turn(0, 1, 1).move(0, 1, PLACE);
    expect(pray(2).prompt()).toBe('MENU');
    const t = pray(3).play(act('temple'));
    expect([t.fame(0), t.might(0)]).toEqual([0, 1]);
  });

  it('the trader takes two of one kind', () => {
    const shop = (...goods: [number, number, number, number]) =>
      scene()
        .tile(PLACE, 'trader')
        .have(0, ...goods)
        .turn(0, 1, 1)
        .move(0, 1, PLACE);
    expect(shop(1, 1, 1, 0).prompt()).toBe('MENU');
    const t = shop(2, 1, 0, 0);
    expect(t.legal()).toEqual([pair('ff'), DONE]);
    t.play(pair('ff')).play(res('gold'));
    expect(t.goods(0)).toEqual([0, 1, 0, 1]);
    expect(t.can(item('spear'))).toBe(true);
  });
});

describe('the round', () => {
  it('starts with a random first player, who passes the token on after the round (88)', () => {
    const first = new Set<number>();
    for (let seed = 0; seed < 24; seed++) {
      const s = fresh(seed, { askForced: true });
      const chance = new SeededChance(seed, game.streams);
      const token = s.firstPlayer;
      first.add(token);
      while (s.round === 1) s.apply(s.legalActions[s.count - 1]!, chance);
      expect(s.firstPlayer).toBe((token + 1) & 3);
    }
    expect(first).toEqual(new Set([0, 1, 2, 3]));
  });

  it('nobody starts with anything (87)', () => {
    expect(fresh(1).resources.every((n) => n === 0)).toBe(true);
  });
});

describe('components', () => {
  it('has decks of 30, 14 and 10 in three parts each, without encounters (85)', () => {
    const s = fresh(2);
    expect([...s.deckSize]).toEqual([30, 14, 10]);
    expect([...s.pileSize]).toEqual([10, 10, 10, 5, 5, 4, 4, 3, 3]);
    const met = (id: string) =>
      s.deckCards.filter((c, i) => i % 64 < s.deckSize[(i / 64) | 0]! && c === cardNumber(id));
    for (const id of ['temple-trial', 'dragon-hunger', 'trollsbane', 'the-one-ring', 'the-black-blade', 'witch'])
      expect(met(id).length).toBe(0);
    for (const id of ['bandit', 'troll-spawn', 'entling', 'assassin', 'long-sword', 'druid-rampage', 'riches-for-all'])
      expect(met(id).length).toBe(1);
    expect(s.deckCards.subarray(0, 30).filter((c) => c === cardNumber('sudden-storm')).length).toBe(2);
    expect([...fresh(2, { encounters: true }).deckSize]).toEqual([35, 17, 11]);
  });

  it('has its own monsters and trader', () => {
    const { tables } = fresh(3);
    const lord = cardNumber('troll-lord');
    expect([tables.monsterFame[lord], ...tables.monsterLoot.subarray(lord * 4, lord * 4 + 4)]).toEqual([5, 0, 0, 5, 5]);
    expect([...tables.itemStock]).toEqual([2, 1, 2, 0, 0, 0]);
    expect([...tables.itemCost.subarray(0, 3)]).toEqual([1, 2, 2]);
    expect(tables.cards[cardNumber('riches-for-all')]!.name).toBe('You got riches');
  });

  it('draws tier 1 at the oasis of the hills', () => {
    const s = fresh(4);
    const kinds = [...s.kind].map((k) => tileKinds[k]);
    expect(kinds.filter((k) => k === 'oasis1').length).toBe(4);
    expect(kinds).not.toContain('oasis2');
  });

  it('refuses options and numbers that mean nothing here, or only here', () => {
    const bad = (options: object) => () =>
      game.newState(game.options.parse(options), new SeededChance(1, game.streams));
    expect(bad({ edition: 'airef', titleTies: 'draw' })).toThrow(/no meaning in edition airef/);
    expect(bad({ edition: 'airef', components: { numbers: { revoltFame: 1 } } })).toThrow(/revoltFame.*airef/);
    expect(bad({ components: { numbers: { conquerFame: 1 } } })).toThrow(/conquerFame.*rulebook/);
    expect(game.options.parse({ edition: 'airef' })).toMatchObject({ blockadeStars: 'owner', conceding: 'off' });
    expect(game.options.parse({})).toMatchObject({ blockadeStars: 'blockader', encounters: true });
  });
});

/** The first knight draws this card, which lies on the first of the three decks of its tier. */
function draw(card: string, prepare: (t: Scene) => void = () => {}, ...outcomes: number[]): Scene {
  const t = scene();
  const tier = t.s.tables.cards[cardNumber(card)]!.tier;
  t.tile(PLACE, `adventure${tier}`, { tokens: 2 }).top(card);
  prepare(t);
  t.turn(0, 1, 1, 1).move(0, 1, PLACE);
  expect(t.prompt()).toBe('DECK');
  return t.play(DECK, ...outcomes);
}

describe('the three decks', () => {
  it('show their tops, and only those that have cards may be chosen', () => {
    const t = scene().tile(PLACE, 'adventure3', { tokens: 2 }).top('dragon-raid');
    const { s } = t;
    while (s.pileSize[7]! > 0) takeTop(t, 2, 1);
    t.turn(0, 1, 1).move(0, 1, PLACE);
    expect(t.legal()).toEqual([DECK, DECK + 2]);
    expect(s.actionText(DECK)).toContain('beast');
    expect(s.text(0)).toContain('empty');
  });

  it('are made anew of the discard when all three are empty (59)', () => {
    const t = scene().tile(PLACE, 'adventure3', { tokens: 2 });
    for (let pile = 0; pile < PILES; pile++) while (t.s.pileSize[6 + pile]! > 0) takeTop(t, 2, pile);
    t.turn(0, 1, 1).send(0, 1);
    t.playWith(t.to(PLACE), new SeededChance('anew', game.streams));
    expect(t.prompt()).toBe('DECK');
    expect([...t.s.pileSize.subarray(6)]).toEqual([4, 3, 3]);
    expect(t.s.discardSize[2]).toBe(0);
  });

  it('keep their tops when what is hidden is redrawn, and a sword known to lie on one', () => {
    const s = swordBack(7);
    const sword = cardNumber('sword-in-stone');
    const tops = (of: typeof s) =>
      [0, 1, 2].flatMap((tier) =>
        [0, 1, 2].map((pile) => cards[of.deckCards[pileTop(of, tier, pile)]!]!.theme + of.pileSize[tier * 3 + pile]),
      );
    const below = (of: typeof s) => cards[of.deckCards[pileTop(of, 1, 0) - 1]!]!;
    const under = new Set<string>();
    const rng = createRng('redraw');
    const orders = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const other = s.clone();
      other.resample(1, rng);
      expect(tops(other)).toEqual(tops(s));
      expect(other.deckCards[pileTop(other, 1, 0)]).toBe(sword);
      expect(below(other).theme).toBe(below(s).theme);
      under.add(below(other).id);
      expect(violations(other)).toEqual([]);
      expect([...other.deckCards].sort()).toEqual([...s.deckCards].sort());
      orders.add(other.deckCards.join());
      expect(JSON.stringify(other.view(1))).toBe(JSON.stringify(s.view(1)));
    }
    expect(orders.size).toBeGreaterThan(15);
    expect(under.size).toBeGreaterThan(1);
    expect(s.text(0).replace(/\s+/g, ' ')).toContain('the sword in a stone on top');
  });

  it('come back from the view JSON with the sword and the theme under it', () => {
    for (let seed = 0; seed < 6; seed++) {
      const s = swordBack(seed);
      const written = JSON.stringify(s.view(1));
      const back = game.parseView!(JSON.parse(written));
      expect(JSON.stringify(back.view!(1))).toBe(written);
      const deck = (json: string) => JSON.parse(json) as DoomspireView;
      const read = (change: (pile: NonNullable<DoomspireView['decks'][number]['piles']>[number]) => void) => {
        const v = deck(written);
        change(v.decks[1]!.piles![0]!);
        return () => game.parseView!(v);
      };
      expect(read((pile) => delete pile.under)).toThrow(/^decks.1.piles.0.under: must be given/);
      expect(read((pile) => delete pile.sword)).toThrow(/^decks.1.piles.0.under: is known only under a sword/);
    }
  });
});
/** A game whose sword in a stone has gone back on top of the first deck of tier 2. */
function swordBack(seed: number): ReturnType<typeof fresh> {
  const s = fresh(seed);
  const sword = cardNumber('sword-in-stone');
  const from = s.deckCards.indexOf(sword, 64);
  s.deckCards[from] = s.deckCards[pileTop(s, 1, 0)]!;
  s.deckCards[pileTop(s, 1, 0)] = sword;
  s.swordPile = 4;
  return s;
}
/** Moves the top card of a deck to its discard. */
function takeTop(t: Scene, tier: number, pile: number): void {
  const { s } = t;
  const from = pileTop(s, tier, pile);
  s.discardCards[tier * 64 + s.discardSize[tier]!++] = s.deckCards[from]!;
  const last = tier * 64 + --s.deckSize[tier]!;
  s.deckCards.copyWithin(from, from + 1, last + 1);
  s.deckCards[last] = 0;
  s.pileSize[tier * PILES + pile]!--;
}

/** Moves the card at the bottom of a deck to its discard. */
function takeBottom(t: Scene, tier: number, pile: number): void {
  const { s } = t;
  const from = pileTop(s, tier, pile) + 1 - s.pileSize[tier * PILES + pile]!;
  s.discardCards[tier * 64 + s.discardSize[tier]!++] = s.deckCards[from]!;
  const last = tier * 64 + --s.deckSize[tier]!;
  s.deckCards.copyWithin(from, from + 1, last + 1);
  s.deckCards[last] = 0;
  s.pileSize[tier * PILES + pile]!--;
}

describe('cards', () => {
  it('sudden storm: boats shift, and only oases get a token', () => {
    const t = draw(
      'sudden-storm',
      (t) => t.tile(at(5, 5), 'oasis1', { tokens: 0 }).tile(at(5, 6), 'adventure3', { tokens: 0 }),
      ...[0, 0, 0, 0, 0, 0, 0, 0],
    );
    expect(t.s.boatZone[0]).toBe(1);
    expect([t.s.tokens[at(5, 5)], t.s.tokens[at(5, 6)]]).toEqual([1, 0]);
  });

  it('dragon raid: each player rolls how many tiles it gives up (90)', () => {
    const t = draw(
      'dragon-raid',
      (t) => {
        for (const [i, seat] of [0, 0, 0, 1, 1].entries()) t.tile(at(5, i), 'food', { owner: seat });
      },
      d3(2),
    );
    expect([t.prompt(), t.actor()]).toEqual(['CARDTILE', 0]);
    t.play(t.to(at(5, 0)));
    expect(t.actor()).toBe(0);
    t.play(t.to(at(5, 1)), d3(1));
    expect([t.prompt(), t.actor()]).toEqual(['CARDTILE', 1]);
    t.play(t.to(at(5, 3)), d3(3), d3(1));
    expect([...t.s.flags]).toEqual([1, 1, 0, 0]);
    expect(t.s.owner[at(0, 0)]).toBe(1);
  });

  it('market day: to the trader or 1 gold, but no exchange of one for one', () => {
    const t = draw('market-day', (t) => {
      t.tile(at(4, 4), 'trader').have(0, 1, 0, 0, 0).have(1, 0, 0, 0, 1).have(2, 1, 0, 0, 1).have(3, 0, 1, 0, 1);
    }).play(YES);
    // The drawer has no gold, so its only knight has to go.
    expect([t.where(0), t.actor(), t.prompt()]).toEqual([at(4, 4), 1, 'MARKETDAY']);
    t.play(YES).play(unit(0)).play(YES);
    expect([t.gold(1), t.where(6), t.gold(2), t.gold(3)]).toEqual([0, at(4, 4), 1, 0]);
    expect([t.s.marketDay, t.prompt()]).toEqual([false, 'MENU']);
  });

  it('you got riches: one of each for all, a token on every oasis', () => {
    const t = draw('riches-for-all', (t) => t.tile(at(5, 5), 'oasis1', { tokens: 1 }));
    for (let seat = 0; seat < 4; seat++) expect(t.goods(seat)).toEqual([1, 1, 1, 1]);
    expect(t.s.tokens[at(5, 5)]).toBe(2);
  });

  it.each([
    [1, ['half-sword']],
    [2, []],
    [3, ['cloudslicer']],
  ])('sword in a stone, a roll of %i (90)', (roll, gained) => {
    const t = draw('sword-in-stone').play(YES, d3(roll));
    expect(t.items(0)).toEqual(gained);
    expect(t.s.sword[PLACE]).toBe(0);
    const back = roll === 2;
    expect(t.s.swordPile).toBe(back ? 4 : 0);
    expect(t.s.deckCards[pileTop(t.s, 1, 0)] === cardNumber('sword-in-stone')).toBe(back);
  });

  it('sword in a stone: who does not try leaves it to the discard', () => {
    const t = draw('sword-in-stone').play(NO);
    expect(t.items(0)).toEqual([]);
    expect(t.discarded('sword-in-stone')).toBe(true);
  });

  it('sword in a stone: the next to draw there gets it in hand again', () => {
    const t = draw('sword-in-stone', (t) => t.knight(1, at(1, 1))).play(YES, d3(2));
    t.s.knightsOn[PLACE] = 0;
    t.knight(0, at(7, 5)).move(1, 1, PLACE).play(DECK).play(YES, d3(3));
    expect(t.items(1)).toEqual(['cloudslicer']);
    expect(t.s.swordPile).toBe(0);
  });

  it('sword in a stone: once back, what lies under it is known by its theme, and stays known (120)', () => {
    const t = draw('sword-in-stone');
    const { s } = t;
    const under = () => cards[s.deckCards[pileTop(s, 1, 0) - 1]!]!.theme;
    const shown = (s.view(2) as DoomspireView).decks[1]!.piles![0]!.top;
    t.play(YES, d3(2));
    expect(under()).toBe(shown);
    const told = (s.view(3) as DoomspireView).decks[1]!.piles![0]!;
    expect(told).toMatchObject({ top: 'beast', sword: true, under: shown });
    expect(s.text(3).replace(/\s+/g, ' ')).toContain(`the sword in a stone on top, under it ${shown}`);
    // Whoever draws it again sees it back on top.
    t.knight(1, at(1, 1));
    s.knightsOn[PLACE] = 0;
    t.knight(0, at(7, 5)).move(1, 1, PLACE).play(DECK);
    expect((s.view(2) as DoomspireView).decks[1]!.piles![0]!.top).toBe(shown);
  });

  it('sword in a stone: alone on its deck, it has nothing under it', () => {
    const t = draw('sword-in-stone', (t) => {
      while (t.s.pileSize[3]! > 1) takeBottom(t, 1, 0);
    }).play(YES, d3(2));
    expect((t.s.view(0) as DoomspireView).decks[1]!.piles![0]).toEqual({ cards: 1, top: 'beast', sword: true });
    expect(t.s.text(0)).not.toContain('under it');
  });

  it.each([
    [1, ['ring-stuck']],
    [3, ['ring-dragon']],
  ])('mysterious ring, a roll of %i', (roll, gained) => {
    expect(draw('mysterious-ring', () => {}, d3(roll)).items(0)).toEqual(gained);
  });

  it('druid rampage and thugs are as in the other edition', () => {
    expect(draw('druid-rampage').items(0)).toEqual(['runed-dagger']);
    expect(draw('thug-ambush', () => {}, d3(2)).prompt()).toBe('FIGHT');
  });

  it.each(['hungry-pests', 'landslide', 'curse-of-the-earth', 'thieving-crows', 'sea-monsters', 'broken-shield'])(
    '%s is drawn and asks or acts',
    (card) => {
      const t = draw(card, (t) => t.have(0, 1, 1, 2, 2), ...(card === 'landslide' ? [d3(3)] : []));
      if (card === 'landslide') expect(t.ore(0)).toBe(4);
      else expect(t.prompt()).toMatch(/^CARD/);
    },
  );

  it.each(['wyrm', 'fallen-knight', 'demon-core', 'troll-lord', 'three-eyed-ape', 'ancient', 'bandit'])(
    '%s pays what this edition says',
    (monster) => {
      const t = draw(monster, (t) => t.tracks(0, 0, 10)).play(FIGHT, d3(1));
      const { tables } = t.s;
      const m = cardNumber(monster);
      expect(t.fame(0)).toBe(tables.monsterFame[m]);
      expect(t.goods(0)).toEqual([...tables.monsterLoot.subarray(m * 4, m * 4 + 4)]);
    },
  );
});

describe('items', () => {
  it('a rusty sword helps by itself in the next fight and is gone, but not in flight', () => {
    const t = facing('bear').tracks(0, 1, 2).item(0, 'rusty-sword').turn(0, 1, 1).move(0, 1, PLACE).play(FIGHT, d3(1));
    expect([t.where(0), t.items(0)]).toEqual([PLACE, []]);
    expect(t.discarded('rusty-sword')).toBe(true);
    const fled = facing('bear').tracks(0, 1, 2).item(0, 'rusty-sword').turn(0, 1, 1).move(0, 1, PLACE).play(FLEE);
    expect(fled.items(0)).toEqual(['rusty-sword']);
    const attacked = scene().knight(3, PLACE).item(3, 'rusty-sword').turn(0, 1, 1);
    attacked.move(0, 1, PLACE, d3(2), d3(2), d3(2), d3(1));
    expect([attacked.where(0), attacked.items(3)]).toEqual([at(0, 0), []]);
  });

  it('a long sword fills one slot; porcupine and spear are as before', () => {
    const t = facing('bear').tracks(0, 0, 0).item(0, 'long-sword', 'porcupine').turn(0, 1, 1).move(0, 1, PLACE);
    expect(t.s.slotsFilled[0]).toBe(2);
    t.play(FIGHT, d3(1));
    expect(t.where(0)).toBe(PLACE);
  });

  it('a backpack makes room for one more', () => {
    const t = scene().item(0, 'backpack', 'spear', 'padded-helmet').lying(PLACE, 'runed-dagger').turn(0, 1, 1);
    t.lying(PLACE, 'porcupine').move(0, 1, PLACE);
    t.play(t.legal().find((a) => t.s.actionText(a).startsWith('pick'))!).play(item('runed-dagger'));
    expect(t.prompt()).toBe('MENU');
    t.play(t.legal().find((a) => t.s.actionText(a).startsWith('pick'))!);
    expect(t.prompt()).toBe('OVERFLOW');
  });

  it('a stuck ring never comes off', () => {
    const t = scene().tile(PLACE, 'temple').item(0, 'ring-stuck').turn(0, 1, 1, 1).move(0, 1, PLACE);
    expect(t.s.ringFreed).toBe(false);
    expect(t.legal().some((a) => t.s.actionText(a).startsWith('drop'))).toBe(false);
  });

  it('a helmet lets the beaten knight go to an own tile near home (89)', () => {
    const near = at(2, 1);
    const lost = () =>
      facing('bear')
        .tile(near, 'food', { owner: 0 })
        .tile(at(2, 2), 'ore', { owner: 0 })
        .tile(at(1, 0), 'ore', { owner: 0, monster: 'wolf' })
        .item(0, 'padded-helmet')
        .turn(0, 1, 1)
        .move(0, 1, PLACE)
        .play(FIGHT, d3(1));
    const t = lost();
    expect(t.prompt()).toBe('FLEETILE');
    expect(t.legal()).toEqual([t.to(at(0, 0)), t.to(near)]);
    expect(t.play(t.to(near)).where(0)).toBe(near);
    expect(
      lost()
        .play(t.to(at(0, 0)))
        .where(0),
    ).toBe(at(0, 0));
  });

  it('a helmet does not choose the loot, and helps even when it is the loot', () => {
    const t = scene().tile(at(0, 6), 'food', { owner: 1 }).knight(3, PLACE).item(3, 'padded-helmet').turn(0, 1, 1);
    t.move(0, 1, PLACE, d3(3), d3(3), d3(1), d3(1));
    expect([t.prompt(), t.actor()]).toEqual(['LOOT', 0]);
    t.play(item('padded-helmet'));
    expect([t.prompt(), t.actor(), t.items(0)]).toEqual(['FLEETILE', 1, ['padded-helmet']]);
    t.play(t.to(at(0, 6)));
    expect([t.where(3), t.s.mover]).toEqual([at(0, 6), 0]);
  });

  it('a helmet without such a tile is of no use', () => {
    const t = facing('bear').item(0, 'padded-helmet').turn(0, 1, 1).move(0, 1, PLACE).play(FIGHT, d3(1));
    expect([t.where(0), t.prompt(), t.s.turnsBegun]).toEqual([at(0, 0), 'MENU', 1]);
  });
});
