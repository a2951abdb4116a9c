/** A new game: the board, its guards, the decks, what players start with, and who begins. */
import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { KIND_STARRED, tileKinds } from '../data.js';
import { game } from '../game.js';
import { CENTRE, HOME_TILE, REGION } from '../geometry.js';
import { ABSENT, UNUSED } from '../state.js';

const fresh = (seed: number, options = {}) =>
  game.newState(game.options.parse(options), new SeededChance(seed, game.streams));
const tiles = Array.from({ length: 64 }, (_, t) => t);

describe('a new game', () => {
  it('has the pieces of the box on every board', () => {
    for (let seed = 0; seed < 20; seed++) {
      const s = fresh(seed);
      const n = new Map<string, number>();
      for (const t of tiles) n.set(tileKinds[s.kind[t]!]!, (n.get(tileKinds[s.kind[t]!]!) ?? 0) + 1);
      const of = (...kinds: string[]) => kinds.reduce((sum, kind) => sum + (n.get(kind) ?? 0), 0);
      expect(of('home')).toBe(4);
      expect(of('temple', 'trader', 'mercenary', 'doomspire')).toBe(4);
      expect(of('food', 'wood', 'ore', 'gold')).toBe(17);
      expect(tiles.filter((t) => KIND_STARRED[s.kind[t]!]).length).toBe(8);
      expect([of('adventure1', 'oasis1'), of('adventure2', 'oasis2'), of('adventure3')]).toEqual([15, 8, 3]);
      expect([of('oasis1', 'oasis2'), of('wolfDen'), of('bearCave')]).toEqual([4, 3, 2]);
      expect([...CENTRE].filter((t) => tileKinds[s.kind[t]!] === 'doomspire').length).toBe(1);
      expect([...HOME_TILE].every((t) => tileKinds[s.kind[t]!] === 'home')).toBe(true);
    }
  });

  it('guards dens and starred tiles of the plains with wolves, and nothing else', () => {
    const s = fresh(1);
    const guarded = tiles.filter((t) => s.monster[t] !== 0);
    const wanted = tiles.filter(
      (t) => REGION[t] === 1 && (tileKinds[s.kind[t]!] === 'wolfDen' || KIND_STARRED[s.kind[t]!] === 1),
    );
    expect(wanted.length).toBe(6);
    expect(guarded).toEqual(wanted);
    expect(new Set(guarded.map((t) => s.monster[t]))).toEqual(new Set([1]));
  });

  it('hides hills and mountains; two tokens lie on each adventure and oasis', () => {
    const s = fresh(2);
    expect(tiles.filter((t) => !s.explored[t])).toEqual(tiles.filter((t) => REGION[t] !== 1));
    for (const t of tiles) expect(s.tokens[t]).toBe(/adventure|oasis/.test(tileKinds[s.kind[t]!]!) ? 2 : 0);
  });

  it('deals decks of 39, 26 and 14, without encounters 34, 23 and 13', () => {
    expect([...fresh(3).deckSize]).toEqual([39, 26, 14]);
    expect([...fresh(3, { encounters: false }).deckSize]).toEqual([34, 23, 13]);
  });

  it('gives each player two gold, a knight at home and a boat before it', () => {
    const s = fresh(4);
    for (let seat = 0; seat < 4; seat++) {
      expect([...s.resources.subarray(seat * 4, seat * 4 + 4)]).toEqual([0, 0, 0, 2]);
      expect([...s.knightTile.subarray(seat * 3, seat * 3 + 3)]).toEqual([HOME_TILE[seat], ABSENT, ABSENT]);
      expect([...s.boatZone.subarray(seat * 2, seat * 2 + 2)]).toEqual([seat, ABSENT]);
      expect([s.fame[seat], s.might[seat], s.owner[HOME_TILE[seat]!]]).toEqual([0, 0, seat + 1]);
      expect([...s.rolled.subarray(seat * 3, seat * 3 + 3)].reduce((a, b) => a + b)).toBe(2);
    }
    expect([...s.traderStock]).toEqual([2, 2, 2, 2, 1, 1]);
    expect(s.itemPlace.every((p) => p === UNUSED)).toBe(true);
    expect(s.round).toBe(1);
  });

  it('deals differently from seed to seed, and lets every seat begin', () => {
    const first = new Set<number>();
    const boards = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const s = fresh(seed);
      first.add(s.firstPlayer);
      boards.add(s.kind.join());
      expect(s.actor).toBe(s.firstPlayer);
    }
    expect(first).toEqual(new Set([0, 1, 2, 3]));
    expect(boards.size).toBe(40);
  });
});
