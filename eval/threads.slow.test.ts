/** Games in threads: what they give is what games in this thread give, and what goes wrong in one is told. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../env/user-error.js';
import { pig } from '../test/paths.js';
import { scratch } from '../test/scratch.js';
import { type EvaluateRequest, evaluate } from './evaluate.js';
import type { Outcome } from './outcome.js';
import { playBlocks } from './pool.js';
import { rotations } from './table.js';
import { untimed } from './testing/untimed.js';

const folder = scratch('tabletop-threads');

const request: EvaluateRequest = {
  game: pig,
  agent: 'scripted:bold',
  against: ['random'],
  blocks: 30,
  seed: 5,
  workers: 0,
  options: { players: 3, rounds: 10 },
};

describe('evaluate', () => {
  it('says the same for 0, 1 and 2 threads', async () => {
    const here = await evaluate(request);
    let seen = 0;
    const one = await evaluate({ ...request, workers: 1, onProgress: ({ done }) => (seen = done) });
    const two = await evaluate({ ...request, workers: 2 });
    expect(untimed(one)).toEqual(untimed(here));
    expect(untimed(two)).toEqual(untimed(here));
    expect(seen).toBe(90);
  });

  it('begins games with the same random moves for any number of threads', async () => {
    const same = {
      game: 'connect-four',
      agent: 'scripted:tactical',
      against: ['scripted:middle'],
      blocks: 12,
      seed: 2,
    };
    const here = await evaluate({ ...same, workers: 0 });
    expect(here.openings).toBeGreaterThan(0);
    expect(untimed(await evaluate({ ...same, workers: 2 }))).toEqual(untimed(here));
  });

  it('stops early at the same block for any number of threads', async () => {
    const long = { ...request, blocks: 400, sprt: { elo0: 0, elo1: 50 } };
    expect(untimed(await evaluate({ ...long, workers: 2 }))).toEqual(untimed(await evaluate(long)));
  });
});

describe('playBlocks', () => {
  const blocks = Array.from({ length: 40 }, (_, i) => ({ seed: `b/${i}`, seatings: rotations([0, 1]) }));
  const agents = ['random', 'scripted:bold'];

  it('delivers in order from several threads', async () => {
    const order: number[] = [];
    const all: Outcome[] = [];
    await playBlocks({ game: pig, agents }, blocks, { workers: 2 }, (index, outcomes) => {
      order.push(index);
      all.push(...outcomes);
    });
    expect(order).toEqual(blocks.map((_, i) => i));
    expect(all).toHaveLength(80);
  });

  it('stops all threads when interrupted', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    let delivered = 0;
    const many = Array.from({ length: 20_000 }, (_, i) => ({ seed: `c/${i}`, seatings: rotations([0, 1]) }));
    const playing = playBlocks({ game: pig, agents }, many, { workers: 2, signal: stop.signal }, () => {
      if (++delivered === 5) stop.abort(reason);
    });
    await expect(playing).rejects.toBe(reason);
    expect(delivered).toBeLessThan(20_000);
    await expect(playBlocks({ game: pig, agents }, many, { signal: stop.signal }, () => {})).rejects.toBe(reason);
  });

  it('says which agent is wrong', async () => {
    const playing = playBlocks(
      { game: 'tic-tac-toe', agents: ['scripted:nobody', 'random'] },
      blocks,
      { workers: 1 },
      () => {},
    );
    await expect(playing).rejects.toThrow(/^agent scripted:nobody: tic-tac-toe has no bot 'nobody'/);
  });

  it('gives one clear error when an agent throws or a thread dies, and when the caller does', async () => {
    const broken = join(folder, 'broken.mts');
    writeFileSync(
      broken,
      `export { game } from '${pig}';
      const agent = (name, act) => () => ({ name, reset() {}, act });
      export const bots = {
        throws: agent('throws', () => { throw new Error('no idea\\nsecond line'); }),
        exits: agent('exits', () => process.exit(3)),
        crashes: agent('crashes', () => { setTimeout(() => { throw new Error('late'); }, 0); return 1; }),
      };`,
    );
    const play = (agent: string, workers: number) =>
      playBlocks({ game: broken, agents: [agent, 'random'] }, blocks, { workers }, () => {});
    for (const workers of [0, 1])
      await expect(play('scripted:throws', workers)).rejects.toThrow(
        /^agent scripted:throws failed in pig .*no idea at act \(.*:\d+:\d+\)$/,
      );
    await expect(play('scripted:exits', 1)).rejects.toThrow(/worker thread 0 of 1 died \(exit code 3\)/);
    const full = new UserError('the disk is full');
    for (const workers of [0, 1])
      await expect(
        playBlocks({ game: pig, agents }, blocks, { workers }, () => {
          throw full;
        }),
      ).rejects.toBe(full);
    expect(existsSync(broken)).toBe(true);
  });
});
