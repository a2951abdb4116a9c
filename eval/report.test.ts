import { describe, expect, it } from 'vitest';
import { alignTable, evaluateText, rateText, sprtText, tournamentText } from './report.js';
import { sprt } from './statistics.js';
import type { TournamentResult } from './tournament.js';

const rate = { mean: 0.4567, low: 0.401, high: 0.512 };
const spread = { mean: 16.123, p10: 12, p90: 20.5 };

describe('texts', () => {
  it('lines columns up', () => {
    expect(
      alignTable([
        ['a', '1', 'x'],
        ['long', '23', ''],
      ]),
    ).toBe('a      1  x\nlong  23');
    expect(rateText(rate)).toBe('45.7 % [40.1, 51.2]');
  });

  it('tells tests in one line', () => {
    expect(sprtText(sprt([0.25], { h0: 0.25, h1: 0.3 }))).toMatch(
      /^undecided after 1 block \(log-likelihood ratio .*2\.94\)$/,
    );
  });

  it('prints an evaluation whole', () => {
    const text = evaluateText({
      game: 'pig',
      version: '1',
      agent: 'policy:runs/a',
      against: ['random'],
      players: 2,
      parity: 0.5,
      blocks: 50,
      games: 100,
      seed: '1',
      winRate: rate,
      firstRate: rate,
      truncatedShare: { mean: 0, low: 0, high: 0.04 },
      meanReturn: { mean: -0.1, low: -0.2, high: 0 },
      interval: 'bootstrap over blocks',
      rounds: spread,
      decisions: spread,
      bySeat: [{ seat: 0, games: 50, winRate: rate, firstRate: rate, meanReturn: 0.25 }],
      endings: { target: 75, 'round cap': 25 },
      effort: [
        {
          agent: 'search:100',
          decisions: 3201,
          simulations: 47.2,
          milliseconds: { mean: 55.04, median: 40.1, p90: 120.4 },
        },
        { agent: 'random', decisions: 1, simulations: null, milliseconds: { mean: 0.011, median: 0.0104, p90: 0.02 } },
        { agent: 'policy:runs/a', decisions: 0, simulations: null, milliseconds: null },
      ],
      repeat: { game: 'pig', options: {} },
    });
    expect(text).toBe(
      [
        'policy:runs/a against random: pig 1, 2 players',
        '100 games in 50 blocks, 95 % intervals (bootstrap over blocks)',
        '',
        'won          45.7 % [40.1, 51.2]  parity 50.0 %',
        'came first   45.7 % [40.1, 51.2]  truncated games included',
        'truncated    0.0 % [0.0, 4.0]',
        'mean return  -0.100 [-0.200, 0.000]',
        'rounds       16.1 (10 % below 12, 10 % above 20.5)',
        'decisions    16.1 (10 % below 12, 10 % above 20.5)',
        'endings      target 75.0 %, round cap 25.0 %',
        '',
        'seat  games                  won           came first  mean return',
        '0        50  45.7 % [40.1, 51.2]  45.7 % [40.1, 51.2]        0.250',
        '',
        'search:100:     47 simulations, 55 ms per decision (median 40, 90 % below 120), 3201 decisions',
        'random:         0.011 ms per decision (median 0.01, 90 % below 0.02), 1 decision',
        'policy:runs/a:  not noted in these games',
      ].join('\n'),
    );
  });

  it('orders the payoff table as the ratings, and tells what a rating hides', () => {
    const standing = { blocks: 1, games: 4, winRate: rate, firstRate: rate, meanPlace: 1.5, meanReturn: 0 };
    const cell = { mean: 0.75, low: 0.6, high: 0.9, games: 4 };
    const result: TournamentResult = {
      game: 'pig',
      version: '1',
      agents: ['weak', 'strong'],
      players: 2,
      blocks: 1,
      games: 4,
      seed: '1',
      anchor: 'weak',
      byRewards: false,
      ratings: [
        { agent: 'strong', mean: 1200.4, low: 1100, high: 1300, games: 4, error: 50 },
        { agent: 'weak', mean: 1000, low: 1000, high: 1000, games: 4, error: 0 },
      ],
      bounded: false,
      payoff: [
        [null, { ...cell, mean: 0.25 }],
        [cell, null],
      ],
      standings: [
        { agent: 'weak', ...standing },
        { agent: 'strong', ...standing },
      ],
      cycles: [['a', 'b', 'c']],
      truncatedShare: rate,
      rounds: spread,
      decisions: spread,
      endings: { target: 4 },
      effort: [{ agent: 'weak', decisions: 8, simulations: 2.25, milliseconds: null }],
      repeat: { game: 'pig', options: {} },
    };
    const text = tournamentText(result);
    const lines = text.split('\n');
    expect(lines[3]).toMatch(/^1 {2}strong {4}1200 {3}1100 to 1300/);
    expect(text).toMatch(/^1 {2}strong +- {2}75 \[60, 90\]$/m);
    expect(text).toMatch(/^2 {2}weak +25 \[60, 90\] +-$/m);
    expect(text).toContain('weak:  2.3 simulations, 8 decisions');
    expect(text).toContain('never lost');
    expect(text).toContain('a beats b, which beats c, which beats a');
    expect(text).not.toContain('how much more');
    const rewards = tournamentText({ ...result, byRewards: true });
    expect(rewards).toMatch(/mean return.*\n1 {2}strong.* 0\.000 {6}4\n/);
    expect(rewards).toContain('not how much more: what an agent earns is its mean return.');
  });
});
