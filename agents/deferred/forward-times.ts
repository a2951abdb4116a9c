/** How long networks take forward: on the processor one position at a time, on a device many in one call. */
import { createRng } from '../../env/chance.js';
import type { Device } from '../network/engines/device.js';
import { WasmInference } from '../network/engines/wasm-inference.js';
import { DeviceNetwork } from '../network/graph/device-network.js';
import { featureSize, maskedWidth, type NetworkShape, outputsFor, type Weights } from '../network/network.js';

/** Calls that are measured after the first, in which a model is opened. */
const CALLS = 3;
/** Positions on the processor. */
const POSITIONS = 64;

/** Milliseconds a position. */
export interface ForwardTimes {
  /** One thread. */
  cpu: number;
  gpu: number;
}

/** @param rows of a call on the device @throws UserError when the device fails */
export async function forwardTimes(
  device: Device,
  { shape, weights }: { shape: NetworkShape; weights: Weights },
  rows: number,
): Promise<ForwardTimes> {
  const actions = maskedWidth(shape);
  const size = featureSize(shape);
  const rng = createRng('rows');
  // As in games: most numbers are zero, and an eighth of the actions is legal.
  const some = (length: number) => Float32Array.from({ length }, () => (rng.uniform() < 0.2 ? rng.uniform() : 0));
  const observation = some(rows * shape.inputs);
  const mask = Uint8Array.from({ length: rows * actions }, (_, i) =>
    i % actions === 0 || rng.uniform() < 1 / 8 ? 1 : 0,
  );
  const values = some(actions * size);
  const first = new Int32Array(rows);

  const inference = new WasmInference(shape, weights);
  const one = outputsFor(shape, 1);
  const position = (i: number) =>
    inference.run(observation, (i % rows) * shape.inputs, one, mask, (i % rows) * actions, values);
  position(0);
  let began = performance.now();
  for (let i = 0; i < POSITIONS; i++) position(i);
  const cpu = (performance.now() - began) / POSITIONS;

  const network = new DeviceNetwork(device, shape);
  network.setWeights(weights);
  try {
    const out = outputsFor(shape, rows);
    const call = () => network.run(rows, observation, out, mask, size > 0 ? { values, first } : undefined);
    await call();
    began = performance.now();
    for (let i = 0; i < CALLS; i++) await call();
    return { cpu, gpu: (performance.now() - began) / CALLS / rows };
  } finally {
    network.dispose();
  }
}
