/** Learning as the page does it, without a browser: on ONNX Runtime for WebAssembly, against the native library. */
import { expect, it } from 'vitest';
import { Device } from '../../agents/network/engines/device.js';
import { findOnnx, type Ort } from '../../agents/network/engines/onnx.js';
import { loadWebOnnx } from '../../agents/network/engines/onnx-web.js';
import { lessons } from '../../games/lessons.js';
import { browserDevice } from './browser-device.js';
import { Session } from './session.js';

const native = findOnnx();
const web = loadWebOnnx();

it.skipIf(typeof native === 'string' || !web)('learns the same in WebAssembly as on the native library', async () => {
  const { device, computing } = await browserDevice(web!, undefined);
  expect(computing.by).toBe('WebAssembly');
  const learned = [];
  for (const one of [new Device(native as Ort, 'cpu'), device]) {
    const session = new Session(lessons['tic-tac-toe']!, one, 128, 'equal');
    const { decisions, games, loss } = await session.update();
    learned.push({ decisions, games, loss: loss.toFixed(5), measured: session.measure() });
    session.dispose();
  }
  const [first] = learned;
  expect(learned[1]).toEqual(first);
  expect(first!.decisions).toBeGreaterThanOrEqual(128);
  expect(first!.measured.games).toBe(50);
  const { mean, low, high } = first!.measured.against.random!;
  expect(low < mean && mean < high).toBe(true);
});

it.skipIf(!web)('says why it computes in WebAssembly', async () => {
  const why = async (gpu: Parameters<typeof browserDevice>[1]) => (await browserDevice(web!, gpu)).computing.about;
  expect(await why(undefined)).toBe('this browser offers no WebGPU on this page');
  expect(await why({ requestAdapter: async () => null })).toBe('this browser has WebGPU, but no graphics card for it');
  // A card that is there, and fails.
  expect(await why({ requestAdapter: async () => ({}) })).toMatch(
    /^there is no graphics card that WebGPU can use \(.+\)$/,
  );
});
