import { describe, expect, it } from 'vitest';
import { loadAgent } from '../../agents/spec/load.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { playMatch } from '../match.js';
import { BoundAgent } from './bound.js';
import { compareOptions } from './compare.js';
import { comparisonCsv, reportCsv } from './csv.js';
import { choiceName } from './names.js';
import { comparisonPage, reportPage } from './page.js';
import { fullReport, gameReport } from './report.js';
import { openReport } from './report-service.js';

const pig = new URL('../../docs/examples/pig.ts', import.meta.url).pathname;
const small = { games: 40, looks: 6, playouts: 4, effects: 2, workers: 0 };

describe('a report', () => {
  it('is the same whatever the number of threads, and has every section', async () => {
    const request = { game: pig, ...small };
    const here = await fullReport(request);
    expect(await fullReport({ ...request, workers: 2 })).toEqual(here);
    const { levels, first: _, ...rest } = await gameReport({ game: pig, games: 40, workers: 0 });
    expect(here).toMatchObject(rest);
    expect(levels).toEqual(here.levels);
    expect(here.levels.map(({ agent }) => agent)).toEqual(['random', 'scripted:bold', 'scripted:cautious']);
    expect(here.skill.map(({ agent, against }) => [agent, against])).toEqual([
      ['scripted:cautious', 'random'],
      ['scripted:cautious', 'scripted:bold'],
    ]);
    expect(here.decided!.rounds.length).toBeGreaterThan(2);
    expect(here.choices.length).toBeGreaterThan(1);
    expect(here.effects.every(({ deals }) => deals === 40)).toBe(true);
    const page = reportPage(here, 'tabletop report');
    expect(page).toBe(reportPage(here, 'tabletop report'));
    for (const title of [
      'Who wins',
      'Does skill matter',
      'When games are decided',
      'What is chosen',
      'What goes along',
      'What choices do',
    ])
      expect(page).toContain(`<h2>${title}`);
    expect(page).not.toMatch(/NaN|undefined|Infinity|<script/);
    const csv = reportCsv(here).split('\r\n');
    expect(new Set(csv.slice(1).map((row) => row.split(',')[0]))).toEqual(
      new Set([
        'turn order',
        'seat',
        'skill',
        'ending',
        'length',
        'decided',
        'comeback',
        'choice',
        ...(here.associations.length > 0 ? ['association'] : []),
        ...(here.effects.length > 0 ? ['effect'] : []),
        '',
      ]),
    );
    expect(csv.slice(1, -1).every((row) => row.split(',').length >= 10)).toBe(true);
  });

  it('tells who plays alone how often it wins', async () => {
    const report = await fullReport({ game: 'islebound', agents: ['scripted:mixed'], ...small, games: 12, looks: 3 });
    expect(report).toMatchObject({ players: 1, parity: 1 });
    expect(reportPage(report, 'tabletop report')).toMatch(/<th>Player<\/th>\s*<th>Won<\/th>/);
    expect(report.decided!.rounds.at(-1)!.favourite.mean).toBeGreaterThan(0.5);
  });

  it('refuses what is no number of games, and unknown agents', async () => {
    await expect(fullReport({ game: pig, ...small, games: 1 })).rejects.toThrow(UserError);
    await expect(fullReport({ game: pig, ...small, agents: ['wizard'] })).rejects.toThrow(UserError);
  });
});

describe('a game of a report', () => {
  it('names what was chosen, what was open, and what the rules reached', async () => {
    const games = await openReport({ game: 'doomspire', options: {}, agent: 'scripted:mixed' });
    const { outcome, seats } = games.watch({ seed: '1/0', opening: 0, offers: true, heat: false });
    const times = (counts: Record<string, number[]>) => Object.values(counts).flat().length;
    expect(seats.reduce((sum, { choices }) => sum + times(choices), 0)).toBe(outcome.decisions);
    for (const { choices, offered } of seats)
      for (const [name, rounds] of Object.entries(choices)) {
        expect(offered![0][name]).toBeGreaterThanOrEqual(1);
        expect(Math.max(...rounds)).toBeLessThanOrEqual(outcome.rounds);
      }
    expect(seats.some(({ landmarks }) => Object.keys(landmarks).length > 3)).toBe(true);
    expect(games.watch({ seed: '1/0', opening: 0, offers: true, heat: false })).toEqual({ outcome, seats });
  });

  it('plays on from the rounds that were asked for, and the game itself as ever', async () => {
    const games = await openReport({ game: 'doomspire', options: {}, agent: 'scripted:mixed' });
    const { outcome } = games.watch({ seed: '1/0', opening: 0, offers: false, heat: false });
    const looked = games.look({ seed: '1/0', opening: 0, rounds: [1, outcome.rounds], playouts: 5 });
    expect(looked.outcome).toEqual(outcome);
    expect(looked.looks.map(({ round }) => round)).toEqual([1, outcome.rounds]);
    for (const { wins } of looked.looks) expect(wins.reduce((a, b) => a + b, 0)).toBeCloseTo(5);
  });
});

describe('who is bound', () => {
  it.each(['random', 'scripted:mixed'])('never makes the choice, or always (%s)', async (spec) => {
    const { game, bots } = await loadGame('doomspire');
    const env = new TurnEnv(game);
    const make = await loadAgent(spec, { game, bots, options: env.options });
    for (const mode of ['never', 'always'] as const) {
      let open = 0;
      let made = 0;
      const bound = new BoundAgent(make(), { choice: 'end the turn', mode }, game.actions);
      const witness = ({ state, actor, mask }: TurnEnv, action: number) => {
        if (actor !== 0) return;
        const names = [...mask.keys()].filter((a) => mask[a] === 1).map((a) => choiceName(state.actionText(a)));
        if (!names.includes('end the turn') || names.every((name) => name === 'end the turn')) return;
        open++;
        if (choiceName(state.actionText(action)) === 'end the turn') made++;
      };
      playMatch(env, [bound, make(), make(), make()], '7', { witness });
      expect(open).toBeGreaterThan(3);
      expect(made).toBe(mode === 'never' ? 0 : open);
    }
  });
});

describe('a comparison', () => {
  it('of a game with itself on the same deals finds no difference at all', async () => {
    const result = await compareOptions({ game: 'tic-tac-toe', others: {}, agent: 'random', games: 30, workers: 0 });
    expect(result.measures.every(({ p, difference }) => p === 1 && difference.mean === 0)).toBe(true);
    expect(result.findings.at(-1)).toBe('Both sets are the same options, so each deal gave the same game twice.');
    expect(comparisonPage(result, 'tabletop report')).not.toMatch(/NaN|undefined|Infinity/);
    expect(comparisonCsv(result)).toContain('second minus first');
  });

  it('of a game with itself on other deals is significant at most 3 times of 20', async () => {
    let significant = 0;
    for (let i = 0; i < 20; i++) {
      const { measures } = await compareOptions({
        ...{ game: 'tic-tac-toe', others: {}, agent: 'random', games: 100, workers: 0 },
        ...{ seed: `a${i}`, otherSeed: `b${i}` },
      });
      if (measures.some(({ corrected }) => corrected < 0.05)) significant++;
    }
    expect(significant).toBeLessThanOrEqual(3);
  }, 60_000);

  it('finds what an option changes', async () => {
    const request = { game: 'fuzzy-knights', agent: 'random', games: 12, workers: 0 };
    const result = await compareOptions({ ...request, options: { maxDays: 6 }, others: { maxDays: 3 } });
    const rounds = result.measures.find(({ name }) => name === 'rounds')!;
    expect(rounds).toMatchObject({ difference: { mean: -3 } });
    expect(rounds.corrected).toBeLessThan(0.01);
    expect(result.findings.join(' ')).toMatch(/Rounds: 6\.0 with the first, 3\.0 with the second/);
  });

  it('refuses sets with other numbers of seats', async () => {
    const request = { game: 'fuzzy-knights', agent: 'random', games: 4, workers: 0 };
    await expect(compareOptions({ ...request, others: { players: 3 } })).rejects.toThrow(/4 seats .* and 3/);
  });
});
