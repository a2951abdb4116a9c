import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { POLICY, VALUE, widthOf } from '../../agents/network/network.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { UserError } from '../../env/user-error.js';
import { scratch } from '../../test/scratch.js';
import { rowMemory } from '../collect/rows.js';
import { type ConfigInput, parseConfig } from './config.js';
import { estimateMemory, memorySize } from './memory.js';
import { mergeConfig } from './merge-config.js';
import { prepare } from './prepare.js';

const folder = scratch('tabletop-memory');

const config = (over: ConfigInput) =>
  parseConfig(
    mergeConfig({ game: 'kuhn', workers: 0, learnerThreads: 1, evaluation: { every: 0, reportBlocks: 0 } }, over),
  );
async function estimate(over: ConfigInput) {
  const { shape, players } = (await prepare(config(over))).spec;
  return { ...estimateMemory(config(over), shape, players), shape };
}

describe('the memory that a run takes', () => {
  it('is about as much as a real one took, and its checkpoint as large', async () => {
    const over: ConfigInput = {
      ...{ games: 16, decisionsPerUpdate: 400 },
      network: { trunk: [60_000] },
      phases: [
        {
          ...{ algorithm: 'ppo', decisions: 1200, epochs: 1, minibatch: 64 },
          snapshots: { share: 0.2, every: 1, poolSize: 3 },
        },
      ],
    };
    const runDir = path.join(folder, 'run');
    const training = new URL('../../dist/training/public.js', import.meta.url);
    const code = `const { train } = await import(${JSON.stringify(training.href)});
      await train(${JSON.stringify(config(over))}, { runDir: ${JSON.stringify(runDir)} + process.argv[1] });
      console.log(process.resourceUsage().maxRSS * 1024);`;
    const peak = (n: number) =>
      Number(execFileSync(process.execPath, ['--input-type=module', '-e', code, `${n}`], { encoding: 'utf8' }));
    const { bytes, checkpoint } = await estimate(over);
    // Up to three, and the least of them: on a busy machine garbage lies about for longer, which only adds.
    let taken = peak(0);
    for (let n = 1; n < 3 && bytes / taken <= 0.7; n++) taken = Math.min(taken, peak(n));
    expect(bytes / taken).toBeGreaterThan(0.7);
    expect(bytes / taken).toBeLessThan(1.5);
    const file = statSync(RunDirectory.open(`${runDir}0`).latest()!.file).size;
    expect(checkpoint / file).toBeGreaterThan(0.9);
    expect(checkpoint / file).toBeLessThan(1.4);
  });

  it('does not grow with the updates', () => {
    const over: ConfigInput = {
      ...{ game: 'tic-tac-toe', decisionsPerUpdate: 2048, network: { trunk: [8] }, checkpointEvery: 1000 },
      phases: [{ algorithm: 'afterstate', decisions: 60 * 2048, epochs: 1 }],
    };
    const training = new URL('../../dist/training/public.js', import.meta.url);
    const code = `const { train } = await import(${JSON.stringify(training.href)});
      const held = [];
      const onUpdate = () => { gc(); held.push(process.memoryUsage().arrayBuffers); };
      await train(${JSON.stringify(config(over))}, { runDir: ${JSON.stringify(path.join(folder, 'long'))}, callbacks: { onUpdate } });
      console.log(JSON.stringify(held));`;
    const words = ['--expose-gc', '--input-type=module', '-e', code];
    const held = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as number[];
    expect(held.length).toBeGreaterThan(50);
    // The rows of an update take a quarter of a megabyte, those of all 15.
    expect(Math.max(...held.slice(-10)) - Math.max(...held.slice(5, 15))).toBeLessThan(2 ** 22);
  });

  it('grows by what the rows in the collector take', async () => {
    const few = await estimate({ games: 8, decisionsPerUpdate: 800 });
    const many = await estimate({ games: 8, decisionsPerUpdate: 8000 });
    const { inputs: observation } = few.shape;
    const [actions, values] = [POLICY, VALUE].map((head) => widthOf(few.shape, head)) as [number, number];
    const memory = rowMemory({ capacity: 7200, observation, actions, values });
    const own = memory.float.byteLength + memory.int.byteLength + memory.byte.byteLength;
    const grown = many.parts.rows - few.parts.rows;
    // Once more as a batch, and its observations a third time.
    expect(grown).toBeGreaterThan(1.8 * own);
    expect(grown).toBeLessThan(3 * own);
  });

  it('grows by the games that expert iteration keeps, and so does its checkpoint', async () => {
    const of = (window: number) =>
      estimate({ phases: [{ algorithm: 'expert-iteration', shards: 2, games: 50, learned: 0.5, window }] });
    const [few, many] = [await of(10), await of(30)];
    // 2000 games more of 300 decisions: each an action; of half of them a place, two actions' chances and two expectations.
    const grown = 2000 * 300 * 4 * (1 + 0.5 * 5);
    expect(many.parts.games - few.parts.games).toBeCloseTo(4 * grown, 0);
    expect(many.checkpoint - few.checkpoint).toBeCloseTo(grown, 0);
    expect((await estimate({ phases: [{ algorithm: 'ppo' }] })).parts.games).toBe(0);
  });

  it('grows by what each thing looks at', async () => {
    const of = async (entityAttention: number) => {
      const network = { entities: ['mine', 'theirs'], entityUnits: [32], entityAttention };
      return (await estimate({ game: 'tic-tac-toe', network, phases: [{ algorithm: 'ppo', minibatch: 100 }] })).parts;
    };
    const [without, with_] = [await of(0), await of(2)];
    // Of each of six things in each of two blocks: what is made of it, and of each of four heads three shares.
    const least = 4 * 100 * 6 * 2 * (8 * 32 + 4 * 3);
    expect(with_.minibatch - without.minibatch).toBeGreaterThan(least);
    expect(with_.minibatch - without.minibatch).toBeLessThan(5 * least);
  });

  it.each([
    [
      { phases: [{ algorithm: 'expert-iteration', shards: 5000, games: 5000, window: 100 }] },
      /lower window, reuse, shards or games of expert iteration/,
    ],
    [{ network: { trunk: [100_000, 100_000] } }, /about [\d.]+ TiB.*are available.*lower network.trunk/],
    [{ decisionsPerUpdate: 1e10 }, /lower decisionsPerUpdate or games/],
    [{ games: 1e9 }, /lower decisionsPerUpdate or games/],
    [{ network: { trunk: [4000, 4000] }, phases: [{ algorithm: 'ppo', snapshots: { poolSize: 5000 } }] }, /poolSize/],
  ] as [ConfigInput, RegExp][])('is refused where it is too much: %j', async (over, message) => {
    await expect(prepare(config(over))).rejects.toBeInstanceOf(UserError);
    await expect(prepare(config(over))).rejects.toThrow(message);
  });

  it('is written as people read it', () => {
    expect([5e5, 3e8, 5e9, 4e14].map(memorySize)).toEqual(['1 MiB', '286 MiB', '4.7 GiB', '364 TiB']);
  });
});
