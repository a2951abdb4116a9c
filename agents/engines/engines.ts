/** Which tensor engines there are, which of them load here, and networks on the one that was chosen. */
import { UserError } from '../../env/user-error.js';
import type { BatchPolicy } from '../batch-policy.js';
import type { GradientNetwork } from '../gradient-network.js';
import type { NetworkShape } from '../network.js';
import { findOnnx, loadOnnx } from './onnx.js';
import { OnnxNetwork } from './onnx-network.js';
import { loadTfjs, type TfjsLine, tfjsReport } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

/** What `engine` in a configuration may be. */
export const engineChoices = ['auto', 'onnx', 'tfjs'] as const;
export type Engine = Exclude<(typeof engineChoices)[number], 'auto'>;

/** One line of `tabletop doctor`. */
export type EngineLine = TfjsLine | { name: 'onnx'; backend: 'cpu'; available: boolean; reason: string };

/**
 * The engine to use. `auto` is ONNX Runtime where it loads, else TensorFlow.js, which always does; where the environment
 * variable TABLETOP_TFJS names a backend of TensorFlow.js, `auto` is that.
 * @throws UserError when there is no such engine, or it does not load
 */
export function chooseEngine(wanted: string): Engine {
  const choice = engineChoices.find((known) => known === wanted);
  if (!choice) throw new UserError(`engine ${wanted}: there is no such engine; use one of ${engineChoices.join(', ')}`);
  if (choice === 'onnx') loadOnnx();
  if (choice !== 'auto') return choice;
  return process.env.TABLETOP_TFJS || typeof findOnnx() === 'string' ? 'tfjs' : 'onnx';
}

/**
 * A network for many rows at once. Its weights are yet to be set.
 * @param threads that share each operation of ONNX Runtime; 1 where several workers play
 */
export async function createNetwork(engine: Engine, shape: NetworkShape, threads = 1): Promise<BatchPolicy> {
  return engine === 'onnx' ? new OnnxNetwork(loadOnnx(), shape, threads) : new TfjsNetwork(await loadTfjs(), shape);
}

/** A network for one of several threads that compute gradients, each with an engine of its own. */
export async function threadNetwork(engine: Engine, shape: NetworkShape): Promise<GradientNetwork> {
  return engine === 'onnx' ? new OnnxNetwork(loadOnnx(), shape) : new TfjsNetwork(await loadTfjs('wasm'), shape);
}

/** What could be loaded here, in the order in which `auto` tries, and why not the others. */
export async function engineReport(): Promise<EngineLine[]> {
  const found = findOnnx();
  const onnx: EngineLine =
    typeof found === 'string'
      ? { name: 'onnx', backend: 'cpu', available: false, reason: found }
      : { name: 'onnx', backend: 'cpu', available: true, reason: `ONNX Runtime ${found.env.versions.node}` };
  const lines = [onnx, ...(await tfjsReport())];
  const first = chooseEngine('auto');
  return [...lines.filter((line) => line.name === first), ...lines.filter((line) => line.name !== first)];
}
