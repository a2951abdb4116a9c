import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLadder } from '../../agents/ladder.js';
import type { List } from '../../env/list.js';
import { loadGame } from '../../env/load-game.js';
import { pig } from '../../test/paths.js';
import { scratch } from '../../test/scratch.js';
import type { GamesProgress } from '../pool.js';
import { graded, usualCandidates } from './candidates.js';
import { type LadderRequest, measureLadder, neighbourTables } from './ladder.js';
import { chooseRungs } from './rungs.js';
import { ladderText } from './text.js';

const folder = scratch('tabletop-ladder');

const rungs = (...ratings: number[]) => chooseRungs(ratings.map((mean) => ({ mean })));

const items = <T>(list: List<T>): T[] => Array.from({ length: list.length }, (_, i) => list.at(i)!);

describe('rungs', () => {
  it('are spread evenly over the ratings, whatever the order', () => {
    const even = Array.from({ length: 19 }, (_, i) => 50 * i);
    expect(rungs(...even)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
    const mixed = [0, ...even.slice(1).reverse()];
    expect(rungs(...mixed)).toEqual([0, 17, 15, 13, 11, 9, 7, 5, 3, 1]);
  });

  it('repeat an agent where nobody is nearer', () => {
    expect(rungs(0, 900)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    expect(rungs(0, 440, 460, 900)).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3, 3]);
    expect(rungs(5, 5)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('leave random play out where a player alone has all levels', () => {
    const ratings = [0, -90, 0, 90, 180, 270, 360, 450, 540, 630, 720].map((mean) => ({ mean }));
    expect(chooseRungs(ratings, 0, [9, 8, 7, 6, 5, 4, 3, 2, 1, 10])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // Full strength is the highest level, whatever luck says of who is a hair weaker.
    expect(chooseRungs(ratings, 0, [3, 10, 9])).toEqual([3, 3, 3, 3, 3, 9, 9, 9, 9, 9]);
  });

  it('begin with random play, whoever is weaker', () => {
    expect(rungs(0, -200, 900)).toEqual([0, 0, 0, 0, 0, 2, 2, 2, 2, 2]);
    expect(rungs(0, -200, -300)).toEqual(Array(10).fill(0));
  });
});

describe('neighbours', () => {
  /** Pairs that meet, with how often. */
  const meetings = (tables: number[][]) => {
    const met = new Map<string, number>();
    for (const table of tables) {
      const there = [...new Set(table)].sort((a, b) => a - b);
      for (const a of there) for (const b of there) if (a < b) met.set(`${a} ${b}`, (met.get(`${a} ${b}`) ?? 0) + 1);
    }
    return met;
  };

  it.each([
    [5, 2],
    [6, 4],
    [10, 4],
    [3, 4],
    [2, 3],
  ])('of %i agents meet at tables of %i', (agents, seats) => {
    const order = Array.from({ length: agents }, (_, i) => i);
    const tables = items(neighbourTables(order, seats, 6, 'x', new Set()));
    for (const table of tables) expect(table).toHaveLength(seats);
    const met = meetings(tables);
    for (let i = 0; i + 1 < agents; i++) expect(met.get(`${i} ${i + 1}`)).toBeGreaterThanOrEqual(6);
    if (seats === 2) expect(met.size).toBe(agents - 1);
  });

  it('who have met do not meet again, whoever was the stronger then', () => {
    const met = new Set<string>();
    neighbourTables([0, 1, 2, 3], 2, 6, 'x', met);
    expect(neighbourTables([3, 2, 1, 0], 2, 6, 'x', met)).toHaveLength(0);
    expect(new Set(items(neighbourTables([1, 0, 2, 3], 2, 6, 'x', met)).flat())).toEqual(new Set([0, 2]));
  });
});

const request: LadderRequest = {
  game: 'tic-tac-toe',
  agents: ['scripted:perfect', 'scripted:perfect?mistakes=0.5', 'scripted:simple'],
  blocks: 10,
  seed: 4,
  workers: 0,
};

describe('a ladder', () => {
  it('is the same with a state file, and read again as it was written', async () => {
    const ladder = await measureLadder(request);
    expect(await measureLadder({ ...request, state: path.join(folder, 'games.json') })).toEqual(ladder);
    const { game } = await loadGame('tic-tac-toe');
    const { repeat, ...measured } = ladder;
    const file = { ...measured, command: 'tabletop ladder tic-tac-toe' };
    expect(readLadder(JSON.stringify(file), 'ladder', game)).toEqual(file);

    expect(ladder.candidates.map(({ agent }) => agent).sort()).toEqual(['random', ...request.agents!].sort());
    // Everybody meets everybody in two deals, neighbours in ten more; a deal is played from both seats.
    expect(ladder.games).toBeGreaterThanOrEqual(2 * (6 * 2 + 3 * 10));
    expect(ladder.rungs[0]).toMatchObject({ level: 1, agent: 'random', rating: { mean: 0, low: 0, high: 0 } });
    expect(ladder.rungs[9]!.rating.mean).toBeGreaterThan(200);
    const ratings = ladder.rungs.map(({ rating }) => rating.mean);
    expect([...ratings].sort((a, b) => a - b)).toEqual(ratings);
    for (const [i, { agent, beats }] of ladder.rungs.entries())
      expect(beats === null).toBe(i === 0 || agent === ladder.rungs[i - 1]!.agent);
    expect(repeat).toEqual({ game: 'tic-tac-toe', options: {} });

    const text = ladderText(ladder);
    expect(text).toMatch(/^Ladder: tic-tac-toe \S+, 2 players, \d+ games; random play has the rating 0\n/);
    expect(text).toMatch(/^ +1 {2}random +0 +- +\d+$/m);
    expect(text).toMatch(/^Levels .* are one agent/m);
  });

  it.each([undefined, path.join(folder, 'told.json')])('says how many games each part has, no more', async (state) => {
    const told: GamesProgress[] = [];
    const { games } = await measureLadder({ ...request, state, onProgress: (progress) => told.push(progress) });
    const parts = [...new Set(told.map(({ part }) => part))];
    expect(parts.slice(0, 2)).toEqual(['everybody meets', 'neighbours meet, pass 1 of at most 4']);
    const last = parts.map((part) => told.findLast((one) => one.part === part)!);
    expect(last.every(({ done, total, secondsLeft }) => done === total && secondsLeft === 0)).toBe(true);
    expect(last.reduce((sum, { total }) => sum + total, 0)).toBe(games);
    for (const { done, total, part } of told) {
      expect(total).toBe(last[parts.indexOf(part)]!.total);
      expect(done > 0 && done <= total).toBe(true);
    }
  });

  it('has the usual candidates beside what a run brings', async () => {
    const also = ['scripted:perfect?mistakes=0.35'];
    const few = { ...request, blocks: 1, workers: 0 };
    const { candidates } = await measureLadder({ ...few, agents: undefined, also });
    const usual = await usualCandidates(await loadGame('tic-tac-toe'));
    expect(candidates.map(({ agent }) => agent).sort()).toEqual([...usual, ...also].sort());
    const named = await measureLadder({ ...few, agents: ['scripted:simple'], also });
    expect(named.candidates.map(({ agent }) => agent).sort()).toEqual(['random', ...also, 'scripted:simple'].sort());
  });

  it('is measured by scores where a game has one seat', async () => {
    const ladder = await measureLadder({
      ...{ game: 'cartpole', agents: ['scripted:lean', 'scripted:balance'], blocks: 5, workers: 0 },
    });
    expect(ladder.players).toBe(1);
    expect(ladder.rungs[0]!.agent).toBe('random');
    expect(ladder.rungs[9]!.agent).toBe('scripted:balance');
  });

  it('is refused without anybody to choose from, and with an agent given twice', async () => {
    await expect(measureLadder({ ...request, agents: ['random'] })).rejects.toThrow('no agents but random play');
    await expect(measureLadder({ ...request, agents: ['search:1', 'search:1'] })).rejects.toThrow('given twice');
    await expect(measureLadder({ ...request, blocks: 0 })).rejects.toThrow('blocks is 0');
  });
});

describe('candidates where nobody is named', () => {
  const of = async (name: string) => usualCandidates(await loadGame(name));

  it('are scripted players, softly or with mistakes, and searches', async () => {
    expect(await of('tic-tac-toe')).toEqual([
      ...['random', 'scripted:simple', 'scripted:perfect'],
      ...[0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1].map((share) => `scripted:perfect?mistakes=${share}`),
      ...[1, 4, 16, 64, 256].map((simulations) => `search:${simulations}`),
    ]);
  });

  it('are the shipped player at several difficulties where there is one', async () => {
    const list = await of('doomspire');
    expect(list).toEqual(expect.arrayContaining([...graded('player'), 'scripted:mixed']));
    expect(list.filter((agent) => agent.includes('?temperature=')).length).toBeGreaterThan(3);
    expect(list.filter((agent) => agent.startsWith('search:'))).toEqual([]);
  });

  it('are shares of looking ahead too, of a player alone that does', () => {
    const ahead = ['file:a?attention=0.1', 'file:a?attention=0.25', 'file:a?attention=0.5', 'file:a?attention=0.75'];
    expect(graded('file:a', true, true).slice(-6)).toEqual(['file:a?topk=1', ...ahead, 'file:a']);
    expect(graded('file:a', true)).toEqual(graded('file:a', true, true).filter((agent) => !ahead.includes(agent)));
  });

  it("are the bots of a module's own", async () => {
    const list = await of(pig);
    expect(list.filter((agent) => /^scripted:[^?]*$/.test(agent)).length).toBeGreaterThan(0);
    expect(list).toContain('search:16');
  });
});
