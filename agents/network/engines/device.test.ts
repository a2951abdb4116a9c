import { expect, it } from 'vitest';
import { findDevice, NoDevice } from './device.js';
import type { Ort } from './onnx.js';

/** An ONNX Runtime whose models give back what they are given, or fail. */
function runtime(backends: string[], fails = false) {
  const opened: string[] = [];
  const ort = {
    listSupportedBackends: () => backends.map((name) => ({ name })),
    Tensor: class {
      constructor(
        readonly type: string,
        readonly data: Float32Array,
        readonly dims: number[],
      ) {}
      dispose() {}
    },
    InferenceSession: {
      create: async (_: unknown, { executionProviders }: { executionProviders: string[] }) => {
        opened.push(...executionProviders);
        if (fails) throw new Error('somewhere.cc:7 adapter was false. no adapter\nmore');
        return { run: async ({ x }: { x: unknown }) => ({ y: x }), release: async () => {} };
      },
    },
  };
  return { ort: ort as unknown as Ort, opened };
}

it('says in a line why there is no graphics card, and tries one that is there once', async () => {
  const none = await findDevice(runtime(['cpu']).ort).catch((error) => error);
  expect(none).toBeInstanceOf(NoDevice);
  expect(none.message).toBe(
    'there is no graphics card that this ONNX Runtime can use (it has no WebGPU): use --device cpu',
  );
  const broken = runtime(['cpu', 'webgpu'], true);
  await expect(findDevice(broken.ort)).rejects.toThrow(
    /^there is no graphics card that WebGPU can use \(no adapter\): use --device cpu$/,
  );
  const { ort, opened } = runtime(['cpu', 'webgpu']);
  await findDevice(ort);
  const tries = opened.length;
  expect(tries).toBeGreaterThan(0);
  await findDevice(ort);
  expect(opened).toHaveLength(tries);
  // Of that one only.
  await expect(findDevice(runtime(['cpu', 'webgpu'], true).ort)).rejects.toThrow(NoDevice);
});
