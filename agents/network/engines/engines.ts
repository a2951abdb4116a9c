/** Which tensor engines there are, which of them load here, and networks on the one that was chosen. */
import { UserError } from '../../../env/user-error.js';
import type { BatchPolicy } from '../batch-policy.js';
import type { NetworkShape } from '../network.js';
import { findOnnx, loadOnnx, tryOnnx } from './onnx.js';
import { OnnxNetwork } from './onnx-network.js';
import { findTfjs, loadTfjs } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

/** What `engine` in a configuration may be. */
export const engineChoices = ['auto', 'onnx', 'tfjs'] as const;
export type Engine = Exclude<(typeof engineChoices)[number], 'auto'>;

/** One line of `tabletop doctor`. */
export interface EngineLine {
  name: Engine;
  available: boolean;
  /** What it is, or why it does not load. */
  reason: string;
}

/**
 * The engine to use. `auto` is ONNX Runtime if it loads, else TensorFlow.js.
 * @throws UserError when there is no such engine, or it does not load
 */
export function chooseEngine(wanted: string): Engine {
  const choice = engineChoices.find((known) => known === wanted);
  if (!choice) throw new UserError(`engine ${wanted}: there is no such engine; use one of ${engineChoices.join(', ')}`);
  if (choice === 'onnx') loadOnnx();
  if (choice === 'tfjs') loadTfjs();
  if (choice !== 'auto') return choice;
  const onnx = findOnnx();
  if (typeof onnx !== 'string') return 'onnx';
  if (typeof findTfjs() !== 'string') return 'tfjs';
  throw new UserError(`there is no engine to train with: ${onnx}; \`npx tabletop doctor --install\` installs it`);
}

/**
 * One line for a training on TensorFlow.js, the second choice: that ONNX Runtime is missing or broken, and how to get it.
 * Undefined when ONNX Runtime loads, and when there is no engine at all.
 */
export function engineNotice(): string | undefined {
  const onnx = findOnnx();
  if (typeof onnx !== 'string' || typeof findTfjs() === 'string') return undefined;
  return `training on TensorFlow.js, which is slower: ${onnx}; \`npx tabletop doctor --install\` installs it`;
}

/** A network for many rows at once, on one thread. Its weights are yet to be set. */
export async function createNetwork(engine: Engine, shape: NetworkShape): Promise<BatchPolicy> {
  return engine === 'onnx' ? new OnnxNetwork(loadOnnx(), shape) : new TfjsNetwork(loadTfjs(), shape);
}

/** What computes here, in the order in which `auto` tries it. Runs a small model on ONNX Runtime. */
export async function engineReport(): Promise<EngineLine[]> {
  const onnx = await tryOnnx();
  const tfjs = findTfjs();
  return [
    typeof onnx === 'string'
      ? { name: 'onnx', available: false, reason: onnx }
      : { name: 'onnx', available: true, reason: `ONNX Runtime ${onnx.env.versions.node}` },
    typeof tfjs === 'string'
      ? { name: 'tfjs', available: false, reason: tfjs }
      : { name: 'tfjs', available: true, reason: `TensorFlow.js ${tfjs.version_core}, native library` },
  ];
}
