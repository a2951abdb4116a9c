import { describe, expect, it } from 'vitest';
import { pig } from '../../test/paths.js';
import { gameReport, type ReportRequest } from './report.js';
import { histogram } from './summary.js';
import { gameReportText } from './text.js';

const request: ReportRequest = {
  game: pig,
  agents: ['random'],
  options: { players: 3, rounds: 4 },
  games: 200,
  seed: 9,
  workers: 0,
};
const total = (values: number[]) => values.reduce((a, b) => a + b, 0);

/** The games of a report of one level, and its text. */
async function played(request: ReportRequest) {
  const report = await gameReport({ ...request, agents: ['random'], workers: 0 });
  return { result: report.levels[0]!, text: gameReportText(report) };
}

describe('the games of a level', () => {
  it('reports length, seats, endings and decisions, and the parts add up', async () => {
    const { result, text } = await played(request);
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
    expect(text).toContain('random in every seat');
    expect(text).toContain('round cap (truncated)');
  });

  it('reports by place in the turn order too', async () => {
    const { result, text } = await played(request);
    expect(result.byOrder.map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(total(result.byOrder.map((place) => place.firstShare.mean))).toBeCloseTo(1, 12);
    // The starter is drawn: it is in each seat a third of the time, and its share is its own.
    expect(result.byOrder.map((place) => place.winShare)).not.toEqual(result.seats.map((seat) => seat.winShare));
    const mean = total(result.byOrder.map((place) => place.meanReturn.mean));
    expect(mean).toBeCloseTo(total(result.seats.map((seat) => seat.meanReturn.mean)), 12);
    expect(text).toMatch(/^turn order +won +came first +mean return\n1st +/m);
    expect(result.rivalAhead).toBeNull();
  });

  it('leaves the turn order out of the text where it is that of the seats', async () => {
    const { result, text } = await played({ game: 'tic-tac-toe', games: 30 });
    expect(result.byOrder.map((place) => place.winShare)).toEqual(result.seats.map((seat) => seat.winShare));
    expect(text).not.toMatch(/^turn order/m);
    expect(text).not.toContain('rival');
  });

  it('says how often a side that the rules play was ahead', async () => {
    const { result: alone } = await played({ game: 'islebound', games: 10 });
    expect(alone.rivalAhead!.mean + alone.seats[0]!.firstShare.mean).toBeCloseTo(1, 12);
    const options = { players: 2, ai: 'hard' };
    const { result: beside, text } = await played({ game: 'crown-of-ash', options, games: 30 });
    expect(beside.rivalAhead!.mean).toBeGreaterThan(0.5);
    expect(text).toMatch(/^rival of the rules placed first +\d+\.\d % \[/m);
  });

  it('says the same for any number of threads', async () => {
    expect(await gameReport({ ...request, workers: 2 })).toEqual(await gameReport(request));
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
