import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { BOT, drawSeats, LEARNER, type SeatMix, SNAPSHOT, SnapshotPool, TEACHER } from './opponents.js';

const mix = (over: Partial<SeatMix>): SeatMix => ({
  bots: [],
  snapshots: 0,
  pool: [],
  teacher: 0,
  ...over,
});

/** Agents with these shares of single seats, and of games in which each plays all but one. */
const bots = (shares: number[], all: number[] = []): SeatMix['bots'] =>
  shares.map((share, agent) => ({ agent, share, allSeats: all[agent] ?? 0 }));

function shares(m: SeatMix, players: number, games = 20_000) {
  const rng = createRng('shares');
  const seats = new Int32Array(players);
  const counts = new Map<number, number>();
  for (let game = 0; game < games; game++) {
    drawSeats(m, rng, players, seats, 0);
    expect(seats.some((who) => who <= TEACHER)).toBe(true);
    for (const who of seats) counts.set(who, (counts.get(who) ?? 0) + 1 / (games * players));
  }
  return counts;
}

describe('seats', () => {
  it('are drawn with the shares asked for', () => {
    const pool = [
      { id: 3, weight: 0.75 },
      { id: 9, weight: 0.25 },
    ];
    const counts = shares(mix({ bots: bots([0.22, 0.05]), snapshots: 0.08, pool }), 4);
    expect(counts.get(BOT)).toBeCloseTo(0.22, 1);
    expect(counts.get(BOT + 1)).toBeCloseTo(0.05, 1);
    expect(counts.get(SNAPSHOT + 3)! / counts.get(SNAPSHOT + 9)!).toBeCloseTo(3, 0);
    expect(counts.get(LEARNER)).toBeGreaterThan(0.63);
  });

  it('always leave one to learn from, even when bots have all', () => {
    const counts = shares(mix({ bots: bots([1]) }), 2);
    expect(counts.get(LEARNER)).toBeCloseTo(0.5, 5);
    expect(shares(mix({ bots: bots([1]), teacher: 1 }), 1).get(TEACHER)).toBeCloseTo(1, 5);
  });

  it('are all but one given to an agent in its share of games', () => {
    const seats = new Int32Array(4);
    const rng = createRng('tables');
    let games = 0;
    for (let game = 0; game < 5000; game++) {
      drawSeats(mix({ bots: bots([0, 0.1], [0.3, 0]) }), rng, 4, seats, 0);
      if (!seats.includes(BOT)) continue;
      games++;
      expect([...seats].sort()).toEqual([LEARNER, BOT, BOT, BOT]);
    }
    expect(games / 5000).toBeCloseTo(0.3, 1);
  });

  it('are never snapshots while there is none', () => {
    expect([...shares(mix({ snapshots: 1 }), 3).keys()]).toEqual([LEARNER]);
  });
});

describe('the snapshot pool', () => {
  it('keeps the first, the newest and ages that grow', () => {
    const pool = new SnapshotPool(6);
    for (let update = 0; update <= 1000; update += 10) pool.add(update);
    const updates = pool.snapshots.map((s) => s.update);
    expect(updates.length).toBe(6);
    expect(updates[0]).toBe(0);
    expect(updates.at(-1)).toBe(1000);
    const gaps = updates.slice(1).map((u, i) => u - updates[i]!);
    expect(gaps[0]).toBeGreaterThan(gaps.at(-1)! * 4);
    expect(new Set(pool.snapshots.map((s) => s.slot))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  it('fits into fewer slots: the first and the newest stay, in the first slots', () => {
    const pool = new SnapshotPool(6);
    for (let update = 0; update <= 100; update += 10) pool.add(update);
    const smaller = new SnapshotPool(3);
    smaller.load(pool.save());
    const old = smaller.fit(100);
    const kept = smaller.snapshots.map(({ update }) => update);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([3, 0, 100]);
    expect(smaller.snapshots.map(({ slot }) => slot)).toEqual([0, 1, 2]);
    expect(old).toEqual(kept.map((update) => pool.snapshots.find((one) => one.update === update)!.slot));
    expect([0, 1, 2]).toContain(smaller.add(110).slot);
  });

  it('draws half of the weight from the newest and more of the rest from the hard ones', () => {
    const pool = new SnapshotPool(8);
    for (let i = 0; i < 8; i++) pool.add(i);
    pool.record(0, 50, 100);
    for (let id = 1; id < 8; id++) pool.record(id, 95, 100);
    const weights = pool.weights().map((w) => w.weight);
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    expect(weights[7]! + weights[6]!).toBeGreaterThan(0.5);
    expect(weights[0]).toBeGreaterThan(5 * weights[1]!);
    expect(Math.min(...weights)).toBeGreaterThan(0);
  });

  it('forgets old results and survives saving', () => {
    const pool = new SnapshotPool(2);
    const { id } = pool.add(0);
    for (let i = 0; i < 10; i++) pool.record(id, 0, 100);
    for (let i = 0; i < 10; i++) pool.record(id, 100, 100);
    expect(pool.snapshots[0]!.score).toBeGreaterThan(0.9);
    const copy = new SnapshotPool(2);
    copy.load(JSON.parse(JSON.stringify(pool.save())));
    expect(copy.weights()).toEqual(pool.weights());
    expect(copy.add(5)).toEqual(pool.add(5));
  });
});
