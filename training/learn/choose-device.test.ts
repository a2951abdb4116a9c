import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { actorCriticShape } from '../../agents/network/network.js';
import { chooseDevice, measureDevices } from './choose-device.js';

describe.skipIf(typeof findOnnx() === 'string')('where there is no graphics card', () => {
  const shape = actorCriticShape({ inputs: 12, actions: 5, values: 2, trunk: [8], activation: 'relu' });
  const trial = { engine: 'onnx', shape, minibatch: 32, threads: 1 } as const;
  const before = process.env.VK_ICD_FILENAMES;
  beforeAll(() => void (process.env.VK_ICD_FILENAMES = '/nowhere.json'));
  afterAll(() => {
    if (before === undefined) delete process.env.VK_ICD_FILENAMES;
    else process.env.VK_ICD_FILENAMES = before;
  });

  it('learns on the processor when the faster one is wanted, and says why when it must be the card', async () => {
    expect(await chooseDevice('auto', trial)).toBe('cpu');
    expect(await chooseDevice('cpu', trial)).toBe('cpu');
    await expect(chooseDevice('gpu', trial)).rejects.toThrow(/^there is no graphics card .*: use --device cpu$/);
    const { cpu, gpu } = await measureDevices(trial);
    expect(cpu).toBeGreaterThan(0);
    expect(gpu).toMatch(/no graphics card/);
  });
});
