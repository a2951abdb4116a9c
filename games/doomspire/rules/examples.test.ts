/** The rulebook's own examples, each played on a bare island. */
import { describe, expect, it } from 'vitest';
import { DICE, STACK, ZONE } from '../actions.js';
import { MARKET, WARSHIP } from '../state.js';
import { act, at, boat, DONE, d3, die, FIGHT, NO, pair, res, Scene, unit } from '../test/fixture.js';

describe("the rulebook's examples", () => {
  it('1: a boat that does not move takes a knight three tiles along the coast, where it claims', () => {
    const t = new Scene().tile(at(0, 3), 'wood').turn(0, 1, 1).play(die(1)).play(boat(0)).play(ZONE);
    t.play(t.to(at(0, 3)));
    expect(t.where(0)).toBe(at(0, 3));
    expect(t.can(act('claim'))).toBe(true);
    t.play(act('claim'));
    expect(t.s.owner[at(0, 3)]).toBe(1);
  });

  it('2: a boat fetches a knight in the next zone and comes back to drop it beside a bear', () => {
    const t = new Scene().lair(at(0, 6), 'bear').boat(0, 1).turn(0, 1, 2).play(die(2));
    t.play(boat(0));
    t.play(t.zone(1));
    t.play(t.to(at(0, 6)));
    expect(t.prompt()).toBe('FIGHT');
    expect(t.where(0)).toBe(at(0, 6));
    expect(t.s.boatZone[0]).toBe(1);
  });

  it('3: with a 1 the boat cannot fetch it', () => {
    const t = new Scene().lair(at(0, 6), 'bear').boat(0, 1).turn(0, 1, 2).play(die(1));
    t.play(boat(0));
    expect(t.prompt()).toBe('BOATZONE');
    expect(t.can(t.zone(1))).toBe(false);
    expect(t.can(t.zone(0))).toBe(true);
  });

  it.each([1, 2, 3])('4: might 1 against a bandit of might 3, roll %i', (roll) => {
    const t = new Scene().lair(at(0, 1), 'bandit').tracks(0, 3, 1).have(0, 1, 0, 0, 0).turn(0, 1);
    t.move(0, 1, at(0, 1)).play(FIGHT, d3(roll));
    const won = roll >= 2;
    expect(t.where(0)).toBe(won ? at(0, 1) : at(0, 0));
    expect(t.goods(0)).toEqual(won ? [1, 0, 0, 2] : [0, 0, 0, 0]);
    expect(t.fame(0)).toBe(won ? 4 : 3);
    expect(t.monster(at(0, 1))).toBe(won ? '' : 'bandit');
  });

  it('5: one knight and one warship support: 2 + 1 + 4 beats a bear', () => {
    const t = new Scene().lair(at(0, 6), 'bear').tracks(0, 0, 1).buildings(0, WARSHIP);
    t.knight(1, at(1, 6)).boat(0, 1).turn(0, 2, 3).play(die(2)).play(boat(0));
    t.play(t.zone(1));
    if (t.prompt() === 'PASSENGER') t.play(unit(0));
    t.play(t.to(at(0, 6))).play(FIGHT, d3(2));
    expect(t.where(0)).toBe(at(0, 6));
    expect(t.fame(0)).toBe(2);
    expect(t.food(0)).toBe(3);
    expect(t.monster(at(0, 6))).toBe('');
  });

  it('5: without support the same roll loses', () => {
    const t = new Scene().lair(at(0, 6), 'bear').tracks(0, 0, 1).boat(0, 1);
    t.turn(0, 2, 3).play(die(2)).play(boat(0));
    t.play(t.zone(1))
      .play(t.to(at(0, 6)))
      .play(FIGHT, d3(2));
    // The knight in the home beside it could help, but does not.
    expect(t.prompt()).toBe('SUPPORT');
    expect(t.actor()).toBe(1);
    t.play(NO);
    expect(t.where(0)).toBe(at(0, 0));
  });

  it('6: a 2 harvests home and a tile of two ore', () => {
    const t = new Scene().tile(at(0, 1), 'ore+ore', { owner: 0 }).dice(0, 2).have(0, 0, 0, 0, 2).harvest(0);
    expect(t.goods(0)).toEqual([1, 1, 2, 2]);
  });

  it('7: a blockade', () => {
    const t = new Scene()
      .tile(at(2, 0), 'gold+gold', { owner: 0 })
      .tile(at(0, 4), 'wood', { owner: 0 })
      .tile(at(4, 0), 'ore+ore', { owner: 0 })
      .knight(3, at(2, 0))
      .knight(4, at(0, 4))
      .knight(0, at(1, 0))
      .dice(0, 2)
      .dice(1, 1)
      .harvest(0);
    expect(t.actor()).toBe(0);
    expect(t.prompt()).toBe('HARVEST');
    expect(t.legal()).toEqual([at(0, 0), at(2, 0), at(4, 0)]);
    t.play(t.to(at(2, 0))).play(t.to(at(4, 0)));
    expect(t.goods(0)).toEqual([0, 0, 2, 2]);
    expect(t.actor()).toBe(1);
    expect(t.legal().sort()).toEqual([t.to(at(0, 4)), t.to(at(0, 7))].sort());
    t.play(t.to(at(0, 4)));
    expect(t.goods(1)).toEqual([0, 1, 0, 0]);
  });

  it('8: whoever beats the bear on an adventure tile draws no card; a die without a step does next round', () => {
    const place = at(0, 1);
    const t = new Scene().tile(place, 'adventure1', { tokens: 1, monster: 'bear' }).tracks(0, 0, 5).enter(place);
    t.play(FIGHT, d3(1));
    expect(t.where(0)).toBe(place);
    expect(t.s.tokens[place]).toBe(1);
    // It has interacted: the other die is for the boat alone.
    t.play(die(3));
    expect(t.prompt()).toBe('BOATZONE');

    const next = new Scene().tile(place, 'adventure1', { tokens: 1 }).knight(0, place).top('wolf').turn(0, 1);
    next.move(0, 1, place);
    expect(next.prompt()).toBe('FIGHT');
    expect(next.monster(place)).toBe('wolf');
    expect(next.s.tokens[place]).toBe(0);
  });

  it('9: three food and one wood for two ore at the trader', () => {
    const t = new Scene().tile(at(0, 1), 'trader').have(0, 3, 1, 0, 0).turn(0, 1).move(0, 1, at(0, 1));
    t.play(pair('ff')).play(res('ore')).play(pair('fw')).play(res('ore'));
    expect(t.goods(0)).toEqual([0, 0, 2, 0]);
  });

  it('10: three food and one wood sold for two gold at the market', () => {
    const t = new Scene().have(0, 3, 1, 0, 0).buildings(0, MARKET).harvest(0);
    t.play(pair('ff')).play(pair('fw'));
    expect(t.goods(0)).toEqual([0, 0, 0, 2]);
  });

  it('11: a claim after beating the guard; no second die for that knight', () => {
    const t = new Scene().tile(at(0, 1), 'gold+gold', { monster: 'wolf' }).tracks(0, 0, 2).turn(0, 1, 1);
    t.move(0, 1, at(0, 1)).play(FIGHT, d3(1)).play(act('claim'));
    expect(t.s.owner[at(0, 1)]).toBe(1);
    t.play(die(1));
    expect(t.prompt()).toBe('BOATZONE');
  });

  it('12: a knight that has interacted is carried only where nothing is forced, and does nothing there', () => {
    const t = new Scene()
      .tile(at(0, 1), 'wood')
      .tile(at(0, 2), 'adventure1', { tokens: 1 })
      .tile(at(0, 3), 'adventure1')
      .tile(at(1, 0), 'ore')
      .lair(at(2, 0), 'wolf')
      .turn(0, 1, 1)
      .move(0, 1, at(0, 1))
      .play(act('claim'))
      .play(die(1));
    t.play(t.zone(0));
    expect(t.legal()).toEqual([at(0, 0), at(0, 3), at(1, 0), at(3, 0)]);
    t.play(t.to(at(1, 0)));
    expect(t.where(0)).toBe(at(1, 0));
    expect(t.s.owner[at(1, 0)]).toBe(0);
    expect(t.prompt()).not.toBe('TILEACT');
  });

  it('13: an opposing knight bars its tile in round 1 and is attacked from round 2', () => {
    const peace = new Scene().round(1).knight(3, at(0, 2)).turn(0, 2).send(0, 2);
    expect(peace.can(peace.to(at(0, 2)))).toBe(false);
    expect(peace.can(peace.to(at(0, 1)))).toBe(true);
    const strife = new Scene().round(2).knight(3, at(0, 2)).turn(0, 2).move(0, 2, at(0, 2));
    expect(strife.prompt()).toBe('FIGHT');
    expect(strife.actor()).toBe(1);
  });

  it('14: the third impression ends the game at once, in the middle of the phase', () => {
    const t = new Scene()
      .tile(at(3, 3), 'doomspire')
      .tile(at(0, 4), 'wood', { owner: 1 })
      .have(1, 0, 0, 0, 1)
      .have(2, 0, 0, 0, 5)
      .have(3, 9, 9, 9, 4)
      .tracks(0, 15, 0)
      .tracks(2, 15, 0)
      .knight(0, at(2, 3))
      .knight(1, at(4, 3))
      .knight(6, at(3, 4))
      .dice(2, 1)
      .turn(0, 1, 1, 1)
      .move(0, 1, at(3, 3))
      .play(STACK);
    expect(t.where(0)).toBe(at(0, 0));
    expect(t.s.stacksLeft).toBe(2);
    t.move(1, 1, at(3, 3)).play(STACK + 1);
    expect(t.s.over).toBe(false);
    t.play(DONE);
    // Seat 1 has nothing to spend; seat 2 comes next and takes the last stack.
    while (t.actor() !== 2) t.play(DONE);
    t.move(0, 1, at(3, 3));
    expect(t.s.over).toBe(true);
    expect(t.s.truncated).toBe(false);
    expect(t.s.ending()).toBe('fame');
    // King; most flags; most gold of the other two (5 of seat 2 is the King's); the last.
    const places = new Uint8Array(4);
    t.s.places(places);
    const gold = [t.gold(0), t.gold(3)];
    expect(places[2]).toBe(0);
    expect(places[1]).toBe(1);
    expect(places[gold[0]! > gold[1]! ? 0 : 3]).toBe(2);
    expect(t.legal()).toEqual([]);
  });

  it('15: two knights and two food buy a third die; with one food two are rolled and the food stays', () => {
    const dice = Array.from({ length: 16 }, (_, i) => i % 3);
    const t = new Scene().knight(1, at(0, 1)).have(0, 2, 0, 0, 0).roll(3);
    expect(t.prompt()).toBe('ROLL');
    expect(t.legal()).toEqual([DICE, DICE + 1]);
    t.play(DICE + 1, ...dice);
    expect(t.food(0)).toBe(0);
    expect([...t.s.rolled.subarray(0, 3)]).toEqual([1, 1, 1]);
    const poor = new Scene()
      .knight(1, at(0, 1))
      .have(0, 1, 0, 0, 0)
      .roll(3, ...dice);
    expect(poor.food(0)).toBe(1);
    expect([...poor.s.rolled.subarray(0, 3)]).toEqual([1, 1, 0]);
  });

  it('an adventure tile found by exploring, a monster drawn there and beaten: fame for both', () => {
    // The hills' piece of three turns over; its adventure tile is entered.
    const t = new Scene().tracks(0, 0, 9).knight(0, at(1, 2)).knight(1, at(7, 1));
    for (const place of [at(2, 2), at(2, 3), at(3, 2)]) t.tile(place, 'adventure2', { tokens: 2, hidden: true });
    t.top('bear').turn(0, 1, 2).move(0, 1, at(2, 2));
    expect(t.s.reveals).toBe(1);
    expect(t.fame(0)).toBe(1);
    expect(t.s.explored[at(3, 2)]).toBe(1);
    t.play(FIGHT, d3(1));
    expect(t.fame(0)).toBe(3);
    expect(t.s.tokens[at(2, 2)]).toBe(1);
    expect(t.discarded('bear')).toBe(true);
    t.play(die(2));
    expect(t.can(unit(0))).toBe(false);
  });
});
