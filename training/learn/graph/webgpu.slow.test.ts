/**
 * Learning through WebGPU, on SwiftShader: Vulkan on the processor, as Debian's Chromium brings it. The numbers of a
 * graphics card are others in the last bits; the models are the same.
 */
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Device, findDevice } from '../../../agents/network/engines/device.js';
import { loadOnnx } from '../../../agents/network/engines/onnx.js';
import { encoding, someWeights } from '../../../agents/network/engines/testing/networks.js';
import type { NetworkShape, Weights } from '../../../agents/network/network.js';
import { createRng } from '../../../env/chance.js';
import { imitate } from '../imitation.js';
import type { Learner } from '../learner.js';
import { createOnnxLearner } from '../learner-onnx.js';
import { ppoUpdate } from '../ppo.js';
import { shapes, someBatch, update } from '../testing/batches.js';
import { DeviceLearner } from './device-learner.js';

const driver = '/usr/lib/chromium/vk_swiftshader_icd.json';
const loader = '/usr/lib/x86_64-linux-gnu/libvulkan.so.1';
const missing = [driver, loader].find((file) => !existsSync(file));
if (missing !== undefined)
  console.log(`learning through WebGPU is not tested: there is no ${missing} (npm run setup:browser, setup:vulkan)`);

describe.skipIf(missing !== undefined)('learning through WebGPU', () => {
  let device: Device;
  beforeAll(async () => {
    process.env.VK_ICD_FILENAMES = driver;
    device = await findDevice(loadOnnx());
  });

  /** The same three updates of each kind; the largest difference of weights that came of them, beside the largest weight. */
  async function difference(shape: NetworkShape, teach: (learner: Learner, seed: number) => Promise<unknown>) {
    const both = [createOnnxLearner(shape, someWeights(shape)), new DeviceLearner(device, shape, someWeights(shape))];
    for (let i = 0; i < 3; i++) for (const learner of both) await teach(learner, i);
    const [wanted, got] = both.map((learner) => learner.weights()) as [Weights, Weights];
    const names = Object.keys(wanted);
    const most = (f: (name: string, i: number) => number) =>
      Math.max(...names.flatMap((name) => [...wanted[name]!.keys()].map((i) => f(name, i))));
    both[0]!.dispose();
    const largest = most((name, i) => Math.abs(wanted[name]![i]!));
    return most((name, i) => Math.abs(got[name]![i]! - wanted[name]![i]!)) / largest;
  }

  it.each([shapes[1]!, shapes[2]!, shapes[3]!, encoding[0]!, encoding[3]!])(
    'makes the same updates as the reference: $trunk $activation',
    async (shape) => {
      const batch = someBatch(shape, 40);
      const lesson = { ...batch, targets: {} };
      const values = { parts: [Int32Array.from({ length: 40 }, (_, i) => i)], learningRate: 1e-2, gradientNorm: 1 };
      const byPpo = (learner: Learner, i: number) =>
        ppoUpdate(learner, batch, { ...update, only: i === 0 ? ['value'] : undefined }, createRng(i));
      const byImitation = (learner: Learner, i: number) => imitate(learner, lesson, update, createRng(i));
      const byValues = async (learner: Learner) => {
        learner.take(batch);
        await learner.pass({ ...values, loss: { name: 'values', settings: { weights: { policy: 0 } } } });
        await learner.finish();
      };
      for (const teach of [byPpo, byImitation, byValues]) expect(await difference(shape, teach)).toBeLessThan(1e-5);
    },
  );

  it('makes the same bytes every time', async () => {
    const shape = shapes[3]!;
    const run = async () => {
      const learner = new DeviceLearner(device, shape, someWeights(shape));
      await ppoUpdate(learner, someBatch(shape, 40), update, createRng(1));
      return learner.save();
    };
    expect(await run()).toEqual(await run());
  });
});
