/** Every structure, every fighter and every fate card at work, against the component list as it is written. */
import { describe, expect, it } from 'vitest';
import * as A from '../actions.js';
import componentsJson from '../data/components.json' with { type: 'json' };
import { resourceNames } from '../data.js';
import { AT, IN_GRAVE, IN_HAND, NONE } from '../state.js';
import { arm, at, goods, legal, offer, play, prompt, put, sell, settle, table, turnOf } from '../test/fixture.js';
import { fatePoints } from './ending.js';

const tiles = componentsJson.structures.map((tile) => [tile.name, tile] as const);
const wilds = (n: number, resource: number) => new Array<number>(n).fill(A.WILD + resource);

describe.each(tiles)('%s', (_, tile) => {
  const ash = (list: number[], wild: number) => list.map((n, k) => n + (k === 1 ? wild : 0));

  it('gives its items to whoever gathers and the tax to another owner', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, tile.id);
    arm(s, 0);
    put(s, 12, IN_GRAVE);
    turnOf(s, 0);
    play(s, [A.GATHER + 2, ...wilds(tile.wild, 1), ...wilds(tile.taxWild, 1)]);
    if (tile.resurrect) play(s, [A.FIGHTER + 12]);
    expect([prompt(s), s.actor]).toEqual(['RAISE', 0]);
    expect(goods(s, 0)).toEqual(ash(tile.gain, tile.wild));
    expect(goods(s, 1)).toEqual(ash(tile.tax, tile.taxWild));
    expect(s.loc[12]).toBe(tile.resurrect ? IN_HAND : IN_GRAVE);
  });

  it('gives its owner its items and no tax, and lets it amend', () => {
    const s = table({ players: 3 });
    settle(s, 2, 0, tile.id);
    turnOf(s, 0);
    play(s, [A.GATHER + 2, ...wilds(tile.wild, 1)]);
    expect(goods(s, 0)).toEqual(ash(tile.gain, tile.wild));
    expect(prompt(s)).toBe(tile.resurrect && s.graveSize[0]! > 0 ? 'RESURRECT' : 'PLACE');
  });

  it('is a point an item to the AI', () => {
    const s = table({ players: 2, ai: 'easy' });
    for (let r = 0; r < 6; r++) s.gather[r] = 2;
    settle(s, 2, 2, tile.id);
    s.gather[2] = 0;
    s.actionDeck[0] = 2;
    s.actionsLeft = 1;
    const before = s.vp[2]!;
    // Only region 3 has room, whatever the die shows.
    turnOf(s, 2);
    const items = tile.gain.reduce((a, b) => a + b) + tile.wild;
    expect(s.vp[2]! - before).toBe(items);
  });

  if (tile.tier > 0)
    it('is built for its gold and gives its items at once', () => {
      const s = table({ players: 3 });
      sell(s, 0, tile.id);
      const free = [0, 1, 2, 3, 4, 5].find((r) => s.owner[r] === NONE)!;
      s.gold[0] = tile.cost - 1;
      turnOf(s, 0);
      expect(legal(s)).not.toContain(A.BUILD + free);
      s.gold[0] = tile.cost;
      turnOf(s, 0);
      play(s, [A.BUILD + free, ...wilds(tile.wild, 1)]);
      expect([s.gold[0], s.tile[free], s.owner[free]]).toEqual([0, tile.id, 0]);
      expect(goods(s, 0)).toEqual(ash(tile.gain, tile.wild));
      expect(prompt(s)).toBe('PLACE');
    });
});

const raisable = componentsJson.fighters.slice(12).map((fighter) => [fighter.id, fighter] as const);

describe.each(raisable)('fighter %i', (_, fighter) => {
  it('is raised for its price, and not for one resource less', () => {
    const s = table({ players: 3 });
    offer(s, 3, fighter.id);
    const own = resourceNames.indexOf(fighter.kind as (typeof resourceNames)[number]);
    s.gold[0] = 0;
    s.resources.set(fighter.cost);
    s.resources[own]!--;
    // A minion that gains nothing: the refresh space.
    s.cards[0] = 30;
    s.discard[0] = 1;
    s.top[0] = 0;
    turnOf(s, 0);
    play(s, [A.REFRESH]);
    expect(legal(s)).not.toContain(A.RAISE + 3);
    s.resources[own]!++;
    s.refreshed[0] = 0;
    s.cards[0] = 30;
    s.discard[0] = 1;
    s.top[0] = 0;
    turnOf(s, 0);
    play(s, [A.REFRESH, A.RAISE + 3, A.PAY_REST]);
    expect(goods(s, 0)).toEqual([0, 0, 0, 0]);
    expect(at(s, IN_HAND)).toContain(fighter.id);
    expect(s.slots[3]).not.toBe(fighter.id);
  });

  it('counts on the fate cards with its kind, wherever it is', () => {
    const s = table({ players: 3 });
    for (const place of [IN_HAND, IN_GRAVE, AT + 2]) {
      s.owner[2] = 0;
      put(s, fighter.id, place);
      componentsJson.fate.forEach((pair, card) => {
        s.fate[0] = card;
        const shown = pair.includes(fighter.kind);
        expect([fatePoints(s, 0, true), fatePoints(s, 0, false)]).toEqual(
          shown ? [fighter.tier, 0] : [0, fighter.tier],
        );
      });
    }
  });
});

it('starting fighters have no tier and count for nobody', () => {
  const s = table({ players: 4 });
  for (let seat = 0; seat < 4; seat++) expect([fatePoints(s, seat, true), fatePoints(s, seat, false)]).toEqual([0, 0]);
});
