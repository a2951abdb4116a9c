import { describe, expect, it } from 'vitest';
import type { MetricsRecord } from '../../checkpoints/lines.js';
import { lookAt, missing } from '../../test/web/chromium.js';
import { wonGames } from '../testing/won-games.js';
import { parseConfig } from './config.js';
import { measured } from './metrics.js';
import { summaryPage } from './summary.js';

/** A run of 40 updates that was measured against two agents with long names, in a game of four. */
function run({ cut }: { cut: boolean }): MetricsRecord[] {
  const agents = ['scripted:quartermaster', 'policy+lookahead:8:runs/of-another-night?rounds=2'];
  const against = (wins: number) =>
    Object.fromEntries(
      agents.map((agent, i) => {
        const games = wonGames(Array.from({ length: 20 }, (_, b) => Math.round(((b * 7) % (5 - i)) * wins)));
        if (cut) for (let n = 9; n < 80; n += 10) Object.assign(games[n]!, { truncated: true, ending: 'cap' });
        return [agent, measured(games)];
      }),
    );
  const rates = (wins: number) => {
    const made = against(wins);
    for (const one of Object.values(made)) one.firstRate = one.winRate.mean + (cut ? 0.1 : 0);
    return made;
  };
  const lines: MetricsRecord[] = [];
  for (let update = 1; update <= 40; update++) {
    const decisions = update * 12_800;
    const shared = { decisions, seconds: update, update, progress: update / 40 };
    lines.push({
      ...{
        ...shared,
        kind: 'update',
        phase: 'ppo',
        entropy: 2 - update / 40,
        entropy_fraction: 0.9,
        approx_kl: 0.01 * Math.sin(update) ** 2,
      },
      ...{ clip_fraction: 0, value_loss: 1 / update, explained_variance: Math.cos(update), episode_return_mean: 0 },
      ...{ truncated_fraction: cut ? 0.1 + update / 100 : 0, episode_length_mean: 100 + update, sps: 1e4 + update },
    });
    if (update % 8 === 0)
      lines.push({ ...shared, kind: 'evaluation', name: 'evaluation', score: 0, against: rates(0.5) });
  }
  lines.unshift({ decisions: 0, kind: 'report', name: 'start', update: 0, score: 0, against: rates(0.2) });
  lines.push({ decisions: 512_000, kind: 'report', name: 'end', update: 40, score: 0, against: rates(0.8) });
  return lines;
}

const config = parseConfig({ game: 'doomspire', preset: 'standard' });
const titles = (page: string) => [...page.matchAll(/<figcaption>([^<]*)</g)].map((match) => match[1]!);

describe('the summary page', () => {
  it('draws every curve once, and none of what never changes (finding 31)', () => {
    const page = summaryPage(config, run({ cut: false }));
    expect(new Set(titles(page)).size).toBe(titles(page).length);
    // Nothing was cut: first places are the wins.
    expect(titles(page).filter((title) => /First|truncated|clipped/.test(title))).toEqual([]);
    expect(page).toMatch(/Constant, so without a chart: .*clipped rows 0;.*truncated by the round cap 0\.0 %/);
    // The other axis has the same curves once more.
    const shown = page.replace(/<div class="by-minutes">[\s\S]*<h2>What the/, '');
    const curves = [
      ...shown.slice(shown.indexOf('<h2>Learning')).matchAll(/class="line"[^>]*><path [^>]*d="([^"]*)"/g),
    ].map((match) => match[1]);
    expect(new Set(curves).size).toBe(curves.length);
  });

  it('shows cuts and first places where there are cuts', () => {
    const page = summaryPage(config, run({ cut: true }));
    expect(titles(page)).toContain('First places, truncated games included');
    expect(titles(page)).toContain('Evaluated games truncated by the round cap');
    expect(new Set(titles(page)).size).toBe(titles(page).length);
  });

  it('has parity and intervals with the win rates, and no empty cell (finding 31)', () => {
    const page = summaryPage(config, run({ cut: false }));
    const figure = page.slice(page.indexOf('Win rate, with'), page.indexOf('</figure>'));
    expect(figure.match(/class="area"/g)?.length).toBe(2);
    expect(figure).toMatch(/stroke-dasharray="4 3"/);
    expect(figure).toContain('parity: 25.0 %');
    expect(page).not.toMatch(/<td><\/td>|NaN|Infinity|undefined/);
  });

  it('says what to look at first, how games ended, and shows a sample game', () => {
    const sample = { decisions: 512_000, against: 'random', lines: ['round 1', '  seat 0 (policy): go <north>'] };
    const page = summaryPage(config, run({ cut: true }), [], [], sample);
    expect(page).toMatch(/<p>Against \S+ it wins [\d.]+ % \[.*after 512,000 decisions, at first/);
    expect(page).toMatch(
      /of its games are truncated by the cap: it does not finish them \(mean of the last 10 updates\)\./,
    );
    expect(page).toContain('fame 90.0 %, cap 10.0 %');
    expect(page).toContain('seat 0 (policy): go &lt;north&gt;');
    const rising = run({ cut: false }).flatMap((line) =>
      line.kind === 'update'
        ? [{ ...line, kind: 'evaluation', name: 'evaluation', score: 0.1 + line.decisions / 1e6, against: {} }]
        : [],
    );
    expect(summaryPage(config, rising)).toContain('Evaluations still rise in the second half');
  });

  it('draws long runs with few points, and both axes', () => {
    const long = Array.from({ length: 2000 }, (_, i) => ({
      ...{ decisions: i * 1000, seconds: i ** 1.1, kind: 'update', phase: 'evolution', noise: 1 / (i + 1), update: i },
    }));
    const page = summaryPage(config, long);
    expect(titles(page)).toEqual(expect.arrayContaining(['Evolution: standard deviation of the changes, by minutes']));
    expect(page.length).toBeLessThan(120_000);
    expect(page).toContain('lowest to highest');
  });

  it('is there before anything was learned or measured', () => {
    expect(summaryPage(config, [])).toContain('nothing learned yet');
    const unmeasured = { decisions: 10, kind: 'evaluation', name: 'evaluation', update: 1, score: 0, against: {} };
    expect(summaryPage(config, [unmeasured])).not.toContain('NaN');
  });
});

describe.skipIf(missing)('in a browser', () => {
  it('nothing is wider than a phone, and no label leaves its chart', () =>
    lookAt(
      summaryPage(config, run({ cut: true })),
      [360, 420, 920, 1400].map((width) => ({ width })),
      ({ wide, clipped, charts }, width) => {
        expect(wide, `${width}`).toBeLessThanOrEqual(width);
        expect(clipped, `${width}`).toEqual([]);
        for (const chart of charts) expect(chart).toBeGreaterThan(300);
      },
    ));
});
