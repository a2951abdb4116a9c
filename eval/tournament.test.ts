import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { List } from '../env/list.js';
import { UserError } from '../env/user-error.js';
import { pig } from '../test/paths.js';
import { scratch } from '../test/scratch.js';
import { lineUps } from './line-ups.js';
import { tournamentText } from './report.js';
import { untimed } from './testing/untimed.js';
import { type TournamentRequest, tournament } from './tournament.js';

const folder = scratch('tabletop-tournament');

function meetings(list: number[][], agents: number): number[] {
  const counts: number[] = [];
  for (let a = 0; a < agents; a++)
    for (let b = a + 1; b < agents; b++)
      counts.push(list.filter((table) => table.includes(a) && table.includes(b)).length);
  return counts;
}

/** The first items of a list. */
const items = <T>(list: List<T>, count = list.length): T[] => Array.from({ length: count }, (_, i) => list.at(i)!);

describe('lineUps', () => {
  it.each([
    [6, 4],
    [8, 4],
    [5, 3],
    [7, 2],
    [4, 4],
  ])('%i agents at tables of %i: all pairs meet about equally often', (agents, seats) => {
    const list = items(lineUps(agents, seats, 25, 'x'));
    const counts = meetings(list, agents);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(25);
    expect(Math.max(...counts)).toBeLessThanOrEqual(27);
    for (const table of list) expect(new Set(table).size).toBe(seats);
    const sat = Array.from({ length: agents }, (_, a) => list.filter((table) => table.includes(a)).length);
    expect(Math.max(...sat) - Math.min(...sat)).toBeLessThanOrEqual(2);
  });

  it('seats all agents where they are fewer than the seats, and shares out the rest', () => {
    const list = items(lineUps(3, 4, 30, 'x'));
    expect(list).toHaveLength(30);
    const seats = [0, 0, 0];
    for (const table of list) {
      expect(new Set(table).size).toBe(3);
      for (const agent of table) seats[agent]!++;
    }
    expect(seats).toEqual([40, 40, 40]);
    expect([...lineUps(2, 4, 1, 'x').at(0)!].sort()).toEqual([0, 0, 1, 1]);
  });

  it('begins a longer list with the shorter one', () => {
    const short = lineUps(5, 4, 4, 'y');
    expect(items(lineUps(5, 4, 9, 'y'), short.length)).toEqual(items(short));
    expect(items(lineUps(5, 4, 9, 'z'), short.length)).not.toEqual(items(short));
  });

  it('are those of a thousand meetings over again where there are more', () => {
    const [thousand, few, many] = [1000, 7, 2_000_007].map((meetings) => lineUps(3, 2, meetings, 'x'));
    expect(many!.length).toBe(2000 * thousand!.length + few!.length);
    expect(many!.at(1234 * thousand!.length + 5)).toEqual(thousand!.at(5));
    expect(many!.at(many!.length - 1)).toEqual(few!.at(few!.length - 1));
    expect(many!.at(many!.length)).toBeUndefined();
  });
});

const request: TournamentRequest = {
  game: pig,
  agents: ['random', 'scripted:bold', 'scripted:cautious'],
  blocks: 20,
  seed: 3,
  workers: 0,
};

describe('tournament', () => {
  it('rates, with a table that agrees with itself', async () => {
    const result = await tournament(request);
    expect(result).toMatchObject({ game: 'pig', players: 2, anchor: 'scripted:bold', bounded: true });
    expect(result.games).toBe(2 * result.blocks);
    expect(result.blocks).toBeGreaterThanOrEqual(60);
    expect(result.blocks).toBeLessThanOrEqual(63);
    const anchored = result.ratings.find(({ agent }) => agent === 'scripted:bold')!;
    expect(anchored).toMatchObject({ mean: 1000, low: 1000, high: 1000 });
    for (let i = 1; i < 3; i++) expect(result.ratings[i]!.mean).toBeLessThanOrEqual(result.ratings[i - 1]!.mean);
    for (let a = 0; a < 3; a++) {
      expect(result.payoff[a]![a]).toBeNull();
      for (let b = 0; b < a; b++) {
        const [own, other] = [result.payoff[a]![b]!, result.payoff[b]![a]!];
        expect(own.mean + other.mean).toBeCloseTo(1, 12);
        expect(own.games).toBe(other.games);
      }
    }
    const firsts = result.standings.reduce((sum, s) => sum + s.firstRate.mean * s.games, 0);
    expect(firsts).toBeCloseTo(result.games, 9);
    const text = tournamentText(result);
    expect(text).toContain('anchor');
  });

  it('says the same for any number of threads', async () => {
    expect(untimed(await tournament({ ...request, workers: 2 }))).toEqual(untimed(await tournament(request)));
  });

  it.each([0, 2])('interrupted and resumed equals uninterrupted (%i threads)', async (workers) => {
    const state = join(folder, `cut-${workers}.json`);
    const long = { ...request, options: { players: 4 }, blocks: workers ? 600 : 200, workers };
    let cuts = 0;
    for (;;) {
      const stop = new AbortController();
      let began = -1;
      try {
        const result = await tournament({
          ...long,
          state,
          signal: stop.signal,
          onProgress: ({ done, total }) => {
            if (began < 0) began = done;
            if (cuts < 2 && done - began > total / 5) stop.abort();
          },
        });
        expect(cuts).toBe(2);
        expect(untimed(result)).toEqual(untimed(await tournament({ ...long, workers: 0 })));
        break;
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        expect((error as Error).message).toContain(`kept in ${state}`);
        cuts++;
      }
    }
    // The finished file answers without a game, and a shorter tournament is a part of it.
    let played = 0;
    const again = await tournament({ ...long, blocks: 10, state, onProgress: () => played++ });
    expect(played).toBe(0);
    expect(untimed(again)).toEqual(untimed(await tournament({ ...long, blocks: 10, workers: 0 })));
    expect(JSON.parse(readFileSync(state, 'utf8')).format).toBe('tabletop-gym games');
  });

  it('refuses a state file of other agents, and bad requests', async () => {
    const state = join(folder, 'other.json');
    await tournament({ ...request, blocks: 2, state });
    const other = { ...request, blocks: 2, state, agents: ['random', 'scripted:bold'] };
    await expect(tournament(other)).rejects.toThrow(/holds games with another agents/);
    await expect(tournament({ ...request, agents: ['random'] })).rejects.toThrow('at least two');
    await expect(tournament({ ...request, agents: ['random', 'random'] })).rejects.toThrow('given twice');
    await expect(tournament({ ...request, anchor: 'nobody' })).rejects.toThrow('not one of the agents');
  });
});
