/**
 * Playing and searching with networks on a device: on the processor, and through WebGPU on SwiftShader, which is Vulkan on the
 * processor, as Debian's Chromium brings it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Device, findDevice } from '../agents/network/engines/device.js';
import { findOnnx, loadOnnx, type Ort } from '../agents/network/engines/onnx.js';
import {
  allFeatures,
  encoding,
  largestDifference,
  legalFeatures,
  observations,
  someWeights,
} from '../agents/network/engines/testing/networks.js';
import { DeviceNetwork } from '../agents/network/graph/device-network.js';
import { Inference } from '../agents/network/inference.js';
import { featureSize, maskedWidth, type NetworkShape, outputsFor } from '../agents/network/network.js';
import { policyFor, savePolicy } from '../agents/policy/policy.js';
import { loadGame } from '../env/load-game.js';
import { evaluate } from '../eval/evaluate.js';
import { untimed } from '../eval/testing/untimed.js';
import { Collector } from '../training/collect/collector.js';
import { parseConfig } from '../training/run/config.js';
import { prepare } from '../training/run/prepare.js';
import { train } from '../training/run/train.js';
import { inProcess } from './operator/in-process.js';
import { scratch } from './scratch.js';

const driver = '/usr/lib/chromium/vk_swiftshader_icd.json';
const loader = '/usr/lib/x86_64-linux-gnu/libvulkan.so.1';
const missing = [driver, loader].find((file) => !existsSync(file));
if (missing !== undefined)
  console.log(`playing through WebGPU is not tested: there is no ${missing} (npm run setup:browser, setup:vulkan)`);
else process.env.VK_ICD_FILENAMES = driver;

const folder = scratch('device-play');
const ort = findOnnx();
const devices = [
  { name: 'the processor', available: typeof ort !== 'string', find: async () => new Device(ort as Ort, 'cpu') },
  { name: 'WebGPU', available: missing === undefined, find: () => findDevice(loadOnnx()) },
];
const { game } = await loadGame('connect-four');
const search = { simulations: 4, fastSimulations: 2, learned: 0.5, considered: 4, valueScale: 1, opening: 12 };
const config = (workers: number, device: 'cpu' | 'gpu' = 'cpu') =>
  parseConfig({
    ...{ game: 'connect-four', workers, learnerThreads: 1, device, network: { trunk: [24] } },
    evaluation: { every: 0, reportBlocks: 0 },
    phases: [{ algorithm: 'expert-iteration', decisions: 1, shards: 1, games: 2, minibatch: 64, ...search }],
  });

describe.each(devices)('networks on $name', ({ name, available, find }) => {
  it.skipIf(!available).each([encoding[0]!, encoding[2]!])(
    'give what they give elsewhere: $trunk $activation',
    async (shape: NetworkShape) => {
      const device = await find();
      const network = new DeviceNetwork(device, shape);
      const weights = someWeights(shape);
      network.setWeights(weights);
      const inference = new Inference(shape, weights);
      const actions = maskedWidth(shape);
      for (const rows of [5]) {
        const x = observations(rows, shape.inputs, `x${rows}`);
        const mask = new Uint8Array(rows * actions).fill(1);
        const all = allFeatures(shape, rows);
        const size = featureSize(shape);
        const got = outputsFor(shape, rows);
        await network.run(rows, x, got, mask, size > 0 ? legalFeatures(shape, rows, all, mask) : undefined);
        for (let r = 0; r < rows; r++) {
          const one = outputsFor(shape, 1);
          inference.run(x, r * shape.inputs, one, mask, r * actions, all, r * actions * size);
          for (const { name: head, width } of shape.heads) {
            const largest = Math.max(1, ...one[head]!.map(Math.abs));
            const difference = largestDifference(got[head]!.subarray(r * width, (r + 1) * width), one[head]!);
            expect(difference / largest, head).toBeLessThan(1e-5);
          }
        }
      }
      network.dispose();
      await device.dispose();
    },
  );

  it.skipIf(!available)('play the same games', async () => {
    const file = join(folder, 'policy.tgym');
    const { spec } = await prepare(config(0));
    savePolicy(file, policyFor(game, spec.shape, someWeights(spec.shape)));
    const asked = { game: 'connect-four', agent: `policy+search:6:${file}?batch=3`, against: [`policy:${file}`] };
    const request = { ...asked, blocks: 1, seed: 'x', openings: 20, workers: 0 };
    const device = await find();
    const { repeat: _, ...together } = untimed(await evaluate({ ...request, device }));
    const { repeat: __, ...apart } = untimed(await evaluate(request));
    expect(together).toEqual(apart);
    await device.dispose();
  });

  it.skipIf(!available)('judge positions of self-play in one thread, for all others', async () => {
    const order = { ...search, shards: ['a', 'b'], games: 4 };
    const played = [];
    const ways = [
      { workers: 0, judged: false },
      { workers: 0, judged: true },
      { workers: 2, judged: true },
    ];
    // SwiftShader is slow.
    for (const { workers, judged } of name === 'WebGPU' ? [ways[0]!, ways[2]!] : ways) {
      const { spec } = await prepare(config(workers));
      const device = await find();
      let calls = 0;
      const network = new DeviceNetwork(device, spec.shape);
      const run = network.run.bind(network);
      network.run = (...given) => {
        calls++;
        return run(...given);
      };
      const collector = await Collector.create(spec, undefined, judged ? network : undefined);
      const result = await collector.selfPlay(someWeights(spec.shape), order);
      // One call a step of a shard.
      expect(calls).toBe(judged ? result.batches : 0);
      played.push(result);
      await collector.close();
      await device.dispose();
    }
    for (const other of played.slice(1)) {
      expect(other.judged).toBe(played[0]!.judged);
      for (const [i, one] of other.games.entries()) {
        const wanted = played[0]!.games[i]!;
        expect(one.actions).toEqual(wanted.actions);
        expect(largestDifference(one.policies, wanted.policies)).toBeLessThan(1e-3);
      }
    }
  });
});

it.skipIf(missing !== undefined)('expert iteration searches and learns there', async () => {
  const runDir = join(folder, 'run');
  const result = await train(config(1, 'gpu'), { runDir });
  expect(result.finished).toBe(true);
  expect(result.decisions).toBeGreaterThanOrEqual(1);
});

it.skipIf(typeof ort === 'string')('a network that is lost ends self-play with what it said', async () => {
  const { spec } = await prepare(config(1));
  const network = new DeviceNetwork(new Device(ort as Ort, 'cpu'), spec.shape);
  network.run = () => Promise.reject(new Error('it is gone'));
  const collector = await Collector.create(spec, undefined, network);
  const order = { ...search, opening: 0, shards: ['a'], games: 2 };
  await expect(collector.selfPlay(someWeights(spec.shape), order)).rejects.toThrow(/^it is gone$/);
  await collector.close();
});

it('what cannot lie on a graphics card is refused in one line', async () => {
  const run = async (...words: string[]) => {
    const { status, stderr } = await inProcess(folder, words);
    expect(status).toBe(2);
    return stderr.trim().split('\n').at(-1);
  };
  expect(await run('evaluate', 'random', '--game', 'kuhn', '--device', 'gpu')).toMatch(
    /none of these agents has a network that can lie on a graphics card: use --device cpu$/,
  );
  expect(await run('tournament', 'kuhn', '--agents', 'random,search:4', '--device', 'gpu', '--workers', '1')).toMatch(
    /which --workers does not use: leave one of them out$/,
  );
  expect(await run('evaluate', 'random', '--game', 'kuhn', '--device', 'abacus')).toMatch(/cpu, gpu, auto/);
});
