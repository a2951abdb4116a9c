import { describe, expect, it } from 'vitest';
import { pig } from '../../test/paths.js';
import { addHeat, type HeatMap, heatOf, heatPlaces, heatWords, hottest } from './heat.js';
import { reportPage } from './page.js';
import { fullReport } from './report.js';
import { openReport, reportMethods } from './report-service.js';

const board: HeatMap['board'] = {
  kind: 'board',
  title: 'Board',
  size: [2, 1],
  places: [
    { name: 'a1', at: [0, 0], shape: 'round' },
    { name: 'b1', at: [1, 0] },
  ],
};
const map: HeatMap = {
  ...{ games: 2, choices: 50, rounds: 10, board },
  places: { a1: { choices: 5, pieces: 20, ends: 1 } },
};

describe('numbers of a heat map', () => {
  it('are of a hundred choices, a round and a game', () => {
    expect((['choices', 'pieces', 'ends'] as const).map((measure) => heatOf(map, 'a1', measure))).toEqual([10, 2, 0.5]);
    expect(heatOf(map, 'constructor', 'choices')).toBe(0);
    expect(hottest(map, 'choices')).toBe(10);
    expect(hottest({ ...map, places: {} }, 'choices')).toBe(0);
  });

  it('add up', () => {
    const more = { ...map, places: { a1: map.places.a1!, b1: { choices: 1, pieces: 2, ends: 3 } } };
    expect(addHeat(null, map)).toBe(map);
    expect(addHeat(map, more)).toEqual({
      ...{ games: 4, choices: 100, rounds: 20, board },
      places: { a1: { choices: 10, pieces: 40, ends: 2 }, b1: { choices: 1, pieces: 2, ends: 3 } },
    });
  });

  it('become places to draw, and words', () => {
    const places = heatPlaces(map, 'choices', 20);
    expect(places).toEqual([
      { name: 'a1', x: 0, y: 0, width: 1, height: 1, round: true, share: 0.5, written: '10' },
      { name: 'b1', x: 1, y: 0, width: 1, height: 1, round: false, share: 0, written: '' },
    ]);
    expect(heatWords(places)).toBe('a1: 10; b1: 0');
    expect(heatPlaces(map, 'choices', 0).map(({ share }) => share)).toEqual([0, 0]);
  });
});

describe('where it happens, in a report', () => {
  const request = { agents: ['random'], games: 12, looks: 0, playouts: 2, effects: 0 };

  it('is counted over the games that differ, and drawn', async () => {
    const report = await fullReport({ game: 'connect-four', ...request, workers: 0 });
    const heat = report.heat!;
    const [{ decisions, games }] = report.levels as [(typeof report.levels)[number]];
    expect(heat.games).toBe(games);
    expect(heat.choices).toBeCloseTo(decisions.mean * games);
    const ends = Object.values(heat.places).reduce((sum, place) => sum + place.ends, 0);
    // Each choice drops one disc.
    expect(ends).toBe(heat.choices);
    const page = reportPage(report, 'tabletop report');
    expect(page).toContain('<h2>Where it happens</h2>');
    expect(page.match(/<svg role="img"[^>]*(choices|pieces)[^>]*: most at /g)).toHaveLength(3);
  });

  it('travels between processes', async () => {
    const { watch } = await openReport({ game: 'connect-four', options: {}, agent: 'random' });
    const watched = watch({ seed: '1/0', opening: 0, offers: false, heat: true });
    expect(watched.heat!.games).toBe(1);
    expect(reportMethods.watch.answer.parse(watched)).toEqual(watched);
  });

  it('is left out where the picture has no board', async () => {
    const report = await fullReport({ game: pig, ...request, workers: 0 });
    expect(report.heat).toBeNull();
    expect(reportPage(report, 'tabletop report')).not.toContain('Where it happens');
  });
});
