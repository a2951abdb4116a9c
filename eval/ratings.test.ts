import { describe, expect, it } from 'vitest';
import { createRng } from '../env/chance.js';
import { type Ranking, rate } from './ratings.js';

/** Games drawn from the Plackett-Luce model with known Elo, `size` of the agents at a table. */
function synthetic(elo: number[], size: number, games: number, seed: string): Ranking[][] {
  const rng = createRng(seed);
  return Array.from({ length: games }, () => {
    const seats = elo.map((_, i) => i);
    while (seats.length > size) seats.splice(rng.int(seats.length), 1);
    const places = new Array<number>(size).fill(-1);
    for (let place = 0; place < size; place++) {
      const left = seats.map((_, i) => i).filter((i) => places[i] === -1);
      const weights = left.map((i) => 10 ** (elo[seats[i]!]! / 400));
      let at = rng.uniform() * weights.reduce((a, b) => a + b);
      let pick = 0;
      while (pick < left.length - 1 && (at -= weights[pick]!) > 0) pick++;
      places[left[pick]!] = place;
    }
    return [{ agents: seats, places }];
  });
}

const names = (n: number) => Array.from({ length: n }, (_, i) => `agent ${i}`);

describe('rate', () => {
  it('has the closed form of two players: 400 log10(wins / losses)', () => {
    const blocks = Array.from({ length: 100 }, (_, i) => [{ agents: [0, 1], places: i < 75 ? [1, 0] : [0, 1] }]);
    const { ratings, bounded } = rate(blocks, { agents: names(2), anchor: 0, prior: 1e-9 });
    expect(ratings[1]!.mean).toBeCloseTo(1000 + 400 * Math.log10(3), 3);
    expect(bounded).toBe(true);
    // Normal approximation of a share of 0.75 in 100 games, on the Elo scale.
    expect(ratings[1]!.error).toBeCloseTo(400 / Math.LN10 / Math.sqrt(100 * 0.75 * 0.25), -1);
  });

  it('counts a draw as half a win', () => {
    const draws = Array.from({ length: 50 }, () => [{ agents: [0, 1], places: [0, 0] }]);
    const wins = Array.from({ length: 50 }, () => [{ agents: [0, 1], places: [1, 0] }]);
    const halves = Array.from({ length: 100 }, (_, i) => [{ agents: [0, 1], places: i < 25 ? [0, 1] : [1, 0] }]);
    const mixed = rate([...draws, ...wins], { agents: names(2), anchor: 0, resamples: 20 });
    const plain = rate(halves, { agents: names(2), anchor: 0, resamples: 20 });
    expect(mixed.ratings[1]!.mean).toBeCloseTo(plain.ratings[1]!.mean, 6);
  });

  it.each([2, 3, 4])('recovers known strengths at tables of %i', (size) => {
    const truth = [1000, 1100, 900, 1300, 1050];
    const { ratings } = rate(synthetic(truth, size, 3000, `table ${size}`), { agents: names(5), anchor: 0 });
    for (let i = 0; i < 5; i++) {
      expect(Math.abs(ratings[i]!.mean - truth[i]!)).toBeLessThan(40);
      if (i > 0) expect(ratings[i]!.high - ratings[i]!.low).toBeGreaterThan(10);
    }
    const inside = ratings.filter((r, i) => r.low <= truth[i]! && truth[i]! <= r.high).length;
    expect(inside).toBeGreaterThanOrEqual(4);
  });

  it('fixes the anchor', () => {
    const blocks = synthetic([1000, 1200, 1400], 3, 200, 'anchor');
    const { ratings } = rate(blocks, { agents: names(3), anchor: 2, anchorRating: 1500 });
    expect(ratings[2]).toMatchObject({ mean: 1500, low: 1500, high: 1500, error: 0 });
    expect(ratings[0]!.mean).toBeLessThan(1400);
  });

  it('keeps a perfect score finite and says that nothing bounds it', () => {
    const blocks = Array.from({ length: 40 }, () => [{ agents: [0, 1], places: [1, 0] }]);
    const { ratings, bounded } = rate(blocks, { agents: names(2), anchor: 0 });
    expect(bounded).toBe(false);
    expect(ratings[1]!.mean).toBeGreaterThan(1300);
    expect(ratings[1]!.mean).toBeLessThan(2500);
    expect(ratings[1]!.high - ratings[1]!.mean).toBeGreaterThan(150);
  });

  it('learns nothing from copies of one agent, and treats copies as equals against others', () => {
    const self = [[{ agents: [0, 0], places: [0, 1] }]];
    expect(rate(self, { agents: names(1), anchor: 0, resamples: 5 }).ratings[0]!.mean).toBe(1000);
    // One against three copies with a win in four: equal strength.
    const blocks = Array.from({ length: 40 }, (_, i) => [
      { agents: [0, 1, 1, 1], places: i % 4 === 0 ? [0, 1, 1, 1] : [1, 0, 1, 1] },
    ]);
    const { ratings } = rate(blocks, { agents: names(2), anchor: 0, resamples: 20, prior: 1e-6 });
    expect(Math.abs(ratings[1]!.mean - 1000)).toBeLessThan(60);
  });

  it('is the same for the same seed', () => {
    const blocks = synthetic([1000, 1200, 1400], 2, 100, 'same');
    expect(rate(blocks, { agents: names(3), anchor: 0, seed: 3 })).toEqual(
      rate(blocks, { agents: names(3), anchor: 0, seed: 3 }),
    );
  });
});
