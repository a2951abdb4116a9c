/** Every item, follower, trader good and building, one by one, by what it does. */
import { describe, expect, it } from 'vitest';
import { MENU } from '../actions.js';
import { BLACKSMITH, CHAPEL, FLETCHER, GONE, MARKET, MONASTERY, WARSHIP } from '../state.js';
import {
  at,
  bonus,
  bow,
  build,
  DONE,
  d3,
  die,
  drop,
  FIGHT,
  follower,
  item,
  menu,
  NO,
  pair,
  pickUp,
  res,
  Scene,
  unit,
  use,
  YES,
} from '../test/fixture.js';

const PLACE = at(0, 1);
const HOME = at(0, 0);

/** The first knight, so equipped, walks into a monster and rolls a 1; whether it wins. */
function beats(monster: string, might: number, prepare: (t: Scene) => void, ...outcomes: number[]): boolean {
  const t = new Scene().lair(PLACE, monster).tracks(0, 0, might);
  prepare(t);
  t.enter(PLACE).play(FIGHT, d3(1), ...outcomes);
  return t.where(0) === PLACE;
}
/** The least might with which a monster of this might is beaten on a roll of 1: 1 + might + bonus >= its might. */
function helps(monster: string, printed: number, points: number, prepare: (t: Scene) => void): void {
  const least = printed - 1 - points;
  expect(beats(monster, least, prepare)).toBe(true);
  if (least > 0) expect(beats(monster, least - 1, prepare)).toBe(false);
}

describe('items that always help', () => {
  it.each([
    ['long-sword', 2],
    ['half-sword', 2],
    ['cloudslicer', 4],
    ['one-ring', 2],
    ['runed-dagger', 1],
    ['black-blade', -1],
    ['second-ring', 0],
    ['ring-stuck', 0],
    ['ring-dragon', 0],
    ['staff', 0],
    ['padded-helmet', 0],
  ])('%s: %i against a monster', (kind, points) => {
    helps('troll-lord', 10, points, (t) => t.item(0, kind));
  });

  it('spear: 1 against beasts only', () => {
    helps('wyrm', 7, 1, (t) => t.item(0, 'spear'));
    helps('fallen-knight', 8, 0, (t) => t.item(0, 'spear'));
  });

  it('porcupine: 2 when the opponent has more might', () => {
    helps('wyrm', 7, 2, (t) => t.item(0, 'porcupine'));
    // No more might on the other side: two against three loses.
    const equal = duel((t) => t.item(0, 'porcupine').tracks(0, 0, 1).tracks(1, 0, 1), [1, 1], [1, 2]).play(DONE);
    expect(equal.where(0)).toBe(HOME);
    const knights = duel((t) => t.item(0, 'porcupine').tracks(1, 0, 1), [1, 2], [1, 2]);
    expect(knights.where(3)).toBe(at(0, 7));
  });

  it('hedgehog: 1 against a knight with more might, not against monsters', () => {
    helps('wyrm', 7, 0, (t) => t.item(0, 'the-hedgehog'));
    // 3 + 0 + 1 against 2 + 1: one ahead.
    const t = duel((t) => t.item(0, 'the-hedgehog').tracks(1, 0, 1), [1, 2], [1, 1]);
    expect(t.where(3)).toBe(at(0, 7));
  });

  it('dragon ring: 3 against the dragon', () => {
    const t = dragon((t) => t.item(0, 'ring-dragon').tracks(0, 0, 5), [1, 2], [1, 1]);
    expect(t.prompt()).toBe('STACK');
    const without = dragon((t) => t.tracks(0, 0, 5), [1, 2], [1, 1]);
    expect(without.where(0)).toBe(255);
  });
});

/** The first knight attacks the fourth, standing on a bare tile, with two dice each. */
function duel(
  prepare: (t: Scene) => void,
  attack: [number, number],
  defence: [number, number],
  ...more: number[]
): Scene {
  const t = new Scene().knight(3, PLACE);
  prepare(t);
  t.enter(PLACE);
  return t.play(FIGHT, d3(attack[0]), d3(attack[1]), ...more, d3(defence[0]), d3(defence[1]));
}
/** The first knight enters Doomspire from the south-west hills and fights. */
function dragon(prepare: (t: Scene) => void, attack: [number, number], defence: [number, number]): Scene {
  const t = new Scene().tile(at(4, 3), 'doomspire').knight(0, at(5, 3));
  prepare(t);
  t.turn(0, 1, 3).send(0, 1);
  return t.play(t.to(at(4, 3)), ...[...attack, ...defence].map(d3));
}

describe('items used on purpose', () => {
  it('rusty sword: two more once, then it is gone and may be found again', () => {
    const t = new Scene().lair(PLACE, 'bandit').item(0, 'rusty-sword').enter(PLACE).play(FIGHT, d3(1));
    expect(t.prompt()).toBe('BONUS');
    t.play(bonus('rusty sword'));
    expect(t.where(0)).toBe(PLACE);
    expect(t.items(0)).toEqual([]);
    expect(t.discarded('rusty-sword')).toBe(true);
  });

  it('two rusty swords may both break in one battle', () => {
    const t = new Scene().lair(PLACE, 'bear').item(0, 'rusty-sword', 'rusty-sword').enter(PLACE);
    t.play(FIGHT, d3(1)).play(bonus('rusty sword')).play(bonus('rusty sword'));
    expect(t.where(0)).toBe(PLACE);
    expect(t.items(0)).toEqual([]);
  });

  it('a bonus that cannot change the result is not asked for', () => {
    const hopeless = new Scene().lair(PLACE, 'troll-lord').item(0, 'rusty-sword').enter(PLACE).play(FIGHT, d3(3));
    expect(hopeless.where(0)).toBe(HOME);
    expect(hopeless.items(0)).toEqual(['rusty-sword']);
    const sure = new Scene().lair(PLACE, 'bandit').item(0, 'rusty-sword').enter(PLACE).play(FIGHT, d3(3));
    expect(sure.items(0)).toEqual(['rusty-sword']);
  });

  it.each(['troll-spawn', 'troll', 'troll-lord'])('trollsbane: two more against the %s for a fame', (troll) => {
    const might = { 'troll-spawn': 2, troll: 4, 'troll-lord': 7 }[troll]!;
    const t = new Scene().lair(PLACE, troll).item(0, 'trollsbane').tracks(0, 1, might);
    t.enter(PLACE).play(FIGHT, d3(1)).play(bonus('trollsbane'));
    expect(t.where(0)).toBe(PLACE);
    expect(t.items(0)).toEqual(['trollsbane']);
  });

  it('trollsbane: not without fame, nor against others', () => {
    const poor = new Scene().lair(PLACE, 'troll').item(0, 'trollsbane').tracks(0, 0, 4);
    expect(poor.enter(PLACE).play(FIGHT, d3(1)).where(0)).toBe(HOME);
    const golem = new Scene().lair(PLACE, 'iron-golem').item(0, 'trollsbane').tracks(0, 3, 2);
    expect(golem.enter(PLACE).play(FIGHT, d3(1)).where(0)).toBe(HOME);
  });

  it('robe: two more for three wood, once a battle', () => {
    const t = new Scene().lair(PLACE, 'bandit').item(0, 'robe-of-the-salamander').have(0, 0, 7, 0, 0);
    t.enter(PLACE).play(FIGHT, d3(1)).play(bonus('robe'));
    expect(t.where(0)).toBe(PLACE);
    expect(t.wood(0)).toBe(4);
    const bear = new Scene().lair(PLACE, 'bear').item(0, 'robe-of-the-salamander').have(0, 0, 7, 0, 0);
    // Twice two would do, but the second time is not offered: nothing to gain, nothing asked.
    expect(bear.enter(PLACE).play(FIGHT, d3(1)).wood(0)).toBe(6);
  });

  it('black blade: a follower for five, chosen among several', () => {
    const t = new Scene().lair(PLACE, 'bear').item(0, 'black-blade').follower(0, 'priestess', 'old-beggar');
    t.enter(PLACE).play(FIGHT, d3(1)).play(bonus('black blade'));
    expect(t.prompt()).toBe('SACRIFICE');
    expect(t.legal()).toEqual([follower('old-beggar'), follower('priestess')]);
    t.play(follower('old-beggar'));
    // 1 - 1 + 5 = 5 beats the bear.
    expect(t.where(0)).toBe(PLACE);
    expect(t.company(0)).toEqual(['priestess']);
    expect(t.s.followerPlace[1]).toBe(GONE);
  });

  it("bow: shoots with any die at a neighbouring tile, without moving, its holder's or others' support counted there", () => {
    const t = new Scene().lair(at(1, 1), 'bear').item(0, 'ellions-bow').knight(0, PLACE);
    t.knight(1, at(2, 1)).tracks(0, 0, 2).turn(0, 3, 1).play(die(3));
    expect(t.can(bow(0))).toBe(true);
    t.play(bow(0));
    // One target: 1 + 2 + 2 for the other knight beside the bear, none for the archer itself.
    t.play(FIGHT, d3(1));
    expect(t.where(0)).toBe(PLACE);
    expect(t.monster(at(1, 1))).toBe('');
    expect(t.food(0)).toBe(3);
    expect(t.prompt()).toBe('MENU');
    t.play(die(1));
    expect(t.can(unit(0))).toBe(false);
  });

  it('bow: a knight is a target from round 2, homes, special tiles and Doomspire are not', () => {
    const aim = (round: number) => {
      const t = new Scene().round(round).item(0, 'ellions-bow').knight(0, at(4, 4)).knight(3, at(4, 5));
      t.tile(at(3, 4), 'doomspire').tile(at(5, 4), 'temple').knight(6, at(5, 4)).lair(at(4, 3), 'wolf');
      return t.turn(0, 1, 1).play(die(1)).play(bow(0));
    };
    expect(aim(2).legal()).toEqual([at(4, 3), at(4, 5)]);
    expect(aim(1).prompt()).toBe('FIGHT');
    const t = aim(2);
    t.play(t.to(at(4, 5)));
    expect(t.actor()).toBe(1);
    t.play(FIGHT, d3(3), d3(3), d3(1), d3(1));
    expect(t.where(3)).toBe(at(0, 7));
    expect(t.where(0)).toBe(at(4, 4));
    expect(t.fame(0)).toBe(1);
  });

  it('bow: an archer is no support for itself, and goes home when it loses', () => {
    const t = new Scene()
      .lair(at(1, 1), 'bear')
      .item(0, 'ellions-bow')
      .knight(0, PLACE)
      .have(0, 1, 0, 0, 0)
      .tracks(0, 0, 3);
    t.turn(0, 3, 1).play(die(3)).play(bow(0)).play(FIGHT, d3(1));
    expect(t.where(0)).toBe(HOME);
    expect(t.food(0)).toBe(0);
  });

  it('staff: protects the eight tiles around its holder', () => {
    const at33 = (staff: boolean) => {
      const t = new Scene()
        .tile(at(3, 3), 'wood', { owner: 1 })
        .knight(3, at(4, 4))
        .knight(0, at(3, 2))
        .tracks(0, 2, 2);
      if (staff) t.item(3, 'staff');
      return t.enter(at(3, 3));
    };
    expect(at33(true).prompt()).toBe('MENU');
    expect(at33(false).prompt()).toBe('TILEACT');
  });

  it('helmet: the loser chooses what is taken, and must give something', () => {
    const t = duel((t) => t.item(3, 'padded-helmet', 'spear').have(1, 1, 0, 0, 0), [3, 3], [1, 1]);
    expect(t.prompt()).toBe('LOOT');
    expect(t.actor()).toBe(1);
    expect(t.legal()).toEqual([res('food'), item('spear'), item('padded-helmet')]);
    t.play(res('food'));
    expect([t.food(0), t.food(1)]).toEqual([1, 0]);
    expect(t.items(3)).toEqual(['spear', 'padded-helmet']);
  });

  it('backpack: two more slots for one, counted once, and never looted', () => {
    const t = new Scene().tile(PLACE, 'trader').have(0, 0, 0, 0, 6).enter(PLACE);
    for (const kind of ['spear', 'backpack', 'backpack', 'padded-helmet']) t.play(item(kind));
    expect(t.items(0)).toEqual(['spear', 'backpack', 'backpack', 'padded-helmet']);
    t.play(item('the-hedgehog'));
    expect(t.prompt()).toBe('OVERFLOW');
    t.play(item('the-hedgehog'));
    expect(t.ground(PLACE)).toEqual(['the-hedgehog']);
    const loot = duel((t) => t.item(3, 'backpack', 'ring-stuck', 'spear'), [3, 3], [1, 1]);
    expect(loot.legal()).toEqual([item('spear'), DONE]);
    loot.play(DONE);
    expect(loot.items(3)).toEqual(['spear', 'backpack', 'ring-stuck']);
  });

  it('long sword: fills two slots', () => {
    const t = new Scene().lying(HOME, 'long-sword').item(0, 'spear').turn(0, 1).play(pickUp(0));
    expect(t.prompt()).toBe('OVERFLOW');
    t.play(item('spear'));
    expect(t.items(0)).toEqual(['long-sword']);
    expect(t.ground(HOME)).toEqual(['spear']);
  });

  it('stuck ring: stays until its knight stands on the temple, then it is an ordinary item', () => {
    const t = new Scene().item(0, 'ring-stuck').tile(PLACE, 'temple').turn(0, 1, 3);
    expect(t.can(drop(0))).toBe(false);
    t.move(0, 1, PLACE);
    expect(t.can(drop(0))).toBe(true);
    t.play(drop(0));
    expect(t.ground(PLACE)).toEqual(['ring-stuck']);
  });

  it.each([
    ['spear', 1, 2],
    ['backpack', 1, 2],
    ['padded-helmet', 1, 2],
    ['the-hedgehog', 1, 2],
    ['ellions-bow', 3, 1],
    ['robe-of-the-salamander', 3, 1],
  ])('the trader sells %s for %i gold, %i of them', (kind, cost, stock) => {
    const t = new Scene().tile(PLACE, 'trader').have(0, 0, 0, 0, cost).enter(PLACE).play(item(kind));
    expect(t.items(0)).toEqual([kind]);
    expect(t.gold(0)).toBe(0);
    const poor = new Scene()
      .tile(PLACE, 'trader')
      .have(0, 1, 1, 0, cost - 1)
      .enter(PLACE);
    expect(poor.can(item(kind))).toBe(false);
    const out = new Scene().tile(PLACE, 'trader').have(0, 0, 0, 0, 9);
    for (let i = 0; i < stock; i++) out.item(9, kind);
    out.enter(PLACE);
    expect(out.can(item(kind))).toBe(false);
  });
});

describe('followers', () => {
  it('dog: always 1', () => helps('wyrm', 7, 1, (t) => t.follower(0, 'angry-dog')));

  it.each([
    [1, -1],
    [2, 1],
    [3, 2],
  ])('witch: a roll of %i adds %i', (roll, points) => {
    const might = 6 - points;
    const witch = (t: Scene) => t.follower(0, 'witch');
    expect(beats('wyrm', might, witch, d3(roll))).toBe(true);
    expect(beats('wyrm', might - 1, witch, d3(roll))).toBe(false);
  });

  it('mercenary and brawler: two for three gold, two for three food, once a battle each', () => {
    const t = new Scene().lair(PLACE, 'bear').follower(0, 'proud-mercenary', 'brawler');
    t.have(0, 4, 0, 0, 7).enter(PLACE).play(FIGHT, d3(1));
    expect(t.legal()).toEqual([bonus('proud mercenary'), bonus('brawler'), DONE]);
    // Two short of the bear's 5 after one of them; the other closes it.
    t.play(bonus('proud mercenary'));
    expect(t.can(bonus('proud mercenary'))).toBe(false);
    t.play(bonus('brawler'));
    expect(t.where(0)).toBe(PLACE);
    expect(t.goods(0)).toEqual([4, 0, 0, 4]);
    expect(t.company(0)).toEqual(['proud-mercenary', 'brawler']);
  });

  it('priestess: a lost monster fight costs no resource, a partial flight does', () => {
    const t = new Scene().lair(PLACE, 'bear').follower(0, 'priestess').have(0, 1, 0, 0, 0);
    t.enter(PLACE).play(FIGHT, d3(1));
    expect(t.where(0)).toBe(HOME);
    expect(t.food(0)).toBe(1);
    const flee = new Scene().lair(PLACE, 'bear').follower(0, 'priestess').have(0, 1, 0, 0, 0);
    flee.enter(PLACE).play(FIGHT + 1, d3(2));
    expect(flee.food(0)).toBe(0);
  });

  it('mule: two steps a die at most, and room for two more', () => {
    const t = new Scene()
      .follower(0, 'abandoned-mule')
      .item(0, 'spear', 'backpack', 'rusty-sword', 'porcupine', 'trollsbane', 'runed-dagger');
    t.turn(0, 3).send(0, 3);
    expect(t.can(t.to(at(0, 2)))).toBe(true);
    expect(t.can(t.to(at(0, 3)))).toBe(false);
    const leave = new Scene().follower(0, 'abandoned-mule').item(0, 'spear', 'rusty-sword', 'porcupine').turn(0, 3);
    leave.play(menu('dismiss a follower'));
    expect(leave.prompt()).toBe('OVERFLOW');
    leave.play(item('spear'));
    expect(leave.company(0)).toEqual([]);
    expect(leave.ground(HOME)).toEqual(['spear']);
  });

  it("126: followers are dismissed in the menu of one's own turn and nowhere else", () => {
    const dismiss = menu('dismiss a follower');
    const t = new Scene()
      .lair(PLACE, 'wolf')
      .knight(3, at(0, 2))
      .follower(0, 'priestess')
      .follower(3, 'fairy-godmother')
      .turn(0, 1, 3);
    expect(t.can(dismiss)).toBe(true);
    // Neither in the fight nor where its neighbour is asked for support, nor once the harvest has begun.
    t.move(0, 1, PLACE);
    expect([t.prompt(), t.can(dismiss)]).toEqual(['FIGHT', false]);
    t.play(FIGHT, d3(1));
    expect([t.prompt(), t.actor(), t.can(dismiss)]).toEqual(['SUPPORT', 1, false]);
    const late = new Scene().follower(0, 'priestess').buildings(0, MARKET).have(0, 2, 0, 0, 0).harvest(0);
    expect([late.prompt(), late.can(dismiss)]).toEqual(['USE', false]);
  });

  it('godmother: a fame for supporting the battle of another, even a lost or a won one', () => {
    const t = new Scene().lair(PLACE, 'wolf').knight(3, at(0, 2)).follower(3, 'fairy-godmother');
    t.tracks(0, 0, 5).enter(PLACE).play(FIGHT, d3(1));
    expect(t.prompt()).toBe('SUPPORT');
    expect(t.actor()).toBe(1);
    t.play(YES);
    expect(t.fame(1)).toBe(1);
    const without = new Scene().lair(PLACE, 'wolf').knight(3, at(0, 2)).tracks(0, 0, 5);
    without.enter(PLACE).play(FIGHT, d3(1));
    expect(without.prompt()).toBe('MENU');
  });

  it('beggar: cannot be dismissed, but is paid off with a gold', () => {
    const t = new Scene().follower(0, 'old-beggar').have(0, 0, 0, 0, 1).turn(0, 1);
    expect(t.can(MENU + 2)).toBe(false);
    t.play(menu('pay the beggar off'));
    expect(t.company(0)).toEqual([]);
    expect(t.gold(0)).toBe(0);
  });

  it('beggar: passed on to a knight met on the way that has room', () => {
    const t = new Scene()
      .follower(0, 'old-beggar')
      .knight(3, PLACE)
      .knight(6, at(0, 2))
      .follower(6, 'witch', 'brawler');
    t.turn(0, 3)
      .send(0, 3)
      .play(t.to(at(0, 3)));
    expect(t.prompt()).toBe('BLOCK');
    t.play(NO);
    expect(t.prompt()).toBe('CARDKNIGHT');
    expect(t.actor()).toBe(0);
    expect(t.legal()).toEqual([t.other(3), DONE]);
    t.play(t.other(3));
    expect(t.company(3)).toEqual(['old-beggar']);
    // The next knight has no room: only whether it blocks is asked.
    expect(t.prompt()).toBe('BLOCK');
    t.play(NO);
    expect(t.where(0)).toBe(at(0, 3));
  });

  it('beggar: offered to those on a special tile where its holder ends', () => {
    const t = new Scene().follower(0, 'old-beggar').tile(PLACE, 'temple').knight(3, PLACE).enter(PLACE);
    expect(t.prompt()).toBe('CARDKNIGHT');
    t.play(DONE);
    expect(t.company(0)).toEqual(['old-beggar']);
  });
});

describe('buildings', () => {
  const costs: [string, [number, number, number, number]][] = [
    ['knight', [3, 0, 1, 3]],
    ['boat', [0, 2, 0, 2]],
    ['warship', [0, 2, 1, 1]],
    ['market', [2, 2, 0, 0]],
    ['blacksmith', [2, 0, 2, 0]],
    ['fletcher', [1, 1, 1, 1]],
    ['chapel', [0, 6, 0, 2]],
  ];
  it.each(costs)('%s: its price, and what it is for', (name, cost) => {
    const t = new Scene().have(0, ...cost).harvest(0);
    t.play(build(name));
    expect(t.goods(0)).toEqual([0, 0, 0, 0]);
    const bits: Record<string, number> = {
      warship: WARSHIP,
      market: MARKET,
      blacksmith: BLACKSMITH,
      fletcher: FLETCHER,
      chapel: CHAPEL,
    };
    expect(t.s.buildings[0]).toBe(bits[name] ?? 0);
    if (name === 'knight') expect(t.where(1)).toBe(HOME);
    if (name === 'boat') expect(t.s.boatZone[1]).toBe(0);
    expect(t.fame(0)).toBe(name === 'chapel' ? 3 : 0);
    for (let r = 0; r < 4; r++) {
      if (cost[r] === 0) continue;
      const short = [...cost] as [number, number, number, number];
      short[r]!--;
      const poor = new Scene().have(0, ...short).harvest(0);
      expect(poor.prompt() === 'BUILD' && poor.actor() === 0 && poor.can(build(name))).toBe(false);
    }
  });

  it('monastery: after the chapel only, five fame', () => {
    const t = new Scene().buildings(0, CHAPEL).have(0, 0, 8, 1, 3).harvest(0).play(build('monastery'));
    expect(t.fame(0)).toBe(5);
    expect(t.s.buildings[0]).toBe(CHAPEL | MONASTERY);
    const without = new Scene().have(0, 0, 8, 1, 3).harvest(0);
    expect(without.can(build('monastery'))).toBe(false);
    expect(without.can(build('chapel'))).toBe(true);
  });

  it('one build a round, three knights, two boats, each building once', () => {
    const t = new Scene()
      .have(0, 50, 50, 50, 50)
      .knight(1, at(1, 1))
      .knight(2, at(2, 2))
      .boat(1, 3)
      .buildings(0, 63)
      .harvest(0);
    expect(t.prompt()).toBe('USE');
    t.play(DONE);
    expect(t.actor()).not.toBe(t.prompt() === 'BUILD' ? 0 : -1);
    const rich = new Scene().have(0, 50, 50, 50, 50).harvest(0).play(build('market'));
    expect(rich.s.round).toBe(3);
    expect(rich.prompt()).not.toBe('BUILD');
  });

  it('market: pairs of food, wood and ore for a gold each; not in the round it is built', () => {
    const t = new Scene().buildings(0, MARKET).have(0, 1, 0, 3, 5).harvest(0);
    expect(t.legal()).toEqual([pair('fo'), pair('oo'), DONE]);
    t.play(pair('oo')).play(pair('fo'));
    expect(t.goods(0)).toEqual([0, 0, 0, 7]);
  });

  it('blacksmith: a might for a gold and three ore, once', () => {
    const t = new Scene().buildings(0, BLACKSMITH).have(0, 0, 0, 8, 2).harvest(0).play(use('blacksmith'));
    expect(t.might(0)).toBe(1);
    expect([t.ore(0), t.gold(0)]).toEqual([5, 1]);
    expect(t.prompt()).not.toBe('USE');
  });

  it('fletcher: a might for three wood and an ore, once', () => {
    const t = new Scene()
      .buildings(0, FLETCHER | MARKET)
      .have(0, 0, 9, 2, 0)
      .harvest(0)
      .play(use('fletcher'));
    expect(t.might(0)).toBe(1);
    expect([t.wood(0), t.ore(0)]).toEqual([6, 1]);
    expect(t.can(use('fletcher'))).toBe(false);
  });

  it('warships: boats support battles on their coast, later boats too', () => {
    const fight = (buildings: number, zone: number) => {
      const t = new Scene().lair(PLACE, 'bear').buildings(0, buildings).boat(0, zone).boat(1, zone);
      return t.enter(PLACE).play(FIGHT, d3(1)).where(0) === PLACE;
    };
    expect(fight(WARSHIP, 0)).toBe(true);
    expect(fight(WARSHIP, 1)).toBe(false);
    expect(fight(0, 0)).toBe(false);
  });
});
