/** What weights that are 0 in the bots switch on. */
import { describe, expect, it } from 'vitest';
import { PORT } from '../geometry.js';
import { friendPrice } from '../rules/judgements.js';
import type * as S from '../state.js';
import { begin, cubes, give } from '../test/fixture.js';
import { base, type Weights } from './plans.js';
import { Worth } from './worth.js';

/** A game with six cubes on the track and the ship somewhere. */
const at = (ship: number) => give(cubes(begin(), 'HHHHHH'), { ship });

function worthOf(s: S.Position, weights: Partial<Weights>): Worth {
  const worth = new Worth({ ...base, ...weights });
  worth.read(s);
  return worth;
}

describe('worth', () => {
  const s = at(0);
  const blue = [...Array(12).keys()].filter((p) => s.tables.townRed[s.townAt[p]!] === 0);
  const byPrice = [...blue].sort((a, b) => friendPrice(s, a) - friendPrice(s, b));
  const [cheap, dear] = [byPrice[0]!, byPrice.at(-1)!];

  it('prices befriending by the town at the ship without aim, by the town asked about with aim 1', () => {
    expect(friendPrice(s, dear)).toBeGreaterThan(friendPrice(s, cheap));
    const fromCheap = worthOf(at(cheap), {}).befriend(dear, 7);
    const fromDear = worthOf(at(dear), {}).befriend(dear, 7);
    expect(fromCheap).toBeGreaterThan(fromDear);
    const aimed = [cheap, dear, PORT].map((ship) => worthOf(at(ship), { aim: 1 }).befriend(dear, 7));
    expect(aimed).toEqual([fromDear, fromDear, fromDear]);
    const between = worthOf(at(cheap), { aim: 0.5 }).befriend(dear, 7);
    expect(between).toBeGreaterThan(fromDear);
    expect(between).toBeLessThan(fromCheap);
  });

  it('knows no price in port without aim', () => {
    expect(worthOf(at(PORT), {}).befriend(dear, 7)).toBeNaN();
    expect(worthOf(at(PORT), { aim: 0.01 }).befriend(dear, 7)).not.toBeNaN();
  });

  it('adds to towns that the rival may reach next', () => {
    // The rival's die moves it by 0, 1, 1, 2, 2 or 3 regions; a region has two positions, the first 11 and 0.
    for (const p of blue) {
      const here = Math.floor(((p + 1) % 12) / 2);
      const faces = [1, 2, 2, 1, 0, 0][(here - 3 + 6) % 6]!;
      const more = worthOf(at(p), { deny: 6 }).befriend(p, 7) - worthOf(at(p), {}).befriend(p, 7);
      expect(more, `position ${p}`).toBeCloseTo(faces, 9);
    }
  });

  it('makes attacks that may fail dearer', () => {
    const red = [...Array(12).keys()].find((p) => s.tables.townRed[s.townAt[p]!] === 1)!;
    const armed = give(at(red), { human: { pirate: 2 } });
    const calm = worthOf(armed, {}).attack(red, 7);
    expect(worthOf(armed, { failure: 3 }).attack(red, 7)).toBeLessThan(calm);
    expect(worthOf(armed, { failure: 0 }).attack(red, 7)).toBe(calm);
  });
});
