import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { associations, type Thing } from './associations.js';

/** Games of four in which somebody wins at random, and things that seats have at random or by who wins. */
function games(n: number, seed: string, likely = 0) {
  const rng = createRng(seed);
  const wins = Array.from({ length: n }, () => {
    const winner = rng.int(4);
    return [0, 1, 2, 3].map((seat) => (seat === winner ? 1 : 0));
  });
  const places = wins.map(() => [0, 1, 2, 3]);
  const thing = (name: string, extra: number): Thing => ({
    name,
    kind: 'choice',
    had: wins.map((game) => game.map((win) => rng.uniform() < 0.4 + extra * win)),
  });
  const things = [thing('telling', likely), ...Array.from({ length: 30 }, (_, i) => thing(`idle ${i}`, 0))];
  return { things, wins, places };
}

describe('associations', () => {
  it('find what goes along with winning, with an interval around the true difference', () => {
    const { things, wins, places } = games(600, 'a', 0.4);
    const [first, ...others] = associations(things, wins, places);
    // 80 % of winners and 40 % of others have it: 0.4 of those with it win, 0.1 of those without.
    expect(first).toMatchObject({ name: 'telling', kind: 'choice' });
    expect(first!.corrected).toBeLessThan(1e-6);
    expect(first!.difference.low).toBeLessThan(0.3);
    expect(first!.difference.high).toBeGreaterThan(0.3);
    expect(others.every(({ corrected }) => corrected > 0.01)).toBe(true);
  });

  it('call hardly anything sure where there is nothing', () => {
    let sure = 0;
    let raw = 0;
    for (let i = 0; i < 40; i++) {
      const { things, wins, places } = games(150, `nothing ${i}`);
      const found = associations(things, wins, places);
      raw += found.filter(({ p }) => p < 0.05).length / found.length / 40;
      if (found.some(({ corrected }) => corrected < 0.05)) sure++;
    }
    // 5 % of single tests; at most about 5 % of reports with any.
    expect(raw).toBeGreaterThan(0.03);
    expect(raw).toBeLessThan(0.08);
    expect(sure).toBeLessThanOrEqual(6);
  });

  it('are not sure because few seats had it and all of them lost', () => {
    const { wins, places } = games(60, 'lost');
    let left = 20;
    const had = wins.map((game) => game.map((win) => win === 0 && left-- > 0));
    const [one] = associations([{ name: 'land at h7', kind: 'choice', had }], wins, places);
    expect(one).toMatchObject({ withIt: 0 });
    expect(one!.p).toBeGreaterThan(0.001);
    expect(one!.difference.high - one!.difference.low).toBeGreaterThan(0.2);
  });

  it('take out what the place in the turn order explains', () => {
    const n = 400;
    const rng = createRng('order');
    // The last to move wins 70 %, and has the thing more often, whether it wins or not.
    const wins = Array.from({ length: n }, () => {
      const winner = rng.uniform() < 0.7 ? 3 : rng.int(3);
      return [0, 1, 2, 3].map((seat) => (seat === winner ? 1 : 0));
    });
    const had = wins.map((game) => game.map((_, seat) => rng.uniform() < (seat === 3 ? 0.9 : 0.2)));
    const places = wins.map(() => [0, 1, 2, 3]);
    const [one] = associations([{ name: 'late', kind: 'landmark', had }], wins, places);
    expect(one!.withIt - one!.withoutIt).toBeGreaterThan(0.3);
    expect(one!.p).toBeGreaterThan(0.01);
    expect(Math.abs(one!.difference.mean)).toBeLessThan(0.06);
  });

  it('leave out what nearly everybody or nearly nobody has', () => {
    const { wins, places } = games(20, 'few');
    const had = (has: boolean) => wins.map((game) => game.map(() => has));
    const things: Thing[] = [
      { name: 'all', kind: 'choice', had: had(true) },
      { name: 'none', kind: 'choice', had: had(false) },
    ];
    expect(associations(things, wins, places)).toEqual([]);
  });
});
