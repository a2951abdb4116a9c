import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pig } from '../test/paths.js';
import { scratch } from '../test/scratch.js';
import { gainOf, playDeals, returnEstimate, winEstimate } from './deals.js';
import { differentGames } from './different-games.js';
import { evaluate } from './evaluate.js';
import { compareOptions } from './game-report/compare.js';
import { fullReport, gameReport } from './game-report/report.js';
import { measureLadder } from './ladder/ladder.js';
import type { Outcome } from './outcome.js';
import { evaluatePanel } from './panel.js';
import { evaluateText, tournamentText } from './report.js';
import { pairedTest } from './statistics.js';
import { untimed } from './testing/untimed.js';
import { tournament } from './tournament.js';

const folder = scratch('tabletop-different');
const own = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tic-tac-toe with players that draw nothing. */
const module = join(folder, 'fixed.mts');
writeFileSync(
  module,
  `export { game } from '${own('../games/tic-tac-toe/game.ts')}';
  const fixed = (name, act) => () => ({ name, reset() {}, act });
  export const bots = {
    first: fixed('first', ({ mask }) => mask.indexOf(1)),
    last: fixed('last', ({ mask }) => mask.lastIndexOf(1)),
  };`,
);

const request = {
  ...{ game: module, agent: 'scripted:first', against: ['scripted:last'], blocks: 40, seed: 3, workers: 0 },
};

/** Tic-tac-toe in which a coin says who begins, as a game whose only luck that is. */
const coin = join(folder, 'coin.mts');
writeFileSync(
  coin,
  `import { game as base } from '${own('../games/tic-tac-toe/game.ts')}';
  export const game = {
    ...base,
    streams: ['coin'],
    newState(options, chance) {
      chance.draw(0, 2);
      return base.newState(options, chance);
    },
  };
  const fixed = (name, act) => () => ({ name, reset() {}, act });
  export const bots = {
    first: fixed('first', ({ mask }) => mask.indexOf(1)),
    last: fixed('last', ({ mask }) => mask.lastIndexOf(1)),
  };`,
);

describe('games whose luck leaves hardly any different', () => {
  it('count all, and are said to', async () => {
    const result = await evaluate({ ...request, game: coin });
    expect(result).toMatchObject({ games: 80, alike: 2 });
    expect(result).not.toHaveProperty('different');
    expect(evaluateText(result)).toMatch(
      /^2 different games among 80: between these players the luck of the rules leaves no more\. All of them count/m,
    );
    expect(await evaluate({ ...request, game: coin, agent: 'random' })).not.toHaveProperty('alike');
  });
});

describe('games that are the same', () => {
  it('count once, and are said to', async () => {
    const result = await evaluate({ ...request, openings: 0 });
    expect(result).toMatchObject({ blocks: 40, games: 80, different: 2, interval: 'Wilson over games' });
    expect(result.winRate.high - result.winRate.low).toBeGreaterThan(0.6);
    expect(result.bySeat.map(({ games }) => games)).toEqual([1, 1]);
    expect(evaluateText(result)).toContain('2 different games among 80');
    expect(evaluateText(result)).toContain('use --openings 4');
  });

  it('begin with random moves by default', async () => {
    const result = await evaluate(request);
    expect(result).toMatchObject({ blocks: 40, games: 80, openings: 1 });
    expect(result.different).toBeGreaterThan(10);
    expect(evaluateText(result)).toContain('Games began with up to 1 random move,');
    const asked = await evaluate({ ...request, openings: 3 });
    expect(asked.openings).toBe(3);
    expect(asked.different ?? 80).toBeGreaterThan(result.different!);
  });

  it('stay out of a sequential test', async () => {
    const test = { ...request, agent: 'scripted:first', sprt: { elo1: 100 } };
    const { sprt } = await evaluate({ ...test, openings: 0 });
    expect(sprt).toMatchObject({ blocks: 1, verdict: 'undecided' });
    expect(sprt!.llr).not.toBeNaN();
  });

  it('go on from a file as if never stopped', async () => {
    const state = join(folder, 'state.json');
    await evaluate({ ...request, blocks: 5, state });
    expect(untimed(await evaluate({ ...request, state }))).toEqual(untimed(await evaluate(request)));
    await expect(evaluate({ ...request, state, openings: 2 })).rejects.toThrow('another openings');
  });

  it('are independent draws where a player or the rules draw', async () => {
    const drawn = await evaluate({ ...request, against: ['random'] });
    expect(drawn).not.toHaveProperty('different');
    expect(drawn).not.toHaveProperty('openings');
    const luck = await evaluate({
      game: pig,
      agent: 'scripted:bold',
      against: ['scripted:bold'],
      blocks: 5,
      workers: 0,
    });
    expect(luck).not.toHaveProperty('different');
    expect(luck).not.toHaveProperty('openings');
  });

  it('count once where agents are compared deal by deal', async () => {
    const { agent, game, seed, workers } = request;
    const against = 'scripted:last';
    const found = await playDeals({ game, agent, against, deals: 40, seed, workers });
    const same = await evaluate(request);
    expect(found).toMatchObject({ games: 80, different: same.different, openings: 1 });
    expect(winEstimate(found)).toEqual(same.winRate);
    expect(returnEstimate(found)).toEqual(same.meanReturn);
    // Deals in which one of them has played a new game.
    const random = await playDeals({ game, agent: 'random', against, deals: 40, seed, workers });
    const deals = { deals: found.wins, kept: found.kept };
    expect(gainOf({ deals: random.wins, kept: random.kept }, deals)).toEqual(
      pairedTest(random.wins, found.wins).difference,
    );
    expect(gainOf(deals, deals)).toEqual({ mean: 0, low: 0, high: 0 });
  });

  it('count once in a panel, a tournament, a ladder and a report', async () => {
    const { agent, game, blocks, seed, workers } = request;
    const agents = ['scripted:first', 'scripted:last', 'random'];
    const panel = await evaluatePanel({
      ...{ agent, game, blocks, seed, workers, openings: 0 },
      panel: [{ agent: 'scripted:last', about: '' }],
    });
    expect(panel).toMatchObject({ games: 80, different: 2 });
    expect(panel.mean).toEqual(panel.rows[0]!.winRate);
    const common = { game, blocks: 8, seed, workers };
    const played = await tournament({ ...common, agents, openings: 0 });
    expect(played.payoff[0]![1]!.games).toBe(2);
    expect(played.payoff[0]![2]!.games).toBeGreaterThanOrEqual(16);
    expect(tournamentText(played)).toContain(`${played.different} different games among ${played.games}`);
    const { openings, ...opened } = await tournament({ ...common, agents });
    expect(openings).toBe(1);
    expect(opened.payoff[0]![1]!.games).toBeGreaterThan(2);
    const ladder = await measureLadder({ ...common, agents: agents.slice(0, 2), openings: 0 });
    expect(ladder.different).toBeLessThan(ladder.games);
    const report = await gameReport({ game, agents: ['scripted:first'], games: 30, seed, workers });
    const [level] = report.levels;
    expect(level).toMatchObject({ openings: 1, different: 8 });
    expect(report.first.slice(0, 2).join()).toContain('8 different games among 30');
    const full = await fullReport({
      ...{ game, agents: ['scripted:first'], games: 30, seed, workers, looks: 30, playouts: 2, effects: 1 },
    });
    expect(full.levels[0]).toEqual(level);
    expect(full.decided!.games).toBe(8);
    const both = await compareOptions({ game, others: {}, agent: 'scripted:first', games: 30, workers });
    expect(both.findings[1]).toContain('18 different games among 60');
    expect(both.first.rounds).toEqual(both.second.rounds);
  });
});

describe('differentGames', () => {
  const game = (line?: [number, number]) => [{ line } as Outcome];
  const block = { seed: '', seatings: [[0, 1]] };
  const kept = (...played: Outcome[][]) =>
    differentGames(
      played.map(() => block),
      played,
    ).kept;

  it('leaves out what was played before from the same first moves', () => {
    expect(kept(game([0, 1]), game([0, 1]), game([2, 3]), game([2, 3]))).toEqual([0, 2]);
  });

  it('counts more games than fit on a stack', () => {
    const many = Array.from({ length: 200_000 }, () => game());
    expect(differentGames({ length: many.length, at: () => block }, many).played).toHaveLength(200_000);
  });

  it('keeps all where one first move led to different games, or luck was drawn', () => {
    expect(kept(game([0, 1]), game([0, 1]), game([0, 2]))).toEqual([0, 1, 2]);
    expect(kept(game([0, 1]), game([0, 1]), game())).toEqual([0, 1, 2]);
  });
});
