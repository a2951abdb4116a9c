import { describe, expect, it } from 'vitest';
import { pig } from '../test/paths.js';
import { simulateText } from './report.js';
import { histogram, type SimulateRequest, simulate } from './simulate.js';

const request: SimulateRequest = {
  game: pig,
  agents: ['random'],
  options: { players: 3, rounds: 4 },
  games: 200,
  seed: 9,
  workers: 0,
};
const total = (values: number[]) => values.reduce((a, b) => a + b, 0);

describe('simulate', () => {
  it('reports length, seats, endings and decisions, and the parts add up', async () => {
    const result = await simulate(request);
    expect(result.games).toBe(200);
    expect(total(Object.values(result.endings))).toBe(200);
    expect(result.endings['round cap']).toBeGreaterThan(0);
    expect(result.truncatedShare.mean).toBeCloseTo(result.endings['round cap']! / 200, 12);
    expect(total(result.seats.map((seat) => seat.firstShare.mean))).toBeCloseTo(1, 12);
    expect(total(result.seats.map((seat) => seat.winShare.mean))).toBeCloseTo(1 - result.truncatedShare.mean, 12);
    expect(total(result.prompts.map((prompt) => prompt.share))).toBeCloseTo(1, 12);
    expect(total(result.prompts.map((prompt) => prompt.decisions)) / 200).toBeCloseTo(result.decisions.mean, 12);
    expect(total(result.lengths.map((bar) => bar.games))).toBe(200);
    expect(result.rounds.p90).toBeLessThanOrEqual(4);
    expect(result.decisions.p10).toBeLessThanOrEqual(result.decisions.mean);
    for (const way of result.ways) expect(total(way.firsts)).toBeCloseTo(way.games, 9);
    // Start of a turn: one or two dice; later also hold.
    expect(result.prompts.map((prompt) => prompt.options).sort()).toEqual([2, 3]);
    const text = simulateText(result);
    expect(text).toContain('random in every seat');
    expect(text).toContain('round cap (truncated)');
  });

  it('reports by place in the turn order too', async () => {
    const result = await simulate(request);
    expect(result.byOrder.map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(total(result.byOrder.map((place) => place.firstShare.mean))).toBeCloseTo(1, 12);
    // The starter is drawn: it is in each seat a third of the time, and its share is its own.
    expect(result.byOrder.map((place) => place.winShare)).not.toEqual(result.seats.map((seat) => seat.winShare));
    const mean = total(result.byOrder.map((place) => place.meanReturn.mean));
    expect(mean).toBeCloseTo(total(result.seats.map((seat) => seat.meanReturn.mean)), 12);
    expect(simulateText(result)).toMatch(/^turn order +won +came first +mean return\n1st +/m);
    expect(result.rivalAhead).toBeNull();
  });

  it('leaves the turn order out of the text where it is that of the seats', async () => {
    const result = await simulate({ game: 'tic-tac-toe', agents: ['random'], games: 30, workers: 0 });
    expect(result.byOrder.map((place) => place.winShare)).toEqual(result.seats.map((seat) => seat.winShare));
    expect(simulateText(result)).not.toContain('turn order');
    expect(simulateText(result)).not.toContain('rival');
  });

  it('says how often a side that the rules play was ahead', async () => {
    const alone = await simulate({ game: 'islebound', agents: ['random'], games: 10, workers: 0 });
    expect(alone.rivalAhead!.mean + alone.seats[0]!.firstShare.mean).toBeCloseTo(1, 12);
    const options = { players: 2, ai: 'hard' };
    const beside = await simulate({ game: 'crown-of-ash', options, agents: ['random'], games: 30, workers: 0 });
    expect(beside.rivalAhead!.mean).toBeGreaterThan(0.5);
    expect(simulateText(beside)).toMatch(/^rival of the rules placed first +\d+\.\d % \[/m);
  });

  it('moves different agents over the seats', async () => {
    const result = await simulate({ ...request, agents: ['random', 'scripted:bold', 'random'], options: {} });
    expect(result.players).toBe(3);
    expect(result.byAgent.map(({ games }) => games)).toEqual([200, 200, 200]);
    expect(result.byAgent[1]!.firstShare.mean).toBeGreaterThan(1 / 3);
    expect(total(result.byAgent.map((agent) => agent.firstShare.mean))).toBeCloseTo(1, 12);
    expect(simulateText(result)).toContain('scripted:bold');
    await expect(simulate({ ...request, agents: ['random', 'random'] })).rejects.toThrow(/give 1 agent or 3/);
  });

  it('says the same for any number of threads', async () => {
    expect(await simulate({ ...request, workers: 2 })).toEqual(await simulate(request));
  });
});

describe('histogram', () => {
  it('counts everything once, whole numbers in equal bars', () => {
    const bars = histogram([1, 1, 2, 5, 30]);
    expect(total(bars.map((bar) => bar.games))).toBe(5);
    expect(bars[0]).toEqual({ from: 1, to: 3, games: 3 });
    expect(bars[bars.length - 1]!.to).toBeGreaterThanOrEqual(30);
    expect(histogram([7, 7])).toEqual([{ from: 7, to: 7, games: 2 }]);
    expect(histogram([])).toEqual([]);
  });
});
