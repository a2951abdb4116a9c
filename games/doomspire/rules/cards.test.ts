/** Every card, one by one: drawn by the first knight on a bare island, with the dice given. */
import { describe, expect, it } from 'vitest';
import { OPT, PAIR, PLAYER, TILE, TILEACT, ZONE } from '../actions.js';
import { cardNumber, cards, DECK_MONSTERS, monsters } from '../data.js';
import { ABSENT, GONE } from '../state.js';
import { at, boat, DONE, d3, die, FIGHT, FLEE, follower, NO, res, Scene, unit, YES } from '../test/fixture.js';

/** Where the card is drawn: beside the north-west home. */
const PLACE = at(0, 1);
const HOME = at(0, 0);

/** Draws a card: the first knight walks to an adventure tile with two tokens and keeps a die of 3 for later. */
function draw(card: string, prepare: (t: Scene) => void = () => {}, ...outcomes: number[]): Scene {
  const t = new Scene().tile(PLACE, `adventure${cards[cardNumber(card)]!.tier}`, { tokens: 2 }).top(card);
  prepare(t);
  t.enter(PLACE, ...outcomes);
  expect(t.s.tokens[PLACE]).toBe(1);
  return t;
}
const A = OPT;
const B = OPT + 1;
const C = OPT + 2;

describe('monsters', () => {
  const decks = monsters.slice(0, DECK_MONSTERS).map((m) => [m.id, m] as const);

  it.each(decks)('%s: beaten with an equal attack, its fame and loot are won and it is discarded', (id, m) => {
    const t = draw(id, (t) => t.tracks(0, 0, m.might - 1));
    expect(t.monster(PLACE)).toBe(id);
    t.play(FIGHT, d3(1));
    expect(t.fame(0)).toBe(m.fame);
    expect(t.goods(0)).toEqual(m.loot);
    expect(t.monster(PLACE)).toBe('');
    expect(t.discarded(id)).toBe(true);
    expect(t.where(0)).toBe(PLACE);
  });

  it.each(decks.filter(([, m]) => m.might > 2))(
    '%s: one point short, the knight heals at home and the monster stays',
    (id, m) => {
      const t = draw(id, (t) => t.tracks(0, 4, m.might - 2).have(0, 0, 2, 0, 0));
      t.play(FIGHT, d3(1));
      expect(t.where(0)).toBe(HOME);
      expect(t.wood(0)).toBe(1);
      expect(t.fame(0)).toBe(4);
      expect(t.monster(PLACE)).toBe(id);
      expect(t.discarded(id)).toBe(false);
    },
  );

  it('one flees before the roll: 1 fights, 2 goes to the nearest own tile for a resource, 3 goes home for nothing', () => {
    const fight = draw('bear', (t) => t.have(0, 1, 0, 0, 0)).play(FLEE, d3(1), d3(3));
    expect(fight.where(0)).toBe(HOME);
    expect(fight.food(0)).toBe(0);
    const near = draw('bear', (t) => t.have(0, 1, 0, 1, 0).tile(at(0, 3), 'wood', { owner: 0 }).knight(1, HOME));
    near.play(FLEE, d3(2));
    expect(near.where(0)).toBe(at(0, 3));
    expect(near.prompt()).toBe('LOSE');
    near.play(res('ore'));
    expect(near.goods(0)).toEqual([1, 0, 0, 0]);
    expect(near.monster(PLACE)).toBe('bear');
    const home = draw('bear', (t) => t.have(0, 1, 0, 0, 0)).play(FLEE, d3(3));
    expect(home.where(0)).toBe(HOME);
    expect(home.food(0)).toBe(1);
  });
});

describe('events', () => {
  it('hungry pests: a named player loses a food, if there is one', () => {
    const t = draw('hungry-pests', (t) => t.have(1, 2, 1, 1, 1));
    expect(t.legal()).toEqual([PLAYER, PLAYER + 1, PLAYER + 2, PLAYER + 3]);
    t.play(t.player(1));
    expect(t.goods(1)).toEqual([1, 1, 1, 1]);
    expect(t.discarded('hungry-pests')).toBe(true);
    const none = draw('hungry-pests', (t) => t.have(2, 0, 1, 0, 0).tracks(2, 3, 0));
    none.play(none.player(2));
    expect(none.goods(2)).toEqual([0, 1, 0, 0]);
    expect(none.fame(2)).toBe(3);
  });

  it('market day: all go to the trader or pay, and trade one for one until harvest', () => {
    const shop = at(4, 4);
    const t = draw('market-day', (t) => {
      t.tile(shop, 'trader').knight(1, at(2, 2)).have(0, 2, 0, 0, 1).have(1, 0, 0, 2, 1).have(2, 0, 1, 0, 0);
    });
    t.play(YES);
    expect(t.prompt()).toBe('MARKETDAY');
    expect(t.actor()).toBe(0);
    t.play(unit(1));
    // Clockwise: the second player pays; the others have no gold, so each must send its only knight.
    expect(t.actor()).toBe(1);
    t.play(YES);
    expect(t.gold(1)).toBe(0);
    expect(t.where(3)).toBe(at(0, 7));
    expect(t.where(6)).toBe(shop);
    expect(t.where(9)).toBe(shop);
    expect(t.where(1)).toBe(shop);
    // The windows: the drawer gives a food for an ore, after which ore may not be given nor food received.
    expect(t.prompt()).toBe('ONEFORONE');
    expect(t.actor()).toBe(0);
    t.play(res('food')).play(res('ore'));
    expect(t.legal()).toEqual([res('food'), res('gold'), DONE].sort((a, b) => a - b));
    t.play(res('gold'));
    expect(t.can(res('food'))).toBe(false);
    t.play(res('wood')).play(DONE);
    expect(t.goods(0)).toEqual([1, 1, 1, 0]);
    expect(t.actor()).toBe(2);
    t.play(DONE);
    // The last player has nothing to exchange. The drawer's other knight visits one for one in this round.
    expect(t.actor()).toBe(0);
    t.send(1, 3).play(t.to(shop));
    expect(t.prompt()).toBe('TILEACT');
    expect(t.legal().some((a) => a >= PAIR && a < PAIR + 10)).toBe(false);
    t.play(res('food')).play(res('gold')).play(DONE);
    expect(t.gold(0)).toBe(1);
    expect(t.discarded('market-day')).toBe(true);
  });

  it('market day need not be called', () => {
    const t = draw('market-day', (t) => t.tile(at(4, 4), 'trader')).play(NO);
    expect(t.where(3)).toBe(at(0, 7));
    expect(t.s.marketDay).toBe(false);
  });

  it('thugs: 1 takes a gold, 2 is a fight with might 3, 3 gives fame', () => {
    expect(draw('thug-ambush', (t) => t.have(0, 1, 0, 0, 2), d3(1)).goods(0)).toEqual([1, 0, 0, 1]);
    expect(draw('thug-ambush', (t) => t.tracks(0, 2, 0), d3(3)).fame(0)).toBe(3);
    const fight = draw('thug-ambush', (t) => t.tracks(0, 0, 1), d3(2));
    expect(fight.prompt()).toBe('FIGHT');
    expect(fight.monster(PLACE)).toBe('');
    fight.play(FIGHT, d3(2));
    expect(fight.fame(0)).toBe(1);
    expect(fight.gold(0)).toBe(2);
    const lost = draw('thug-ambush', (t) => t.have(0, 0, 0, 0, 1), d3(2)).play(FIGHT, d3(1));
    expect(lost.where(0)).toBe(HOME);
    expect(lost.gold(0)).toBe(0);
    expect(lost.monster(PLACE)).toBe('');
    expect(lost.discarded('thug-ambush')).toBe(true);
  });

  it('thugs: their fight leaves what sleeps on the tile alone', () => {
    const t = new Scene().tile(PLACE, 'adventure1', { tokens: 1, monster: 'bear' }).knight(0, PLACE).top('thug-ambush');
    t.s.dormant[PLACE] = 1;
    t.tracks(0, 0, 3).enter(PLACE, d3(2)).play(FIGHT, d3(1));
    expect([t.monster(PLACE), t.gold(0)]).toEqual(['bear', 2]);
  });

  it('landslide: 1 home, 2 to the nearest own tile, 3 two ore', () => {
    expect(draw('landslide', () => {}, d3(1)).where(0)).toBe(HOME);
    const near = draw(
      'landslide',
      (t) => t.knight(1, HOME).tile(at(0, 3), 'wood', { owner: 0 }).have(0, 1, 0, 0, 0),
      d3(2),
    );
    expect(near.where(0)).toBe(at(0, 3));
    expect(near.food(0)).toBe(1);
    const tie = draw(
      'landslide',
      (t) => t.knight(1, HOME).tile(at(0, 3), 'wood', { owner: 0 }).tile(at(2, 1), 'ore', { owner: 0 }),
      d3(2),
    );
    expect(tie.prompt()).toBe('FLEETILE');
    expect(tie.legal()).toEqual([at(0, 3), at(2, 1)]);
    tie.play(tie.to(at(2, 1)));
    expect(tie.where(0)).toBe(at(2, 1));
    expect(tie.prompt()).not.toBe('TILEACT');
    const luck = draw('landslide', () => {}, d3(3));
    expect(luck.ore(0)).toBe(2);
    expect(luck.where(0)).toBe(PLACE);
  });

  it('temple trial: give one for a fame, or take one for a fame; what cannot be paid is not offered', () => {
    const give = draw('temple-trial', (t) => t.have(0, 0, 1, 0, 0).tracks(0, 1, 0).have(2, 1, 0, 0, 1));
    give.play(A).play(give.player(3));
    expect(give.goods(0)).toEqual([0, 0, 0, 0]);
    expect(give.goods(3)).toEqual([0, 1, 0, 0]);
    expect(give.fame(0)).toBe(2);
    const take = draw('temple-trial', (t) => t.have(0, 0, 1, 0, 0).tracks(0, 1, 0).have(2, 1, 0, 0, 1));
    take.play(B).play(res('gold'));
    expect(take.goods(0)).toEqual([0, 1, 0, 1]);
    expect(take.goods(2)).toEqual([1, 0, 0, 0]);
    expect(take.fame(0)).toBe(0);
    // Without fame nothing can be taken: the only resource goes to somebody.
    const poor = draw('temple-trial', (t) => t.have(0, 0, 1, 0, 0).have(2, 1, 0, 0, 1));
    expect(poor.prompt()).toBe('CARDPLAYER');
    const neither = draw('temple-trial', (t) => t.have(2, 1, 0, 0, 1));
    expect(neither.prompt()).toBe('MENU');
    expect(neither.fame(0)).toBe(0);
  });

  it('sudden storm: each boat shifts by chance; oases and mountain adventures get a token', () => {
    const t = draw(
      'sudden-storm',
      (t) => {
        t.tile(at(4, 1), 'oasis1', { tokens: 0 }).tile(at(3, 3), 'adventure3', { tokens: 2, hidden: true });
        t.tile(at(5, 1), 'adventure1', { tokens: 1 }).boat(1, 2);
      },
      ...[0, 1, 1, 0, 0, 1, 1, 0],
    );
    expect([...t.s.boatZone]).toEqual([1, 1, 0, ABSENT, 3, ABSENT, 2, ABSENT]);
    expect([t.s.tokens[at(4, 1)], t.s.tokens[at(3, 3)], t.s.tokens[at(5, 1)]]).toEqual([1, 3, 1]);
  });

  it('druid: a dagger now, a bear once the knight has left', () => {
    const t = draw('druid-rampage', (t) => t.knight(1, at(1, 1)));
    expect(t.items(0)).toEqual(['runed-dagger']);
    expect(t.monster(PLACE)).toBe('bear');
    expect(t.s.dormant[PLACE]).toBe(1);
    expect(t.where(0)).toBe(PLACE);
    // Carried away by boat: the bear wakes.
    t.play(die(3)).play(boat(0));
    t.play(t.zone(0)).play(t.to(at(3, 0)));
    expect(t.where(0)).toBe(at(3, 0));
    expect(t.s.dormant[PLACE]).toBe(0);
    expect(t.monster(PLACE)).toBe('bear');
  });

  it('druid: no dagger when both are in play', () => {
    const t = draw('druid-rampage', (t) => t.item(3, 'runed-dagger', 'runed-dagger'));
    expect(t.items(0)).toEqual([]);
    expect(t.monster(PLACE)).toBe('bear');
  });

  it('dragon hunger: by tiles owned, homes included, the highest band only', () => {
    const flags = (t: Scene, seat: number, n: number) => {
      for (let i = 0; i < n; i++) t.tile(at(3 + seat, i), 'wood', { owner: seat });
    };
    const t = draw('dragon-hunger', (t) => {
      flags(t, 0, 1);
      flags(t, 1, 2);
      flags(t, 2, 4);
      flags(t, 3, 6);
    });
    expect([0, 1, 2, 3].map((p) => [t.fame(p), t.might(p), t.gold(p)])).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 3],
    ]);
  });

  it('blessing A: a knight for those with one, gold for those with more; the tax doubles once', () => {
    const dice = Array.from({ length: 16 }, () => 0);
    const t = draw('blessing-of-the-lonesome', (t) =>
      t.knight(1, at(3, 3)).knight(2, at(4, 4)).have(0, 9, 0, 0, 0),
    ).play(A);
    expect(t.gold(0)).toBe(6);
    expect(t.where(4)).toBe(at(0, 7));
    expect(t.where(7)).toBe(at(7, 7));
    expect(t.gold(1)).toBe(0);
    // Ending the turn runs on to the next roll phase: four dice cost 4 food each there.
    t.play(DONE);
    expect(t.prompt()).toBe('ROLL');
    expect(t.s.tax).toBe(4);
    const before = t.food(0);
    t.play(t.legal().at(-1)!, ...dice);
    expect(t.food(0)).toBe(before - 8);
  });

  it('blessing B: a might for those with one knight, a fame for those with more, nothing for those with none', () => {
    const t = draw('blessing-of-the-lonesome', (t) => {
      t.knight(1, at(3, 3));
      t.s.knightsOn[at(7, 7)] = 0;
      t.s.knightTile[6] = ABSENT;
    }).play(B);
    expect([0, 1, 2, 3].map((p) => [t.fame(p), t.might(p)])).toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
      [0, 1],
    ]);
  });

  it('riches: one of each for all, a token on each oasis', () => {
    const t = draw('riches-for-all', (t) => t.tile(at(4, 1), 'oasis2', { tokens: 0 }).have(3, 0, 5, 0, 0));
    expect(t.goods(0)).toEqual([1, 1, 1, 1]);
    expect(t.goods(3)).toEqual([1, 6, 1, 1]);
    expect(t.s.tokens[at(4, 1)]).toBe(1);
  });

  it('curse: two gold take two might from everybody', () => {
    const prepare = (t: Scene) => {
      t.have(0, 0, 0, 0, 3).tracks(0, 0, 5).tracks(1, 0, 1).tracks(2, 0, 2);
    };
    const t = draw('curse-of-the-earth', prepare).play(YES);
    expect([0, 1, 2, 3].map((p) => t.might(p))).toEqual([3, 0, 0, 0]);
    expect(t.gold(0)).toBe(1);
    const no = draw('curse-of-the-earth', prepare).play(NO);
    expect([no.might(0), no.gold(0)]).toEqual([5, 3]);
    const poor = draw('curse-of-the-earth', (t) => t.have(0, 9, 9, 9, 1));
    expect(poor.prompt()).toBe('MENU');
  });

  it('thieving crows: everybody loses all of one resource, but never gold', () => {
    const t = draw('thieving-crows', (t) => t.have(0, 3, 3, 3, 3).have(2, 1, 7, 0, 2));
    expect(t.legal()).toEqual([res('food'), res('wood'), res('ore')]);
    t.play(res('wood'));
    expect(t.goods(0)).toEqual([3, 0, 3, 3]);
    expect(t.goods(2)).toEqual([1, 0, 0, 2]);
  });

  it('dragon raid: each gives up a tile of its choice, homes never', () => {
    const t = draw('dragon-raid', (t) => {
      t.tile(at(3, 0), 'wood', { owner: 0 }).tile(at(3, 1), 'ore', { owner: 0 });
      t.tile(at(4, 0), 'wood', { owner: 1 });
      t.tile(at(5, 0), 'wood', { owner: 3 }).tile(at(5, 1), 'ore', { owner: 3 });
    });
    expect(t.actor()).toBe(0);
    expect(t.legal()).toEqual([TILE + at(3, 0), TILE + at(3, 1)]);
    t.play(t.to(at(3, 1)));
    expect(t.s.owner[at(4, 0)]).toBe(0);
    expect(t.actor()).toBe(3);
    t.play(t.to(at(5, 0)));
    expect([at(3, 0), at(3, 1), at(5, 0), at(5, 1)].map((p) => t.s.owner[p])).toEqual([1, 0, 0, 4]);
    expect(t.s.owner[at(7, 7)]).toBe(3);
  });

  it('sea monsters: each boat in the zone is lost for two fame or flees for one', () => {
    const t = draw('sea-monsters', (t) => t.boat(1, 2).boat(2, 2).tracks(0, 5, 0).tracks(1, 1, 0));
    expect(t.legal()).toEqual([ZONE, ZONE + 1, ZONE + 2, ZONE + 3]);
    t.play(t.zone(2));
    // The drawer's second boat, the second player's, then that of the third, which has no fame to flee with.
    expect([t.actor(), t.s.cardBoat]).toEqual([0, 1]);
    expect(t.can(t.zone(0))).toBe(false);
    t.play(DONE);
    expect([t.s.boatZone[1], t.fame(0)]).toEqual([ABSENT, 7]);
    expect([t.actor(), t.s.cardBoat]).toEqual([1, 2]);
    t.play(t.zone(3));
    expect([t.s.boatZone[2], t.fame(1)]).toEqual([3, 0]);
    expect([t.s.boatZone[4], t.fame(2)]).toEqual([ABSENT, 2]);
    expect(t.s.boatZone[0]).toBe(0);
    expect(t.discarded('sea-monsters')).toBe(true);
  });
});

describe('treasures', () => {
  it('broken shield: an ore, or two ore for a might', () => {
    expect(draw('broken-shield').ore(0)).toBe(1);
    const ore = draw('broken-shield', (t) => t.have(0, 0, 0, 2, 0)).play(A);
    expect([ore.ore(0), ore.might(0)]).toEqual([3, 0]);
    const might = draw('broken-shield', (t) => t.have(0, 0, 0, 2, 0)).play(B);
    expect([might.ore(0), might.might(0)]).toEqual([0, 1]);
    expect(might.discarded('broken-shield')).toBe(true);
  });

  it.each([
    ['rusty-sword', 'rusty-sword'],
    ['trollsbane', 'trollsbane'],
    ['long-sword', 'long-sword'],
    ['porcupine', 'porcupine'],
    ['the-one-ring', 'one-ring'],
  ])('%s is an item to carry', (card, kind) => {
    const t = draw(card);
    expect(t.items(0)).toEqual([kind]);
    expect(t.discarded(card)).toBe(false);
  });

  it('the second ring gives two fame when drawn, and only then', () => {
    const t = draw('the-second-ring');
    expect(t.items(0)).toEqual(['second-ring']);
    expect(t.fame(0)).toBe(2);
  });

  it('mysterious ring: 1 sticks, 3 helps against the dragon', () => {
    expect(draw('mysterious-ring', () => {}, d3(1)).items(0)).toEqual(['ring-stuck']);
    expect(draw('mysterious-ring', () => {}, d3(3)).items(0)).toEqual(['ring-dragon']);
  });

  it('mysterious ring: 2 swaps with any knight but an opponent at home, and nothing happens on either tile', () => {
    const t = draw(
      'mysterious-ring',
      (t) => t.knight(1, at(5, 5)).knight(3, at(4, 4)).tile(at(4, 4), 'adventure1', { tokens: 2 }),
      d3(2),
    );
    expect(t.legal()).toEqual([t.other(1), t.other(3)]);
    t.play(t.other(3));
    expect([t.where(0), t.where(3)]).toEqual([at(4, 4), PLACE]);
    expect(t.s.tokens[at(4, 4)]).toBe(2);
    expect(t.prompt()).toBe('MENU');
    expect(t.items(0)).toEqual([]);
    expect(t.discarded('mysterious-ring')).toBe(true);
    // All opponents at home: the ring breaks.
    const alone = draw('mysterious-ring', () => {}, d3(2));
    expect(alone.where(0)).toBe(PLACE);
    expect(alone.discarded('mysterious-ring')).toBe(true);
  });

  it('sword in a stone: 2 gives half a sword, 6 the cloudslicer, else it stays to be pulled', () => {
    expect(draw('sword-in-stone', () => {}, d3(1), d3(1)).items(0)).toEqual(['half-sword']);
    expect(draw('sword-in-stone', () => {}, d3(3), d3(3)).items(0)).toEqual(['cloudslicer']);
    const t = draw('sword-in-stone', (t) => t.knight(1, at(1, 1)).dice(0, 1), d3(2), d3(3));
    expect(t.items(0)).toEqual([]);
    expect(t.s.sword[PLACE]).toBe(1);
    // No second try in the same visit; another knight, the token drawn first, pulls with its own die.
    expect(t.prompt()).toBe('MENU');
    const later = new Scene().tile(PLACE, 'adventure2').knight(0, PLACE);
    later.top('sword-in-stone').s.sword[PLACE] = 1;
    later.s.deckCards[64 + --later.s.deckSize[1]!] = 0;
    later.turn(0, 1, 1);
    later.move(0, 1, PLACE);
    expect(later.legal()).toEqual([TILEACT + 5, DONE]);
    later.play(TILEACT + 5, d3(3), d3(3));
    expect(later.items(0)).toEqual(['cloudslicer']);
    expect(later.s.sword[PLACE]).toBe(0);
  });

  it('staff: for two fame, or two food for a fame, or nothing', () => {
    const prepare = (t: Scene) => {
      t.have(0, 2, 0, 0, 0).tracks(0, 3, 0);
    };
    const staff = draw('staff-of-protection', prepare).play(A);
    expect([staff.items(0), staff.fame(0), staff.food(0)]).toEqual([['staff'], 1, 2]);
    const food = draw('staff-of-protection', prepare).play(B);
    expect([food.items(0), food.fame(0), food.food(0)]).toEqual([[], 4, 0]);
    expect(food.discarded('staff-of-protection')).toBe(true);
    const none = draw('staff-of-protection', prepare).play(C);
    expect([none.fame(0), none.food(0)]).toEqual([3, 2]);
    const poor = draw('staff-of-protection', (t) => t.have(0, 1, 9, 9, 9).tracks(0, 1, 0));
    expect(poor.prompt()).toBe('MENU');
    expect(poor.discarded('staff-of-protection')).toBe(true);
  });

  it('black blade: the ghost guards it; beaten, it leaves the blade on the ground', () => {
    const t = draw('the-black-blade', (t) => t.tracks(0, 0, 6));
    expect(t.monster(PLACE)).toBe('ghost-knight');
    t.play(FIGHT, d3(1));
    expect(t.monster(PLACE)).toBe('');
    expect(t.fame(0)).toBe(0);
    expect(t.ground(PLACE)).toEqual(['black-blade']);
    // Picked up like any item, and no ghost for the one that beat it.
    t.play(t.legal().find((a) => t.s.actionText(a).startsWith('pick'))!);
    expect(t.items(0)).toEqual(['black-blade']);
    expect(t.prompt()).toBe('MENU');
    const lost = draw('the-black-blade', (t) => t.have(0, 1, 0, 0, 0)).play(FIGHT, d3(3));
    expect(lost.where(0)).toBe(HOME);
    expect(lost.monster(PLACE)).toBe('ghost-knight');
    expect(lost.ground(PLACE)).toEqual(['black-blade']);
  });
});

describe('encounters', () => {
  it.each([
    ['old-beggar'],
    ['priestess'],
    ['abandoned-mule'],
    ['fairy-godmother'],
    ['proud-mercenary'],
    ['brawler'],
    ['witch'],
  ])('%s joins', (id) => {
    const t = draw(id);
    expect(t.company(0)).toEqual([id]);
    expect(t.discarded(id)).toBe(false);
  });

  it('angry dog: joins for two food, otherwise the knight is sent home', () => {
    const yes = draw('angry-dog', (t) => t.have(0, 2, 0, 0, 0)).play(YES);
    expect([yes.company(0), yes.food(0), yes.where(0)]).toEqual([['angry-dog'], 0, PLACE]);
    const no = draw('angry-dog', (t) => t.have(0, 2, 0, 0, 0)).play(NO);
    expect([no.company(0), no.food(0), no.where(0)]).toEqual([[], 2, HOME]);
    expect(no.discarded('angry-dog')).toBe(true);
    expect(draw('angry-dog', (t) => t.have(0, 1, 0, 0, 0)).where(0)).toBe(HOME);
  });

  it('wandering monk: any tile with a foreign flag, protected or not, homes apart', () => {
    const t = draw('wandering-monk', (t) => {
      t.tile(at(0, 6), 'gold+gold', { owner: 1 })
        .tile(at(4, 4), 'wood', { owner: 2 })
        .tile(at(5, 5), 'ore', { owner: 0 });
    });
    expect(t.legal()).toEqual([at(0, 6), at(4, 4), DONE]);
    t.play(t.to(at(0, 6)));
    expect(t.s.owner[at(0, 6)]).toBe(1);
    expect([t.s.flags[0], t.s.flags[1]]).toEqual([2, 0]);
    const no = draw('wandering-monk', (t) => t.tile(at(0, 6), 'gold+gold', { owner: 1 })).play(DONE);
    expect(no.s.owner[at(0, 6)]).toBe(2);
    expect(draw('wandering-monk').prompt()).toBe('MENU');
  });

  it('a third follower: one is dismissed for it, but never the beggar, or it is refused', () => {
    const t = draw('witch', (t) => t.follower(0, 'old-beggar', 'brawler'));
    expect(t.prompt()).toBe('ROOM');
    expect(t.legal()).toEqual([follower('brawler'), DONE]);
    t.play(follower('brawler'));
    expect(t.company(0)).toEqual(['old-beggar', 'witch']);
    expect(t.s.followerPlace[6]).toBe(GONE);
    const no = draw('witch', (t) => t.follower(0, 'old-beggar', 'brawler')).play(DONE);
    expect(no.company(0)).toEqual(['old-beggar', 'brawler']);
    expect(no.discarded('witch')).toBe(true);
  });
});

describe('the deck', () => {
  it('an empty deck takes its discard back; without one the token is spent for nothing', () => {
    const empty = (t: Scene) => {
      const pile = t.s.deckCards.slice(128, 128 + t.s.deckSize[2]!);
      t.s.discardCards.set(pile, 128);
      t.s.discardSize[2] = pile.length;
      t.s.deckCards.fill(0, 128, 192);
      t.s.deckSize[2] = 0;
    };
    const t = new Scene().tile(PLACE, 'adventure3', { tokens: 2 });
    empty(t);
    const n = t.s.discardSize[2]!;
    // No shuffling: each card swaps with itself, and the last of the pile is drawn.
    const same = Array.from({ length: n - 1 }, (_, i) => n - 1 - i);
    const last = t.s.discardCards[128 + n - 1]!;
    t.turn(0, 1, 3)
      .send(0, 1)
      .playWith(t.to(PLACE), luck([...same, 2, 2, 2, 2, 2, 2, 2, 2]));
    expect(t.s.deckSize[2]).toBe(n - 1);
    expect(t.s.deckCards.subarray(128, 128 + n - 1).includes(last)).toBe(false);

    const none = new Scene().tile(PLACE, 'adventure3', { tokens: 2 });
    none.s.options = { ...none.s.options };
    none.s.tables = {
      ...none.s.tables,
      cardCount: none.s.tables.cardCount.map((c, i) => (cards[i]!.tier === 3 ? 0 : c)),
    };
    none.s.deckCards.fill(0, 128, 192);
    none.s.deckSize[2] = 0;
    none.enter(PLACE);
    expect(none.s.tokens[PLACE]).toBe(1);
    expect(none.prompt()).toBe('MENU');
  });
});

/** Given outcomes, whatever is drawn. */
function luck(outcomes: number[]) {
  return { draw: (_stream: number, n: number) => Math.min(outcomes.shift() ?? 0, n - 1) };
}
